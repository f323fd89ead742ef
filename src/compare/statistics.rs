//! What runs say about engines: how many they solve, how fast, and how they compare to a baseline.
//!
//! Times of runs that did not answer count as twice the limit (PAR-2, as in the SAT competitions). Ratios are taken on
//! instances both engines answered, as geometric means: twice as fast and half as fast cancel out.

use super::{State, Trial};
use itertools::Itertools;
use std::collections::BTreeMap;

/// Below this the clock tells nothing.
const FLOOR: f64 = 1e-6;

/// A geometric mean with its spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The geometric mean.
    pub mean: f64,
    /// The lower quartile.
    pub low: f64,
    /// The upper quartile.
    pub high: f64,
    /// On how many instances.
    pub n: usize,
}

/// An engine in figures.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineStatistics {
    /// The engine.
    pub engine: String,
    /// How many instances it answered.
    pub n_solved: usize,
    /// How many it took: all but those it is not applicable to.
    pub n_taken: usize,
    /// How many ended in each state.
    pub states: Vec<(State, usize)>,
    /// The sum of the times, twice the limit where there is no answer.
    pub par2: f64,
    /// The median time of those it answered.
    pub median: Option<f64>,
    /// The ratio of its times to the baseline's.
    pub ratio: Option<Spread>,
    /// On how many instances it was the fastest.
    pub n_best: usize,
    /// Means over the answered ones: nodes, backtracks, variables, clauses.
    pub nodes: f64,
    /// Mean number of dead ends or conflicts.
    pub backtracks: f64,
    /// Mean number of variables of the formula.
    pub variables: f64,
    /// Mean number of clauses of the formula.
    pub clauses: f64,
    /// Mean seconds that processors worked on what it answered.
    pub cpu: f64,
    /// The total of each phase: flatten, encode, solve, judge.
    pub phases: [f64; 4],
}

/// The figures of every engine, in the order they first ran; `baseline` is the engine to compare with, the first if none.
pub fn statistics(runs: &[Trial], limit: f64, baseline: Option<&str>) -> Vec<EngineStatistics> {
    let engines: Vec<&str> = runs.iter().map(|r| r.engine.as_str()).unique().collect();
    let base = baseline.or(engines.first().copied()).unwrap_or("");
    let best = virtual_best(runs);
    engines.iter().map(|engine| figures(runs, engine, base, limit, &best)).collect()
}

/// The runs of an engine.
pub fn of_engine<'a>(runs: &'a [Trial], engine: &'a str) -> impl Iterator<Item = &'a Trial> {
    runs.iter().filter(move |r| r.engine == engine)
}

/// The instances, in the order they first ran.
pub fn instances(runs: &[Trial]) -> Vec<&str> {
    runs.iter().map(|r| r.instance.as_str()).unique().collect()
}

/// The fastest answer of each instance: what one would need who always knew the right engine.
pub fn virtual_best(runs: &[Trial]) -> BTreeMap<&str, &Trial> {
    let mut best: BTreeMap<&str, &Trial> = BTreeMap::new();
    for run in runs.iter().filter(|r| r.is_ok()) {
        let fastest = best.entry(&run.instance).or_insert(run);
        if run.seconds < fastest.seconds {
            *fastest = run;
        }
    }
    best
}

