//! Findings about the program: claims, answers that were missing or said too little, reports, messages, formats. Each
//! test is named after its finding and tries the input that showed it.

mod common;

use common::folder::Folder;
use common::schema::{faults, fits};
use common::{Ran, quandary, quandary_with_input};
use serde_json::{Value, json};
use std::process::{Command, Stdio};

const SIMPLE: &str = "instances/minesweeper/simple4.txt";
const CASE: &str = "instances/minesweeper/case1.txt";
const QUEENS: &str = "models/examples/queens.mzn";
/// Two of its twelve solutions are best.
const TWO_BEST: &str = "include \"alldifferent.mzn\"; array[1..4] of var 0..3: x; constraint alldifferent(x); \
                        constraint x[1]<x[2]; solve maximize x[1]+2*x[2]+x[3];";

fn model(text: &str) -> (Folder, String) {
    let folder = Folder::with(&[("m.mzn", text)]);
    let path = folder.text("m.mzn");
    (folder, path)
}

/// Runs and checks the exit code and a part of what is said on standard error.
fn refused(args: &[&str], code: i32, part: &str) {
    let ran = quandary(args);
    assert_eq!(ran.code, code, "{args:?}\n{}{}", ran.out, ran.err);
    assert!(ran.err.contains(part), "{args:?}: expected `{part}` in\n{}", ran.err);
}

#[test]
fn f03_a_claim_is_read_once() {
    let folder = Folder::with(&[("claim", "(0,1)(0,2)(1,0)(2,0)")]);
    let through_a_pipe = |script: &str| {
        let script = script.replace("CLAIM", &folder.text("claim"));
        let run = Command::new("sh").arg("-c").arg(script).current_dir(common::root()).output().expect("a shell");
        assert_eq!(run.status.code(), Some(10), "{}", String::from_utf8_lossy(&run.stdout));
    };
    let program = env!("CARGO_BIN_EXE_quandary");
    through_a_pipe(&format!("cat CLAIM | {program} check minesweeper {SIMPLE} /dev/stdin"));
    through_a_pipe(&format!("cat CLAIM | {program} check minesweeper {SIMPLE} -"));
}

#[test]
fn f05_a_valid_claim_of_a_model_need_not_be_best() {
    let (_folder, path) = model("var 0..3: x; var 0..3: y; solve maximize x;");
    let judged = |claim: &str, json: &[&str]| {
        let ran = quandary_with_input(&[&["check", &path, "-"], json].concat(), claim.as_bytes());
        assert_eq!(ran.code, 10, "{claim}: {}{}", ran.out, ran.err);
        ran
    };
    assert_eq!(judged("{\"x\":1,\"y\":2}", &[]).out, "valid: a solution; not judged: whether it is best\n");
    let json = judged("{\"x\":1}", &["--json"]).json();
    fits("check", &json);
    assert_eq!(json["not_judged"], "whether it is best");
    assert!(json["holds"].as_str().is_some_and(|words| words.contains("completed")), "{json}");
}

#[test]
fn f26_a_folder_without_files_is_no_answer() {
    let folder = Folder::new();
    refused(&["solve", "instances"], 3, "no file in the folder");
    refused(&["solve", &folder.text("")], 3, "no file in the folder");
    let ran = quandary(&["solve", "instances", "--json"]);
    fits("error", &ran.json());
}

#[test]
fn f27_a_closed_pipe_does_not_change_the_answer() {
    for (args, code) in [
        (&["solve", "minesweeper", CASE][..], 10),
        (&["solve", "minesweeper", "instances/minesweeper/one-mine-short.txt"], 20),
        (&["count", "minesweeper", CASE], 10),
        (&["backbone", "minesweeper", CASE], 10),
        (&["enumerate", QUEENS, "-D", "n=6"], 10),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quandary"))
            .args(args)
            .current_dir(common::root())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it runs");
        drop(child.stdout.take());
        assert_eq!(child.wait().expect("it ends").code(), Some(code), "{args:?}");
    }
}

#[test]
fn f28_what_is_called_compressed_is_compressed() {
    let folder = Folder::new();
    let (plain, small) = (folder.text("f.cnf"), folder.text("f.cnf.gz"));
    for path in [&plain, &small] {
        assert_eq!(quandary(&["export", "minesweeper", CASE, "-o", path]).code, 0);
    }
    let bytes = std::fs::read(&small).expect("written");
    assert!(bytes.starts_with(&[0x1f, 0x8b]), "gzip begins like that");
    assert!(bytes.len() < std::fs::read(&plain).expect("written").len());
    let solved = |path: &str| quandary(&["count", path, "--json"]).json()["solutions"].clone();
    assert_eq!(solved(&plain), solved(&small));
}

