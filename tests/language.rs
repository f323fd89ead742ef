//! The language, case by case: each row of `language/cases.tsv` is a model with its number of solutions, found by the real
//! MiniZinc. Here they are counted by exhausting the model with nothing but [`Model::violated_by`]'s meaning of constraints.

mod common;

use common::enumerate::{best_value, count_solutions, solutions};
use quandary::front::{Data, Diagnostic, Instance, Program, Source, Value};
use quandary::model::{Domain, Objective};
use std::process::Command;

const CASES: &str = include_str!("language/cases.tsv");

/// Expectation and model of each row.
fn cases() -> Vec<(&'static str, &'static str)> {
    let rows = CASES.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| line.split_once('\t').expect("a row has two columns")).collect()
}

fn instantiate(text: &str) -> Result<Instance, Diagnostic> {
    Program::parse(&[Source::new("case.mzn", text)])?.instantiate(&Data::new())
}

#[test]
fn every_case_has_the_expected_number_of_solutions() {
    let mut wrong = Vec::new();
    for (expected, text) in cases() {
        let found = match instantiate(text) {
            Err(error) => error.to_string(),
            Ok(instance) => match instance.model.objective {
                Objective::Satisfy => count_solutions(&instance.model).to_string(),
                _ => format!("best {}", best_value(&instance.model).expect("the case has a solution")),
            },
        };
        if found != expected.trim_start_matches("own ") {
            wrong.push(format!("expected {expected}, found {found}: {text}"));
        }
    }
    assert!(wrong.is_empty(), "{} cases differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// Without that, this one makes a variable for each of a quarter of a million calls.
#[test]
fn a_call_that_is_made_again_makes_no_variables() {
    let text = "function var int: fib(int: n) = \
                let { var 0..99999: y; constraint y = if n <= 1 then n else fib(n - 1) + fib(n - 2) endif } in y; \
                var 0..99999: x = fib(25); solve satisfy;";
    let model = instantiate(text).expect("a model").model;
    assert!(model.vars.len() < 100, "{} variables", model.vars.len());
}

/// The rows about findings, by nothing but the meaning of constraints; `findings_front.rs` asks the engines too.
#[test]
fn every_finding_has_the_expected_number_of_solutions() {
    let rows = include_str!("language/findings.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut wrong = Vec::new();
    for row in rows {
        let (_, row) = row.split_once('\t').expect("a row has three columns");
        let (expected, text) = row.split_once('\t').expect("a row has three columns");
        let found = match instantiate(text) {
            Ok(instance) => count_solutions(&instance.model).to_string(),
            Err(error) => format!("error {}", error.message),
        };
        if found != expected {
            wrong.push(format!("expected {expected}, found {found}: {text}"));
        }
    }
    assert!(wrong.is_empty(), "{} rows differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// The same cases in the real MiniZinc, where it is installed.
#[test]
fn the_real_minizinc_agrees() {
    let installed = Command::new("minizinc").arg("--version").output().is_ok();
    if !installed {
        assert!(std::env::var_os("QUANDARY_REQUIRE_TOOLS").is_none(), "minizinc is not installed");
        eprintln!("skipped: minizinc is not installed");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (expected, text) in cases() {
        if expected.parse::<usize>().is_err() {
            continue;
        }
        let file = folder.path().join("case.mzn");
        std::fs::write(&file, text).expect("the file can be written");
        let run =
            Command::new("minizinc").args(["--solver", "gecode", "-a"]).arg(&file).output().expect("minizinc runs");
        let printed = String::from_utf8_lossy(&run.stdout);
        let n = printed.lines().filter(|line| *line == "----------").count();
        assert_eq!(n.to_string(), expected, "{text}\n{}", String::from_utf8_lossy(&run.stderr));
    }
}

/// A model with one solution, and its text.
#[test]
fn solutions_are_shown_as_minizinc_shows_them() {
    let cases = [
        ("var 3..3: x; var bool: b; constraint b; solve satisfy;", "x = 3;\nb = true;\n"),
        ("array[1..2] of var 1..1: x; array[0..1] of var 2..2: y;", "x = [1, 1];\ny = [0: 2, 1: 2];\n"),
        ("array[1..2,1..2] of var 1..1: x;", "x = \n[| 1, 1\n | 1, 1\n |];\n"),
        ("enum C = {A, B}; array[C] of var C: x; constraint x[A] > x[B];", "x = [A: B, B: A];\n"),
        ("var 1..1: x; var int: y = x + 1;", "x = 1;\n"),
        ("var 1..1: x; output [\"x=\\(x) \", show(x + 1), \"\\n\"];", "x=1 2\n"),
        ("var 1..1: x; output [show({1, 3}), show(1..3), show([x, 2]), show(\"s\")];", "{1,3}1..3[1, 2]\"s\""),
        ("enum C = {A, B}; var C: c; constraint c != A; output [\"\\(c) \\({A, B})\"];", "B {A, B}"),
        (
            "var 2..2: x; output [show_int(4, x), show_int(-3, x), \"|\", join(\"-\", [\"\\(i)\" | i in 1..3])];",
            "   22  |1-2-3",
        ),
        (
            "var 1..1: x; enum C = {A, Bb}; output [show2d(array2d(C, 2..3, [1, 20, 3, x]))];",
            "[|     2:  3: \n |  A: 1, 20\n | Bb: 3,  1\n |]",
        ),
        ("var 1..1: x; output [show2d([|x, 20|3, 4|])];", "[| 1, 20\n | 3,  4\n |]"),
        (
            "var 1..1: x; output [show3d(array3d(1..2, 1..2, 1..2, [x, 2, 3, 4, 5, 6, 7, 10]))];",
            "[| |  1,  2 |\n      3,  4 |,\n\n   |  5,  6 |\n      7, 10 | |]\n",
        ),
        (
            "var 1..1: x; output [show({1, 3} union 7..infinity), show(..-2), \" \\(string_split(\"a-b\", \"-\"))\"];",
            "{1,3} union 7..infinity-infinity..-2 [\"a\", \"b\"]",
        ),
        ("var 1..1: x; output [show({0.5, 2.0}), show({0.5} union 1.0..2.5)];", "{0.5,2.0}0.5..0.5 union 1.0..2.5"),
        ("var 1..1: x; output [show([x, _])];", "[1, _]"),
        ("var 1..2: x; constraint let { var 5..6: y :: output } in x * 3 = y;", "x = 2;\ny@1.31-51 = 6;\n"),
        ("var 1..1: x; int: y :: output_only = fix(x) + 1; output [\"\\(y)\"];", "2"),
        ("var bool: b; constraint not b; output [if fix(b) then \"yes\" else \"no\" endif];", "no"),
    ];
    for (text, expected) in cases {
        let instance = instantiate(text).unwrap_or_else(|error| panic!("{error}"));
        let mut shown = Vec::new();
        solutions(&instance.model, &mut |a| shown.push(instance.render(a).unwrap_or_else(|error| panic!("{error}"))));
        assert_eq!(shown, [expected], "{text}");
    }
}

#[test]
fn solutions_are_told_as_json() {
    let text = "enum C = {A, B}; array[1..1, 0..1] of var C: x; var bool: b; var int: s = 2 * bool2int(b) + 1; \
                constraint x[1, 0] < x[1, 1] /\\ b;";
    let instance = instantiate(text).unwrap_or_else(|error| panic!("{error}"));
    let mut shown = Vec::new();
    solutions(&instance.model, &mut |a| shown.push(instance.json(a).expect("it can be told")));
    assert_eq!(shown, [serde_json::json!({"x": [[{"e": "A"}, {"e": "B"}]], "b": true, "s": 3})]);
}

/// Text, then line, column and a part of the message.
#[test]
fn errors_point_at_their_place() {
    let cases: &[(&str, usize, usize, &str)] = &[
        ("var int: x;\nconstraint x > 3\nsolve satisfy;", 2, 17, "expected `;`"),
        ("var 1..3 x;", 1, 10, "expected `:`"),
        ("enum E = [;", 1, 11, "expected an expression"),
        ("constraint x > 3;", 1, 12, "`x` is not declared"),
        ("var int: x :: output_only;", 1, 10, "needs a value"),
        ("var int: x :: int_search([x], smallest, indomain_min);", 1, 27, "speaks of `x` itself"),
        ("function set of int: f(g(1): x) = 1..3; function set of int: g(f(1): x) = 1..3;", 1, 22, "need `f` itself"),
        ("array[c in int] of var 1..c: x = [3];", 1, 12, "expected a set that the index runs through"),
        ("function var int: f(set(1..3) of 1..10: p) = 1;", 1, 25, "where it is declared only"),
        ("bool: b = (n > 3 \\/ true); 1..2: n = 5;", 1, 38, "5 is outside the domain 1..2"),
        ("var 1.0..2.0: x;", 1, 5, "float variables are not supported"),
        ("var 1..3: count1; constraint count2 > 1;", 1, 30, "`count2` is not declared"),
        ("var 1..3: x; constraint alldiferent([x]);", 1, 25, "no function or predicate `alldiferent`"),
        ("var 1..3: x; constraint x;", 1, 25, "expected a Boolean, found a variable integer"),
        ("var 1..3: x; constraint x + true /\\ false;", 1, 25, "expected a Boolean"),
        ("int: n; var 1..n: x;", 1, 6, "the parameter `n` has no value"),
        ("int: n = m; int: m = n;", 1, 22, "defined by itself"),
        ("var float: x;", 1, 5, "float variables are not supported"),
        ("var set of int: x;", 1, 17, "a set variable needs to know what may be in it"),
        ("int: x = 3; int: x = 4;", 1, 18, "declared twice"),
        ("int: x = 9223372036854775807 + 1;", 1, 10, "overflow"),
        ("var 0..3: x; constraint pow(x + 9, 60) > 3; solve satisfy;", 1, 25, "too large"),
        ("1..3: x = 5;", 1, 11, "outside the domain"),
        ("array[0..2] of int: a = [1, 2, 3];", 1, 25, "the index set of `a` is 0..2"),
        ("array[1..2] of int: a = [1, 2]; int: b = a[3];", 1, 44, "index 3 is outside 1..2"),
        ("int: b = 1 div 0;", 1, 10, "division by zero"),
        ("var 1..3: x; array[1..x] of int: a = [1];", 1, 20, "expected a set as type, found a variable set"),
        ("constraint assert(1 > 2, \"too \\(1)\");", 1, 12, "assertion failed: too 1"),
        ("include \"nothing.mzn\";", 1, 9, "cannot find `nothing.mzn`"),
        ("constraint forall(i in 1..1000000000000)(true);", 1, 24, "too large"),
        ("array[1..1000000, 1..1000000] of var bool: b;", 1, 19, "too large"),
        ("function int: f(int: n) = f(n + 1); int: x = f(1);", 1, 27, "endless recursion"),
        ("var 1..3: x; constraint not let { var 1..3: y } in x < y;", 1, 45, "is free where"),
        ("solve satisfy; solve satisfy;", 1, 16, "a second `solve`"),
        ("constraint 1 < 2 < 3;", 1, 18, "comparisons do not chain"),
        ("array[1..2,1..2] of int: a = [| 1, 2 | 3 |];", 1, 40, "this row has 1 cells, expected 2"),
        ("var 1..3: x; constraint [x, 1][1, 2] = 1;", 1, 25, "this array has 1 dimensions"),
        ("predicate p(int: x) = x > 1; constraint p(1, 2);", 1, 41, "another number of arguments"),
        ("output [\"a\\(x)\"];", 1, 13, "`x` is not declared"),
    ];
    let mut wrong = Vec::new();
    for (text, line, column, message) in cases {
        let error = instantiate(text).expect_err(text);
        let place = error.place.as_ref().map(|place| (place.line, place.column));
        if place != Some((*line, *column)) || !error.message.contains(message) {
            wrong.push(format!("expected {line}:{column} {message}\n{error}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn deep_nesting_is_refused_and_long_chains_are_not() {
    let nested = |n: usize| format!("constraint {}true{};", "(".repeat(n), ")".repeat(n));
    assert!(instantiate(&nested(200)).is_ok());
    for n in [300, 100_000] {
        assert!(instantiate(&nested(n)).expect_err("too deep").message.contains("deep"));
        assert!(instantiate(&format!("constraint {} true;", "not ".repeat(n))).is_err());
        assert!(instantiate(&"[".repeat(n)).is_err());
    }
    let long = format!("var 0..1: x; constraint x{} >= 0 {};", " + x".repeat(20_000), "/\\ true".repeat(20_000));
    assert!(instantiate(&long).is_ok());
}

/// Every beginning of every shipped model and case is refused with a place or understood.
#[test]
fn no_beginning_of_a_model_is_too_much() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let folders = [folder.clone(), folder.join("examples"), folder.join("lib")];
    let files = folders.iter().flat_map(|f| std::fs::read_dir(f).expect("a folder of models"));
    let mut texts: Vec<String> = cases().iter().map(|(_, text)| text.to_string()).collect();
    for file in files {
        let path = file.expect("a readable folder").path();
        if path.extension().is_some_and(|e| e == "mzn" || e == "dzn") {
            texts.push(std::fs::read_to_string(path).expect("a readable file"));
        }
    }
    assert!(texts.len() > cases().len() + 10);
    for text in &texts {
        // One cut per comment is enough.
        let in_comment = |at: usize| text[..at].lines().last().is_some_and(|line| line.starts_with('%'));
        for at in (0..text.len()).filter(|at| text.is_char_boundary(*at) && !in_comment(*at)) {
            if let Err(error) = Program::parse(&[Source::new("cut.mzn", &text[..at])]) {
                assert!(error.place.is_some(), "{error}");
            }
        }
    }
}

/// Labels, hints and search annotations reach the model.
#[test]
fn annotations_reach_the_model() {
    let text = "include \"lib/quandary.mzn\"; array[1..3] of var 1..3: x :: enc_order; array[1..3] of var bool: b; \
                constraint :: \"one\" (sum(b) <= 1) :: amo_with(\"ladder\"); \
                constraint forall(i in 1..2)((x[i] < x[i + 1]) :: \"rule \\(i)\"); \
                solve :: int_search(x, first_fail, indomain_max) maximize x[1];";
    let model = instantiate(text).unwrap_or_else(|error| panic!("{error}")).model;
    let labels: Vec<Option<&str>> = model.constraints.iter().map(|posted| model.label(posted)).collect();
    assert_eq!(labels, [Some("one"), Some("rule 1"), Some("rule 2")]);
    assert_eq!(model.constraints[0].encoding.as_deref(), Some("ladder"));
    assert_eq!(model.vars[0].encoding.as_deref(), Some("order"));
    assert_eq!(model.objective, Objective::Maximise(model.answer[0]));
    assert_eq!(
        (model.search[0].vars.len(), &*model.search[0].select, &*model.search[0].choose),
        (3, "first_fail", "indomain_max")
    );
}

/// Clause-shaped models have no auxiliaries.
#[test]
fn boolean_models_need_no_auxiliaries() {
    for text in [
        "array[1..3] of var bool: b; constraint b[1] \\/ not b[2] /\\ b[3];",
        "array[1..3] of var bool: b; constraint b[1] -> (b[2] <-> b[3]);",
        "array[1..4] of var bool: b; constraint b[1] -> sum(b) = 2; constraint b[2] <-> sum(b) > 2;",
        "var 1..9: x; var bool: b; constraint b -> x in {1, 3, 5}; constraint x <= 3 <-> b;",
        "array[1..4] of var 1..3: x; constraint sum(i in 1..4)(x[i] = 2) <= 1;",
    ] {
        let model = instantiate(text).unwrap_or_else(|error| panic!("{error}")).model;
        assert_eq!(model.vars.len(), model.answer.len(), "{text}: {:?}", model.constraints);
    }
}

/// Data from text, JSON, `-D` and Rust mean the same.
#[test]
fn data_comes_from_everywhere() {
    let model = "enum C; int: n; array[0..1, 1..n] of int: a; set of int: s; C: c; var 1..n: x; \
                 constraint a[1, x] in s; output [\"\\(c) \\(x)\\n\"];";
    let program = Program::parse(&[Source::new("m.mzn", model)]).unwrap_or_else(|error| panic!("{error}"));
    let (mut dzn, mut json, mut defined) = (Data::new(), Data::new(), Data::new());
    let text = "C = {R, G}; n = 3; a = array2d(0..1, 1..n, [1, 2, 3, 4, 5, 6]); s = {5} union 8..9; c = G;";
    dzn.read_dzn(&Source::new("d.dzn", text)).expect("valid");
    let text = r#"{"C": ["R", "G"], "n": 3, "a": [[1, 2, 3], [4, 5, 6]], "s": {"set": [5, [8, 9]]}, "c": {"e": "G"}}"#;
    json.read_json(&Source::new("d.json", text)).expect("valid");
    for part in ["C={R,G}", "n=3", "a=array2d(0..1, 1..3, [1,2,3,4,5,6])", "s={5,8,9}", "c=G"] {
        defined.read_define(part).expect("valid");
    }
    let rust = Data::new()
        .with("C", Value::list(["R", "G"]))
        .with("n", 3)
        .with("a", Value::grid(2, 3, 0, 1..7i64))
        .with("s", Value::set(Domain::from_values([5, 8, 9])))
        .with("c", "G");
    for data in [dzn, json, defined, rust] {
        let instance = program.instantiate(&data).unwrap_or_else(|error| panic!("{error}"));
        let mut shown = Vec::new();
        solutions(&instance.model, &mut |a| shown.push(instance.render(a).expect("it can be shown")));
        assert_eq!(shown, ["G 2\n"]);
    }
}

/// FlatZinc is a model like any other; what the flattener introduced is no answer.
#[test]
fn flatzinc_is_read() {
    let text = "predicate my_pred(var int: x);\narray [1..2] of int: c = [1,-1];\nvar 1..3: x :: output_var;\n\
                var bool: b :: var_is_introduced :: is_defined_var;\narray [1..2] of var int: xs :: output_array([1..2]) = [x,2];\n\
                constraint int_le_reif(x,2,b) :: defines_var(b);\nconstraint bool_clause([b],[]);\n\
                constraint int_lin_ne(c,[x,1],0);\nsolve :: int_search(xs,first_fail,indomain_min,complete) satisfy;\n";
    let model = instantiate(text).unwrap_or_else(|error| panic!("{error}")).model;
    assert_eq!((model.answer.len(), count_solutions(&model)), (1, 1));
}
