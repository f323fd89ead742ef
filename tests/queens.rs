//! Merging queens: known boards, random boards against brute force, and every engine that applies.

mod common;

use quandary::engine::Engine;
use quandary::puzzles::queens::generate::{Wish, default_exponent, scenario};
use quandary::puzzles::queens::memo::Memo;
use quandary::puzzles::queens::outlook::Outlook;
use quandary::puzzles::queens::rays::Rays;
use quandary::puzzles::queens::{Board, Capture, Instance, Queens, check, read, recursive};
use quandary::puzzles::{self, erased};
use quandary::search::{Budget, End};
use quandary::solve::{Problem, Run, Status, solve};
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// The fewest queens that can be left: every position that can be reached, by the rules judge's own steps.
fn brute_force(board: &Board) -> usize {
    let start = check::squares(board);
    let mut seen = HashSet::from([start.cells().to_vec()]);
    let mut stack = vec![start];
    let mut fewest = usize::MAX;
    while let Some(squares) = stack.pop() {
        fewest = fewest.min(squares.cells().iter().flatten().count());
        let queens: Vec<_> = squares.iter().filter(|(_, square)| square.is_some()).map(|(at, _)| at).collect();
        for (&from, &into) in queens.iter().flat_map(|from| queens.iter().map(move |into| (from, into))) {
            let mut next = squares.clone();
            if check::step(&mut next, &Capture { from, into }).is_ok() && seen.insert(next.cells().to_vec()) {
                stack.push(next);
            }
        }
    }
    fewest
}

fn random_board(seed: u64) -> Board {
    let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(seed);
    let (n_rows, n_cols) = (random.random_range(1..=5), random.random_range(1..=5));
    let (n_queens, top) = (random.random_range(0..=9), random.random_range(0..=3));
    let mut board = Board::empty(n_rows, n_cols);
    for _ in 0..n_queens {
        let at = (random.random_range(0..n_rows), random.random_range(0..n_cols));
        // A square that is taken stays as it is.
        let _ = board.place(at, 1 << random.random_range(0..=top));
    }
    board
}

fn instance(board: &Board, limit: Option<usize>) -> Instance {
    Instance { id: None, board: board.clone(), limit, known: None }
}

/// The verdict of an engine, and how many queens its judged answer leaves.
fn ask(instance: Instance, engine: &str) -> (Status, Option<u64>) {
    let row = puzzles::find("queens").expect("it is a puzzle");
    let engine: Engine = engine.parse().expect("an engine");
    let problem = Problem::of_puzzle(row, erased::<Queens>(instance));
    let run = Run { engine, limit: Some(1), ..Run::default() };
    let outcome = solve(&problem, &run, &mut |_| ControlFlow::Continue(())).expect("it applies");
    let left = outcome.best.as_ref().and_then(|answer| answer.solution.as_ref()?.json()["queens"].as_u64());
    (outcome.status, left)
}

/// Asks for the known fewest and for one less.
fn decides(board: &Board, fewest: usize, engine: &str) {
    let (status, left) = ask(instance(board, Some(fewest)), engine);
    assert_eq!((status, left), (Status::Satisfiable, Some(fewest as u64)), "{engine} {board:?}");
    if let Some(less) = fewest.checked_sub(1) {
        let (status, _) = ask(instance(board, Some(less)), engine);
        assert_eq!(status, Status::Unsatisfiable, "{engine} {less} {board:?}");
    }
}

#[test]
fn searches_agree_with_brute_force() {
    for seed in 0..600 {
        let board = random_board(seed);
        let fewest = brute_force(&board);
        let levels: Vec<u8> = board.queens().iter().map(|queen| queen.exponent).collect();
        assert!(Outlook::new(&Rays::new(&board), &levels).bound() <= fewest, "{board:?}");
        let minimised = ask(instance(&board, None), "search:memo");
        assert_eq!(minimised, (Status::Optimal, Some(fewest as u64)), "{board:?}");
        for engine in ["search:memo", "search:recursive", "search:recursive-unordered"] {
            decides(&board, fewest, engine);
        }
    }
}

#[test]
fn the_models_agree_with_brute_force() {
    for seed in 1000..1300 {
        let board = random_board(seed);
        let fewest = brute_force(&board);
        for engine in ["sat", "sat@forest"] {
            decides(&board, fewest, engine);
            assert_eq!(ask(instance(&board, None), engine), (Status::Optimal, Some(fewest as u64)), "{board:?}");
        }
        if seed % 3 == 0 {
            decides(&board, fewest, "sat@layered");
        }
        if seed % 3 == 1 && board.queens().len() < 8 {
            decides(&board, fewest, "csp");
        }
    }
}

