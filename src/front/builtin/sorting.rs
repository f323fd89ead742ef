//! Arrays in the order of known keys.

use super::array::cells;
use crate::front::diagnostic::{Outcome, fault};
use crate::front::evaluate::Evaluator;
use crate::front::source::Span;
use crate::front::value::{Array, Value};
use std::cmp::Ordering;
use std::sync::Arc;

/// `sort_by(x, keys)`: the cells of `x` by increasing keys; equal keys keep their order.
pub(super) fn sort_by(_: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let (array, keys) = (cells(&args[0], span)?, cells(&args[1], span)?);
    if array.cells.len() != keys.cells.len() {
        return fault(span, format!("{} keys for {} cells", keys.cells.len(), array.cells.len()));
    }
    let keys: Vec<Key> = keys.cells.iter().map(|cell| key(cell, span)).collect::<Outcome<_>>()?;
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by(|a, b| keys[*a].compare(&keys[*b]));
    let sorted = order.into_iter().map(|at| array.cells[at].clone()).collect();
    Ok(Value::Array(Arc::new(Array { index: array.index.clone(), cells: sorted })))
}

enum Key {
    Int(i64),
    Float(f64),
    Text(Arc<str>),
}

impl Key {
    fn compare(&self, other: &Key) -> Ordering {
        match (self, other) {
            (Key::Int(a), Key::Int(b)) => a.cmp(b),
            (Key::Text(a), Key::Text(b)) => a.cmp(b),
            (Key::Float(a), Key::Float(b)) => a.total_cmp(b),
            (Key::Int(a), Key::Float(b)) => (*a as f64).total_cmp(b),
            (Key::Float(a), Key::Int(b)) => a.total_cmp(&(*b as f64)),
            (Key::Text(_), _) => Ordering::Greater,
            (_, Key::Text(_)) => Ordering::Less,
        }
    }
}

fn key(value: &Value, span: Span) -> Outcome<Key> {
    match value {
        Value::Int(at) | Value::Enum(_, at) => Ok(Key::Int(*at)),
        Value::Bool(at) => Ok(Key::Int((*at).into())),
        Value::Float(at) => Ok(Key::Float(*at)),
        Value::Str(text) => Ok(Key::Text(text.clone())),
        other => fault(span, format!("expected known values to sort by, found {}", other.kind())),
    }
}

/// `index_sets_agree(x, y)`: both arrays have the same index sets.
pub(super) fn index_sets_agree(_: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    Ok(Value::Bool(cells(&args[0], span)?.index == cells(&args[1], span)?.index))
}

/// `arrayXd(x, y)`: the cells of `y` with the index sets of `x`.
pub(super) fn shaped_like(_: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let (shape, array) = (cells(&args[0], span)?, cells(&args[1], span)?);
    match shape.cells.len() == array.cells.len() {
        true => Ok(Value::Array(Arc::new(Array { index: shape.index.clone(), cells: array.cells.clone() }))),
        false => fault(span, format!("{} cells for {} places", array.cells.len(), shape.cells.len())),
    }
}
