//! Solution checkers: what they are told, what they say, and what is refused.

mod common;

use common::schema::fits;
use common::{Ran, quandary};
use std::path::Path;

const MODEL: &str = "enum C = {red, green}; array[0..1] of var C: x; var set of 1..3: s; var opt 1..2: o; int: n = 7;\n\
    constraint x[0] = red /\\ x[1] = green /\\ s = {1, 3} /\\ absent(o); solve satisfy;\n";

/// What `minizinc --compile-solution-checker` makes of `int: n; output ["\(n)"];`.
const PACKED: &str = include_str!("minizinc/packed.mzc");

/// A run on a model and a checker in files of these names.
fn ask(names: (&str, &str), texts: (&str, &str), options: &[&str]) -> Ran {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(Path::new(name));
        std::fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    let (model, checker) = (write(names.0, texts.0), write(names.1, texts.1));
    quandary(&[&["solve", &model, &checker], options].concat())
}

/// The report on the only solution of a model.
fn report(model: &str, checker: &str) -> String {
    let ran = ask(("m.mzn", "c.mzc.mzn"), (model, checker), &["--json"]);
    ran.json()["checker"].as_str().unwrap_or_else(|| panic!("{}{}", ran.out, ran.err)).to_string()
}

#[test]
fn a_checker_is_told_variables_parameters_enums_and_the_objective() {
    let all = "enum C; array[int] of C: x; set of int: s; opt int: o; int: n;\n\
        output [\"\\(x) \\(index_set(x)) \\(s) \\(o) \\(n)\"];";
    assert_eq!(report(MODEL, all), "[red, green] 0..1 {1,3} <> 7\n");
    let named = all.replace("enum C;", "enum C = {red, green};");
    assert_eq!(report(MODEL, &named), "[red, green] 0..1 {1,3} <> 7\n");
    let best = "var 1..3: x; solve maximize 2 * x;";
    assert_eq!(report(best, "int: x; int: _objective; output [\"\\(x) \\(_objective)\"];"), "3 6\n");
}

#[test]
fn a_checker_may_have_variables_of_its_own() {
    let model = "var 1..3: x; constraint x = 2;";
    assert_eq!(report(model, "int: x; var 1..9: y; constraint y = 2 * x;"), "y = 4;\n");
    assert_eq!(report(model, "int: x; var 1..x: y; solve maximize y;"), "y = 2;\n==========\n");
    assert_eq!(report(model, "int: x; constraint x = 3;"), "=====UNSATISFIABLE=====\n");
    assert!(report(model, "int: x; constraint assert(x = 3, \"not three\");").contains("not three"));
    assert!(report(model, "array[int] of int: x;").starts_with("error: "));
}

#[test]
fn what_is_traced_stands_before_what_is_output() {
    let checker = "int: x; test is(bool: b, string: s) = if b then true else trace_stdout(s ++ \"\\n\", false) endif;\n\
        array[int] of bool: all = [is(x > 5, \"small\"), is(x > 1, \"tiny\")];\n\
        output [if forall(all) /\\ is(x < 2, \"large\") then \"good\" elseif is(x < 9, \"huge\") then \"bad\" else \"\" endif];";
    assert_eq!(report("var 1..9: x; constraint x = 1;", checker), "small\ntiny\nbad\n");
    assert_eq!(report("var 1..9: x; constraint x = 9;", checker), "large\nhuge\n");
}

#[test]
fn reports_are_comments_before_each_solution() {
    let run = |names, checker, options: &[&str]| {
        ask(
            names,
            ("int: n = 5; var 1..2: x; solve :: int_search([x], input_order, indomain_min) satisfy;", checker),
            options,
        )
    };
    let listed = run(("m.mzn", "c.mzc.mzn"), "int: x; output [\"a\\n\\n\\(x)\"];", &["--all", "--mode", "csp"]);
    let shown = |x: u8| format!("% Solution checker report:\n% a\n% \n% {x}\nx = {x};\n----------\n");
    assert!(listed.out.starts_with(&(shown(1) + &shown(2))), "{}", listed.out);
    assert_eq!(listed.code, 10);
    let object =
        run(("m.mzn", "c.mzc.mzn"), "int: x; output [\"\\(x)\"];", &["--all", "--mode", "csp", "--json"]).json();
    assert_eq!(object["checker"], serde_json::json!(["1\n", "2\n"]));
    fits("outcome", &object);
    let packed = run(("m.mzn", "c.mzc"), PACKED, &["--mode", "csp"]);
    assert!(packed.out.starts_with("% Solution checker report:\n% 5\nx = 1;\n"), "{}{}", packed.out, packed.err);
    assert_eq!(run(("m.mzn", "c.mzc"), "@no base64!", &[]).code, 3);
    assert_eq!(run(("m.mzn", "c.mzc"), "@AAAA", &[]).code, 3);
}

#[test]
fn what_is_no_checker_of_the_model_is_refused() {
    let unknown = ask(("m.mzn", "c.mzc.mzn"), ("var 1..2: x;", "int: x;\nint: y;"), &[]);
    assert_eq!(unknown.code, 3);
    assert!(unknown.err.contains("the model has no `y`") && unknown.err.contains("c.mzc.mzn:2:6"), "{}", unknown.err);
    let checker = "models/tutorial/queens.mzc.mzn";
    for args in [
        &["count", "models/tutorial/rooks.mzn", checker, "-D", "n=3"] as &[&str],
        &["solve", checker],
        &["solve", "models/tutorial/rooks.mzn", checker, "--solution-checker", checker, "-D", "n=3"],
        &["solve", "minesweeper", "instances/minesweeper/all-unknown.txt", checker],
    ] {
        let ran = quandary(args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}: {}", ran.err);
    }
    let named = ["solve", "models/tutorial/rooks.mzn", "--solution-checker", checker, "-D", "n=1"];
    assert!(quandary(&named).out.starts_with("% Solution checker report:\n% CORRECT\n[1]\n"));
}