#[test]
fn f29_a_horizon_is_refused_where_it_means_nothing() {
    let (_folder, path) = model("var 0..1: x;");
    let game = "instances/cops/grid-3x3.txt";
    refused(&["solve", &path, "--horizon", "3"], 2, "--horizon");
    refused(&["solve", "minesweeper", CASE, "--horizon", "3"], 2, "minesweeper");
    refused(&["draw", "cops", game, "--horizon", "3"], 2, "--horizon");
    refused(&["check", "cops", game, "x", "--horizon", "3"], 2, "--horizon");
    refused(&["solve", "cops", game, "--horizon", "3", "--engine", "search:antichain"], 2, "--horizon");
    let too_few = quandary(&["solve", "cops", game, "--horizon", "1", "--json"]);
    assert_eq!((too_few.code, &too_few.json()["status"]), (20, &json!("unsatisfiable")), "{}", too_few.err);
}

#[test]
fn f31_one_bad_instance_does_not_silence_the_others() {
    let folder = Folder::with(&[("bad.txt", "garbage")]);
    let ran = quandary(&["solve", "minesweeper", SIMPLE, &folder.text("bad.txt"), "no-such-file", SIMPLE, "--json"]);
    let lines = ran.json_lines();
    let statuses: Vec<&str> = lines.iter().filter_map(|l| l["status"].as_str()).collect();
    assert_eq!((ran.code, statuses), (3, vec!["satisfiable", "error", "error", "satisfiable"]), "{}", ran.err);
    assert!(lines[1]["place"].as_str().is_some_and(|place| place.ends_with("bad.txt:1:1")), "{}", lines[1]);
    let text = quandary(&["solve", "minesweeper", SIMPLE, &folder.text("bad.txt"), SIMPLE, "--quiet"]);
    assert_eq!((text.code, text.out.matches("satisfiable").count()), (3, 2), "{}{}", text.out, text.err);
    let board = |id: &str, cell: i64| json!({"id": id, "rows": 1, "cols": 1, "mines": 0, "cells": [[cell]]});
    let lines = format!("{}\n{}\n\n{{oops\n{}\n", board("a", -1), board("b", -9), board("c", -1));
    for args in [&["solve", "minesweeper", "-", "--json"][..], &["count", "-", "--json"], &["backbone", "-", "--json"]]
    {
        let ran = quandary_with_input(args, lines.as_bytes());
        let lines = ran.json_lines();
        let ids: Vec<&Value> = lines.iter().map(|l| &l["id"]).collect();
        assert_eq!((ran.code, ids), (3, vec![&json!("a"), &json!("b"), &json!(null), &json!("c")]), "{}", ran.err);
        assert!(lines[1]["place"].as_str().is_some_and(|place| place.starts_with("<stdin>:2:")), "{}", lines[1]);
        assert_eq!(lines[3]["status"], "satisfiable");
    }
}

#[test]
fn f32_every_error_has_its_object() {
    let folder = Folder::with(&[("bad.mzn", "var 0..1 x;"), ("bad.cnf", "p cnf 1 1\n2 0\n"), ("data.dzn", "n = ;")]);
    let check = |args: &[&str], code: i32, has_place: bool| {
        let ran = quandary(args);
        let object = ran.json();
        fits("error", &object);
        assert_eq!((ran.code, object["place"].is_string()), (code, has_place), "{args:?}: {object}");
        assert!(!ran.err.is_empty(), "{args:?}: a person is told too");
    };
    check(&["solve", &folder.text("bad.mzn"), "--json"], 3, true);
    check(&["count", &folder.text("bad.mzn"), "--json"], 3, true);
    check(&["solve", QUEENS, &folder.text("data.dzn"), "--json"], 3, true);
    check(&["solve", &folder.text("bad.cnf"), "--json"], 3, true);
    check(&["solve", "minesweeper", "no-such-file", "--json"], 3, false);
    check(&["solve", QUEENS, "-D", "n=6", "--json", "--engine", "sat::process:no-such-solver"], 5, false);
    check(&["solve", QUEENS, "-D", "n=6", "--json", "--engine", "search:dfs"], 2, false);
    check(&["check", "minesweeper", SIMPLE, "no-such-file", "--json"], 3, false);
    check(&["check", "minesweeper", SIMPLE, &folder.text("bad.mzn"), "--json"], 3, true);
    check(&["decode", "no-such-map", "no-such-answer", "--json"], 3, false);
}

