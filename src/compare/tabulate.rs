//! Runs as a table, as JSON, and as a summary per engine.

use super::{Run, Verdict};
use itertools::Itertools;
use serde_json::{Value, json};

/// The header and one row per run.
pub fn table(runs: &[Run]) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let header = vec!["instance", "engine", "verdict", "seconds", "nodes", "backtracks", "variables", "clauses"];
    (header, runs.iter().map(row).collect())
}

fn row(run: &Run) -> Vec<String> {
    let counter = |n: u64| if n == 0 { "-".to_string() } else { n.to_string() };
    vec![
        run.instance.clone(),
        run.engine.clone(),
        run.verdict.shown(),
        format!("{:.4}", run.seconds),
        counter(run.stats.nodes),
        counter(run.stats.backtracks),
        counter(run.stats.variables),
        counter(run.stats.clauses),
    ]
}

/// One run as a JSON object.
pub fn run_json(run: &Run) -> Value {
    let detail = match &run.verdict {
        Verdict::NotApplicable(why) | Verdict::Failed(why) | Verdict::Rejected(why) => Value::from(why.as_str()),
        Verdict::Decided(_, Some(value)) => Value::from(*value),
        Verdict::Decided(_, None) | Verdict::Stopped(_) => Value::Null,
    };
    json!({
        "instance": run.instance,
        "engine": run.engine,
        "verdict": run.verdict.word(),
        "detail": detail,
        "seconds": run.seconds,
        "flatten_seconds": run.phases.flatten,
        "encode_seconds": run.phases.encode,
        "solve_seconds": run.phases.solve,
        "judge_seconds": run.phases.judge,
        "nodes": run.stats.nodes,
        "backtracks": run.stats.backtracks,
        "checks": run.stats.checks,
        "propagations": run.stats.propagations,
        "variables": run.stats.variables,
        "clauses": run.stats.clauses,
        "literals": run.stats.literals,
    })
}

/// The header and one row per engine: how many it decided, the time of those, and the ratio of times to the first
/// engine (geometric mean over the instances both decided).
pub fn summary(runs: &[Run]) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let engines: Vec<&str> = runs.iter().map(|run| run.engine.as_str()).unique().collect();
    let n_instances = runs.iter().map(|run| &run.instance).unique().count();
    let rows = engines.iter().map(|engine| {
        let decided = runs.iter().filter(|run| run.engine == *engine && is_decided(run)).collect_vec();
        let total: f64 = decided.iter().map(|run| run.seconds).sum();
        let ratio = ratio(runs, engines[0], engine).map_or("-".to_string(), |r| format!("{r:.2}"));
        vec![engine.to_string(), format!("{}/{n_instances}", decided.len()), format!("{total:.4}"), ratio]
    });
    (vec!["engine", "decided", "seconds", "ratio to the first"], rows.collect())
}

fn is_decided(run: &Run) -> bool {
    matches!(run.verdict, Verdict::Decided(..))
}

fn ratio(runs: &[Run], base: &str, engine: &str) -> Option<f64> {
    // Below this the clock tells nothing.
    const FLOOR: f64 = 1e-5;
    let of = |name: &str| {
        runs.iter().filter(|r| r.engine == name && is_decided(r)).map(|r| (&r.instance, r.seconds)).collect_vec()
    };
    let base = of(base);
    let logs = of(engine).into_iter().filter_map(|(instance, seconds)| {
        let other = base.iter().find(|(name, _)| *name == instance)?.1;
        Some((seconds.max(FLOOR) / other.max(FLOOR)).ln())
    });
    let logs = logs.collect_vec();
    (!logs.is_empty()).then(|| (logs.iter().sum::<f64>() / logs.len() as f64).exp())
}
