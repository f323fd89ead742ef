//! The cops through the whole program: known games by every engine, certificates, and answers of outside solvers.

mod common;

use common::{has_tool, path, quandary, quandary_with_input};
use serde_json::{Value, json};
use std::process::Command;

/// Graph, cops, and the fewest moves from a free start and from a row, `None` where the cops lose.
type Known = (String, u64, Option<(u64, u64)>);

fn known() -> Vec<Known> {
    let text = std::fs::read_to_string(path("instances/cops/known.tsv")).expect("the table is shipped");
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let moves = cells[3].parse().ok().zip(cells[4].parse().ok());
        (cells[0].to_string(), cells[1].parse().expect("a number of cops"), moves)
    };
    text.lines().skip(1).filter(|l| !l.is_empty()).map(row).collect()
}

fn solve(games: &[Value], options: &[&str]) -> Vec<Value> {
    let lines: String = games.iter().map(|g| format!("{g}\n")).collect();
    let args = [&["solve", "cops", "-", "--json"], options].concat();
    let answers = quandary_with_input(&args, lines.as_bytes()).json_lines();
    assert_eq!(answers.len(), games.len());
    answers
}

#[test]
fn the_search_reproduces_every_known_game() {
    for (start, pick) in [("free", 0), ("row", 1)] {
        let games: Vec<Value> =
            known().iter().map(|(g, k, _)| json!({"graph": g, "cops": k, "start": start})).collect();
        for ((graph, cops, moves), answer) in known().iter().zip(solve(&games, &[])) {
            let expected = moves.map(|(free, row)| [free, row][pick]);
            let status = if expected.is_some() { "optimal" } else { "unsatisfiable" };
            assert_eq!(answer["status"], status, "{graph} with {cops} cops, {start}");
            assert_eq!(answer["solution"]["moves"].as_u64(), expected, "{graph} with {cops} cops, {start}");
        }
    }
}

#[test]
fn sat_and_csp_find_the_same_shortest_sweeps() {
    let short = |(_, _, moves): &&Known| moves.is_some_and(|(free, _)| free <= 3);
    for (engine, most) in [("sat", 12), ("sat::batsat", 12), ("csp", 6)] {
        for (graph, cops, moves) in known().iter().filter(short).take(most) {
            let game = json!({"graph": graph, "cops": cops, "start": "free"});
            let answer = &solve(&[game], &["--engine", engine])[0];
            assert_eq!(answer["status"], "optimal", "{graph} with {cops} cops by {engine}");
            assert_eq!(answer["horizon"].as_u64(), moves.map(|m| m.0), "{graph} with {cops} cops by {engine}");
        }
    }
}

#[test]
fn a_horizon_is_kept() {
    let game = |horizon: u64| json!({"graph": "grid:3x3", "cops": 3, "start": "free", "horizon": horizon});
    for engine in ["sat", "search:antichain"] {
        let answers = solve(&[game(1), game(2), game(3)], &["--engine", engine]);
        let solved: Vec<bool> = answers.iter().map(|a| a["status"] != "unsatisfiable").collect();
        assert_eq!(solved, [false, true, true], "{engine}");
    }
}

#[test]
fn certificates_are_made_checked_and_rejected() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    let lost = "instances/cops/grid-4x4-lost.txt";
    assert_eq!(quandary(&["certify", "cops", lost, "-o", &at("c")]).code, 20);
    let good = quandary(&["check", "cops", lost, &at("c")]);
    assert!(good.code == 10 && good.out.starts_with("valid"), "{}", good.out);
    assert_eq!(quandary(&["check", &at("c")]).code, 10, "a certificate says what it is about");
    assert_eq!(quandary(&["check", "cops", "instances/cops/grid-3x3.txt", &at("c")]).code, 20, "another game");
    let bytes = std::fs::read(at("c")).expect("it was written");
    for place in [bytes.len() / 2, bytes.len() - 1] {
        let mut broken = bytes.clone();
        broken[place] ^= 1;
        std::fs::write(at("broken"), &broken).expect("the folder is ours");
        assert_eq!(quandary(&["check", &at("broken")]).code, 20, "byte {place} changed");
    }
    let won = quandary(&["certify", "cops", "instances/cops/grid-3x3.txt", "-o", &at("sweep")]);
    assert_eq!(won.code, 10, "{}", won.err);
    assert_eq!(
        quandary(&["check", "cops", "instances/cops/grid-3x3.txt", &at("sweep")]).code,
        10,
        "a sweep is its own proof"
    );
    let minesweeper = quandary(&["certify", "minesweeper", "instances/minesweeper/case1.txt", "-o", &at("x")]);
    assert_eq!(minesweeper.code, 2, "not every puzzle hands out certificates");
}

#[test]
fn an_outside_solver_sweeps_too() {
    if !has_tool("minisat") {
        return;
    }
    let dir = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    for (horizon, code) in [("1", 20), ("2", 10)] {
        let game = "instances/cops/grid-3x3.txt";
        quandary(&["export", "cops", game, "--horizon", horizon, "-o", &at("f")]);
        let _ = Command::new("minisat").args(["-verb=0", &at("f"), &at("out")]).output().expect("minisat runs");
        let decoded = quandary(&["decode", &at("f.map.json"), &at("out")]);
        assert_eq!(decoded.code, code, "{}{}", decoded.out, decoded.err);
    }
}

#[test]
fn pictures_and_random_games_are_made() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let svg = dir.path().join("sweep.svg").to_string_lossy().into_owned();
    assert_eq!(quandary(&["solve", "cops", "instances/cops/grid-3x3.txt", "--svg", &svg]).code, 30);
    assert!(std::fs::read_to_string(&svg).expect("it was written").contains("<animate"));
    let game = quandary(&["generate", "cops", "--vertices", "8", "--cops", "3", "--seed", "5"]);
    let answer = quandary_with_input(&["solve", "cops", "-", "--json"], game.out.as_bytes()).json();
    assert!(["optimal", "unsatisfiable"].contains(&answer["status"].as_str().expect("a status")), "{answer}");
}