#[test]
fn f32_what_is_printed_fits_the_schemas() {
    let (folder, path) = model(TWO_BEST);
    let claim = folder.text("claim");
    std::fs::write(&claim, "(0,1)(0,2)(1,0)(2,0)").expect("ours");
    let lines = |schema: &str, args: &[&str]| {
        let ran = quandary(args);
        let lines = ran.json_lines();
        assert!(!lines.is_empty(), "{args:?}: {}", ran.err);
        lines.iter().for_each(|line| fits(schema, line));
        lines
    };
    lines("outcome", &["solve", "minesweeper", CASE, "--json"]);
    lines("outcome", &["solve", "cops", "instances/cops/grid-3x3.txt", "--json"]);
    lines("outcome", &["solve", "omino", "instances/omino/ao1.txt", "--json"]);
    lines("outcome", &["solve", &path, "--json"]);
    lines("outcome", &["enumerate", &path, "--json"]);
    lines("outcome", &["solve", &path, "--json", "--timeout", "0"]);
    lines("count", &["count", &path, "--json"]);
    lines("count", &["count", &path, "--json", "--timeout", "0"]);
    lines("probabilities", &["count", "minesweeper", CASE, "-p", "--json"]);
    lines("probabilities", &["count", &path, "-p", "--json"]);
    lines("backbone", &["backbone", "minesweeper", CASE, "--json"]);
    lines("backbone", &["backbone", &path, "--json"]);
    lines("check", &["check", "minesweeper", SIMPLE, &claim, "--json"]);
    lines("check", &["check", "minesweeper", CASE, &claim, "--json"]);
    lines("explained", &["explain", "minesweeper", CASE, "--json"]);
    lines("explained", &["explain", "minesweeper", CASE, "--why", "all", "--json"]);
    lines("explained", &["explain", "minesweeper", "instances/minesweeper/all-unknown.txt", "--why", "0,0", "--json"]);
    lines("explained", &["explain", &path, "--json"]);
    lines("step", &["explain", "minesweeper", CASE, "--steps", "--json"]);
    lines("unanswered", &["check", &path, &claim, "--json", "--timeout", "0"]);
    lines("list", &["list", "--json"]);
    let compared = quandary(&["compare", "minesweeper", SIMPLE, "--engines", "sat,csp", "--json"]).json_lines();
    let (agreement, trials) = compared.split_last().expect("three lines");
    fits("agreement", agreement);
    trials.iter().for_each(|trial| fits("trial", trial));
    let formula = folder.text("f.cnf");
    assert_eq!(quandary(&["export", "minesweeper", SIMPLE, "-o", &formula]).code, 0);
    let map: Value =
        serde_json::from_str(&std::fs::read_to_string(format!("{formula}.map.json")).expect("written")).expect("JSON");
    let mut named = map["context"].clone();
    named.as_object_mut().expect("an object").remove("encoding");
    fits("named", &named);
    std::fs::write(folder.text("answer"), "s UNSATISFIABLE\n").expect("ours");
    lines("decode", &["decode", &format!("{formula}.map.json"), &folder.text("answer"), "--json"]);
    assert!(!faults("error", &json!({"id": 1})).is_empty(), "the checker sees what is wrong");
}

#[cfg(unix)]
#[test]
fn f34_strange_names_stop_nothing_and_move_no_cursor() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let board = std::fs::read(common::root().join(SIMPLE)).expect("a board");
    for name in [&b"a\xff.txt"[..], b"b\x1b[31m\n.txt"] {
        std::fs::write(folder.path().join(std::ffi::OsStr::from_bytes(name)), &board).expect("a strange name");
    }
    let ran = quandary(&["solve", "minesweeper", &folder.text(""), "--quiet"]);
    assert_eq!((ran.code, ran.out.matches("satisfiable").count()), (0, 2), "{}{}", ran.out, ran.err);
    assert!(!ran.out.contains('\u{1b}') && ran.out.contains("\\u{1b}[31m\\n.txt"), "{}", ran.out);
}

#[test]
fn f36_the_engine_that_ran_is_named() {
    let engine = |args: &[&str]| quandary(args).json()["engine"].as_str().unwrap_or("").to_string();
    let (_folder, path) = model(TWO_BEST);
    assert!(engine(&["solve", "minesweeper", CASE, "--json"]).starts_with("sat:split+"));
    assert!(engine(&["enumerate", QUEENS, "-D", "n=5", "--json"]).starts_with("sat:whole+"));
    assert!(engine(&["solve", &path, "--json", "--engine", "sat"]).starts_with("sat:whole+"));
    assert!(quandary(&["solve", &path, "--engine", "sat"]).out.contains(" by sat:whole+"));
    assert!(!engine(&["solve", &path, "--json"]).starts_with("auto"), "who was chosen is named");
}

