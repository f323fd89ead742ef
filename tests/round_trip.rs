//! Export, solve with an outside solver, decode: every shipped instance and model comes back judged.

mod common;

use common::{examples, has_tool, path, quandary};
use std::path::Path;
use std::process::Command;

/// Exports, solves with `solver`, decodes; the decoded JSON.
fn round_trip(inputs: &[&str], solver: &str, dir: &Path) -> serde_json::Value {
    let cnf = dir.join("f.cnf").to_string_lossy().into_owned();
    let exported = quandary(&[&["export"], inputs, &["-o", &cnf]].concat());
    assert_eq!(exported.code, 0, "{inputs:?}: {}", exported.err);
    let answer = dir.join("answer").to_string_lossy().into_owned();
    match solver {
        "minisat" => drop(Command::new("minisat").args(["-verb=0", &cnf, &answer]).output().expect("minisat runs")),
        _ => {
            let output = Command::new(solver).args(["-q", &cnf]).output().expect("the solver runs");
            std::fs::write(&answer, output.stdout).expect("the folder is ours");
        }
    }
    let decoded = quandary(&["decode", &format!("{cnf}.map.json"), &answer, "--json"]);
    assert!([10, 20].contains(&decoded.code), "{inputs:?} by {solver}: {}{}", decoded.out, decoded.err);
    decoded.json()
}

fn check_all(solver: &str) {
    if !has_tool(solver) {
        return;
    }
    let dir = tempfile::tempdir().expect("a temporary folder");
    for file in common::files("instances/minesweeper").iter().filter(|f| f.extension().is_some_and(|e| e == "txt")) {
        let file = file.to_string_lossy();
        let direct = quandary(&["solve", "minesweeper", &file, "--json"]).json();
        let decoded = round_trip(&["minesweeper", &file], solver, dir.path());
        assert_eq!(decoded["status"], direct["status"], "{file}");
    }
    for example in examples() {
        let inputs: Vec<&str> = example.inputs.iter().map(String::as_str).collect();
        let expected = if example.status == "optimal" { "satisfiable" } else { &example.status };
        assert_eq!(round_trip(&inputs, solver, dir.path())["status"], expected, "{inputs:?}");
    }
}

#[test]
fn minisat_answers_come_back() {
    check_all("minisat");
}

#[test]
fn cadical_answers_come_back() {
    check_all("cadical");
}

#[test]
fn boards_of_a_json_file_come_back() {
    if !has_tool("minisat") {
        return;
    }
    let dir = tempfile::tempdir().expect("a temporary folder");
    let boards = std::fs::read_to_string(path("instances/minesweeper/boards.jsonl")).expect("the boards are shipped");
    for line in boards.lines() {
        let file = dir.path().join("board.json").to_string_lossy().into_owned();
        std::fs::write(&file, line).expect("the folder is ours");
        let board: serde_json::Value = serde_json::from_str(line).expect("a board");
        let expected = if board["satisfiable"] == true { "satisfiable" } else { "unsatisfiable" };
        assert_eq!(round_trip(&["minesweeper", &file], "minisat", dir.path())["status"], expected, "{}", board["id"]);
    }
}

#[test]
fn the_formula_is_the_same_byte_for_byte() {
    for encoding in ["", "direct+pairwise+totalizer+adder"] {
        let args = ["export", "minesweeper", "instances/minesweeper/case1.txt", "--encoding", encoding];
        let (one, two) = (quandary(&args), quandary(&args));
        assert!(one.out.starts_with("p cnf ") && one.out.contains("\nc varname 1 mine[0,0]\n"), "{}", one.out);
        assert_eq!(one.out, two.out);
    }
}

#[test]
fn wrong_maps_and_answers_are_rejected() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    let cnf = at("f.cnf");
    quandary(&["export", "minesweeper", "instances/minesweeper/simple4.txt", "-o", &cnf]);
    let map = std::fs::read_to_string(format!("{cnf}.map.json")).expect("the map is written");
    let check = |map: &str, answer: &str, code: i32, part: &str| {
        std::fs::write(at("map"), map).expect("the folder is ours");
        std::fs::write(at("answer"), answer).expect("the folder is ours");
        let run = quandary(&["decode", &at("map"), &at("answer")]);
        assert_eq!(run.code, code, "{}{}", run.out, run.err);
        assert!(run.err.contains(part), "{}", run.err);
    };
    check(&map, "s UNSATISFIABLE\n", 20, "");
    check(&map, "s UNKNOWN\n", 0, "");
    check(&map, "s SATISFIABLE\nv 1 0\n", 4, "failed verification");
    check(&map, "s SATISFIABLE\nv 1\n", 3, "answer:");
    check(&map, "", 3, "answer:");
    check(&map, "s SATISFIABLE\nv 99999999 0\n", 3, "answer:2");
    check("{}", "s UNSATISFIABLE\n", 3, "format");
    check(&map[..map.len() / 2], "s UNSATISFIABLE\n", 3, "JSON");
    check(&map.replace("\"mines\\\":4", "\"mines\\\":5"), "s UNSATISFIABLE\n", 3, "another formula");
}
