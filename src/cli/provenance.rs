//! Where a formula came from, as JSON inside its map: enough to make the same problem again.

use super::failure::Rejected;
use crate::encode::Encoding;
use crate::front::Source;
use crate::search::Budget;
use crate::solve::{Named, Problem, intake};
use serde_json::{Value, json};

/// The context of a problem's formula under an encoding: what was named, and how it was written.
pub fn of(problem: &Problem, encoding: &Encoding) -> Value {
    let mut context = json!(problem.named());
    if let Some(fields) = context.as_object_mut() {
        fields.insert("encoding".to_string(), encoding.to_string().into());
    }
    context
}

/// The problem of a context. How the formula was written does not matter any more.
pub fn restore(context: &Value, budget: &Budget) -> anyhow::Result<Problem> {
    let read = serde_json::from_value::<Named>(context.clone());
    let mut named = read.map_err(|e| {
        Rejected(format!("the map's context names no problem ({e}): was the map written by `quandary export`?"))
    })?;
    // Older maps have a puzzle's instance as a text of its own.
    if let Some(text) = context.get("instance").and_then(Value::as_str) {
        named.data = vec![Source::new("the map's instance", text)];
    }
    Ok(intake::again(&named, budget)?)
}