#[test]
fn f37_all_with_an_objective_are_all_the_best() {
    let (_folder, path) = model(TWO_BEST);
    for engine in ["sat", "sat:whole:batsat", "csp", "csp:mrv+fc"] {
        let solve = |options: &[&str]| quandary(&[&["solve", &path, "--json", "--engine", engine], options].concat());
        let all = solve(&["--all"]);
        let json = all.json();
        let mut found: Vec<String> =
            json["solutions"].as_array().expect("a list").iter().map(|s| s["x"].to_string()).collect();
        found.sort();
        assert_eq!((all.code, found), (30, vec!["[1,3,2,0]".to_string(), "[2,3,1,0]".to_string()]), "{engine}");
        assert_eq!((&json["complete"], &json["objective"]), (&json!(true), &json!(9)), "{engine}");
        let some = solve(&["-n", "2"]).json();
        assert_eq!(some["solutions"].as_array().map(Vec::len), Some(2), "{engine}: {some}");
        let text = quandary(&["solve", &path, "--all", "--engine", engine]).out;
        assert_eq!(text.matches("----------").count(), 2, "{engine}: {text}");
        assert!(text.contains("optimal: objective 9, 2 solutions, that is all"), "{engine}: {text}");
    }
    refused(&["solve", "omino", "instances/omino/ao1.txt", "--all", "-e", "search:alphabeta"], 2, "does not list");
}

#[test]
fn f38_questions_about_all_solutions_say_so() {
    const WORDS: &str = "of all solutions, best or not";
    let (folder, path) = model(TWO_BEST);
    assert_eq!(quandary(&["count", &path]).out, format!("12 ({WORDS})\n"));
    assert_eq!(quandary(&["count", &path, "--json"]).json()["of"], WORDS);
    assert_eq!(quandary(&["count", QUEENS, "-D", "n=6", "--json"]).json()["of"], Value::Null);
    assert!(quandary(&["backbone", &path]).out.contains(WORDS));
    assert_eq!(quandary(&["backbone", &path, "--json"]).json()["of"], WORDS);
    assert!(quandary(&["export", &path, "-o", &folder.text("f.cnf")]).err.contains("best or not"));
}

#[test]
fn f39_making_clauses_takes_time_in_split_mode_too() {
    let json = quandary(&["solve", QUEENS, "-D", "n=20", "--json", "--engine", "sat:split"]).json();
    assert!(json["stats"]["encode_seconds"].as_f64().is_some_and(|s| s > 0.0), "{json}");
}

#[test]
fn f40_counts_say_what_is_known() {
    let (_folder, path) = model("var bool: b; array[1..2] of var 0..3: x; constraint b -> x[1] = 1;");
    let text = quandary(&["count", "-p", &path]).out;
    assert_eq!(text, "20\nb = \"4\"\nnot Boolean, not counted: x\n");
    assert_eq!(quandary(&["count", "-p", &path, "--json"]).json()["probabilities"], json!({"b": "4", "x": null}));
    // Nobody lists all of them in a second, and somebody lists one.
    let many = ["count", QUEENS, "-D", "n=14", "--engine", "sat:whole", "--timeout", "1"];
    let ran = quandary(&many);
    assert!(ran.out.starts_with("at least ") && ran.out.ends_with(" (timeout)\n"), "{}{}", ran.out, ran.err);
    let json = quandary(&[&many[..], &["--json"]].concat()).json();
    assert_eq!((&json["status"], &json["solutions"]), (&json!("unknown"), &Value::Null));
    assert!(json["at_least"].as_str().is_some_and(|n| n.parse::<u64>().is_ok_and(|n| n > 0)), "{json}");
}

#[test]
fn f41_better_solutions_are_printed_as_they_come() {
    let (_folder, path) = model("var 0..3: x; var 0..9: y; constraint y = 3 * x; solve maximize y;");
    let ran = quandary(&["solve", &path, "--engine", "csp:input"]);
    let worths: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("objective ")).collect();
    assert_eq!(
        worths,
        ["objective 0, bound 9", "objective 3, bound 9", "objective 6, bound 9", "objective 9"],
        "{}",
        ran.out
    );
    assert_eq!(quandary(&["solve", &path, "--json"]).json_lines().len(), 1);
}

