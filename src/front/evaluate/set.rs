//! Sets of integers and enum constants: literals, ranges, operators, membership.

use super::operator::ordered;
use super::{Evaluator, float_set, from_formula};
use crate::front::diagnostic::{Outcome, fault};
use crate::front::flatten::HUGE;
use crate::front::formula::Formula;
use crate::front::source::Span;
use crate::front::syntax::{Expr, Op};
use crate::front::value::{Array, EnumId, Set, Value};
use crate::model::Domain;
use std::sync::Arc;

impl Evaluator<'_> {
    pub(super) fn set_literal(&mut self, members: &[Expr]) -> Outcome<Value> {
        let mut found = Members::default();
        let mut values = Vec::with_capacity(members.len());
        for member in members {
            values.push(self.eval(member)?);
        }
        if let Some(at) = values.iter().position(|value| value.is_var() || value.is_option()) {
            let values: Vec<_> = values.into_iter().map(|value| (Formula::Const(true), value)).collect();
            return self.set_of_values(&values, members[at].span);
        }
        values.iter().zip(members).try_for_each(|(value, member)| found.add(value, member.span))?;
        self.set_of(found)
    }

    /// A set from its members.
    pub fn set_of(&mut self, members: Members) -> Outcome<Value> {
        const BYTES_OF_RANGE: u64 = 2 * size_of::<i64>() as u64;
        let n = (members.numbers.len() + members.floats.len()) as u64;
        self.flat.meter.tick(n)?;
        self.flat.meter.room(n.saturating_mul(BYTES_OF_RANGE))?;
        if !members.floats.is_empty() {
            let whole = members.numbers.iter().map(|at| *at as f64);
            return Ok(float_set::floats(members.floats.iter().copied().chain(whole).map(|at| (at, at))));
        }
        Ok(Value::Set(Arc::new(Set { members: Domain::from_values(members.numbers), of: members.of })))
    }

    pub(super) fn range_of(&mut self, left: &Value, right: &Value, span: Span) -> Outcome<Value> {
        self.same_enum(left, right, span)?;
        if let (Value::Float(_), _) | (_, Value::Float(_)) = (left, right) {
            return self.float_range(left, right, span);
        }
        if left.is_var() || right.is_var() {
            return self.variable_range(left, right, span);
        }
        let ((lo, of), (hi, other)) = (member(left, span)?, member(right, span)?);
        Ok(Value::Set(Arc::new(Set { members: Domain::range(lo, hi), of: of.or(other) })))
    }

    /// `..`, `lo..` or `..hi`: an end that is not said is as far as numbers go, or the end of the enum.
    pub(super) fn open_range(&mut self, lo: Option<&Expr>, hi: Option<&Expr>) -> Outcome<Value> {
        let mut end = |end: Option<&Expr>| -> Outcome<Option<(Value, Span)>> {
            end.map(|end| Ok((self.eval(end)?, end.span))).transpose()
        };
        let (lo, hi) = (end(lo)?, end(hi)?);
        let of = lo.iter().chain(&hi).find_map(|(value, _)| self.enum_of(value));
        let n = of.and_then(|of| self.enums[of as usize].as_ref()).map(|made| made.constants.len() as i64);
        let put = |at: i64| of.map_or(Value::Int(at), |of| Value::Enum(of, at));
        let span = lo.iter().chain(&hi).next().map_or(Span::NOWHERE, |(_, span)| *span);
        let lo = lo.map_or_else(|| put(n.map_or(-HUGE, |_| 1)), |(value, _)| value);
        let hi = hi.map_or_else(|| put(n.unwrap_or(HUGE)), |(value, _)| value);
        self.range_of(&lo, &hi, span)
    }

    pub(super) fn membership(&mut self, left: &Value, right: &Value, span: Span) -> Outcome<Value> {
        self.same_enum(left, right, span)?;
        let set = match right {
            Value::Set(set) => set,
            Value::OpenSet(set) => return self.in_open_set(left, set, span),
            Value::Floats(set) => return float_set::contains(left, set, span),
            Value::Array(array) => return self.in_array(left, array, span),
            other => return fault(span, format!("expected a set after `in`, found {}", other.kind())),
        };
        match left {
            Value::Int(value) | Value::Enum(_, value) => Ok(Value::Bool(set.members.contains(*value))),
            _ => {
                let sum = self.sum(left, span)?;
                self.at(span).member(&sum, &set.members).map(from_formula)
            }
        }
    }

    pub(super) fn set_operator(&mut self, op: Op, left: &Value, right: &Value, span: Span) -> Outcome<Value> {
        self.same_enum(left, right, span)?;
        if matches!(left, Value::OpenSet(_)) || matches!(right, Value::OpenSet(_)) {
            return self.open_set_operator(op, left, right, span);
        }
        if matches!(left, Value::Floats(_)) || matches!(right, Value::Floats(_)) {
            return float_set::operator(op, left, right, span);
        }
        let (a, b) = (set(left, span)?, set(right, span)?);
        let of = a.of.or(b.of);
        let members = match op {
            Op::Subset => return Ok(Value::Bool(a.members.minus(&b.members).is_empty())),
            Op::Superset => return Ok(Value::Bool(b.members.minus(&a.members).is_empty())),
            Op::Union => a.members.union(&b.members),
            Op::Diff => a.members.minus(&b.members),
            Op::Intersect => a.members.intersect(&b.members),
            _ => a.members.minus(&b.members).union(&b.members.minus(&a.members)),
        };
        Ok(Value::Set(Arc::new(Set { members, of })))
    }

    /// Whether some cell has the value.
    fn in_array(&mut self, value: &Value, array: &Array, span: Span) -> Outcome<Value> {
        let mut parts = Vec::new();
        for cell in &array.cells {
            let equal = self.comparison(Op::Eq, value, cell, span)?;
            parts.push(self.formula(equal, span)?);
        }
        Ok(from_formula(Formula::or(parts)))
    }

    /// A formula that says a value is in a set.
    pub fn is_in(&mut self, value: &Value, members: &Domain, span: Span) -> Outcome<Formula> {
        let sum = self.sum(value, span)?;
        self.at(span).member(&sum, members)
    }
}

