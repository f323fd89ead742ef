//! The program's manners: exit codes, JSON and nothing else, errors with a place, limits, and no panic on any input.

mod common;

use common::{quandary, quandary_with_input};

/// Runs and checks exit code and a part of what is said on standard error.
fn check(args: &[&str], code: i32, part: &str) {
    let run = quandary(args);
    assert_eq!(run.code, code, "{args:?}\n{}{}", run.out, run.err);
    assert!(run.err.contains(part), "{args:?}: expected `{part}` in\n{}", run.err);
}

const CASE: &str = "instances/minesweeper/case1.txt";
const QUEENS: &str = "models/examples/queens.mzn";

#[test]
fn exit_codes_are_those_of_the_field() {
    check(&["solve", "minesweeper", CASE], 10, "");
    check(&["solve", "minesweeper", "instances/minesweeper/one-mine-short.txt"], 20, "");
    check(&["solve", "models/examples/golomb.mzn", "models/examples/golomb-4.dzn"], 30, "");
    check(&["solve", QUEENS, "-D", "n=8", "--timeout", "0"], 0, "");
    check(&["solve"], 2, "Usage");
    check(&["frobnicate"], 2, "unrecognized");
    check(&["solve", "minesweeper", CASE, "--engine", "sat:nonsense"], 2, "nonsense");
    check(&["solve", "minesweeper", CASE, "--engine", "csp:nonsense"], 2, "nonsense");
    check(&["solve", "minesweeper", CASE, "--engine", "search:nonsense"], 2, "search");
    check(&["solve", "minesweeper", CASE, "--mode", "psychic"], 2, "psychic");
    check(&["solve", "minesweeper", "no-such-file"], 3, "no-such-file");
    check(&["solve", QUEENS], 3, "queens.mzn:6:6");
    check(&["solve", QUEENS, "-D", "n=abc"], 3, "abc");
    check(&["--help"], 0, "");
    check(&["--version"], 0, "");
}

#[test]
fn a_time_limit_keeps_what_was_found() {
    for engine in ["sat", "sat::batsat", "csp:mrv+fc"] {
        let args =
            ["solve", "models/examples/golomb.mzn", "-D", "m=13", "--timeout", "1", "--json", "--engine", engine];
        let run = quandary(&args);
        let json = run.json();
        assert_eq!(json["reason"], "timeout", "{engine}: nobody settles this in a second: {json}");
        let expected = if json["solution"].is_null() { ("unknown", 0) } else { ("satisfiable", 10) };
        assert_eq!((json["status"].as_str(), run.code), (Some(expected.0), expected.1), "{engine}: {json}");
    }
}

#[test]
fn a_missing_outside_solver_is_told() {
    check(&["solve", QUEENS, "-D", "n=6", "--engine", "sat::process:no-such-solver-here"], 5, "no-such-solver-here");
}

#[test]
fn json_is_one_object_and_nothing_else() {
    for args in [
        &["solve", "minesweeper", CASE, "--json"][..],
        &["solve", QUEENS, "-D", "n=3", "--json"],
        &["enumerate", QUEENS, "-D", "n=6", "--json"],
        &["count", QUEENS, "-D", "n=6", "--json"],
        &["count", "minesweeper", CASE, "--probabilities", "--json"],
        &["backbone", "minesweeper", CASE, "--json"],
        &["backbone", QUEENS, "-D", "n=4", "--json"],
        &["list", "--json"],
        &["check", "minesweeper", "instances/minesweeper/simple4.txt", "docs/simple4-answer.txt", "--json"],
    ] {
        let run = quandary(args);
        assert!(run.json().is_object(), "{args:?}");
        assert_eq!(run.out.matches('\n').count(), 1, "{args:?}: one line");
        assert!(run.err.is_empty(), "{args:?}: {}", run.err);
    }
}