#[test]
fn f56_a_misspelt_puzzle_is_recognised() {
    refused(&["solve", "minesweper", SIMPLE], 3, "did you mean the puzzle `minesweeper`?");
    refused(&["generate", "minesweper"], 2, "did you mean `minesweeper`?");
    refused(&["experiment", "quens"], 2, "did you mean `queens`?");
    refused(&["list", "puzles"], 2, "did you mean `puzzles`?");
    refused(&["solve", "minesweeper", SIMPLE, "--mode", "sta"], 2, "did you mean `sat`?");
    let ran = quandary(&["solve", "zzz", SIMPLE]);
    assert!(!ran.err.contains("did you mean"), "{}", ran.err);
}

fn answered(args: &[&str], input: &[u8], code: i32) -> Ran {
    let ran = quandary_with_input(args, input);
    assert_eq!(ran.code, code, "{args:?}: {}{}", ran.out, ran.err);
    ran
}

#[test]
fn f57_formulas_are_solved() {
    let cnf = "c varname 1 a\np cnf 3 3\nc varname 1 a\n1 2 0\n-1 3 0\n-2 -3 0\n";
    let opb = "* #variable= 3 #constraint= 2\nmin: +2 x1 +3 x2 +1 x3 ;\n+1 x1 +1 x2 >= 1 ;\n+1 x2 +1 x3 >= 1 ;\n";
    let folder = Folder::with(&[("f.cnf", cnf), ("f.opb", opb), ("no.cnf", "p cnf 1 2\n1 0\n-1 0\n")]);
    for engine in ["sat", "sat:whole:batsat", "csp", "csp:mrv+fc"] {
        let by = |command: &'static str, name: &str| {
            let path = folder.text(name);
            quandary(&[command, &path, "--json", "--engine", engine])
        };
        let solved = by("solve", "f.cnf");
        assert_eq!(solved.code, 10, "{engine}: {}", solved.err);
        let values = |json: &Value| ["a", "x2", "x3"].map(|name| json["solution"][name].as_bool().expect("a Boolean"));
        let [a, b, c] = values(&solved.json());
        assert!((a || b) && (!a || c) && (!b || !c), "{engine}");
        assert_eq!(by("solve", "no.cnf").code, 20, "{engine}");
        assert_eq!(by("count", "f.cnf").json()["solutions"], "2", "{engine}");
        let best = by("solve", "f.opb");
        assert_eq!((best.code, &best.json()["objective"]), (30, &json!(3)), "{engine}: {}", best.out);
    }
    answered(&["solve", "-"], cnf.as_bytes(), 10);
    answered(&["solve", "-"], opb.as_bytes(), 30);
}

#[test]
fn f57_models_on_standard_input_and_compressed_files_are_read() {
    let text = "% a model\nint: n;\nvar 1..n: x;\nconstraint x > 2;\nsolve satisfy;\n";
    assert!(answered(&["solve", "-", "-D", "n=3"], text.as_bytes(), 10).out.contains("x = 3;"));
    let folder = Folder::with(&[("d.dzn", "n = 2;")]);
    answered(&["solve", "-", &folder.text("d.dzn")], text.as_bytes(), 20);
    let gzip = |text: &str| {
        use std::io::Write;
        let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        out.write_all(text.as_bytes()).expect("into memory");
        out.finish().expect("into memory")
    };
    std::fs::write(folder.at("m.mzn.gz"), gzip(text)).expect("ours");
    std::fs::write(folder.at("d.json.gz"), gzip("{\"n\": 4}")).expect("ours");
    std::fs::write(folder.at("b.txt.gz"), gzip(&std::fs::read_to_string(common::path(SIMPLE)).expect("a board")))
        .expect("ours");
    answered(&["solve", &folder.text("m.mzn.gz"), &folder.text("d.json.gz")], b"", 10);
    answered(&["solve", "minesweeper", &folder.text("b.txt.gz")], b"", 10);
    answered(&["solve", "minesweeper", "-"], &gzip("garbage")[..12], 3);
}

#[test]
fn f57_a_claim_may_be_written_like_data() {
    let (folder, path) = model("array[1..2] of var 0..3: x; var bool: b; constraint x[1] < x[2]; constraint b;");
    let claim = |text: &str, code: i32| {
        std::fs::write(folder.at("claim.dzn"), text).expect("ours");
        answered(&["check", &path, &folder.text("claim.dzn")], b"", code)
    };
    claim("x = [1, 2];\nb = true;\n----------\n==========\n", 10);
    claim("x = [2, 2];\n", 20);
    claim("b = false;\n", 20);
    claim("nobody = 1;\n", 3);
    claim("x = [1;\n", 3);
    claim("", 3);
    let printed = quandary(&["solve", &path]).out;
    let shown = printed.lines().take_while(|line| !line.starts_with("-----")).collect::<Vec<_>>().join("\n");
    claim(&shown, 10);
}

