//! Every example model gives what real MiniZinc gave, by SAT, by CSP and by lazy clause generation.

mod common;

use common::{Example, examples, quandary};

const ENGINES: &[&str] = &[
    "sat",
    "sat:whole+direct+sequential:batsat",
    "sat:whole+log+pairwise+adder",
    "csp",
    "csp:mrv+degree+mac",
    "csp:wdeg+fc",
    #[cfg(feature = "pumpkin")]
    "lcg",
];

/// Every level of presolving, where solutions are counted.
const LEVELS: &[&str] = &["sat:presolve0", "sat:whole+presolve0", "sat:whole+presolve2", "csp:presolve1"];

fn check_status(example: &Example, engine: &str) {
    let run = quandary(&example.args("solve", &["--json", "--engine", engine]));
    let json = run.json();
    assert_eq!(json["status"], example.status.as_str(), "{:?} by {engine}: {}", example.inputs, run.err);
    assert_eq!(json["objective"].as_i64(), example.optimum, "{:?} by {engine}", example.inputs);
}

#[test]
fn examples_have_the_known_status() {
    for example in examples() {
        for text in ENGINES {
            check_status(&example, text);
        }
    }
}

#[test]
fn examples_have_the_known_number_of_solutions() {
    for example in examples().iter().filter(|e| e.optimum.is_none()) {
        for text in ENGINES.iter().chain(LEVELS) {
            let counted = quandary(&example.args("count", &["--json", "--engine", text]));
            assert_eq!(
                counted.json()["solutions"],
                example.solutions.as_str(),
                "{:?} by {text}: {}",
                example.inputs,
                counted.err
            );
        }
        let listed = quandary(&example.args("enumerate", &["--json", "--engine", "sat"])).json();
        assert_eq!(listed["complete"], true);
        assert_eq!(
            listed["solutions"].as_array().expect("a list").len().to_string(),
            example.solutions,
            "{:?}",
            example.inputs
        );
    }
}
