//! The shipped models in the real `minizinc`: same status, same optimum, same number of solutions as we state.
//!
//! `models/examples/expected.tsv` is what our own engines are held to; here the real solver is held to it. Without
//! `minizinc` those tests are skipped with a note, unless `QUANDARY_REQUIRE_TOOLS` is set.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use quandary::puzzles::minesweeper::ROW;

/// A line of `expected.tsv`. Files are relative to its folder; `-` is nothing.
struct Row {
    model: String,
    data: String,
    status: String,
    optimum: String,
    n_solutions: String,
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("models/examples")
}

fn rows() -> Vec<Row> {
    let text = fs::read_to_string(examples().join("expected.tsv")).expect("the table");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let row = |line: &str| {
        let fields: Vec<String> = line.split('\t').map(str::to_string).collect();
        let [model, data, status, optimum, n_solutions] = fields.try_into().expect("five fields");
        Row { model, data, status, optimum, n_solutions }
    };
    lines.map(row).collect()
}

#[test]
fn the_table_lists_every_model_and_every_data_file() {
    let rows = rows();
    let entries = fs::read_dir(examples()).expect("the folder");
    for name in entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()) {
        let listed = rows.iter().any(|row| [&row.model, &row.data].contains(&&name));
        assert!(listed || name == "expected.tsv", "{name} is not listed");
    }
    for row in &rows {
        assert!(examples().join(&row.model).is_file(), "{}", row.model);
        assert!(row.data == "-" || examples().join(&row.data).is_file(), "{}", row.data);
        let shape = (row.status.as_str(), row.optimum != "-", row.n_solutions == "0");
        let known = [("satisfiable", false, false), ("unsatisfiable", false, true), ("optimal", true, false)];
        assert!(known.contains(&shape), "{} {}: {shape:?}", row.model, row.data);
    }
}

/// Whether to go on without `minizinc`.
fn skipped() -> bool {
    let missing = Command::new("minizinc").arg("--version").output().is_err();
    assert!(!missing || std::env::var_os("QUANDARY_REQUIRE_TOOLS").is_none(), "minizinc is not installed");
    if missing {
        eprintln!("skipped: minizinc is not installed");
    }
    missing
}

/// What the real solver prints, with all solutions of a satisfaction problem.
fn run(arguments: &[&str], files: &[&Path]) -> String {
    let mut command = Command::new("minizinc");
    command.args(["--solver", "gecode", "--statistics", "--time-limit", "120000"]).args(arguments).args(files);
    let output = command.output().expect("minizinc runs");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The status of a complete run and how many solutions it printed.
fn count(files: &[&Path]) -> (&'static str, String) {
    let text = run(&["--all-solutions"], files);
    if text.contains("=====UNSATISFIABLE=====") {
        return ("unsatisfiable", "0".to_string());
    }
    assert!(text.contains("=========="), "the search was not completed: {text}");
    ("satisfiable", last_value(&text, "nSolutions=").expect("a count"))
}

fn last_value(text: &str, key: &str) -> Option<String> {
    let (_, rest) = text.rsplit_once(key)?;
    Some(rest.trim_start().chars().take_while(|c| c.is_ascii_digit() || *c == '-').collect())
}

/// The model with its objective replaced by the constraint that it has this value.
fn pinned(model: &str, optimum: &str) -> String {
    let (before, goal) = model.split_once("\nsolve ").expect("a solve item");
    let (goal, after) = goal.split_once(';').expect("its end");
    let objective = goal.strip_prefix("minimize").or_else(|| goal.strip_prefix("maximize")).expect("an objective");
    format!("{before}\nconstraint {objective} = {optimum};\nsolve satisfy;{after}")
}

#[test]
fn the_real_minizinc_agrees_with_the_table() {
    if skipped() {
        return;
    }
    for row in rows() {
        let (model, data) = (examples().join(&row.model), examples().join(&row.data));
        let data: &[&Path] = if row.data == "-" { &[] } else { &[&data] };
        let name = format!("{} {}", row.model, row.data);
        if row.status != "optimal" {
            assert_eq!(count(&[&[&*model], data].concat()), (&*row.status, row.n_solutions.clone()), "{name}");
            continue;
        }
        let best = run(&["--output-mode", "dzn", "--output-objective"], &[&[&*model], data].concat());
        assert!(best.contains("=========="), "{name} was not solved to the optimum");
        assert_eq!(last_value(&best, "_objective =").as_ref(), Some(&row.optimum), "{name}");
        let folder = tempfile::tempdir().expect("a folder");
        let with_optimum = folder.path().join("pinned.mzn");
        let text = fs::read_to_string(&model).expect("the model");
        fs::write(&with_optimum, pinned(&text, &row.optimum)).expect("written");
        assert_eq!(count(&[&[&*with_optimum], data].concat()).1, row.n_solutions, "{name}");
    }
}

#[test]
fn the_real_minizinc_counts_the_shipped_boards() {
    if skipped() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let model = root.join("models/minesweeper.mzn");
    let text = fs::read_to_string(root.join("instances/minesweeper/boards.jsonl")).expect("the corpus");
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("board.dzn");
    for (line, instance) in text.lines().zip((ROW.read)("boards.jsonl", &text).expect("boards")) {
        let expected: serde_json::Value = serde_json::from_str(line).expect("an object");
        let n_solutions = expected["solutions"].as_str().expect("a string");
        if n_solutions.len() > 4 {
            continue;
        }
        fs::write(&data, instance.write("dzn").expect("a format")).expect("written");
        assert_eq!(count(&[&model, &data]).1, n_solutions, "{line}");
    }
}
