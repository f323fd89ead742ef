//! The JSON that scripts rely on: one object per instance, fields in a fixed order.

use crate::engine::Engine;
use crate::search::{Stats, Stop};
use crate::solve::{Accepted, Backbone, Counted, Evidence, Outcome, Phases, Probabilities, Problem, Status};
use num_bigint::BigUint;
use serde_json::{Map, Value, json};

/// What is said of a question that an objective plays no part in.
pub(super) const BEST_OR_NOT: &str = "of all solutions, best or not";

/// What `solve --json` prints. `solutions` is the list when several were asked for; `checker` is what a checker said.
pub fn outcome_json(problem: &Problem, outcome: &Outcome, solutions: Option<Vec<Value>>, checker: Value) -> Value {
    let mut object = head(problem, &outcome.engine, outcome.status, outcome.reason);
    let best = outcome.best.as_ref();
    let optimises = outcome.statement.as_ref().is_some_and(|s| s.optimises());
    object.insert("chosen".into(), json!(outcome.why));
    object.insert("solution".into(), best.map_or(Value::Null, Accepted::shown));
    object.insert("objective".into(), json!(outcome.objective));
    object.insert("bound".into(), json!(outcome.bound));
    object.insert("maximise".into(), json!(optimises.then(|| outcome.is_maximised())));
    object.insert("cost".into(), json!(best.and_then(|answer| answer.cost(problem))));
    object.insert("horizon".into(), json!(outcome.horizon));
    object.insert("complete".into(), json!(solutions.as_ref().map(|_| outcome.complete)));
    object.insert("solutions".into(), json!(solutions));
    object.insert("checker".into(), checker);
    object.insert("message".into(), Value::Null);
    object.insert("not_judged".into(), json!(best.and_then(|answer| answer.not_judged.as_ref())));
    object.insert("evidence".into(), evidence_json(outcome.evidence));
    object.insert("unchecked".into(), outcome.is_unchecked().into());
    object.insert("stats".into(), stats_json(&outcome.stats, &outcome.phases));
    Value::Object(object)
}

/// What a verdict rests on.
pub fn evidence_json(evidence: Evidence) -> Value {
    json!({"kind": evidence.kind.word(), "checked": evidence.checked})
}

/// The fields of [`outcome_json`] that are only known in the end, when nothing was found.
pub fn nothing_found(listed: bool) -> Vec<(&'static str, Value)> {
    let (complete, solutions) =
        if listed { (false.into(), Value::Array(Vec::new())) } else { (Value::Null, Value::Null) };
    let nulls =
        ["chosen", "solution", "objective", "bound", "maximise", "cost", "horizon", "checker", "message", "not_judged"];
    let nulls = nulls.map(|name| (name, Value::Null));
    let evidence = evidence_json(Evidence::NONE);
    let others =
        [("complete", complete), ("solutions", solutions), ("evidence", evidence), ("unchecked", false.into())];
    nulls.into_iter().chain(others).collect()
}

/// What `count --json` prints.
pub fn count_json(problem: &Problem, engine: &Engine, counted: &Counted) -> Value {
    let mut object = head(problem, engine, counted.status, counted.reason);
    object.insert("solutions".into(), number(counted.solutions.as_ref()));
    object.insert("at_least".into(), number(counted.at_least.as_ref()));
    object.insert("of".into(), scope(counted.optimises));
    object.insert("stats".into(), json!({ "seconds": rounded(counted.seconds) }));
    Value::Object(object)
}

/// What `count --probabilities --json` prints.
pub fn probabilities_json(problem: &Problem, engine: &Engine, found: &Probabilities) -> Value {
    let mut object = head(problem, engine, found.status, found.reason);
    object.insert("solutions".into(), number(found.total.as_ref()));
    object.insert("of".into(), scope(found.optimises));
    object.insert("probabilities".into(), found.shown.clone());
    object.insert("stats".into(), json!({ "seconds": rounded(found.seconds) }));
    Value::Object(object)
}

/// What `backbone --json` prints: what is certain, and its fields once more beside the others.
pub fn backbone_json(problem: &Problem, engine: &Engine, backbone: &Backbone) -> Value {
    let mut object = head(problem, engine, backbone.status, backbone.reason);
    object.insert("of".into(), scope(backbone.optimises));
    object.insert("backbone".into(), backbone.shown.clone());
    for (name, value) in backbone.shown.as_object().into_iter().flatten() {
        object.entry(name).or_insert_with(|| value.clone());
    }
    object.insert("stats".into(), json!({ "seconds": rounded(backbone.seconds) }));
    Value::Object(object)
}

/// Numbers may be longer than JSON readers like, so they are strings.
fn number(number: Option<&BigUint>) -> Value {
    number.map_or(Value::Null, |n| n.to_string().into())
}

fn scope(optimises: bool) -> Value {
    if optimises { BEST_OR_NOT.into() } else { Value::Null }
}

fn head(problem: &Problem, engine: &Engine, status: Status, reason: Option<Stop>) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("id".into(), json!(problem.id));
    object.insert("puzzle".into(), problem.kind().into());
    object.insert("engine".into(), engine.to_string().into());
    object.insert("variant".into(), json!(problem.variant(engine)));
    object.insert("status".into(), status.word().into());
    object.insert("reason".into(), json!(reason.map(Stop::word)));
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
    object.insert("variant".into(), Value::Null);
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
    if stats.formula != 0 {
        object.insert("formula".into(), format!("{:016x}", stats.formula).into());
    }
    object.insert("cpu_seconds".into(), rounded(crate::search::cpu_seconds()).into());
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
