//! Ricochet Robots: known optima by every search, agreement on random boards, formats, and the program.

mod common;

use common::quandary;
use quandary::puzzles::erased;
use quandary::puzzles::ricochet::row::{ALGORITHMS, is_exact};
use quandary::puzzles::ricochet::{Config, Instance, Ricochet, Verdict, check, generate, read};
use quandary::search::Budget;
use serde_json::Value;

/// An instance in a format that can hold it.
fn written(instance: &Instance, format: &str) -> String {
    erased::<Ricochet>(instance.clone()).write(format).expect("a format")
}

const KNOWN: &str = "instances/ricochet/known.jsonl";

/// Longer ones take the slow searches too long for a test.
const LONGEST: u64 = 11;

fn known() -> Vec<(Instance, Option<u64>)> {
    let text = std::fs::read_to_string(common::path(KNOWN)).expect("the file is there");
    let optimum = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["optimal"].as_u64();
    text.lines().map(|line| (read(KNOWN, line).expect("good").remove(0), optimum(line))).collect()
}

/// The length of a judged answer; exact searches must have or refute one.
fn length(config: &Config, name: &str) -> Option<usize> {
    let (_, search) = ALGORITHMS.iter().find(|(known, _)| *known == name).expect("a search");
    match search(config, &Budget::unlimited()).0 {
        Verdict::Solved(moves) => {
            check::check(config, &moves).unwrap_or_else(|why| panic!("{name}: {why}: {moves:?} {config:?}"));
            Some(moves.len())
        }
        Verdict::Unreachable => None,
        Verdict::GaveUp if !is_exact(name) => None,
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn every_search_on_the_known_configurations() {
    for (instance, optimum) in known().iter().filter(|(_, optimum)| optimum.is_none_or(|k| k <= LONGEST)) {
        let id = instance.id.as_deref();
        let optimum = optimum.map(|k| k as usize);
        for (name, _) in ALGORITHMS {
            let found = length(&instance.config, name);
            match is_exact(name) {
                true => assert_eq!(found, optimum, "{name} {id:?}"),
                false => assert!(found.is_none() || found >= optimum, "{name} {id:?}: {found:?}"),
            }
        }
    }
}

/// Small random boards of every kind: many robots, wild targets, turns required, unreachable targets.
fn random_config(seed: u64) -> Config {
    let (height, width) = (1 + seed as usize % 6, 1 + (seed / 6) as usize % 6);
    let n_robots = (1 + seed as usize % 4).min(height * width);
    let mut config = generate::scattered(height, width, (seed % 9) as usize, n_robots, seed);
    if seed.is_multiple_of(5) {
        config.active = None;
    }
    config.must_ricochet = seed.is_multiple_of(7);
    config
}

#[test]
fn searches_agree_on_random_boards() {
    let (mut n_solved, mut n_unreachable) = (0, 0);
    for seed in 0..600 {
        let config = random_config(seed);
        let optimum = length(&config, "naive");
        match optimum {
            Some(_) => n_solved += 1,
            None => n_unreachable += 1,
        }
        for (name, _) in ALGORITHMS.iter().filter(|(name, _)| is_exact(name) || !config.must_ricochet) {
            let found = length(&config, name);
            match is_exact(name) {
                true => assert_eq!(found, optimum, "{name}, seed {seed}"),
                false => assert!(
                    found.is_none() || (optimum.is_some() && found >= optimum),
                    "{name}, seed {seed}: {found:?}"
                ),
            }
        }
    }
    assert!(n_solved > 100 && n_unreachable > 100, "{n_solved} {n_unreachable}");
}

#[test]
fn the_model_agrees_with_the_searches() {
    let mut lines = String::new();
    let mut expected = Vec::new();
    for seed in (0..600).step_by(11) {
        let config = random_config(seed);
        expected.push(length(&config, "naive"));
        lines += &written(&Instance { id: Some(seed.to_string()), config, pieces: None }, "json");
    }
    for (instance, optimum) in known().into_iter().filter(|(_, optimum)| optimum.is_some_and(|k| k <= 6)).step_by(3) {
        expected.push(optimum.map(|k| k as usize));
        lines += &written(&instance, "json");
    }
    for engine in ["sat", "sat:whole"] {
        let run =
            common::quandary_with_input(&["solve", "ricochet", "-", "--engine", engine, "--json"], lines.as_bytes());
        let answers = run.json_lines();
        assert_eq!(answers.len(), expected.len(), "{}", run.err);
        for (answer, expected) in answers.iter().zip(&expected) {
            let status = if expected.is_some() { "optimal" } else { "unsatisfiable" };
            assert_eq!(answer["status"], status, "{answer}");
            assert_eq!(answer["solution"]["length"].as_u64().map(|k| k as usize), *expected, "{answer}");
        }
    }
}

#[test]
fn wrong_files_are_pointed_at() {
    let check = |text: &str, expected: &str| match read("f", text) {
        Ok(_) => panic!("read:\n{text}"),
        Err(error) => assert_eq!(error.to_string().replace("\n  --> f", " @"), expected, "{text}"),
    };
    let good = "+---+---+\n| r   R |\n+---+---+\n";
    assert!(read("f", good).is_ok());
    check("", "expected a grid that begins with `+---+` @:1:1");
    check(&good.replace('r', " "), "there is no robot on the board @:4:1");
    check(&good.replace('R', " "), "there is no target on the board, such as R or * @:4:1");
    check(&good.replace('R', "G"), "the target is for robot `g`, which is not there @:2:7");
    check(&good.replace('r', "g"), "with 1 robots the first letters of r g b y s k are used; `r` is missing @:2:3");
    check(&good.replace(" R", "rR"), "a second robot `r` @:2:6");
    check(&good.replace(" r ", "rg "), "a second robot on the same field @:2:3");
    check(
        &good.replace(" r ", " q "),
        "`q` is nothing on a board, expected a robot r g b y s k, its target in capitals, or * @:2:3",
    );
    check(&good.replace("| r", "  r"), "`r   R |`: expected a grid, or `must ricochet: yes|no` @:2:3");
    check(&good.replace("R |", "R"), "the edge must be walled: `|` @:2:9");
    check(&good.replace("R |", "R | |"), "this line is longer than the first, expected 9 characters @:2:10");
    check("+---+---+\n| r   R |\n+   +---+\n", "the edge must be walled: `---` @:3:2");
    check("+---+---+\n| r   R |\n+-- +---+\n", "`-- `: expected `---` or three blanks @:3:2");
    check("+---+---+\n| r   R |\n", "expected another line of the grid; it ends with `+---+` @:3:1");
    check("must ricochet: maybe\n", "`must ricochet: maybe`: expected a grid, or `must ricochet: yes|no` @:1:1");
    let json = r#"{"width":2,"height":1,"walls":[],"robots":[[0,0]],"active":0,"target":[0,1]}"#;
    assert!(read("f", json).is_ok());
    check(&json.replace("[]", r#"[[0,0,"X"]]"#), "`X` is not a side, expected N, E, S or W @:1:37");
    check(
        &json.replace("[]", r#"[[1,0,"N"]]"#),
        "the field (1,0) lies outside the board of 1 rows and 2 columns @:1:32",
    );
    check(&json.replace("[]", "[[0,0]]"), "expected a wall `[row, column, \"N|E|S|W\"]` @:1:32");
    check(&json.replace(":0,\"t", ":1,\"t"), "active robot 1, expected 0 to 0, or -1 for any @:1:60");
    check(&json.replace("[[0,0]]", "[[0,0],[0,0]]"), "robot 1 stands on the field of another robot @:1:50");
    check(&json.replace("[[0,0]]", "[]"), "there is no robot, expected 1 to 6 @:1:43");
    check(&json.replace("\"width\":2", "\"width\":65"), "a side of 65 fields, expected 1 to 64 @:1:10");
    let game = "pieces: 1A 2B 3A 4B\nrobots: 0,0 1,0 2,0 3,0\ntarget: red circle\n";
    assert!(read("f", game).is_ok());
    check(&game.replace("4B", "3B"), "`3B` is a piece that is already there @:1:18");
    check(&game.replace(" 4B", ""), "3 pieces, expected four @:1:17");
    check(&game.replace("3,0", "3,16"), "the field 3,16 lies outside the board @:2:21");
    check(&game.replace("3,0", "2,0"), "robot 3 stands on the field of another robot @:2:21");
    check(
        &game.replace("red circle", "red star"),
        "`red star` is no target, expected a field or a colour and one of circle, triangle, square, hexagon @:3:9",
    );
    check(&game.replace("red circle", "4,4"), "a target that is a field needs a line `active:` @:4:1");
    check(&format!("{game}active: silver\n"), "`silver` is none of the 4 robots, nor `any` @:4:9");
    check(&format!("{game}robots: 0,0\n"), "the line `robots:` appears twice @:4:1");
}

#[test]
fn the_program_says_which_rules_were_played() {
    let solved = quandary(&["solve", "instances/ricochet/must-ricochet.txt"]);
    assert_eq!(solved.code, 30, "{}", solved.err);
    assert!(solved.out.contains("(2 robots, red to the target, must ricochet)"), "{}", solved.out);
    let refused = quandary(&["solve", "instances/ricochet/must-ricochet.txt", "--engine", "search:graph1"]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("must ricochet"), "{}", refused.err);
    assert_eq!(quandary(&["solve", "instances/ricochet/unreachable.txt"]).code, 20);
    assert_eq!(quandary(&["solve", "instances/ricochet/unreachable.txt", "--engine", "sat"]).code, 20);
    let there = quandary(&["solve", "instances/ricochet/on-target.txt", "--engine", "sat", "--json"]).json();
    assert_eq!((&there["status"], &there["solution"]["length"]), (&"optimal".into(), &0.into()));
}

#[test]
fn claimed_solutions_are_judged() {
    let small = "instances/ricochet/small.txt";
    let check = |moves: &str, code: i32, says: &str| {
        let run = common::quandary_with_input(&["check", "ricochet", small, "-"], moves.as_bytes());
        assert_eq!(run.code, code, "{moves}: {}{}", run.out, run.err);
        assert!(format!("{}{}", run.out, run.err).contains(says), "{moves}: {}{}", run.out, run.err);
    };
    check("red south, red east, red north", 10, "");
    check("r S, r E, r N, r S, r N", 10, "");
    check("red south, red east", 20, "red stands on (1,2), not on the target");
    check("red north", 20, "moves nothing");
    check("red south, red east, red north, green east", 20, "moves nothing");
    check("blue south", 20, "a robot that is not there");
    check("red up", 3, "is no move");
}
