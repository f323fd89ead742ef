//! Omino through the program: stated values, the judge, the cooperative model, a QBF solver, playing, the experiment.

mod common;

use common::{has_tool, path, quandary, quandary_with_input};
use serde_json::{Value, json};
use std::process::Command;

const KNOWN: &str = "instances/omino/known.jsonl";

#[test]
fn searches_give_the_stated_values() {
    let text = std::fs::read_to_string(path(KNOWN)).expect("the file is there");
    let games: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("good JSON")).collect();
    for (engine, most) in [("search:alphabeta", 100), ("search:minimax", 9)] {
        let small: Vec<&Value> =
            games.iter().filter(|g| g["stones"].as_array().expect("a list").len() <= most).collect();
        let input: String = small.iter().map(|game| format!("{game}\n")).collect();
        let answers = quandary_with_input(&["solve", "omino", "-", "--json", "--engine", engine], input.as_bytes());
        let answers = answers.json_lines();
        assert_eq!(answers.len(), small.len(), "{engine}");
        for (game, answer) in small.iter().zip(&answers) {
            assert_eq!(answer["status"], "optimal", "{engine}");
            assert_eq!(answer["solution"]["score"], game["best_score_player1"], "{engine} on {}", game["id"]);
        }
    }
}

#[test]
fn the_samples_take_as_many_states_as_the_source_says() {
    for (file, score, states) in [("ao1", 1, 91), ("ao2", 2, 18828), ("ao3", -2, 1179), ("ao4", -1, 27)] {
        let file = format!("instances/omino/{file}.txt");
        let answer = quandary(&["solve", "omino", &file, "--json", "--engine", "search:minimax"]).json();
        assert_eq!(
            (&answer["solution"]["score"], &answer["stats"]["nodes"]),
            (&json!(score), &json!(states)),
            "{file}"
        );
    }
}

#[test]
fn a_game_without_stones_in_hand_is_over() {
    let answer = quandary_with_input(&["solve", "omino", "-", "--json"], b"1 1\n1 0\n0 0\n1 2 3 4\n").json();
    assert_eq!(answer["solution"], json!({"score": 0, "move": null, "best": null, "line": []}));
}

#[test]
fn lines_of_play_are_judged() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let claim = dir.path().join("claim").to_string_lossy().into_owned();
    let game = "instances/omino/ao1.txt";
    let mut solved = quandary(&["solve", "omino", game, "--json"]).json();
    let mut judge = |change: &dyn Fn(&mut Value)| {
        change(&mut solved["solution"]);
        std::fs::write(&claim, solved.to_string()).expect("the folder is ours");
        quandary(&["check", "omino", game, &claim])
    };
    assert_eq!(judge(&|_| ()).code, 10);
    let wrong = judge(&|solution| solution["score"] = json!(2));
    assert!(wrong.code == 20 && wrong.out.contains("not 2"), "{}", wrong.out);
    let wrong = judge(&|solution| solution["line"][0]["at"] = json!([0, 0]));
    assert!(wrong.code == 20 && wrong.out.contains("turn 1"), "{}", wrong.out);
    let wrong = judge(&|solution| solution["line"] = json!([]));
    assert!(wrong.code == 20 && wrong.out.contains("ends before"), "{}", wrong.out);
}

/// Tiny random games: the arguments of the generator.
fn tiny(seed: u64) -> String {
    let size = (2 + seed % 2).to_string();
    let (stones, seed) = ((5 + seed % 2).to_string(), seed.to_string());
    let args =
        ["generate", "omino", "--rows", &size, "--stones", &stones, "--hand", "2", "--numbers", "3", "--seed", &seed];
    quandary(&args).out
}

fn value(game: &str) -> i64 {
    let answer = quandary_with_input(&["solve", "omino", "-", "--json"], game.as_bytes()).json();
    answer["solution"]["score"].as_i64().expect("a score")
}

#[test]
fn together_players_reach_no_less() {
    for seed in 1..=4 {
        let game = tiny(seed);
        let best = |engine: &str| {
            let args = ["solve", "omino", "-", "--json", "--engine", engine];
            let answer = quandary_with_input(&args, game.as_bytes()).json();
            assert_eq!(answer["status"], "optimal", "{engine} on\n{game}{answer}");
            answer["solution"]["score"].as_i64().expect("a score")
        };
        let (sat, csp) = (best("sat"), best("csp"));
        assert_eq!(sat, csp, "{game}");
        assert!(sat >= value(&game), "{game}");
    }
}