#[test]
fn f58_export_takes_an_engine() {
    let folder = Folder::new();
    let formula = |options: &[&str], name: &str| {
        let path = folder.text(name);
        let args = [&["export", "cops", "instances/cops/grid-3x3.txt", "--horizon", "2", "-o", &path][..], options];
        let ran = quandary(&args.concat());
        assert_eq!(ran.code, 0, "{options:?}: {}", ran.err);
        std::fs::read_to_string(path).expect("written")
    };
    let plain = formula(&[], "a");
    assert_eq!(formula(&["--engine", "sat"], "b"), plain);
    assert_eq!(formula(&["--engine", "sat:whole+product"], "c"), formula(&["-e", "product"], "d"));
    let other = formula(&["--engine", "sat@labelled"], "e");
    assert_eq!(other, formula(&["--formulation", "labelled"], "f"));
    assert_ne!(other, plain);
    refused(&["export", QUEENS, "-D", "n=4", "--engine", "csp"], 2, "sat");
}

#[test]
fn f59_a_picture_of_a_model_is_refused_before_solving() {
    let folder = Folder::new();
    let picture = folder.text("a.svg");
    for args in [
        &["solve", QUEENS, "-D", "n=4", "--svg", &picture][..],
        &["backbone", QUEENS, "-D", "n=4", "--svg", &picture],
        &["count", QUEENS, "-D", "n=4", "-p", "--svg", &picture],
    ] {
        let ran = quandary(args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}: {}", ran.err);
    }
}

#[test]
fn f68_the_names_in_a_comparison_are_engines() {
    for name in ["sat:split+varisat", "sat:whole+batsat", "sat:varisat"] {
        assert_eq!(quandary(&["solve", "minesweeper", SIMPLE, "--engine", name]).code, 10, "{name}");
    }
}

#[test]
fn f70_a_search_that_gives_up_says_what() {
    let args = ["solve", "ricochet", "instances/ricochet/unreachable.txt", "--engine", "search:stateless"];
    let ran = quandary(&args);
    assert!(ran.out.contains("unknown (incomplete: this search does not look everywhere)"), "{}{}", ran.out, ran.err);
    let json = quandary(&[&args[..], &["--json"]].concat()).json();
    fits("outcome", &json);
    assert_eq!(json["reason"], "incomplete");
    for page in ["docs/guide.md", "docs/cops.md", "docs/ricochet.md"] {
        let text = std::fs::read_to_string(common::root().join(page)).expect("a page");
        assert!(text.contains("incomplete"), "{page}");
    }
}

#[test]
fn f61_the_page_explains_its_nodes() {
    let page = std::fs::read_to_string(common::root().join("docs/csp.md")).expect("a page");
    assert!(page.contains("`mrv+fc` | 22 |") && page.contains("16 more on case1"), "the page says so");
    let json = quandary(&["solve", "minesweeper", CASE, "--engine", "csp:mrv+fc", "--json"]).json();
    assert_eq!(json["stats"]["nodes"], 22 + 16, "{json}");
}

#[test]
fn f56_completions_and_the_manual_know_the_tables() {
    let (script, page) = (quandary(&["completions", "bash"]).out, quandary(&["man"]).out);
    for row in quandary::puzzles::TABLE {
        assert!(script.contains(row.name) && page.contains(row.name), "{}", row.name);
        for search in row.searches {
            assert!(script.contains(&format!("search:{}", search.name)), "{}", search.name);
        }
    }
    assert!(script.contains("sat::batsat") && page.contains("sat[@FORMULATION]"));
}

#[test]
fn f64_the_help_says_which_proofs_are_kept() {
    for args in [&["--help"][..], &["certify", "--help"], &["man"]] {
        assert!(quandary(args).out.contains("cops"), "{args:?}");
    }
    let readme = std::fs::read_to_string(common::root().join("README.md")).expect("a page");
    assert!(readme.contains("what keeps no evidence yet"));
}