fn figures(runs: &[Trial], engine: &str, base: &str, limit: f64, best: &BTreeMap<&str, &Trial>) -> EngineStatistics {
    let own: Vec<&Trial> = of_engine(runs, engine).collect();
    let solved: Vec<&Trial> = own.iter().copied().filter(|r| r.is_ok()).collect();
    let taken: Vec<&Trial> = own.iter().copied().filter(|r| r.state != State::NotApplicable).collect();
    let count = |state: State| (state, own.iter().filter(|r| r.state == state).count());
    let mean = |of: fn(&Trial) -> u64| solved.iter().map(|r| of(r) as f64).sum::<f64>() / solved.len().max(1) as f64;
    let sum = |of: fn(&Trial) -> f64| own.iter().map(|r| of(r)).sum::<f64>();
    let par2 = taken.iter().map(|r| if r.is_ok() { r.seconds } else { 2.0 * limit }).sum();
    EngineStatistics {
        engine: engine.to_string(),
        n_solved: solved.len(),
        n_taken: taken.len(),
        states: State::ALL.iter().map(|s| count(*s)).filter(|(_, n)| *n > 0).collect(),
        par2,
        median: quantile(&solved.iter().map(|r| r.seconds).collect_vec(), 0.5),
        ratio: ratio(runs, engine, base),
        n_best: best.values().filter(|r| r.engine == engine).count(),
        nodes: mean(|r| r.nodes),
        backtracks: mean(|r| r.backtracks),
        variables: mean(|r| r.variables),
        clauses: mean(|r| r.clauses),
        cpu: solved.iter().map(|r| r.cpu_seconds).sum::<f64>() / solved.len().max(1) as f64,
        phases: [
            sum(|r| r.flatten_seconds),
            sum(|r| r.encode_seconds),
            sum(|r| r.solve_seconds),
            sum(|r| r.judge_seconds),
        ],
    }
}

fn ratio(runs: &[Trial], engine: &str, base: &str) -> Option<Spread> {
    let times: BTreeMap<&str, f64> =
        of_engine(runs, base).filter(|r| r.is_ok()).map(|r| (r.instance.as_str(), r.seconds)).collect();
    let logs: Vec<f64> = of_engine(runs, engine)
        .filter(|r| r.is_ok())
        .filter_map(|r| Some((r.seconds.max(FLOOR) / times.get(r.instance.as_str())?.max(FLOOR)).ln()))
        .collect();
    let mean = logs.iter().sum::<f64>() / logs.len() as f64;
    let at = |share: f64| quantile(&logs, share).map(f64::exp);
    Some(Spread { mean: mean.exp(), low: at(0.25)?, high: at(0.75)?, n: logs.len() })
}

/// The value below which this share of the values lies, between the two nearest ones.
pub(super) fn quantile(values: &[f64], share: f64) -> Option<f64> {
    let sorted: Vec<f64> = values.iter().copied().sorted_by(f64::total_cmp).collect();
    let place = share * (sorted.len().checked_sub(1)?) as f64;
    let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    Some(low + (high - low) * place.fract())
}

#[cfg(test)]
mod tests {
    use super::super::State;
    use super::super::trial::tests::{ended, run};
    use super::{quantile, statistics};

    #[test]
    fn quantiles_lie_between_values() {
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[3.0], 0.25), Some(3.0));
        assert_eq!(quantile(&[4.0, 1.0, 2.0, 3.0], 0.5), Some(2.5));
        assert_eq!(quantile(&[4.0, 1.0, 2.0], 1.0), Some(4.0));
    }

    #[test]
    fn engines_in_figures() {
        let runs = [
            run("a", "x", "satisfiable", None, 1.0),
            run("b", "x", "satisfiable", None, 4.0),
            run("a", "y", "satisfiable", None, 2.0),
            run("b", "y", "satisfiable", None, 2.0),
            ended("c", "x", State::Timeout),
            run("c", "y", "satisfiable", None, 8.0),
            ended("c", "z", State::NotApplicable),
        ];
        let all = statistics(&runs, 10.0, None);
        let figures: Vec<(&str, usize, usize, f64, usize)> =
            all.iter().map(|e| (e.engine.as_str(), e.n_solved, e.n_taken, e.par2, e.n_best)).collect();
        assert_eq!(figures, [("x", 2, 3, 25.0, 1), ("y", 3, 3, 12.0, 2), ("z", 0, 0, 0.0, 0)]);
        let ratio = all[1].ratio.expect("two instances in common");
        assert!((ratio.mean - 1.0).abs() < 1e-12 && ratio.n == 2, "{ratio:?}");
        assert!(ratio.low < 1.0 && ratio.high > 1.0);
        assert_eq!((all[0].median, all[2].ratio), (Some(2.5), None));
    }
}
