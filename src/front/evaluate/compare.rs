//! Comparisons of any two values of one kind.

use super::operator::ordered;
use super::{Evaluator, from_formula};
use crate::front::diagnostic::{Outcome, fault};
use crate::front::formula::Formula;
use crate::front::source::Span;
use crate::front::sum::Sum;
use crate::front::syntax::Op;
use crate::front::value::{Array, Value};
use crate::model::Cmp;
use std::sync::Arc;

impl Evaluator<'_> {
    /// `left op right` for any two values of one kind.
    pub fn comparison(&mut self, op: Op, left: &Value, right: &Value, span: Span) -> Outcome<Value> {
        self.same_enum(left, right, span)?;
        match (left, right) {
            (a, b) if a.is_option() || b.is_option() => self.option_operator(op, a.clone(), b.clone(), span),
            (Value::Int(a) | Value::Enum(_, a), Value::Int(b) | Value::Enum(_, b)) => {
                Ok(Value::Bool(ordered(op, a.cmp(b))))
            }
            (Value::Bool(a), Value::Bool(b)) => Ok(Value::Bool(ordered(op, a.cmp(b)))),
            (Value::Str(a), Value::Str(b)) => Ok(Value::Bool(ordered(op, a.cmp(b)))),
            (Value::Float(a), Value::Float(b)) => Ok(Value::Bool(a.partial_cmp(b).is_some_and(|o| ordered(op, o)))),
            (Value::Float(a), Value::Int(b)) => self.comparison(op, &Value::Float(*a), &Value::Float(*b as f64), span),
            (Value::Int(a), Value::Float(b)) => self.comparison(op, &Value::Float(*a as f64), &Value::Float(*b), span),
            (Value::Set(a), Value::Set(b)) => Ok(Value::Bool(super::set::compare(op, &a.members, &b.members))),
            (Value::Floats(_), _) | (_, Value::Floats(_)) => super::float_set::operator(op, left, right, span),
            (Value::Set(_) | Value::OpenSet(_), Value::Set(_) | Value::OpenSet(_)) => {
                self.compare_open_sets(op, left, right, span)
            }
            (Value::Array(a), Value::Array(b)) => self.compare_arrays(op, a, b, span),
            (Value::Tuple(a), Value::Tuple(b)) => {
                let list = |parts: &Arc<[Value]>| Array::list(parts.to_vec());
                self.compare_arrays(op, &list(a), &list(b), span)
            }
            (Value::Record(a), Value::Record(b)) => self.compare_records(op, a, b, span),
            (a, b) if a.is_bool() && b.is_bool() => self.compare_truths(op, a, b, span),
            (_, Value::Float(end)) if end.is_infinite() => Ok(Value::Bool(ordered(op, 0.0_f64.total_cmp(end)))),
            (Value::Float(end), _) if end.is_infinite() => Ok(Value::Bool(ordered(op, end.total_cmp(&0.0)))),
            (a, b) => self.compare_numbers(op, a, b, span),
        }
    }

    fn compare_truths(&mut self, op: Op, left: &Value, right: &Value, span: Span) -> Outcome<Value> {
        let (a, b) = (self.formula(left.clone(), span)?, self.formula(right.clone(), span)?);
        Ok(from_formula(match op {
            Op::Eq => Formula::iff(a, b),
            Op::Ne => Formula::iff(a, b.negated()),
            Op::Le => Formula::implies(a, b),
            Op::Ge => Formula::implies(b, a),
            Op::Lt => Formula::and([a.negated(), b]),
            _ => Formula::and([a, b.negated()]),
        }))
    }

    fn compare_numbers(&mut self, op: Op, left: &Value, right: &Value, span: Span) -> Outcome<Value> {
        let mut sum = self.sum(left, span)?;
        let right = self.sum(right, span)?;
        let shift = match op {
            Op::Lt => 1,
            Op::Gt => -1,
            _ => 0,
        };
        let cmp = match op {
            Op::Eq => Cmp::Eq,
            Op::Ne => Cmp::Ne,
            Op::Lt | Op::Le => Cmp::Le,
            _ => Cmp::Ge,
        };
        let done = sum.add(-1, &right).and_then(|()| sum.add(1, &Sum::constant(shift))).and_then(|()| sum.tidy());
        let flat = self.at(span);
        flat.checked(done)?;
        flat.compare(&sum, cmp).map(from_formula)
    }

    fn compare_arrays(&mut self, op: Op, left: &Array, right: &Array, span: Span) -> Outcome<Value> {
        if !matches!(op, Op::Eq | Op::Ne) {
            return self.lexicographic(op, left, right, span);
        }
        let same = left.cells.len() == right.cells.len();
        let mut parts = vec![Formula::Const(same)];
        for (a, b) in left.cells.iter().zip(&right.cells) {
            let equal = self.comparison(Op::Eq, a, b, span)?;
            parts.push(self.formula(equal, span)?);
        }
        let all = Formula::and(parts);
        Ok(from_formula(if op == Op::Eq { all } else { all.negated() }))
    }

    fn compare_records(
        &mut self,
        op: Op,
        left: &[(Arc<str>, Value)],
        right: &[(Arc<str>, Value)],
        span: Span,
    ) -> Outcome<Value> {
        if !left.iter().map(|(name, _)| name).eq(right.iter().map(|(name, _)| name)) {
            return fault(span, "these records have different fields");
        }
        let list = |fields: &[(Arc<str>, Value)]| Array::list(fields.iter().map(|(_, field)| field.clone()).collect());
        self.compare_arrays(op, &list(left), &list(right), span)
    }
}
