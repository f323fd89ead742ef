//! The shipped boards give their known verdict, number of solutions and backbone, whichever way they are solved.

mod common;

use common::{quandary, quandary_with_input};
use serde_json::Value;

const BOARDS: &str = "instances/minesweeper/boards.jsonl";

fn boards() -> Vec<Value> {
    let text = std::fs::read_to_string(common::path(BOARDS)).expect("the boards are shipped");
    text.lines().map(|line| serde_json::from_str(line).expect("one JSON object per line")).collect()
}

const SAT_ENGINES: &[&str] = &[
    "sat:split+sequential:varisat",
    "sat:split+sequential:batsat",
    "sat:split+totalizer:varisat",
    "sat:split+totalizer:batsat",
    "sat:split+adder:varisat",
    "sat:split+adder:batsat",
    "sat:split+network:batsat",
    "sat:whole+sequential:varisat",
    "sat:whole+sequential:batsat",
    "sat:whole+totalizer:varisat",
    "sat:whole+totalizer:batsat",
    "sat:whole+adder:varisat",
    "sat:whole+adder:batsat",
];

fn check_verdicts(engine: &str, wanted: impl Fn(&Value) -> bool) {
    let boards: Vec<Value> = boards().into_iter().filter(|b| wanted(b)).collect();
    let lines: String = boards.iter().map(|b| format!("{b}\n")).collect();
    let run = quandary_with_input(&["solve", "minesweeper", "-", "--json", "--engine", engine], lines.as_bytes());
    let answers = run.json_lines();
    assert_eq!(answers.len(), boards.len(), "{engine}: {}", run.err);
    for (board, answer) in boards.iter().zip(&answers) {
        let expected = if board["satisfiable"] == true { "satisfiable" } else { "unsatisfiable" };
        assert_eq!(answer["id"], board["id"]);
        assert_eq!(answer["status"], expected, "{} by {engine}", board["id"]);
    }
    assert_eq!(run.code, 0, "several instances, all decided");
}

#[test]
fn every_board_has_its_verdict_by_sat() {
    SAT_ENGINES.iter().for_each(|engine| check_verdicts(engine, |_| true));
}

#[test]
fn boards_up_to_nine_by_nine_have_their_verdict_by_csp() {
    let small = |b: &Value| b["rows"].as_u64() <= Some(9) && b["cols"].as_u64() <= Some(9);
    for engine in ["csp:mrv+fc", "csp:degree+fc", "csp:mrv+lcv+fc", "csp:mrv+degree+mac", "csp:wdeg+mac"] {
        check_verdicts(engine, small);
    }
}

/// The engines for counts and backbones (a board that falls apart is counted by its parts, whatever the encoding; `whole`
/// engines list or ask the backend): three encodings, both embedded backends, split and whole, and a search.
const EXACT_ENGINES: &[&str] = &[
    "sat:sequential:varisat",
    "sat:totalizer:batsat",
    "sat:adder:varisat",
    "sat:whole+sequential:varisat",
    "sat:whole+totalizer:batsat",
    "sat:whole+adder:varisat",
    "csp:mrv+fc",
];

#[test]
fn every_board_has_its_number_of_solutions() {
    for engine in EXACT_ENGINES.iter().filter(|engine| !engine.contains("whole")) {
        let counts = quandary(&["count", "minesweeper", BOARDS, "--json", "--engine", engine]);
        for (board, count) in boards().iter().zip(counts.json_lines()) {
            assert_eq!(count["id"], board["id"]);
            assert_eq!(count["solutions"], board["solutions"], "{} by {engine}", board["id"]);
        }
    }
}

#[test]
fn boards_with_few_solutions_can_be_counted_by_listing_them() {
    let few = |b: &Value| b["solutions"].as_str().is_some_and(|n| n.parse::<u64>().is_ok_and(|n| n < 2000));
    let boards: Vec<Value> = boards().into_iter().filter(few).collect();
    let lines: String = boards.iter().map(|b| format!("{b}\n")).collect();
    for engine in EXACT_ENGINES.iter().filter(|engine| engine.contains("whole")) {
        let counts =
            quandary_with_input(&["count", "minesweeper", "-", "--json", "--engine", engine], lines.as_bytes());
        for (board, count) in boards.iter().zip(counts.json_lines()) {
            assert_eq!(count["solutions"], board["solutions"], "{} by {engine}", board["id"]);
        }
    }
    assert!(boards.len() > 10, "most boards have few solutions");
}

#[test]
fn every_board_has_its_backbone() {
    for engine in EXACT_ENGINES {
        let run = quandary(&["backbone", "minesweeper", BOARDS, "--json", "--engine", engine]);
        let lines = run.json_lines();
        assert_eq!(lines.len(), boards().len(), "{}", run.err);
        for (board, found) in boards().iter().zip(lines) {
            if board["satisfiable"] == false {
                assert_eq!(found["status"], "unsatisfiable", "{}", board["id"]);
            }
            assert_eq!(found["safe"], board["safe"], "{} by {engine}", board["id"]);
            assert_eq!(found["mined"], board["mined"], "{} by {engine}", board["id"]);
        }
    }
}

#[test]
fn probabilities_are_exact_shares_of_the_count() {
    let run = quandary(&["count", "minesweeper", "instances/minesweeper/case1.txt", "--probabilities", "--json"]);
    let json = run.json();
    assert_eq!(json["solutions"], "8");
    let all = quandary(&["enumerate", "minesweeper", "instances/minesweeper/case1.txt", "--json"]).json();
    let listed = all["solutions"].as_array().expect("a list").clone();
    for cell in json["probabilities"]["cells"].as_array().expect("a list of cells") {
        let mined = listed.iter().filter(|s| s["mines"].as_array().expect("mines").contains(&cell["cell"])).count();
        assert_eq!(cell["probability"].as_f64(), Some(mined as f64 / 8.0), "{cell}");
    }
}

#[test]
fn the_answer_is_printed_as_the_source_prints_it() {
    let run = quandary(&["solve", "minesweeper", "instances/minesweeper/simple4.txt"]);
    assert_eq!(run.out.lines().next(), Some("(0,1)(0,2)(1,0)(2,0)"), "{}", run.out);
    assert_eq!(run.code, 10);
}

#[test]
fn odd_boards_are_answered() {
    let check = |board: &str, status: &str, count: &str| {
        let run = quandary_with_input(&["solve", "minesweeper", "-", "--json"], board.as_bytes());
        assert_eq!(run.json()["status"], status, "{board}");
        let run = quandary_with_input(&["count", "minesweeper", "-", "--json"], board.as_bytes());
        assert_eq!(run.json()["solutions"], count, "{board}");
    };
    check("1 1 0 -1", "satisfiable", "1");
    check("1 1 1 -1", "satisfiable", "1");
    check("1 1 2 -1", "unsatisfiable", "0");
    check("1 1 0 0", "satisfiable", "1");
    check("1 1 0 1", "unsatisfiable", "0");
    check("1 1 1 0", "unsatisfiable", "0");
    check("1 2 1 1 -1", "satisfiable", "1");
    check("2 2 2 -1 -1 -1 -1", "satisfiable", "6");
    check("3 3 8 -1 -1 -1 -1 8 -1 -1 -1 -1", "satisfiable", "1");
    let unknown = format!("200 200 10000 {}", "-1 ".repeat(40_000));
    let run = quandary_with_input(&["count", "minesweeper", "-", "--json"], unknown.as_bytes());
    let count = run.json()["solutions"].as_str().expect("a number").to_string();
    assert!(count.len() > 9700, "40000 over 10000 has many digits: {}", count.len());
}
