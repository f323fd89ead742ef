//! The layers and the house rules, checked: a module uses only modules listed above it, and each file has a header.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of `src/`, in reading order. A module may use those before it, never those after it.
const LAYERS: &[&str] = &[
    "grid",
    "look",
    "model",
    "search",
    "presolve",
    "outside",
    "cnf",
    "encode",
    "sat",
    "csp",
    "decompose",
    "front",
    "puzzles",
    "engine",
    "solve",
    "prelude",
    "runs",
    "compare",
    "report",
    "experiment",
    "cli",
];

/// `lib.rs`, and `main.rs` with the program's allocator, stand above all layers.
const ROOTS: &[&str] = &["lib", "main", "allocator"];

fn sources(dir: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut stack = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(dir)];
    while let Some(dir) = stack.pop() {
        for entry in fs::read_dir(&dir).expect("the folder exists") {
            let path = entry.expect("the entry is readable").path();
            if path.is_dir() {
                stack.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = fs::read_to_string(&path).expect("sources are text");
                found.push((path, text));
            }
        }
    }
    found.sort();
    found
}

fn layer(path: &Path) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let first = path.strip_prefix(root).expect("a source lies in src").components().next().expect("not empty");
    first.as_os_str().to_string_lossy().trim_end_matches(".rs").to_string()
}

fn rank(layer: &str) -> usize {
    LAYERS.iter().position(|l| *l == layer).unwrap_or_else(|| panic!("{layer} is not listed in LAYERS"))
}

/// The first path segments after `crate::` in a line, with or without braces.
fn used_layers(line: &str) -> Vec<String> {
    let code = line.split("//").next().unwrap_or("");
    let word = |s: &str| s.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut used = Vec::new();
    for part in code.split("crate::").skip(1) {
        match part.strip_prefix('{') {
            Some(list) => used.extend(list.split(',').map(word)),
            None => used.push(word(part)),
        }
    }
    used.retain(|w| LAYERS.contains(&w.as_str()));
    used
}

#[test]
fn modules_use_only_what_is_above_them() {
    let mut wrong = Vec::new();
    for (path, text) in sources("src") {
        let here = layer(&path);
        if ROOTS.contains(&here.as_str()) {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            for used in used_layers(line) {
                if rank(&used) > rank(&here) {
                    wrong.push(format!("{}:{}: {here} uses {used}", path.display(), number + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "layers are crossed:\n{}", wrong.join("\n"));
}

#[test]
fn every_file_opens_with_a_header() {
    let all = ["src", "tests", "benches"].into_iter().flat_map(sources);
    let bare: Vec<_> = all.filter(|(_, text)| !text.starts_with("//! ")).map(|(path, _)| path).collect();
    assert!(bare.is_empty(), "files without a header: {bare:?}");
}

#[test]
fn only_the_command_line_talks_to_the_world() {
    let mut wrong = Vec::new();
    for (path, text) in sources("src") {
        let here = layer(&path);
        if here == "cli" || here == "main" {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            let code = line.trim_start();
            let shown = !code.starts_with("//")
                && ["println!", "eprintln!", "eprint!(", "process::exit"].iter().any(|w| code.contains(w));
            if shown {
                wrong.push(format!("{}:{}: {}", path.display(), number + 1, code));
            }
        }
    }
    assert!(wrong.is_empty(), "only cli prints and exits:\n{}", wrong.join("\n"));
}

#[test]
fn the_judge_of_a_puzzle_knows_no_engine() {
    let forbidden = ["model", "encode", "sat", "csp", "decompose", "front", "engine", "solve"];
    for (path, text) in sources("src/puzzles").into_iter().filter(|(p, _)| p.ends_with("check.rs")) {
        let used: Vec<String> = text.lines().flat_map(used_layers).collect();
        let bad: Vec<_> = used.iter().filter(|u| forbidden.contains(&u.as_str())).collect();
        assert!(bad.is_empty(), "{} uses {bad:?}", path.display());
    }
}

#[test]
fn engines_know_nothing_of_puzzles() {
    for here in ["model", "search", "cnf", "encode", "sat", "csp", "decompose", "front"] {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(here);
        if !dir.is_dir() {
            continue;
        }
        for (path, text) in sources(&format!("src/{here}")) {
            assert!(!text.contains("puzzles::"), "{} speaks of puzzles", path.display());
        }
    }
}
