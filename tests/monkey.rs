//! The monkey puzzle through the program: stated answers by every engine, numbers of placements, outside solvers, pictures.

mod common;

use common::{has_tool, path, quandary, quandary_with_input};
use serde_json::Value;
use std::process::Command;

const KNOWN: &str = "instances/monkey/known.jsonl";

fn known() -> Vec<Value> {
    let text = std::fs::read_to_string(path(KNOWN)).expect("the file is there");
    text.lines().map(|line| serde_json::from_str(line).expect("good JSON")).collect()
}

fn n_tiles(puzzle: &Value) -> usize {
    puzzle["tiles"].as_array().expect("a list").len()
}

/// The puzzles of at most so many tiles, as a file.
fn up_to(most: usize) -> (Vec<Value>, String) {
    let puzzles: Vec<Value> = known().into_iter().filter(|p| n_tiles(p) <= most).collect();
    let text = puzzles.iter().map(|p| format!("{p}\n")).collect();
    (puzzles, text)
}

#[test]
fn every_engine_gives_the_stated_answer() {
    for (engine, most) in
        [("search:scan", 25), ("sat", 16), ("sat@boolean", 16), ("sat::batsat", 16), ("csp", 9), ("csp@boolean", 9)]
    {
        let (puzzles, text) = up_to(most);
        let answers = quandary_with_input(&["solve", "monkey", "-", "--json", "--engine", engine], text.as_bytes());
        let answers = answers.json_lines();
        assert_eq!(answers.len(), puzzles.len(), "{engine}");
        for (puzzle, answer) in puzzles.iter().zip(&answers) {
            let status = if puzzle["solvable"] == true { "satisfiable" } else { "unsatisfiable" };
            assert_eq!((&answer["id"], answer["status"].as_str()), (&puzzle["id"], Some(status)), "{engine}");
        }
    }
}

#[test]
fn placements_are_counted() {
    for (engine, most) in
        [("search:scan", 25), ("sat", 4), ("sat:whole", 4), ("sat@boolean", 4), ("csp", 6), ("csp@boolean", 4)]
    {
        let (puzzles, text) = up_to(most);
        let answers = quandary_with_input(&["count", "monkey", "-", "--json", "--engine", engine], text.as_bytes());
        let answers = answers.json_lines();
        assert_eq!(answers.len(), puzzles.len(), "{engine}");
        for (puzzle, answer) in puzzles.iter().zip(&answers) {
            assert_eq!(answer["solutions"], puzzle["solutions"].to_string(), "{engine}: {}", puzzle["id"]);
        }
    }
}

#[test]
fn pairs_mean_the_same_to_every_engine() {
    for seed in 1..=6 {
        let seed = seed.to_string();
        let mut words =
            vec!["generate", "monkey", "--rows", "2", "--cols", "3", "--colours", "2", "--halves", "--seed", &seed];
        words.extend(["--near-miss", "--no-rotations"]);
        let puzzle = quandary(&words).out;
        let count = |engine: &str| {
            let ran = quandary_with_input(&["count", "monkey", "-", "--engine", engine], puzzle.as_bytes());
            assert!([10, 20].contains(&ran.code), "{engine}: {}", ran.err);
            ran.out
        };
        let expected = count("search:scan");
        for engine in ["sat", "sat@boolean", "csp", "csp@boolean"] {
            assert_eq!(count(engine), expected, "{engine} on\n{puzzle}");
        }
    }
}

#[test]
fn real_minizinc_finds_as_many() {
    if !has_tool("minizinc") {
        return;
    }
    let dir = tempfile::tempdir().expect("a temporary folder");
    let data = dir.path().join("data.dzn");
    for (seed, extra) in
        [("1", None), ("2", Some("--halves")), ("3", Some("--no-rotations")), ("4", Some("--near-miss"))]
    {
        let mut words = vec!["generate", "monkey", "--rows", "2", "--colours", "3", "--seed", seed];
        words.extend(extra);
        let text = quandary(&words).out;
        words.extend(["--format", "dzn"]);
        std::fs::write(&data, quandary(&words).out).expect("the folder is ours");
        let expected: usize =
            quandary_with_input(&["count", "monkey", "-"], text.as_bytes()).out.trim().parse().expect("a number");
        for model in ["models/monkey.mzn", "models/monkey-boolean.mzn"] {
            let output = Command::new("minizinc").args(["--solver", "gecode", "-a", &path(model)]).arg(&data).output();
            let shown = String::from_utf8(output.expect("minizinc runs").stdout).expect("text");
            assert_eq!(shown.matches("----------").count(), expected, "{model} on\n{text}");
        }
    }
}

#[test]
fn claims_are_judged_and_puzzles_drawn() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    let puzzle = "instances/monkey/square.txt";
    let solved = quandary(&["solve", puzzle, "--json", "--svg", &at("svg")]);
    std::fs::write(at("claim"), &solved.out).expect("the folder is ours");
    assert_eq!(quandary(&["check", puzzle, &at("claim")]).code, 10);
    std::fs::write(at("claim"), r#"{"placement": [[[0,0],[1,0]],[[2,0],[3,0]]]}"#).expect("the folder is ours");
    let wrong = quandary(&["check", puzzle, &at("claim")]);
    assert!(wrong.code == 20 && wrong.out.contains("touches"), "{}{}", wrong.out, wrong.err);
    std::fs::write(at("claim"), r#"{"placement": [[0,0],[1,0],[2,0],[3,0]]}"#).expect("the folder is ours");
    let flat = quandary(&["check", puzzle, &at("claim")]);
    assert_eq!((flat.code, flat.out), (wrong.code, wrong.out), "{}", flat.err);
    assert!(std::fs::read_to_string(at("svg")).expect("it was written").contains("<rect"));
    assert!(quandary(&["draw", puzzle]).out.contains("+-----+"));
}
