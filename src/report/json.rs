//! The JSON that scripts rely on: one object per instance, fields in a fixed order.

use crate::engine::Engine;
use crate::model::Objective;
use crate::search::{Stats, Stop};
use crate::solve::{Backbone, Counted, Outcome, Phases, Probabilities, Problem, Status};
use serde_json::{Map, Value, json};

/// What `solve --json` prints. `solutions` is the list when several were asked for.
pub fn outcome_json(problem: &Problem, engine: &Engine, outcome: &Outcome, solutions: Option<Vec<Value>>) -> Value {
    let mut object = head(problem, engine, outcome.status, outcome.reason);
    object.insert("solution".into(), outcome.best.as_ref().map_or(Value::Null, |answer| answer.shown(problem)));
    if let Some(value) = outcome.objective {
        object.insert("objective".into(), value.into());
    }
    if matches!(problem.flat.model.objective, Objective::Maximise(_)) {
        object.insert("maximise".into(), true.into());
    }
    if let Some(cost) = outcome.best.as_ref().and_then(|answer| answer.cost(problem)) {
        object.insert("cost".into(), cost.into());
    }
    if let Some(horizon) = outcome.horizon {
        object.insert("horizon".into(), horizon.into());
    }
    if let Some(list) = solutions {
        object.insert("solutions".into(), list.into());
        object.insert("complete".into(), outcome.complete.into());
    }
    object.insert("stats".into(), stats_json(&outcome.stats, &outcome.phases));
    Value::Object(object)
}

/// What `count --json` prints.
pub fn count_json(problem: &Problem, engine: &Engine, counted: &Counted) -> Value {
    let mut object = head(problem, engine, counted.status, counted.reason);
    object.insert("solutions".into(), counted.solutions.as_ref().map_or(Value::Null, |n| n.to_string().into()));
    object.insert("stats".into(), json!({ "seconds": rounded(counted.seconds) }));
    Value::Object(object)
}

/// What `count --probabilities --json` prints.
pub fn probabilities_json(problem: &Problem, engine: &Engine, found: &Probabilities) -> Value {
    let mut object = head(problem, engine, found.status, found.reason);
    object.insert("solutions".into(), found.total.as_ref().map_or(Value::Null, |n| n.to_string().into()));
    object.insert("probabilities".into(), found.shown.clone());
    object.insert("stats".into(), json!({ "seconds": rounded(found.seconds) }));
    Value::Object(object)
}

/// What `backbone --json` prints: the puzzle's own fields, or the named values with `null` where solutions differ.
pub fn backbone_json(problem: &Problem, engine: &Engine, backbone: &Backbone) -> Value {
    let mut object = head(problem, engine, backbone.status, backbone.reason);
    match &backbone.shown {
        Value::Object(fields) => object.extend(fields.clone()),
        other => drop(object.insert("backbone".into(), other.clone())),
    }
    object.insert("stats".into(), json!({ "seconds": rounded(backbone.seconds) }));
    Value::Object(object)
}

fn head(problem: &Problem, engine: &Engine, status: Status, reason: Option<Stop>) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("id".into(), problem.id.clone().map_or(Value::Null, Value::from));
    object.insert("puzzle".into(), problem.kind().into());
    object.insert("engine".into(), engine.to_string().into());
    if let Some(variant) = problem.variant(engine) {
        object.insert("variant".into(), variant.into());
    }
    object.insert("status".into(), status.word().into());
    object.insert("reason".into(), reason.map_or(Value::Null, |stop| stop.word().into()));
    object
}

/// What is known of a problem before it is made.
pub struct Head<'a> {
    /// Its name.
    pub id: Option<&'a str>,
    /// The puzzle, or `model`.
    pub puzzle: Option<&'a str>,
    /// The engine.
    pub engine: Option<&'a str>,
}

/// What every command prints of a problem that it could not answer in time; `fields` are its own.
pub fn unanswered_json(
    head: &Head,
    status: Status,
    stop: Stop,
    fields: Vec<(&'static str, Value)>,
    seconds: f64,
) -> Value {
    let mut object = Map::new();
    object.insert("id".into(), head.id.into());
    object.insert("puzzle".into(), head.puzzle.into());
    object.insert("engine".into(), head.engine.into());
    object.insert("status".into(), status.word().into());
    object.insert("reason".into(), stop.word().into());
    object.extend(fields.into_iter().map(|(name, value)| (name.to_string(), value)));
    object.insert("stats".into(), json!({ "seconds": rounded(seconds) }));
    Value::Object(object)
}

/// Statistics as JSON: seconds always, counters where something was counted.
pub fn stats_json(stats: &Stats, phases: &Phases) -> Value {
    let mut object = Map::new();
    object.insert("seconds".into(), rounded(phases.total()).into());
    for (name, value) in phase_list(phases) {
        object.insert(format!("{name}_seconds"), rounded(value).into());
    }
    for (name, value) in counter_list(stats) {
        object.insert(name.into(), value.into());
    }
    object.insert("peak_bytes".into(), crate::search::peak_bytes().into());
    Value::Object(object)
}

/// The phases with their names.
pub fn phase_list(phases: &Phases) -> [(&'static str, f64); 4] {
    [("flatten", phases.flatten), ("encode", phases.encode), ("solve", phases.solve), ("judge", phases.judge)]
}

/// The counters with their names.
pub fn counter_list(stats: &Stats) -> [(&'static str, u64); 8] {
    [
        ("variables", stats.variables),
        ("clauses", stats.clauses),
        ("literals", stats.literals),
        ("nodes", stats.nodes),
        ("backtracks", stats.backtracks),
        ("checks", stats.checks),
        ("propagations", stats.propagations),
        ("solver_calls", stats.solver_calls),
    ]
}

/// Microseconds are all that a clock can tell.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}
