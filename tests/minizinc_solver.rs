//! This program as a solver of the real `minizinc`: listed, right on every shipped model, complete with `-a`, and the best kept
//! when it is interrupted.
//!
//! Configurations go to a folder of the test's own. Without `minizinc` the tests are skipped with a note, and so are Python's
//! clients without `QUANDARY_PYTHON`, unless `QUANDARY_REQUIRE_TOOLS` is set.

mod common;

use common::installed::{Installed, SOLVERS, last_value, python};
use common::sessions::{steps, words};
use common::{Example, examples, path, quandary, quandary_with_input};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

fn inputs(example: &Example) -> Vec<&str> {
    example.inputs.iter().map(String::as_str).collect()
}

/// The solutions that were printed, sorted.
fn solutions(out: &str) -> Vec<String> {
    let mut found: Vec<String> = out.split("----------\n").map(str::to_string).collect();
    found.pop();
    found.sort();
    found
}

#[test]
fn both_solvers_are_listed_and_can_be_taken_back() {
    let Some(installed) = Installed::new() else { return };
    let list = installed.minizinc(&["--solvers"]).out;
    assert!(list.contains("(org.quandary.quandary, ") && list.contains("(org.quandary.quandary-direct, "), "{list}");
    let folder = installed.0.path();
    std::fs::write(folder.join("quandary/mine.mzn"), "").expect("written");
    let ran = quandary(&["minizinc", "uninstall", &folder.to_string_lossy()]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let left: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("it is there").map(|e| e.expect("an entry").path()).collect();
    assert_eq!(left, [folder.join("quandary")], "what others wrote stays");
    assert!(!installed.minizinc(&["--solvers"]).out.contains("quandary"));
}

#[test]
fn every_shipped_model_has_its_status_and_its_optimum() {
    let Some(installed) = Installed::new() else { return };
    for example in examples() {
        for solver in SOLVERS {
            let out = installed.solve(solver, &["-s"], &inputs(&example));
            let name = format!("{solver} {:?}: {out}", example.inputs);
            assert_eq!(out.contains("=====UNSATISFIABLE====="), example.status == "unsatisfiable", "{name}");
            assert_eq!(out.contains("----------\n"), example.status != "unsatisfiable", "{name}");
            if let Some(optimum) = example.optimum {
                assert!(out.contains("==========\n"), "{name}");
                assert_eq!(last_value(&out, "stat: objective="), Some(&*optimum.to_string()), "{name}");
            }
        }
    }
}

#[test]
fn all_solutions_are_gecodes() {
    let Some(installed) = Installed::new() else { return };
    let few = |example: &Example| example.status == "satisfiable" && example.solutions.len() < 3;
    for example in examples().iter().filter(|example| few(example)) {
        let inputs = inputs(example);
        let expected = solutions(&installed.solve("gecode", &["-a"], &inputs));
        // MiniZinc 2.6 keeps `-a` to itself where a solver reads models.
        for (solver, options) in SOLVERS.iter().zip([["-a"].as_slice(), &["--backend-flags", "-a"]]) {
            let out = installed.solve(solver, options, &inputs);
            assert!(out.contains("=========="), "{solver} {inputs:?}: {out}");
            assert_eq!(solutions(&out), expected, "{solver} {inputs:?}");
        }
    }
}

/// Globals, sets, arrays that begin elsewhere, and what is reified.
const MANY_KINDS: &str = r#"
include "alldifferent.mzn"; include "circuit.mzn"; include "inverse.mzn"; include "table.mzn"; include "regular.mzn";
include "lex_less.mzn"; include "cumulative.mzn"; include "count.mzn"; include "bin_packing_load.mzn";
array[0..2] of var 0..2: x;
array[-1..1] of var 0..2: y;
array[5..7] of var 5..7: tour;
var set of 1..3: s;
var bool: b;
constraint inverse(x, array1d(0..2, y)) /\ circuit(tour) /\ card(s) = 2 /\ (b <-> alldifferent([x[0], x[1] + 1, tour[5] - 4]));
constraint table([x[0], x[1]], [| 0, 1 | 1, 2 | 2, 0 |]) \/ 3 in s;
constraint regular([x[i] + 1 | i in 0..2], 2, 3, [| 1, 2, 1 | 2, 2, 2 |], 1, {2});
constraint lex_less([x[0], x[1]], [y[0], y[1]]) -> count(tour, 6) = 1;
constraint cumulative([x[0], x[1], x[2]], [1, 1, 2], [1, 1, 1], 2);
"#;

#[test]
fn what_stays_one_constraint_on_its_way_keeps_its_meaning() {
    let Some(installed) = Installed::new() else { return };
    let model = installed.0.path().join("many.mzn");
    std::fs::write(&model, MANY_KINDS).expect("written");
    let model = model.to_string_lossy();
    let expected = solutions(&installed.solve("gecode", &["-a", "-G", "std"], &[&model]));
    assert!(expected.len() > 1);
    for mode in ["sat", "csp"] {
        assert_eq!(solutions(&installed.solve("quandary", &["-a", "--mode", mode], &[&model])), expected, "{mode}");
    }
    let flat = installed.minizinc(&["--solver", "quandary", "-c", &model, "--output-to-stdout"]).out;
    for name in [
        "quandary_circuit",
        "quandary_inverse",
        "fzn_all_different_int_reif",
        "quandary_table_int_reif",
        "fzn_cumulative",
    ] {
        assert!(flat.contains(&format!("constraint {name}(")), "{name}: {flat}");
    }
    assert!(!flat.contains("var set of"));
}

/// The flags and the form, without `minizinc`.
#[test]
fn the_protocol_is_kept() {
    const FLAT: &str = "predicate fzn_all_different_int(array [int] of var int: x);\narray [1..2] of int: c = [1,1];\n\
        var 1..3: x :: output_var;\nvar 1..3: y;\nvar bool: b :: var_is_introduced;\n\
        array [1..2] of var int: a :: output_array([1..2]) = [x,4];\narray [1..2] of var int: both = [x,y];\n\
        constraint fzn_all_different_int(both);\nconstraint int_lin_le(c,both,4);\nsolve GOAL;\n";
    let ask = |goal: &str, options: &[&str]| {
        quandary_with_input(&[&["fzn", "-"], options].concat(), FLAT.replace("GOAL", goal).as_bytes())
    };
    let shown = |x: i64| format!("x = {x};\na = array1d(1..2, [{x}, 4]);\n----------\n");
    let all = ask("satisfy", &["-a"]);
    let listed: Vec<String> = solutions(&all.out);
    assert_eq!(listed, [1, 2, 3].map(|x| shown(x).replace("----------\n", "")), "one for each x, whatever y is");
    assert!(all.code == 0 && all.out.ends_with("==========\n"));
    assert_eq!(solutions(&ask("satisfy", &["--num-solutions", "2"]).out).len(), 2);
    let one = ask("satisfy", &["--mode", "csp", "-r", "7", "-f", "-p", "2", "-t", "60000"]);
    assert!(one.code == 0 && solutions(&one.out).len() == 1 && !one.out.contains("====="), "{}", one.out);
    for mode in ["sat", "csp"] {
        let best = ask("maximize x", &["-a", "-m", mode, "-s"]);
        let (answers, stats) = best.out.split_once("==========\n").expect("it is proved");
        assert!(answers.ends_with(&shown(3)), "{}", best.out);
        assert!(stats.contains("%%%mzn-stat: objective=3\n") && stats.ends_with("%%%mzn-stat-end\n"), "{stats}");
        assert!(stats.lines().all(|line| line.starts_with("%%%mzn-stat")), "{stats}");
    }
    // Not `{1}` before `{}`: sets are ordered as lists of their members.
    let sets = b"var set of 1..2: s :: output_var;\nvar set of 1..2: t;\nvar 0..2: c :: output_var;\n\
        constraint set_card(s,c);\nconstraint set_lt(s,t);\nconstraint set_subset(t,1..2);\nsolve satisfy;\n";
    let shown = ["s = 1..1;\nc = 1;\n", "s = 1..2;\nc = 2;\n", "s = {};\nc = 0;\n"];
    assert_eq!(solutions(&quandary_with_input(&["fzn", "-", "-a"], sets).out), shown);
    let none = quandary_with_input(&["fzn", "-"], b"var 1..2: x;\nconstraint int_le(3,x);\nsolve satisfy;\n");
    assert_eq!((none.code, none.out.as_str()), (0, "=====UNSATISFIABLE=====\n"));
    let late = ask("satisfy", &["-t", "0"]);
    assert_eq!((late.code, late.out.as_str()), (0, "=====UNKNOWN=====\n"));
    for float in ["var float: x", "var -1.5..2.5: x", "array [1..1] of var 0.0..1.0: x"] {
        let refused = quandary_with_input(&["fzn", "-"], format!("{float};\nsolve satisfy;\n").as_bytes());
        assert!(refused.code == 3 && refused.err.contains("float variables are not supported"), "{}", refused.err);
        assert!(refused.out.is_empty(), "{}", refused.out);
    }
}

#[test]
fn an_interrupted_run_keeps_the_best() {
    let golomb = path("models/examples/golomb.mzn");
    for (signal, engine) in [("TERM", "csp"), ("INT", "csp"), ("TERM", "sat")] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quandary"))
            .args([&golomb, "-D", "m=9", "--mode", engine])
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
        let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines().map(|l| l.expect("text"));
        let first: Vec<String> = lines.by_ref().take_while(|line| line != "----------").collect();
        assert!(!first.is_empty(), "a solution comes before the end");
        let killed = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().expect("kill runs");
        assert!(killed.success(), "it was still running");
        let rest: Vec<String> = lines.collect();
        assert_eq!(child.wait().expect("it ends").code(), Some(0), "{signal} {engine}");
        assert!(rest.last().is_none_or(|line| line == "----------"), "{signal} {engine}: {rest:?}");
    }
}

#[test]
fn the_sessions_of_the_page_are_true() {
    let Some(installed) = Installed::new() else { return };
    let mut n_steps = 0;
    for step in steps("docs/minizinc.md") {
        let words = words(&step.command);
        let args: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        step.check(&if words[0] == "minizinc" { installed.minizinc(&args) } else { quandary(&args) });
        n_steps += 1;
    }
    assert!(n_steps >= 8, "the page has sessions: {n_steps}");
}

/// `minizinc` and CPMpy, as Python's users call them.
#[test]
fn pythons_clients_run() {
    let Some(installed) = Installed::new() else { return };
    let Some(python) = python() else { return };
    let run = |name: &str, args: &[&str]| installed.python(&python, name, args);
    for script in ["tests/minizinc/client.py", "tests/minizinc/cpmpy_client.py"] {
        assert_eq!(run(script, &[script]), "done\n", "{script}");
    }
    let page = std::fs::read_to_string(path("docs/minizinc.md")).expect("the page is there");
    let (_, shown) = page.split_once("```python\n").expect("the page has a program");
    let (program, _) = shown.split_once("```").expect("it ends");
    assert_eq!(run("the page's program", &["-c", program]).matches('Q').count(), 92 * 8);
}
