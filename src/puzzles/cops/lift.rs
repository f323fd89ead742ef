//! From the values of a model's variables to a sweep.
//!
//! The labelled model says where each cop is (`at`); the others say how many are on each vertex (`number` or `cop`) and
//! along which arcs they go (`go`), and cops are followed along them.

use super::check::Sweep;
use super::instance::Instance;
use crate::puzzles::typed::Named;
use serde_json::Value;

/// The sweep of named values.
pub(super) fn sweep(instance: &Instance, named: &Named) -> Result<Sweep, String> {
    match (named.get("at"), named.get("number").or(named.get("cop")), named.get("go")) {
        (Some(at), ..) => rows(at)?.into_iter().map(|row| row.iter().map(vertex).collect()).collect(),
        (None, Some(cops), Some(go)) => follow(instance, &rows(cops)?, &rows(go)?),
        _ => Err("the model has neither `at`, nor `number` or `cop` with `go`".to_string()),
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

fn follow(instance: &Instance, cops: &[&Vec<Value>], go: &[&Vec<Value>]) -> Result<Sweep, String> {
    let edges = instance.graph.edges();
    let arcs: Vec<(usize, usize)> = edges.iter().copied().chain(edges.iter().map(|&(u, v)| (v, u))).collect();
    let first = cops.first().ok_or("there is no time 0")?;
    let on = |v: usize| std::iter::repeat_n(v, how_many(&first[v]));
    let mut cops: Vec<usize> = (0..first.len()).flat_map(on).collect();
    let mut sweep = vec![cops.clone()];
    for step in go {
        let mut left: Vec<usize> = step.iter().map(how_many).collect();
        for cop in &mut cops {
            // The first arc from here that somebody still has to take; whoever finds none stays.
            let next = (0..arcs.len().min(left.len())).find(|&a| arcs[a].0 == *cop && left[a] > 0);
            if let Some(a) = next {
                left[a] -= 1;
                *cop = arcs[a].1;
            }
        }
        sweep.push(cops.clone());
    }
    Ok(sweep)
}

/// A Boolean counts as none or one.
fn how_many(value: &Value) -> usize {
    match value {
        Value::Bool(is_one) => usize::from(*is_one),
        _ => value.as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0),
    }
}
