//! Runs for tests of reports.

use crate::compare::{State, Trial};
use serde_json::json;

/// A run with figures in every field.
pub fn run(puzzle: &str, instance: &str, engine: &str, state: State, seconds: f64) -> Trial {
    let fields = json!({
        "instance": instance, "puzzle": puzzle, "size": 4, "engine": engine, "is_variant": false, "state": state,
        "verdict": (state == State::Ok).then_some("satisfiable"), "value": null, "message": null, "seconds": seconds,
        "wall_seconds": seconds, "flatten_seconds": 0.1, "encode_seconds": 0.2, "solve_seconds": 0.3,
        "judge_seconds": 0.0, "nodes": 5, "backtracks": 2, "variables": 30, "clauses": 70, "literals": 200,
        "peak_bytes": 1000,
    });
    serde_json::from_value(fields).expect("a run")
}