/// Where captures are many the relaxation is loose, and where boards are crowded much blocks much.
#[test]
fn crowded_boards_agree() {
    for seed in 0..30 {
        let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(seed);
        let mut board = Board::empty(4, 4);
        for at in (0..16).filter(|_| random.random_ratio(3, 4)).map(|i| (i / 4, i % 4)).collect::<Vec<_>>() {
            board.place(at, 1 << random.random_range(0..3)).expect("each square once");
        }
        let (_, fewest) = ask(instance(&board, None), "search:memo");
        for engine in ["sat", "sat@forest"] {
            decides(&board, fewest.expect("it has an answer") as usize, engine);
        }
    }
}

/// The ordered model has times where queens are many; here on boards of few, where brute force knows the answer.
#[test]
fn times_order_many_queens() {
    const FEW: &str = "bool: few = n <= 80;";
    let model = std::fs::read_to_string(common::path("models/queens-ordered.mzn")).expect("it is there");
    assert!(model.contains(FEW));
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(at("times.mzn"), model.replace(FEW, "bool: few = false;")).expect("it is written");
    for seed in 3000..3025 {
        let board = random_board(seed);
        let fewest = brute_force(&board);
        let verdicts = [(Some(fewest), 10), (fewest.checked_sub(1), 20)];
        for (limit, code) in verdicts.into_iter().filter_map(|(limit, code)| Some((limit?, code))) {
            let text = erased::<Queens>(instance(&board, Some(limit))).write("json").expect("a format");
            std::fs::write(at("board"), text).expect("it is written");
            let ran =
                common::quandary(&["solve", "queens", &at("board"), "--model", &at("times.mzn"), "--engine", "sat"]);
            assert_eq!(ran.code, code, "{limit} {board:?}: {}", ran.err);
        }
    }
}

fn known() -> Vec<(Instance, bool, usize)> {
    let text = std::fs::read_to_string(common::path("instances/queens/known.jsonl")).expect("the table is there");
    let line = |line: &str| {
        let value: Value = serde_json::from_str(line).expect("JSON");
        let instance = read("known.jsonl", line).expect("good").remove(0);
        (
            instance,
            value["solvable"].as_bool().expect("it says"),
            value["min_queens"].as_u64().expect("it says") as usize,
        )
    };
    text.lines().map(line).collect()
}

#[test]
fn known_boards_have_their_answers() {
    for (instance, solvable, fewest) in known() {
        let expected = if solvable { Status::Satisfiable } else { Status::Unsatisfiable };
        let small = instance.board.queens().len() < 20;
        for engine in ["sat", "search:memo"].into_iter().filter(|e| small || *e == "sat") {
            assert_eq!(ask(instance.clone(), engine).0, expected, "{engine} {:?}", instance.id);
            let free = Instance { limit: None, ..instance.clone() };
            assert_eq!(ask(free, engine), (Status::Optimal, Some(fewest as u64)), "{engine} {:?}", instance.id);
        }
    }
}

#[test]
fn the_original_tasks_have_their_answers() {
    for (name, fewest) in [("tt", 1), ("t0", 1), ("t1", 1), ("t2", 2), ("t3", 3), ("t4", 1), ("other", 1)] {
        let path = common::path(&format!("instances/queens/{name}.txt"));
        let text = std::fs::read_to_string(&path).expect("it is there");
        let given = read(&path, &text).expect("good").remove(0);
        assert_eq!(ask(given.clone(), "sat").0, Status::Satisfiable, "{name}");
        let free = Instance { limit: None, ..given };
        assert_eq!(ask(free, "sat"), (Status::Optimal, Some(fewest)), "{name}");
    }
}

