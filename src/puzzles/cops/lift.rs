//! From the values of a model's variables to a sweep.
//!
//! The labelled model says where each cop is (`at`); the other says where cops are (`cop`) and along which arcs they go
//! (`go`), and cops are followed along them.

use super::check::Sweep;
use super::instance::Instance;
use serde_json::{Map, Value};

/// The sweep of named values.
pub(super) fn sweep(instance: &Instance, named: &Map<String, Value>) -> Result<Sweep, String> {
    match (named.get("at"), named.get("cop"), named.get("go")) {
        (Some(at), ..) => rows(at)?.into_iter().map(|row| row.iter().map(vertex).collect()).collect(),
        (None, Some(cop), Some(go)) => follow(instance, &rows(cop)?, &rows(go)?),
        _ => Err("the model has neither `at` nor `cop` and `go`".to_string()),
    }
}

fn rows(value: &Value) -> Result<Vec<&Vec<Value>>, String> {
    let row = |value: &'_ Value| -> Option<()> { value.as_array().map(|_| ()) };
    let list = value.as_array().filter(|list| list.iter().all(|v| row(v).is_some()));
    let list = list.ok_or_else(|| "expected an array of two dimensions".to_string())?;
    Ok(list.iter().filter_map(Value::as_array).collect())
}

fn vertex(value: &Value) -> Result<usize, String> {
    value.as_u64().and_then(|v| usize::try_from(v).ok()).ok_or_else(|| format!("{value} is no vertex"))
}

fn follow(instance: &Instance, cop: &[&Vec<Value>], go: &[&Vec<Value>]) -> Result<Sweep, String> {
    let edges = instance.graph.edges();
    let arcs: Vec<(usize, usize)> = edges.iter().copied().chain(edges.iter().map(|&(u, v)| (v, u))).collect();
    let first = cop.first().ok_or("there is no time 0")?;
    let is_true = |value: &Value| *value == Value::Bool(true);
    let mut cops: Vec<usize> = (0..first.len()).filter(|&v| is_true(&first[v])).collect();
    let mut sweep = vec![cops.clone()];
    for step in go {
        let next =
            |v: usize| arcs.iter().zip(*step).find(|((tail, _), go)| *tail == v && is_true(go)).map(|(arc, _)| arc.1);
        cops = cops.iter().map(|&v| next(v).unwrap_or(v)).collect();
        sweep.push(cops.clone());
    }
    Ok(sweep)
}
