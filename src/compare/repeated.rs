//! Runs that were done several times: the one in the middle stands for them, and the spread says what it is worth.
//!
//! An engine answers an instance if it does so every time; a run that did not stands for all before one that did.

use super::Trial;
use super::statistics::{of_engine, quantile};
use itertools::Itertools;

/// One run for each engine and instance: of those that answered the one with the median time (of two the faster), or
/// else the first that did not. In the order they first ran.
pub fn middle(runs: &[Trial]) -> Vec<Trial> {
    let keyed = || runs.iter().map(|run| ((run.instance.as_str(), run.engine.as_str()), run));
    let groups = keyed().into_group_map();
    keyed().map(|(key, _)| key).unique().map(|key| one_of(&groups[&key])).collect()
}

fn one_of(equal: &[&Trial]) -> Trial {
    let by_time = equal.iter().sorted_by(|a, b| a.seconds.total_cmp(&b.seconds)).collect_vec();
    let failed = equal.iter().find(|run| !run.is_ok());
    (*failed.unwrap_or(by_time[(by_time.len() - 1) / 2])).clone()
}

/// How far apart the times of equal runs of an engine are, as a share of the one in the middle: the median over the
/// instances that it answered every time. `None` if no run was repeated.
pub fn spread(runs: &[Trial], engine: &str) -> Option<f64> {
    let groups = of_engine(runs, engine).into_group_map_by(|run| run.instance.as_str());
    let shares = groups.values().filter(|equal| equal.len() > 1 && equal.iter().all(|run| run.is_ok())).map(|equal| {
        let times = equal.iter().map(|run| run.seconds).sorted_by(f64::total_cmp).collect_vec();
        (times[times.len() - 1] - times[0]) / times[(times.len() - 1) / 2].max(f64::MIN_POSITIVE)
    });
    quantile(&shares.collect_vec(), 0.5)
}

/// Engines whose formulas are the same on every instance where both are known, and on how many; groups of two or more,
/// by their names.
pub fn same_formulas(runs: &[Trial]) -> Vec<(Vec<&str>, usize)> {
    let engines = runs.iter().filter(|run| run.formula.is_some()).map(|run| run.engine.as_str()).unique().collect_vec();
    let known = |engine: &'_ str| -> Vec<(String, String)> {
        let own = of_engine(runs, engine).filter_map(|run| Some((run.instance.clone(), run.formula.clone()?)));
        own.unique().sorted().collect()
    };
    let groups = engines.into_iter().into_group_map_by(|engine| known(engine));
    let several = groups.into_iter().filter(|(_, names)| names.len() > 1);
    several.map(|(formulas, names)| (names, formulas.len())).sorted().collect()
}

#[cfg(test)]
mod tests {
    use super::super::trial::tests::{ended, run};
    use super::super::{State, Trial};
    use super::{middle, same_formulas, spread};

    #[test]
    fn the_middle_stands_for_all_and_a_failure_before_it() {
        let again = |seconds: f64, repeat: u32| Trial { repeat, ..run("a", "x", "satisfiable", None, seconds) };
        let runs = [again(3.0, 1), again(1.0, 2), again(2.0, 3), run("b", "x", "satisfiable", None, 9.0)];
        let figures: Vec<(String, f64)> = middle(&runs).into_iter().map(|r| (r.instance, r.seconds)).collect();
        assert_eq!(figures, [("a".to_string(), 2.0), ("b".to_string(), 9.0)]);
        assert_eq!(spread(&runs, "x"), Some(1.0), "from 1 to 3 around 2");
        assert_eq!(spread(&runs[3..], "x"), None);
        let late = [again(1.0, 1), ended("a", "x", State::Timeout)];
        assert_eq!(middle(&late)[0].state, State::Timeout);
    }

    #[test]
    fn equal_formulas_are_recognised() {
        let with = |instance: &str, engine: &str, formula: &str| Trial {
            formula: Some(formula.to_string()),
            ..run(instance, engine, "satisfiable", None, 1.0)
        };
        let runs = [
            with("a", "x", "1"),
            with("a", "y", "1"),
            with("a", "z", "1"),
            with("b", "x", "2"),
            with("b", "y", "2"),
            with("b", "z", "3"),
            run("a", "csp", "satisfiable", None, 1.0),
        ];
        assert_eq!(same_formulas(&runs), [(vec!["x", "y"], 2)]);
    }
}
