//! The layers and the house rules, checked: a module uses only modules listed above it, and each file has a header.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of `src/`, in reading order. A module may use those before it, never those after it.
const LAYERS: &[&str] = &[
    "grid",
    "look",
    "model",
    "search",
    "trace",
    "presolve",
    "expand",
    "outside",
    "proof",
    "cnf",
    "encode",
    "derive",
    "sat",
    "csp",
    "lcg",
    "decompose",
    "circuit",
    "front",
    "puzzles",
    "engine",
    "solve",
    "explain",
    "certify",
    "cube",
    "prelude",
    "runs",
    "compare",
    "report",
    "experiment",
    "campaign",
    "web",
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
                stack.extend(Some(path).filter(|p| !p.ends_with("target")));
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

/// The layers a text names after `crate::`, each with its line; braces may stretch over several lines.
fn used_layers(text: &str) -> Vec<(usize, String)> {
    let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
    let code = code.join("\n");
    let word = |s: &str| s.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut used = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let line = 1 + code[..at].matches('\n').count();
        let rest = &code[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(list) => used.extend(first_names(list).map(|name| (line, word(name)))),
            None => used.push((line, word(rest))),
        }
    }
    used.retain(|(_, name)| LAYERS.contains(&name.as_str()));
    used
}

/// What stands between the commas of the outermost braces, up to the one that closes them.
fn first_names(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 1;
    let end = list.find(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth == 0
    });
    let mut inner = 0;
    list[..end.unwrap_or(list.len())].split(move |c| {
        inner += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && inner == 0
    })
}

#[test]
fn braces_over_several_lines_are_read() {
    let text = "use crate::{\n    grid::{self, Grid}, // crate::cli\n    cli,\n};\nfn f() { crate::sat::x() }";
    let used = used_layers(text);
    assert_eq!(used, [(1, "grid".to_string()), (1, "cli".to_string()), (5, "sat".to_string())]);
}

#[test]
fn modules_use_only_what_is_above_them() {
    let mut wrong = Vec::new();
    for (path, text) in sources("src") {
        let here = layer(&path);
        if ROOTS.contains(&here.as_str()) {
            continue;
        }
        for (line, used) in used_layers(&text).into_iter().filter(|(_, used)| rank(used) > rank(&here)) {
            wrong.push(format!("{}:{line}: {here} uses {used}", path.display()));
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
fn the_judge_of_the_file_shares_no_code_with_flattening() {
    let forbidden = ["builtin", "evaluate", "flatten", "formula", "output", "resolve", "sum"];
    for (path, text) in sources("src/front/judge") {
        let code: String = text.lines().map(|line| line.split("//").next().unwrap_or("").to_string() + "\n").collect();
        for word in forbidden {
            let named = ["front::", "super::super::", "super::"].iter().any(|from| {
                code.match_indices(&format!("{from}{word}"))
                    .any(|(at, found)| !code[at + found.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_'))
            });
            assert!(!named, "{} uses {word}", path.display());
        }
        let values = code.contains("front::value::") || code.contains("super::value::Value");
        let meets = ["claim.rs", "ground.rs", "mod.rs"].iter().any(|name| path.ends_with(name));
        assert!(!values || meets, "{} uses the flattener's values", path.display());
    }
}

#[test]
fn the_judge_of_a_puzzle_knows_no_engine() {
    let forbidden = ["model", "encode", "sat", "csp", "lcg", "decompose", "front", "engine", "solve"];
    for (path, text) in sources("src/puzzles").into_iter().filter(|(p, _)| p.ends_with("check.rs")) {
        let used = used_layers(&text);
        let bad: Vec<_> = used.iter().filter(|(_, u)| forbidden.contains(&u.as_str())).collect();
        assert!(bad.is_empty(), "{} uses {bad:?}", path.display());
    }
}

#[test]
fn engines_know_nothing_of_puzzles() {
    for here in ["model", "search", "cnf", "encode", "sat", "csp", "lcg", "decompose", "front"] {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(here);
        if !dir.is_dir() {
            continue;
        }
        for (path, text) in sources(&format!("src/{here}")) {
            assert!(!text.contains("puzzles::"), "{} speaks of puzzles", path.display());
        }
    }
}
