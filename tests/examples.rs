//! Every example model gives what real MiniZinc gave, by SAT and by CSP; and real MiniZinc, where it is, still says so.

mod common;

use common::{Example, examples, has_tool, quandary};
use std::process::Command;

const ENGINES: &[&str] = &["sat", "sat:whole+direct+sequential::batsat", "sat:whole+log+pairwise+adder", "csp:mrv+degree+mac", "csp:wdeg+fc"];

/// Engine strings above, with the backend where it belongs.
fn engine(text: &str) -> String {
    text.replace("::", ":")
}

fn check_status(example: &Example, engine: &str) {
    let run = quandary(&example.args("solve", &["--json", "--engine", engine]));
    let json = run.json();
    assert_eq!(json["status"], example.status.as_str(), "{:?} by {engine}: {}", example.inputs, run.err);
    if let Some(optimum) = example.optimum {
        let values: Vec<i64> = json["solution"].as_object().expect("a solution").values().filter_map(|v| v.as_i64()).collect();
        assert!(values.contains(&optimum), "{:?} by {engine}: no value is {optimum} in {json}", example.inputs);
    }
}

#[test]
fn examples_have_the_known_status() {
    for example in examples() {
        for text in ENGINES {
            check_status(&example, &engine(text));
        }
    }
}

#[test]
fn examples_have_the_known_number_of_solutions() {
    for example in examples().iter().filter(|e| e.optimum.is_none()) {
        for text in ENGINES {
            let counted = quandary(&example.args("count", &["--json", "--engine", &engine(text)]));
            assert_eq!(counted.json()["solutions"], example.solutions.as_str(), "{:?} by {text}: {}", example.inputs, counted.err);
        }
        let listed = quandary(&example.args("enumerate", &["--json", "--engine", "sat"])).json();
        assert_eq!(listed["complete"], true);
        assert_eq!(listed["solutions"].as_array().expect("a list").len().to_string(), example.solutions, "{:?}", example.inputs);
    }
}

#[test]
fn real_minizinc_agrees() {
    if !has_tool("minizinc") {
        return;
    }
    for example in examples() {
        let mut command = Command::new("minizinc");
        command.args(["--solver", "gecode", "-a", "--output-mode", "json"]).args(&example.inputs).current_dir(common::root());
        let output = command.output().expect("minizinc runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let solutions = text.matches("----------").count();
        let status = match (text.contains("UNSATISFIABLE"), example.optimum) {
            (true, _) => "unsatisfiable",
            (_, Some(_)) => "optimal",
            _ => "satisfiable",
        };
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.contains("==========") || status == "unsatisfiable", "{:?}: {text}{errors}", example.inputs);
        assert_eq!(status, example.status, "{:?}: {text}{errors}", example.inputs);
        match example.optimum {
            None => assert_eq!(solutions.to_string(), example.solutions, "{:?}", example.inputs),
            Some(best) => assert!(last_has_value(&text, best), "{:?}: {text}", example.inputs),
        }
    }
}

/// Whether the last solution of a JSON stream has a variable of this value.
fn last_has_value(text: &str, value: i64) -> bool {
    let last = text.split("----------").map(str::trim).rfind(|part| part.starts_with('{'));
    last.is_some_and(|json| json.contains(&format!(": {value}")))
}
