//! Backbones and probabilities for people.

use super::text::seconds;
use crate::puzzles::Show;
use crate::solve::{Backbone, Probabilities, Problem, Status};
use serde_json::Value;

/// What is certain: for a puzzle lists and a drawing, for a model the variables with one value.
pub fn backbone_text(problem: &Problem, found: &Backbone, colour: bool) -> String {
    let verdict = match (found.status, found.reason) {
        (Status::Unknown, Some(stop)) => format!("unknown ({})", stop.word()),
        (status, _) => status.word().to_string(),
    };
    let closing = format!("{verdict}: {}\n", seconds(found.seconds));
    let body = match (&found.shown, &problem.puzzle) {
        (Value::Null, _) => String::new(),
        _ if found.status != Status::Satisfiable => String::new(),
        (shown, Some(puzzle)) => lists(shown) + &puzzle.instance.draw(Show::Backbone(shown), colour),
        (shown, None) => values(shown),
    };
    body + &closing
}

/// How likely things are: for a puzzle a drawing, for a model the share of each Boolean.
pub fn probabilities_text(problem: &Problem, found: &Probabilities, colour: bool) -> String {
    match (&found.shown, &problem.puzzle) {
        (Value::Null, _) => String::new(),
        (shown, Some(puzzle)) => puzzle.instance.draw(Show::Probabilities(shown), colour),
        (shown, None) => values(shown),
    }
}

/// Each list of the object on a line of its own: `safe: 7 [0,2] [0,5] ...`.
fn lists(shown: &Value) -> String {
    let line = |(name, value): (&String, &Value)| {
        let items = value.as_array().cloned().unwrap_or_default();
        let shown: String = items.iter().map(|item| format!(" {item}")).collect();
        format!("{name}: {}{shown}\n", items.len())
    };
    shown.as_object().into_iter().flatten().map(line).collect()
}

/// `name = value` for everything that is not `null`.
fn values(shown: &Value) -> String {
    let known = shown.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null());
    known.map(|(name, value)| format!("{name} = {value}\n")).collect()
}