#[test]
fn the_original_answers_are_valid() {
    for name in ["t0", "t1", "other"] {
        let (board, answer) = (format!("instances/queens/{name}.txt"), format!("instances/queens/answers/{name}.out"));
        let ran = common::quandary(&["check", "queens", &board, &answer]);
        assert!(ran.code == 10 && ran.out.starts_with("valid: "), "{name}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn large_generated_boards_are_solved() {
    for (n_rows, n_queens, n_final, seed) in [(8, 40, 1, 1), (8, 40, 3, 2), (128, 60, 1, 3), (128, 60, 4, 4)] {
        let exponent = default_exponent(n_final, n_queens - n_final) as u8;
        let wish = Wish { n_rows, n_cols: n_rows, n_final, n_captures: n_queens - n_final, exponent };
        let made = scenario(&wish, seed).expect("it can be made");
        assert_eq!(ask(made, "sat").0, Status::Satisfiable, "{wish:?}");
    }
}

#[test]
fn all_sequences_are_listed_once() {
    // Two equal queens: either captures the other. Four in a square: more, and brute force counts them.
    for (text, expected) in [("1 2\n1\n4 4", 2), ("1 3\n1\n1 1 2", 4), ("1 2\n2\n1 2", 1), ("1 2\n1\n1 2", 0)] {
        let board = read("f", text).expect("good").remove(0);
        for ordered in [true, false] {
            let mut all: Vec<Vec<Capture>> = Vec::new();
            let (end, _) = recursive::search(
                &board.board,
                board.limit.expect("it has one"),
                ordered,
                &Budget::unlimited(),
                &mut |captures| {
                    check::check(&board.board, board.limit, captures).expect("legal");
                    assert!(!all.contains(&captures.to_vec()), "twice: {captures:?}");
                    all.push(captures.to_vec());
                    ControlFlow::Continue(())
                },
            );
            assert_eq!((all.len(), end), (expected, End::Exhausted), "{text}");
        }
    }
}

#[test]
fn edges_of_the_rules() {
    for (text, status) in [
        ("1\n0\n0\n", Status::Satisfiable),
        ("3\n0\n0 0 0 0 0 0 0 0 0\n", Status::Satisfiable),
        ("1\n0\n4\n", Status::Unsatisfiable),
        ("1\n1\n4\n", Status::Satisfiable),
        ("2\n9\n1 2 4 8\n", Status::Satisfiable),
        ("2\n3\n1 2 4 8\n", Status::Unsatisfiable),
        ("1 2\n1\n288230376151711744 288230376151711744\n", Status::Satisfiable),
        ("1 3\n1\n144115188075855872 144115188075855872 288230376151711744\n", Status::Satisfiable),
    ] {
        let board = read("f", text).expect("good").remove(0);
        for engine in
            ["sat", "sat@forest", "sat@layered", "csp", "csp@ordered", "csp@layered", "search:memo", "search:recursive"]
        {
            assert_eq!(ask(board.clone(), engine).0, status, "{engine} {text:?}");
        }
    }
}

#[test]
fn a_spent_budget_is_no_verdict() {
    let board = read("f", "2\n1\n1 1 1 1\n").expect("good").remove(0).board;
    let spent = Budget::seconds(0.0);
    assert!(Memo::new(&board, &spent).reach(1).is_err());
    let (end, _) = recursive::search(&board, 1, true, &spent, &mut |_| ControlFlow::Continue(()));
    assert!(matches!(end, End::OutOfBudget(_)));
}

#[test]
fn the_real_minizinc_agrees() {
    if !common::has_tool("minizinc") {
        return;
    }
    for (seed, model) in
        (2000..2012).flat_map(|seed| ["queens", "queens-ordered", "queens-layered"].map(|model| (seed, model)))
    {
        let board = random_board(seed);
        let fewest = brute_force(&board);
        for limit in [Some(fewest), fewest.checked_sub(1)].into_iter().flatten() {
            let data = erased::<Queens>(instance(&board, Some(limit))).write("dzn").expect("a format");
            let mut file = tempfile::Builder::new().suffix(".dzn").tempfile().expect("a file");
            std::io::Write::write_all(&mut file, data.as_bytes()).expect("it is written");
            let ran = std::process::Command::new("minizinc")
                .args(["--solver", "gecode", &common::path(&format!("models/{model}.mzn"))])
                .arg(file.path())
                .output()
                .expect("it runs");
            let out = String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr);
            let verdict = if limit == fewest { "----------" } else { "=====UNSATISFIABLE=====" };
            assert!(out.contains(verdict), "{model} {limit} {board:?}: {out}");
        }
    }
}

#[test]
fn long_values_come_back_as_exponents() {
    let large = read("f", "queens: 1\n. ^58 .\n. . ^14\n").expect("good").remove(0);
    assert_eq!(read("f", &erased::<Queens>(large.clone()).write("picture").expect("a format")), Ok(vec![large]));
}

#[test]
fn wrong_files_are_pointed_at() {
    let check = |text: &str, expected: &str| {
        assert_eq!(read("f", text).expect_err(text).to_string(), expected, "{text}");
    };
    check("", "the file is empty, expected a board\n  --> f:1:1");
    check("2\n1\n1 2 3 4", "value 3, expected a power of two\n  --> f:3:5");
    check("2\n1\n1 2 -4 4", "value -4, expected a power of two\n  --> f:3:5");
    check("2\n1\n1 2 4", "expected 2 x 2 = 4 squares, found 3\n  --> f:3:6");
    check("2\n1\n1 2 4 8\n16", "`16` follows the last of 2 x 2 squares\n  --> f:4:1");
    check("2\n-1\n1 2 4 8", "-1 queens to be left, expected 0 or more\n  --> f:2:1");
    check("0\n1\n", "0 rows, expected 1 to 1024\n  --> f:1:1");
    check("2 x\n1\n1 1 1 1", "`x` is not a whole number\n  --> f:1:3");
    check("2", "expected the number of queens that may be left, found the end of the file\n  --> f:1:2");
    check("1\n1\n1152921504606846976", "value 1152921504606846976, expected less than 2^60\n  --> f:3:1");
    check("1 2\n1\n576460752303423488 576460752303423488", "the values sum to 2^60 or more\n  --> f:3:20");
    check("1\n1\n99999999999999999999", "`99999999999999999999` is too large a number\n  --> f:3:1");
    check("queens: 1\n1 x\n", "`x` is not a square, expected . 16 or ^4\n  --> f:2:3");
    check("queens: 1\n1 .\n2\n", "row 2 has 1 squares, expected 2\n  --> f:3:1");
    check("queens: 1\n1 .\n2 . .\n", "row 2 has 3 squares, expected 2\n  --> f:3:5");
    check("queens: 1\n^63\n", "`^63`, expected an exponent such as ^4\n  --> f:2:1");
    check("queens: 1\n", "expected a row of squares, found the end of the file\n  --> f:2:1");
    check("board: 1\n", "`board:`, expected `queens: K`\n  --> f:1:1");
    check(
        "{\"size\": [2, 2], \"queens\": [[0, 2, 1]], \"k\": 1}",
        "square 0 2 lies outside a board of 2 x 2\n  --> f:1:29",
    );
    check(
        "{\"size\": [2, 2], \"queens\": [[0, 1, 1], [0, 1, 2]], \"k\": 1}",
        "square 0 1 holds a queen already\n  --> f:1:40",
    );
    check("{\"size\": [2], \"queens\": [], \"k\": 1}", "expected a size `[rows, columns]`\n  --> f:1:10");
    check("{\"size\": [2, 2], \"k\": 1}", "field `queens` is missing\n  --> f:1:1");
    check(
        "{\"size\": [2, 2], \"queens\": [[0, 1]], \"k\": 1}",
        "expected a queen `[row, column, value]`\n  --> f:1:29",
    );
}

#[test]
fn squares_and_rectangles_are_told_apart() {
    for (text, n_rows, n_cols, limit) in [
        ("2\n1\n1 1 1 1", 2, 2, 1),
        ("2 2\n1\n1 1 1 1", 2, 2, 1),
        ("2 1\n1 1 1 1", 2, 2, 1),
        ("2 3\n1\n1 1 1 1 1 1", 2, 3, 1),
        ("2 3 1\n1 1 1 1 1 1", 2, 3, 1),
        ("1 1\n0\n8", 1, 1, 0),
        ("# a board\n2 # rows\n1\n1 1 # and\n1 1", 2, 2, 1),
    ] {
        let read = read("f", text).unwrap_or_else(|e| panic!("{text:?}: {e}")).remove(0);
        assert_eq!((read.board.n_rows, read.board.n_cols, read.limit), (n_rows, n_cols, Some(limit)), "{text:?}");
    }
}

#[test]
fn the_program_minimises_generates_and_replays() {
    let ran = common::quandary(&["solve", "queens", "instances/queens/t2.txt", "--minimise", "--json"]);
    assert_eq!((ran.code, ran.json()["horizon"].as_u64()), (30, Some(2)), "{}{}", ran.out, ran.err);
    let ran = common::quandary(&["solve", "queens", "instances/queens/t0.txt", "-m", "search", "--minimise"]);
    assert_eq!(ran.code, 30, "{}{}", ran.out, ran.err);
    let ran = common::quandary(&["solve", "minesweeper", "instances/minesweeper/simple4.txt", "--minimise"]);
    assert_eq!(ran.code, 2, "{}{}", ran.out, ran.err);
    let board = common::quandary(&["generate", "queens", "--seed", "7", "--format", "json"]);
    let ran = common::quandary_with_input(&["solve", "-", "--json"], board.out.as_bytes());
    assert_eq!(ran.json()["puzzle"], "queens", "{}{}", ran.out, ran.err);
    let ran = common::quandary(&[
        "replay",
        "queens",
        "instances/queens/t0.txt",
        "--solution",
        "instances/queens/answers/t0.out",
    ]);
    assert_eq!((ran.code, ran.out.matches("capture ").count()), (10, 10), "{}{}", ran.out, ran.err);
}