#[test]
fn several_instances_give_one_line_each_and_0_or_1() {
    let boards = "{\"id\":\"a\",\"rows\":1,\"cols\":1,\"mines\":0,\"cells\":[[-1]]}\n{\"id\":\"b\",\"rows\":1,\"cols\":1,\"mines\":2,\"cells\":[[-1]]}\n";
    let run = quandary_with_input(&["solve", "-", "--json"], boards.as_bytes());
    let lines = run.json_lines();
    assert_eq!((run.code, lines.len()), (0, 2), "{}", run.err);
    assert_eq!((&lines[0]["id"], &lines[0]["status"]), (&"a".into(), &"satisfiable".into()));
    assert_eq!((&lines[1]["id"], &lines[1]["status"]), (&"b".into(), &"unsatisfiable".into()));
    let run =
        quandary_with_input(&["solve", "-", "--json", "--engine", "csp:input", "--timeout", "0"], boards.as_bytes());
    assert!([0, 1].contains(&run.code), "{}", run.err);
}

#[test]
fn claims_are_judged() {
    let check = |claim: &str, code: i32, part: &str| {
        let args = ["check", "minesweeper", "instances/minesweeper/simple4.txt", "-"];
        let run = quandary_with_input(&args, claim.as_bytes());
        assert_eq!(run.code, code, "{claim}: {}{}", run.out, run.err);
        assert!(format!("{}{}", run.out, run.err).contains(part), "{claim}: {}{}", run.out, run.err);
    };
    check("(0,1)(0,2)(1,0)(2,0)", 10, "valid: the mines agree with every clue and with their number");
    check("{\"mines\":[[0,1],[0,2],[1,0],[2,0]]}", 10, "valid: the mines agree with every clue and with their number");
    check("(0,1)(0,2)(1,0)", 20, "not a solution");
    check("(0,1)(0,2)(1,0)(1,1)", 20, "revealed");
    check("(0,1)(0,2)(1,0)(9,9)", 20, "outside");
    check("(0,1", 3, ":1:1");
    let model = |claim: &str| quandary_with_input(&["check", QUEENS, "-D", "n=4", "-"], claim.as_bytes());
    let solution = quandary(&["solve", QUEENS, "-D", "n=4", "--json"]).json()["solution"].clone();
    assert_eq!(model(&solution.to_string()).code, 10);
    let (name, _) = solution.as_object().and_then(|o| o.iter().next()).expect("queens have a variable");
    assert_eq!(model(&format!("{{\"{name}\": [1, 1, 1, 1]}}")).code, 20);
    assert_eq!(model("{\"nobody\": 1}").code, 3);
    assert_eq!(model("{").code, 3);
}

#[test]
fn generators_are_told_what_is_wrong() {
    check(&["generate", "chess"], 2, "minesweeper");
    check(&["generate", "minesweeper", "--rows", "x"], 2, "--rows");
    check(&["generate", "minesweeper", "--rows", "0"], 2, "");
    check(&["generate", "minesweeper", "--rows", "99999999"], 2, "");
    check(&["generate", "minesweeper", "--colour", "red"], 2, "--colour");
    check(&["generate", "minesweeper", "--rows"], 2, "value");
    check(&["generate", "minesweeper", "--format", "telegram"], 2, "telegram");
    check(&["generate", "minesweeper", "--rows", "3", "--mines", "99"], 2, "");
    let run = quandary(&["generate", "minesweeper", "--help"]);
    assert!(run.code == 0 && run.out.contains("--seed-style"), "{}", run.out);
    let one = quandary(&["generate", "minesweeper", "--rows", "7", "--seed", "3"]);
    assert_eq!(one.out, quandary(&["generate", "minesweeper", "--rows", "7", "--seed", "3"]).out);
    assert_ne!(one.out, quandary(&["generate", "minesweeper", "--rows", "7", "--seed", "4"]).out);
    for format in ["numbers", "picture", "json"] {
        let board = quandary(&["generate", "minesweeper", "--rows", "7", "--seed", "3", "--format", format]);
        let solved = quandary_with_input(&["solve", "minesweeper", "-", "--json"], board.out.as_bytes());
        assert_eq!(solved.json()["status"], "satisfiable", "{format}");
    }
}