#[test]
fn real_minizinc_reaches_as_much() {
    if !has_tool("minizinc") {
        return;
    }
    let dir = tempfile::tempdir().expect("a temporary folder");
    let data = dir.path().join("data.dzn");
    let words = ["--rows", "2", "--stones", "5", "--hand", "2", "--numbers", "3", "--seed", "2"];
    let made = |format: &str| quandary(&[&["generate", "omino"], &words[..], &["--format", format]].concat()).out;
    std::fs::write(&data, made("dzn")).expect("the folder is ours");
    let output = Command::new("minizinc").args(["--solver", "gecode", &path("models/omino.mzn")]).arg(&data).output();
    let shown = String::from_utf8(output.expect("minizinc runs").stdout).expect("text");
    let reached = shown.lines().rev().find_map(|line| line.strip_prefix("score ")).expect("a score");
    let ours =
        quandary_with_input(&["solve", "omino", "-", "--json", "--engine", "sat"], made("text").as_bytes()).json();
    assert_eq!(ours["objective"].to_string(), reached, "{shown}");
}

#[test]
fn a_qbf_solver_agrees_on_tiny_games() {
    if !has_tool("depqbf") {
        return;
    }
    let dir = tempfile::tempdir().expect("a temporary folder");
    let formula = dir.path().join("formula").to_string_lossy().into_owned();
    for seed in 1..=24 {
        let game = tiny(seed);
        let score = value(&game);
        for (at_least, code) in [(score, 10), (score + 1, 20)] {
            let at_least = at_least.to_string();
            let args = ["export", "omino", "-", "--format", "qdimacs", "--at-least", &at_least, "-o", &formula];
            let ran = quandary_with_input(&args, game.as_bytes());
            assert_eq!(ran.code, 0, "{}", ran.err);
            let answer = Command::new("depqbf").arg(&formula).output().expect("depqbf runs");
            assert_eq!(answer.status.code(), Some(code), "at least {at_least} in\n{game}");
        }
    }
}

#[test]
fn a_large_game_makes_no_formula() {
    let game = quandary(&["generate", "omino", "--stones", "24"]).out;
    let ran = quandary_with_input(&["export", "omino", "-", "--format", "qdimacs"], game.as_bytes());
    assert!(ran.code == 5 && ran.err.contains("states"), "{}", ran.err);
    let other = quandary(&["export", "monkey", "instances/monkey/square.txt", "--format", "qdimacs"]);
    assert_eq!(other.code, 2, "{}", other.err);
}

#[test]
fn games_are_played_in_the_terminal() {
    let game = "instances/omino/ao1.txt";
    let play =
        |args: &[&str], input: &str| quandary_with_input(&[&["play", "omino", game], args].concat(), input.as_bytes());
    let machines = play(&["--first", "machine", "--second", "machine"], "");
    assert!(machines.out.ends_with("the game is over: player 1 scores 1, player 2 scores -1\n"), "{}", machines.out);
    let person = play(&[], "hint\n1 9 9 9\nundo\nmoves\nquit\n");
    assert_eq!(person.code, 0, "{}", person.err);
    for part in ["for a score of 1", "there is no square (9, 9)", "nothing was done yet", " on 3,4\n"] {
        assert!(person.out.contains(part), "expected `{part}` in\n{}", person.out);
    }
    assert_eq!(play(&["--first", "ghost"], "").code, 2);
    assert_eq!(quandary(&["play", "chess", game]).code, 2);
    assert_eq!(quandary(&["play", "omino", KNOWN]).code, 3);
}

#[test]
fn a_good_move_can_be_the_worse_one() {
    let game = "instances/omino/good-move-loses.txt";
    let states = quandary(&["solve", "omino", game, "--json", "--engine", "search:minimax"]).json();
    assert!(states["stats"]["nodes"].as_u64().expect("a number") <= 10, "{states}");
    let end = |first: &str| {
        let args = ["play", "omino", game, "--first", first, "--second", "machine"];
        let out = quandary_with_input(&args, b"").out;
        out.lines().last().expect("the end").to_string()
    };
    assert_ne!(end("greedy"), end("machine"));
}

#[test]
fn the_experiment_has_a_table() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let run = Command::new(env!("CARGO_BIN_EXE_quandary"))
        .current_dir(dir.path())
        .args(["experiment", "omino", "--stones", "8..10", "--games", "3"])
        .output()
        .expect("the program runs");
    let out = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success() && out.contains("good moves score"), "{out}{}", String::from_utf8_lossy(&run.stderr));
}