#[test]
fn a_model_that_is_not_utf_8_is_latin_1() {
    let folder = Folder::new();
    std::fs::write(folder.at("old.mzn"), b"% gar\xe7on\nvar 1..1: x; output [\"\xe9\", show(x)];").expect("ours");
    assert!(quandary(&["solve", &folder.text("old.mzn")]).out.starts_with("\u{e9}1"));
    std::fs::write(folder.at("old.txt"), b"gar\xe7on").expect("ours");
    assert!(quandary(&["solve", "minesweeper", &folder.text("old.txt")]).err.contains("this is not UTF-8 text"));
}

#[test]
fn annotations_and_records_are_shown_as_they_are_written() {
    let text = "any: r = ('x + y': 1, z: {1}); ann: a :: add_to_output = expression_name(\"test\"); var 1..1: x;
        string: shown :: output = show(r); string: json :: output = showJSON(r);";
    let (_folder, model) = model(text);
    let solution = &quandary(&["solve", &model, "--json"]).json()["solution"];
    assert_eq!(solution["a"], "expression_name(\"test\")");
    assert_eq!(solution["shown"], "('x + y': 1, z: 1..1)");
    assert_eq!(solution["json"], "{\"x + y\": 1, \"z\": {\"set\":[[1, 1]]}}");
}

#[test]
fn what_was_found_for_another_local_variable_refuses_no_solution() {
    let (_folder, path) = model(
        "array[1..3] of var bool: c; array[1..3] of var 0..2: x; \
         constraint forall(i in 1..3)(c[i] -> let { var int: t; constraint t = x[i] + 3*i } in t >= 5);",
    );
    // Three values of `x` where `c` is false; where it is true, one in the first round and three in the others.
    let ran = quandary(&["solve", &path, "--all", "--json", "--engine", "csp"]);
    assert_eq!(ran.code, 10, "{}{}", ran.out, ran.err);
    assert_eq!(ran.json()["solutions"].as_array().map(Vec::len), Some(4 * 6 * 6), "{}", ran.out);
}

#[test]
fn a_claim_may_say_what_has_a_definition() {
    let judged = |path: &str, claim: &str, code: i32| {
        let ran = quandary_with_input(&["check", path, "-"], claim.as_bytes());
        assert_eq!(ran.code, code, "{claim}: {}{}", ran.out, ran.err);
        ran
    };
    let (_folder, path) = model(
        "enum E = {A, B}; var set of 1..3: s; var E: e; var int: n = card(s); var 1..3: k = 2; \
         array[1..2] of var E: both = [e, A]; constraint n = 2 /\\ e = B;",
    );
    let solved = quandary(&["solve", &path, "--json"]);
    judged(&path, &solved.out, 10);
    judged(&path, &solved.json()["solution"].to_string(), 10);
    judged(&path, "s = {1, 3}; e = B; n = 2; k = 2; both = [B, A];\n----------\n", 10);
    for wrong in
        ["{\"s\": {\"set\": [1]}, \"n\": 2}", "{\"e\": \"B\", \"k\": 3}", "{\"both\": [\"A\", \"A\"]}", "e = B; n = 1;"]
    {
        judged(&path, wrong, 20);
    }
    let (_folder, path) = model("var 1..3: y = 2; var 1..3: x;");
    judged(&path, "{\"x\": 2, \"y\": 2}", 10);
    judged(&path, "{\"x\": 2, \"y\": 1}", 20);
    assert!(judged(&path, "{\"nope\": 1}", 3).err.contains("the model has no variable `nope`"));
    assert!(judged(&path, "nope = 1;", 3).err.contains("the model has no parameter `nope`"));
}

#[test]
fn a_list_without_an_end_keeps_nobody_from_judging() {
    let text = "var 0..3: x; list of var int: a = [x, 2*x]; array[0..] of var int: b = array1d(0..1, [x, 1]); \
                constraint a[2] + b[0] > 5 /\\ b[1] = 1;";
    let (_folder, path) = model(text);
    let ran = quandary(&["solve", &path, "--json", "--all", "--engine", "csp"]);
    assert_eq!((ran.code, &ran.json()["not_judged"]), (10, &Value::Null), "{}{}", ran.out, ran.err);
    assert_eq!(ran.json()["solutions"].as_array().map(Vec::len), Some(2));
}

#[test]
fn what_nothing_bounds_is_warned_of() {
    let (_folder, path) = model("var int: x; solve minimize x;");
    for command in [&["solve"][..], &["solve", "--json"], &["count"], &["backbone", "--json"]] {
        let ran = quandary(&[command, &[path.as_str()]].concat());
        assert!(ran.err.contains("warning: no bounds are known for the variable `x`"), "{command:?} {}", ran.err);
        assert!(!ran.out.contains("warning"), "{command:?} {}", ran.out);
    }
    let (_folder, path) = model("var 0..9: x; solve minimize x;");
    assert_eq!(quandary(&["solve", &path]).err, "");
}