#[test]
fn every_prefix_of_every_model_and_its_data_is_answered() {
    // A cut model cannot be right unless only blanks are missing; the front end's own tests cut at every byte.
    for file in common::files("models/examples").into_iter().filter(|f| f.extension().is_some_and(|e| e == "mzn")) {
        let text = std::fs::read_to_string(&file).expect("models are text");
        let dir = tempfile::tempdir().expect("a temporary folder");
        let cut = dir.path().join("cut.mzn").to_string_lossy().into_owned();
        for end in (0..text.len()).step_by(97).filter(|end| text.is_char_boundary(*end)) {
            std::fs::write(&cut, &text[..end]).expect("the folder is ours");
            let run = quandary(&["solve", &cut, "--timeout", "5", "--json"]);
            assert!([0, 3, 10, 20, 30].contains(&run.code), "{}[..{end}]: {}{}", file.display(), run.code, run.err);
            assert!(!run.err.contains("panicked"), "{}[..{end}]: {}", file.display(), run.err);
        }
    }
}

#[test]
fn pictures_are_written() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let svg = dir.path().join("board.svg").to_string_lossy().into_owned();
    for args in [
        &["solve", "minesweeper", CASE, "--svg", &svg][..],
        &["backbone", "minesweeper", CASE, "--svg", &svg],
        &["count", "minesweeper", CASE, "--probabilities", "--svg", &svg],
        &["draw", "minesweeper", CASE, "--svg", &svg],
    ] {
        let _ = std::fs::remove_file(&svg);
        quandary(args);
        let text = std::fs::read_to_string(&svg).expect("the picture is there");
        assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"), "{args:?}");
    }
    check(&["solve", QUEENS, "-D", "n=4", "--svg", &svg], 2, "picture");
    check(&["solve", "minesweeper", CASE, "--svg", "/no/such/folder/x.svg"], 5, "/no/such/folder");
}

#[test]
fn comparisons_come_in_three_forms() {
    let args = ["compare", "minesweeper", CASE, "--engines", "sat,sat:whole:batsat,csp:mrv+fc"];
    let text = quandary(&args);
    assert!(text.code == 0 && text.out.contains("All engines agree"), "{}{}", text.out, text.err);
    let csv = quandary(&[&args[..], &["--format", "csv"]].concat());
    assert_eq!(csv.out.lines().count(), 4, "{}", csv.out);
    let json = quandary(&[&args[..], &["--json"]].concat()).json_lines();
    assert_eq!(json.len(), 4);
    assert_eq!(json[3]["agreement"], true);
}

#[test]
fn includes_beside_the_model_are_found_and_travel_with_the_map() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    std::fs::write(at("main.mzn"), "include \"part.mzn\";\nvar 1..3: x; constraint big(x); solve satisfy;\n")
        .expect("ours");
    std::fs::write(at("part.mzn"), "predicate big(var int: v) = v > 2;\n").expect("ours");
    assert_eq!(quandary(&["solve", &at("main.mzn"), "--json"]).json()["solution"]["x"], 3);
    assert_eq!(quandary(&["export", &at("main.mzn"), "-o", &at("f.cnf")]).code, 0);
    std::fs::remove_file(at("part.mzn")).expect("it is there");
    std::fs::write(at("out"), "s UNSATISFIABLE\n").expect("ours");
    assert_eq!(quandary(&["decode", &at("f.cnf.map.json"), &at("out")]).code, 20, "the map needs no file");
    check(&["solve", &at("main.mzn")], 3, "part.mzn");
}

#[test]
fn completions_and_manual_are_made() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(quandary(&["completions", shell]).out.contains("quandary"), "{shell}");
    }
    assert!(quandary(&["man"]).out.contains(".TH"));
}
