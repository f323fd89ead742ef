//! Sets of floats, which only parameters have: ranges, operators, membership.

use super::{Evaluator, float};
use crate::front::diagnostic::{Outcome, fault, undefined};
use crate::front::flatten::HUGE;
use crate::front::floats::FloatSet;
use crate::front::source::Span;
use crate::front::syntax::{Expr, Kind, Op};
use crate::front::value::Value;
use std::sync::Arc;

impl Evaluator<'_> {
    /// `1.0..2.5`. An infinite end alone says nothing of floats: `1..infinity` is a set of integers.
    pub(super) fn float_range(&mut self, left: &Value, right: &Value, span: Span) -> Outcome<Value> {
        let infinite = |value: &Value| matches!(value, Value::Float(end) if end.is_infinite());
        let is_number = |value: &Value| matches!(value, Value::Float(end) if end.is_finite());
        if is_number(left) || is_number(right) {
            return Ok(floats([(float(left, span)?, float(right, span)?)]));
        }
        let end = |value: &Value, whole: i64| if infinite(value) { Value::Int(whole) } else { value.clone() };
        self.range_of(&end(left, -HUGE), &end(right, HUGE), span)
    }
}

/// A set of floats from ranges.
pub(super) fn floats(ranges: impl IntoIterator<Item = (f64, f64)>) -> Value {
    Value::Floats(Arc::new(FloatSet::new(ranges)))
}

/// A known set as a set of floats.
pub(super) fn as_floats(value: &Value, span: Span) -> Outcome<FloatSet> {
    let end = |at: i64| match at.abs() >= HUGE {
        true => f64::INFINITY.copysign(at as f64),
        false => at as f64,
    };
    match value {
        Value::Floats(set) => Ok((**set).clone()),
        // As in MiniZinc: what lies between two neighbours is in it as well.
        Value::Set(set) => Ok(FloatSet::new(set.members.ranges().iter().map(|(lo, hi)| (end(*lo), end(*hi))))),
        other => fault(span, format!("expected a set of floats, found {}", other.kind())),
    }
}

/// `a op b`, one of them a set of floats.
pub(super) fn operator(op: Op, a: &Value, b: &Value, span: Span) -> Outcome<Value> {
    let (a, b) = (as_floats(a, span)?, as_floats(b, span)?);
    match op {
        Op::Subset => Ok(Value::Bool(a.is_subset(&b))),
        Op::Superset => Ok(Value::Bool(b.is_subset(&a))),
        Op::Union => Ok(Value::Floats(Arc::new(a.union(&b)))),
        Op::Intersect => Ok(Value::Floats(Arc::new(a.intersect(&b)))),
        Op::Eq => Ok(Value::Bool(a == b)),
        Op::Ne => Ok(Value::Bool(a != b)),
        _ => fault(span, "sets of floats have only `=`, `!=`, `union`, `intersect`, `subset`, `superset` and `in`"),
    }
}

pub(super) fn contains(value: &Value, set: &FloatSet, span: Span) -> Outcome<Value> {
    Ok(Value::Bool(set.contains(float(value, span)?)))
}

/// A number within the domain of its type.
pub(super) fn within(value: Value, set: &FloatSet, of: &str, span: Span) -> Outcome<Value> {
    if let Value::Floats(_) | Value::Set(_) = &value {
        return match as_floats(&value, span)?.is_subset(set) {
            true => Ok(value),
            false => undefined(span, format!("the set is not within the domain {set} of {of}")),
        };
    }
    let number = float(&value, span)?;
    match set.contains(number) {
        true => Ok(Value::Float(number)),
        false => undefined(span, format!("{number:?} is outside the domain {set} of {of}")),
    }
}

/// Whether a type that is an expression may be a set of floats, as far as one sees.
pub(super) fn may_have_floats(domain: &Expr) -> bool {
    match &domain.kind {
        Kind::Float(_) | Kind::Name(..) | Kind::Call(..) => true,
        Kind::Unary(_, inner) => may_have_floats(inner),
        Kind::Chain(first, links) => may_have_floats(first) || links.iter().any(|link| may_have_floats(&link.right)),
        Kind::Set(members) => members.iter().any(may_have_floats),
        _ => false,
    }
}
