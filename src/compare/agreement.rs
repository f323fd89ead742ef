//! Do the engines agree? What any two of them say about an instance must be true together.
//!
//! No answer and some answer contradict each other, so do two different optima, and an answer better than an optimum. An
//! engine whose proofs nobody checks is named second.

use super::{State, Trial};
use crate::engine::Engine;
use itertools::Itertools;
use std::collections::BTreeMap;

/// One sentence for each contradiction between engines, and for each answer a judge rejected. Empty is good.
///
/// Of several engines on one side of a contradiction only the first is named.
pub fn disagreements(runs: &[Trial]) -> Vec<String> {
    let mut wrong: Vec<String> = runs.iter().filter(|r| r.state == State::Rejected).map(rejected).collect();
    let mut by_instance: BTreeMap<&str, Vec<&Trial>> = BTreeMap::new();
    // What a variant says is about another question.
    for run in runs.iter().filter(|r| r.is_ok() && !r.is_variant) {
        by_instance.entry(&run.instance).or_default().push(run);
    }
    for said in by_instance.values_mut() {
        said.sort_by_key(|run| run.engine.parse::<Engine>().is_ok_and(|engine| engine.is_unchecked()));
        let different: Vec<&&Trial> = said.iter().unique_by(|r| (&r.verdict, r.value)).collect();
        let pairs = different.iter().array_combinations();
        wrong.extend(pairs.filter(|[a, b]| contradict(a, b)).map(|[a, b]| sentence(a, b)));
    }
    wrong
}

fn rejected(run: &Trial) -> String {
    let why = run.message.as_deref().unwrap_or("no reason given");
    format!("{}: the answer of {} failed verification: {why}", run.instance, run.engine)
}

fn contradict(one: &Trial, other: &Trial) -> bool {
    let (a, b) = (one.verdict.as_deref().unwrap_or(""), other.verdict.as_deref().unwrap_or(""));
    let has_answer = |verdict: &str| verdict != "unsatisfiable";
    let none_and_some = |said: &str, answered: &str| said == "unsatisfiable" && has_answer(answered);
    let better = |r: &Trial, said: &str, answered: &str, other: &Trial| {
        let beats = matches!((r.value, other.value),
            (Some(best), Some(value)) if value != best && (value > best) == r.is_maximised);
        said == "optimal" && has_answer(answered) && beats
    };
    none_and_some(a, b) || none_and_some(b, a) || better(one, a, b, other) || better(other, b, a, one)
}

fn sentence(one: &Trial, other: &Trial) -> String {
    format!("{}: {} says {}, {} says {}", one.instance, one.engine, one.shown(), other.engine, other.shown())
}

#[cfg(test)]
mod tests {
    use super::super::trial::tests::{ended, run};
    use super::super::{State, Trial};
    use super::disagreements;

    #[test]
    fn only_contradictions_are_reported() {
        let quiet = [
            run("a", "x", "satisfiable", None, 1.0),
            run("a", "y", "satisfiable", Some(7), 1.0),
            run("a", "w", "optimal", Some(7), 1.0),
            run("a", "v", "satisfiable", Some(9), 1.0),
            ended("a", "z", State::Timeout),
            run("b", "x", "optimal", Some(3), 1.0),
            Trial { is_variant: true, ..run("b", "y", "optimal", Some(2), 1.0) },
            Trial { is_variant: true, ..run("b", "z", "unsatisfiable", None, 1.0) },
        ];
        assert_eq!(disagreements(&quiet), Vec::<String>::new());
    }

    #[test]
    fn every_contradiction_is_found() {
        let check = |a: (&str, Option<i64>), b: (&str, Option<i64>)| {
            let runs = [run("i", "x", a.0, a.1, 1.0), run("i", "y", b.0, b.1, 1.0)];
            assert_eq!(disagreements(&runs).len(), 1, "{a:?} {b:?}");
        };
        check(("satisfiable", None), ("unsatisfiable", None));
        check(("unsatisfiable", None), ("optimal", Some(3)));
        check(("optimal", Some(3)), ("optimal", Some(4)));
        check(("optimal", Some(4)), ("satisfiable", Some(3)));
        assert_eq!(disagreements(&[ended("c", "x", State::Rejected)]).len(), 1);
        let two = [run("a", "x", "satisfiable", None, 1.0), run("a", "y", "unsatisfiable", None, 1.0)];
        assert_eq!(disagreements(&two), ["a: x says satisfiable, y says unsatisfiable"]);
        #[cfg(feature = "pumpkin")]
        {
            let two = [run("a", "lcg", "unsatisfiable", None, 1.0), run("a", "sat", "satisfiable", None, 1.0)];
            assert_eq!(disagreements(&two), ["a: sat says satisfiable, lcg says unsatisfiable"]);
        }
    }
}
