//! The language, case by case: each row of `language/cases.tsv` is a model with its number of solutions, found by the real
//! MiniZinc. Here they are counted by exhausting the model with nothing but [`Model::violated_by`]'s meaning of constraints.

mod common;

use common::enumerate::{best_value, count_solutions};
use quandary::front::{Data, Program, Source};
use quandary::model::Objective;

const CASES: &str = include_str!("language/cases.tsv");

/// Expectation and model of each row.
fn cases() -> Vec<(&'static str, &'static str)> {
    let rows = CASES.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| line.split_once('\t').expect("a row has two columns")).collect()
}

#[test]
fn every_case_has_the_expected_number_of_solutions() {
    let mut wrong = Vec::new();
    for (expected, text) in cases() {
        let found = match Program::parse(&[Source::new("case.mzn", text)]).and_then(|p| p.instantiate(&Data::new())) {
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