/// A program whose standard error nobody reads, or that cannot be written, answers as ever.
#[test]
fn nobody_has_to_hear_of_errors() {
    let folder = Folder::with(&[(
        "mixed.jsonl",
        "{\"id\":\"a\",\"rows\":1,\"cols\":1,\"mines\":2}\n{\"id\":\"b\",\"rows\":1,\"cols\":2,\"mines\":1,\"cells\":[[-1,1]]}\n",
    )]);
    let full = || Stdio::from(std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it"));
    let run = |args: &[&str], stderr: Stdio| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quandary"));
        command.args(args).current_dir(common::root()).stdin(Stdio::null()).stderr(stderr).output().expect("it runs")
    };
    let args = ["solve", "minesweeper", &folder.text("mixed.jsonl"), "--json"];
    let (heard, unheard) = (run(&args, Stdio::piped()), run(&args, full()));
    assert_eq!((heard.status.code(), unheard.status.code()), (Some(3), Some(3)));
    let objects = |out: &[u8]| String::from_utf8_lossy(out).lines().count();
    assert_eq!(objects(&unheard.stdout), 2);
    assert_eq!(objects(&heard.stdout), 2);
    for args in [&["solve", "minesweeper", "nofile"][..], &["check", "nofile", "nofile"], &["count", "nofile.mzn"]] {
        assert_eq!(run(args, full()).status.code(), Some(3), "{args:?}");
    }
}

#[test]
fn a_list_is_as_long_as_it_may_be() {
    for args in
        [&["solve", "minesweeper", CASE, "--all", "-n", "3"][..], &["enumerate", "minesweeper", CASE, "-n", "3"]]
    {
        let ran = quandary(&[args, &["--json"]].concat()).json();
        assert_eq!(ran["solutions"].as_array().map(Vec::len), Some(3), "{args:?}");
        assert_eq!(ran["complete"], false, "{args:?}");
    }
    let one = quandary(&["solve", "minesweeper", CASE, "--all", "-n", "1", "--json"]).json();
    assert_eq!(one["solutions"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_limit_on_the_way_to_the_model_takes_its_time() {
    let (_folder, path) = model("var 0..1: x; constraint sum(i, j in 1..100000)(i * j * x) >= 0;");
    let ran = quandary(&["solve", &path, "--timeout", "0.3", "--json"]).json();
    assert_eq!(ran["status"], "unknown");
    assert!(ran["stats"]["seconds"].as_f64().is_some_and(|seconds| seconds > 0.1), "{}", ran["stats"]);
}

/// As MiniZinc prints without an output item: what is to be found, in columns, with indices that are not 1, 2, 3, ...
#[test]
fn what_is_found_is_shown_in_columns() {
    for (text, shown) in [
        (
            "array[1..2, 1..2] of var 1..30: x; constraint x[1, 1] = 30 /\\ x[1, 2] = 7 /\\ x[2, 1] = 1 /\\ x[2, 2] = 12;",
            "x = \n[| 30,  7\n |  1, 12\n |];\n",
        ),
        (
            "array[0..1, 0..1] of var 1..3: x; constraint forall(i, j in 0..1)(x[i, j] = 1 + i);",
            "x = \n[|    0: 1: \n | 0: 1, 1\n | 1: 2, 2\n |];\n",
        ),
        (
            "enum E = {a, b}; array[E, 1..2] of var 1..3: x; constraint forall(i in E, j in 1..2)(x[i, j] = j);",
            "x = \n[| a: 1, 2\n | b: 1, 2\n |];\n",
        ),
        ("array[1..2, 1..0] of var 1..3: x;", "x = [];\n"),
        (
            "var 1..9: x; x = 3; var 1..9: y = 4; array[1..2] of var 1..3: z = [_, 2]; constraint z[1] = 1;",
            "x = 3;\nz = [1, 2];\n",
        ),
        ("int: k :: add_to_output = 5; var 1..3: y; constraint y = 2;", "k = 5;\n"),
        ("string: s = \"ab\"; output [\"\\(s) \\([s]) \\(1)\"];", "\"ab\" [\"ab\"] 1\n"),
    ] {
        let (_folder, path) = model(text);
        let ran = quandary(&["solve", &path, "--quiet"]);
        let (out, rest) = ran.out.split_once("----------").unwrap_or_default();
        assert_eq!(out, shown, "{text}\n{rest}");
    }
}