/// The members of a set to be, as they come: numbers, unless all are of one enum.
#[derive(Default)]
pub(crate) struct Members {
    numbers: Vec<i64>,
    floats: Vec<f64>,
    of: Option<EnumId>,
}

impl Members {
    pub fn add(&mut self, value: &Value, span: Span) -> Outcome<()> {
        if let Value::Float(value) = value {
            self.floats.push(*value);
            return Ok(());
        }
        let (number, of) = member(value, span)?;
        self.of = if self.numbers.is_empty() { of } else { self.of.filter(|own| of == Some(*own)) };
        self.numbers.push(number);
        Ok(())
    }
}

/// A known member of a set.
fn member(value: &Value, span: Span) -> Outcome<(i64, Option<EnumId>)> {
    match value {
        Value::Int(value) => Ok((*value, None)),
        Value::Enum(of, value) => Ok((*value, Some(*of))),
        Value::Bool(value) => Ok(((*value).into(), None)),
        other => fault(span, format!("expected an integer, found {}", other.kind())),
    }
}

/// A known set.
pub(crate) fn set(value: &Value, span: Span) -> Outcome<&Arc<Set>> {
    match value {
        Value::Set(set) => Ok(set),
        other => fault(span, format!("expected a set, found {}", other.kind())),
    }
}

/// Sets are ordered as the sorted lists of their members.
pub(super) fn compare(op: Op, a: &Domain, b: &Domain) -> bool {
    match op {
        Op::Eq => a == b,
        Op::Ne => a != b,
        // Where the ranges first differ decides, unless one set is the beginning of the other.
        _ => ordered(op, compare_members(a, b)),
    }
}

/// The order of the sorted lists of members, without listing them.
fn compare_members(a: &Domain, b: &Domain) -> std::cmp::Ordering {
    let only = |x: &Domain, y: &Domain| x.minus(y);
    let (in_a, in_b) = (only(a, b), only(b, a));
    let first = match (in_a.is_empty(), in_b.is_empty()) {
        (true, true) => return std::cmp::Ordering::Equal,
        (true, false) => (in_b.min(), false),
        (false, true) => (in_a.min(), true),
        (false, false) => (in_a.min().min(in_b.min()), in_a.min() < in_b.min()),
    };
    // At the first member that only one of them has, the other has a larger one there, or has ended.
    let other = if first.1 { b } else { a };
    let ended = other.is_empty() || other.max() < first.0;
    match first.1 == ended {
        true => std::cmp::Ordering::Greater,
        false => std::cmp::Ordering::Less,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_ordered_like_their_lists() {
        let sets: Vec<Domain> =
            (0..32u32).map(|bits| Domain::from_values((0..5).filter(|i| bits >> i & 1 == 1))).collect();
        for a in &sets {
            for b in &sets {
                assert_eq!(compare_members(a, b), a.iter().cmp(b.iter()), "{a} and {b}");
            }
        }
    }
}
