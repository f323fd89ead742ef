//! Numbers of solutions, backbones and probabilities for people.

use super::json::BEST_OR_NOT;
use super::text::seconds;
use crate::puzzles::Show;
use crate::search::Stop;
use crate::solve::{Backbone, Counted, Probabilities, Problem, Status};
use num_bigint::BigUint;
use serde_json::Value;

/// The number of solutions on one line, or what is known of it.
pub fn count_text(counted: &Counted) -> String {
    match (&counted.solutions, &counted.at_least, counted.reason) {
        (None, Some(n), Some(stop)) => format!("at least {n} ({})", stop.word()),
        (solutions, _, reason) => number(solutions.as_ref(), reason, counted.optimises),
    }
}

fn number(solutions: Option<&BigUint>, reason: Option<Stop>, optimises: bool) -> String {
    match (solutions, reason) {
        (Some(n), _) if optimises => format!("{n} ({BEST_OR_NOT})"),
        (Some(n), _) => n.to_string(),
        (None, Some(stop)) => format!("unknown ({})", stop.word()),
        (None, None) => "unknown".to_string(),
    }
}

/// What is certain: for a puzzle lists and a drawing, for a model the variables with one value.
pub fn backbone_text(problem: &Problem, found: &Backbone, colour: bool) -> String {
    let verdict = match (found.status, found.reason) {
        (Status::Unknown, Some(stop)) => format!("unknown ({})", stop.word()),
        (status, _) => status.word().to_string(),
    };
    let scope = if found.optimises { format!("{BEST_OR_NOT}, ") } else { String::new() };
    let closing = format!("{verdict}: {scope}{}\n", seconds(found.seconds));
    let body = match (&found.shown, problem.instance()) {
        (Value::Null, _) => String::new(),
        _ if found.status != Status::Satisfiable => String::new(),
        (shown, Some(instance)) => lists(shown) + &instance.draw(Show::Backbone(shown), colour),
        (shown, None) => values(shown),
    };
    body + &closing
}

/// How many solutions there are, and how likely things are: for a puzzle a drawing, for a model the number of solutions
/// in which each Boolean is true.
pub fn probabilities_text(problem: &Problem, found: &Probabilities, colour: bool) -> String {
    let total = number(found.total.as_ref(), found.reason, found.optimises);
    let body = match (&found.shown, problem.instance()) {
        (Value::Null, _) => String::new(),
        (shown, Some(instance)) => instance.draw(Show::Probabilities(shown), colour),
        (shown, None) => values(shown) + &uncounted(shown),
    };
    format!("{total}\n{body}")
}

/// Which variables have no such number, since they are not Booleans.
fn uncounted(shown: &Value) -> String {
    let names: Vec<&str> =
        shown.as_object().into_iter().flatten().filter(|(_, v)| v.is_null()).map(|(n, _)| n.as_str()).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!("not Boolean, not counted: {}\n", names.join(", ")),
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

/// `name = value` for everything of which something is known.
fn values(shown: &Value) -> String {
    fn is_known(value: &Value) -> bool {
        value.as_array().map_or(!value.is_null(), |list| list.is_empty() || list.iter().any(is_known))
    }
    let known = shown.as_object().into_iter().flatten().filter(|(_, value)| is_known(value));
    known.map(|(name, value)| format!("{name} = {value}\n")).collect()
}
