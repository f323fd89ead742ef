//! Values that may be absent.
//!
//! An operator replaces what is absent by what changes nothing (`+` by 0, `*` by 1, `/\` by true, `\/` by false); a
//! comparison with something absent holds, except that `=` asks whether both are absent or both have the same value.

use super::{Evaluator, from_formula};
use crate::front::diagnostic::{Outcome, fault};
use crate::front::formula::Formula;
use crate::front::source::Span;
use crate::front::syntax::Op;
use crate::front::value::{Array, Optional, Set, Value};
use crate::model::Domain;
use std::sync::Arc;

/// A value that is there if the condition holds.
pub(crate) fn optional(occurs: Formula, value: Value) -> Value {
    match (occurs, value) {
        (Formula::Const(true), value) => value,
        (Formula::Const(false), _) | (_, Value::Absent) => Value::Absent,
        (occurs, Value::Optional(inner)) => {
            let occurs = Formula::and([occurs, inner.occurs.clone()]);
            Value::Optional(Arc::new(Optional { occurs, value: inner.value.clone() }))
        }
        (occurs, value) => Value::Optional(Arc::new(Optional { occurs, value })),
    }
}

/// When there is a value.
pub(crate) fn occurs(value: &Value) -> Formula {
    match value {
        Value::Absent => Formula::Const(false),
        Value::Optional(optional) => optional.occurs.clone(),
        _ => Formula::Const(true),
    }
}

/// The value, as if it were there.
pub(crate) fn inner(value: &Value) -> Option<&Value> {
    match value {
        Value::Absent => None,
        Value::Optional(optional) => Some(&optional.value),
        value => Some(value),
    }
}

impl Evaluator<'_> {
    /// The value, or another if it is absent.
    pub fn or_else(&mut self, value: &Value, other: Value, span: Span) -> Outcome<Value> {
        match value {
            Value::Absent => Ok(other),
            Value::Optional(optional) => {
                let occurs = optional.occurs.clone();
                self.select(vec![(occurs.clone(), optional.value.clone()), (occurs.negated(), other)], false, span)
            }
            value => Ok(value.clone()),
        }
    }

    /// All cells, with another value for what is absent.
    pub fn or_else_all(&mut self, cells: &[Value], other: &Value, span: Span) -> Outcome<Vec<Value>> {
        cells.iter().map(|cell| self.or_else(cell, other.clone(), span)).collect()
    }

    /// The value; where it is absent, what is asked for is undefined.
    pub fn deopt(&mut self, value: &Value, span: Span) -> Outcome<Value> {
        match value {
            Value::Absent => crate::front::diagnostic::undefined(span, "there is no value: it is absent"),
            Value::Optional(optional) => {
                self.require(optional.occurs.clone());
                Ok(optional.value.clone())
            }
            value => Ok(value.clone()),
        }
    }

    /// An operator where something is absent or may be.
    pub(super) fn option_operator(&mut self, op: Op, left: Value, right: Value, span: Span) -> Outcome<Value> {
        let neutral = match op {
            Op::Plus => Value::Int(0),
            Op::Times => Value::Int(1),
            Op::And => Value::Bool(true),
            Op::Or => Value::Bool(false),
            Op::Eq | Op::Ne => return self.option_equality(op, &left, &right, span),
            Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Implies | Op::ImpliedBy | Op::Iff | Op::Xor => {
                return self.weak_truth(op, &left, &right, span);
            }
            Op::In => return self.option_membership(&left, &right, span),
            Op::Minus | Op::Div | Op::Divide => return self.option_difference(op, &left, &right, span),
            Op::Mod | Op::Pow => return self.weak(op, &left, &right, span),
            Op::Subset | Op::Superset | Op::Union | Op::Diff | Op::SymDiff | Op::Intersect => {
                return self.weak(op, &left, &right, span);
            }
            Op::Range | Op::RangeBelow | Op::AboveRange | Op::AboveRangeBelow | Op::Concat | Op::Default => {
                return fault(span, "expected values that are there, found one that may be absent");
            }
            Op::Not | Op::Neg => return fault(span, "this operator has one operand"),
        };
        let left = self.or_else(&left, neutral.clone(), span)?;
        let right = self.or_else(&right, neutral, span)?;
        self.binary(op, left, right, span)
    }

    /// Both are there, and then what the operator says; otherwise absent.
    pub fn weak(&mut self, op: Op, left: &Value, right: &Value, span: Span) -> Outcome<Value> {
        let both = Formula::and([occurs(left), occurs(right)]);
        let (Some(a), Some(b)) = (inner(left).cloned(), inner(right).cloned()) else { return Ok(Value::Absent) };
        let value = self.only_if(both.clone(), |ev| ev.binary(op, a, b, span))?;
        Ok(value.map_or(Value::Absent, |value| optional(both, value)))
    }

    /// Absent if the left one is; the left one if the right one is.
    fn option_difference(&mut self, op: Op, left: &Value, right: &Value, span: Span) -> Outcome<Value> {
        let Some(a) = inner(left).cloned() else { return Ok(Value::Absent) };
        let there = occurs(left);
        let neutral = Value::Int(if op == Op::Minus { 0 } else { 1 });
        let value = self.only_if(there.clone(), |ev| {
            let b = ev.or_else(right, neutral, span)?;
            ev.binary(op, a, b, span)
        })?;
        Ok(value.map_or(Value::Absent, |value| optional(there, value)))
    }

    /// True if either is absent.
    pub fn weak_truth(&mut self, op: Op, left: &Value, right: &Value, span: Span) -> Outcome<Value> {
        let (Some(a), Some(b)) = (inner(left).cloned(), inner(right).cloned()) else { return Ok(Value::Bool(true)) };
        let value = self.binary(op, a, b, span)?;
        let truth = self.formula(value, span)?;
        Ok(from_formula(Formula::or([occurs(left).negated(), occurs(right).negated(), truth])))
    }

    fn option_equality(&mut self, op: Op, left: &Value, right: &Value, span: Span) -> Outcome<Value> {
        let (here, there) = (occurs(left), occurs(right));
        let neither = Formula::and([here.clone().negated(), there.clone().negated()]);
        let equal = match (inner(left).cloned(), inner(right).cloned()) {
            (Some(a), Some(b)) => {
                let value = self.comparison(Op::Eq, &a, &b, span)?;
                let truth = self.formula(value, span)?;
                Formula::or([neither, Formula::and([here, there, truth])])
            }
            _ => neither,
        };
        Ok(from_formula(if op == Op::Eq { equal } else { equal.negated() }))
    }

    fn option_membership(&mut self, left: &Value, right: &Value, span: Span) -> Outcome<Value> {
        let Some(a) = inner(left).cloned() else { return Ok(Value::Bool(false)) };
        let value = self.membership(&a, right, span)?;
        let truth = self.formula(value, span)?;
        Ok(from_formula(Formula::and([occurs(left), truth])))
    }

    /// A function of one value, of what is there.
    pub fn lifted(&mut self, value: &Value, f: impl FnOnce(&mut Self, &Value) -> Outcome<Value>) -> Outcome<Value> {
        match value {
            Value::Absent => Ok(Value::Absent),
            Value::Optional(given) => {
                let value = self.only_if(given.occurs.clone(), |ev| f(ev, &given.value))?;
                Ok(value.map_or(Value::Absent, |value| optional(given.occurs.clone(), value)))
            }
            value => f(self, value),
        }
    }

    /// Something that need be defined only if a condition holds; nothing if it never is.
    pub fn only_if(&mut self, when: Formula, f: impl FnOnce(&mut Self) -> Outcome<Value>) -> Outcome<Option<Value>> {
        let (value, demands) = self.captured(f);
        for demand in demands {
            self.require(Formula::implies(when.clone(), demand));
        }
        match value {
            Ok(value) => Ok(Some(value)),
            Err(fault) if fault.is_undefined() => {
                self.require(when.negated());
                Ok(None)
            }
            Err(fault) => Err(fault),
        }
    }

    /// Exactly one branch is taken, and some may have no value.
    pub(super) fn select_option(&mut self, branches: Vec<(Formula, Value)>, span: Span) -> Outcome<Value> {
        let there = branches.iter().map(|(when, value)| Formula::implies(when.clone(), occurs(value)));
        let there = Formula::and(there.collect::<Vec<_>>());
        let Some(like) = branches.iter().find_map(|(_, value)| inner(value)).cloned() else { return Ok(Value::Absent) };
        let filler = self.filler(&like, span)?;
        let values = branches.iter().map(|(when, value)| (when.clone(), inner(value).unwrap_or(&filler).clone()));
        let value = self.select(values.collect(), false, span)?;
        let there = self.flat.named(there);
        Ok(optional(there, value))
    }

    /// Some known value of the same kind, to stand where nobody looks.
    pub(super) fn filler(&mut self, like: &Value, span: Span) -> Outcome<Value> {
        Ok(match like {
            Value::Bool(_) | Value::Atom(_) | Value::Formula(_) => Value::Bool(false),
            Value::Set(set) => Value::Set(Arc::new(Set { members: Domain::from_values([]), of: set.of })),
            Value::OpenSet(set) => Value::Set(Arc::new(Set { members: Domain::from_values([]), of: set.of })),
            Value::Var(_) | Value::Sum(_) => {
                let sum = self.sum(like, span)?;
                let lo = self.flat.range(&sum).domain().min();
                self.enum_of(like).map_or(Value::Int(lo), |of| Value::Enum(of, lo))
            }
            Value::Array(array) => {
                let cells = array.cells.iter().map(|cell| self.filler(cell, span)).collect::<Outcome<_>>()?;
                Value::Array(Arc::new(Array { index: array.index.clone(), cells }))
            }
            Value::Tuple(parts) => {
                Value::Tuple(parts.iter().map(|part| self.filler(part, span)).collect::<Outcome<Vec<_>>>()?.into())
            }
            Value::Record(fields) => {
                let each = |(name, field): &(Arc<str>, Value)| Ok((name.clone(), self.filler(field, span)?));
                Value::Record(fields.iter().map(each).collect::<Outcome<Vec<_>>>()?.into())
            }
            Value::Optional(_) => Value::Absent,
            Value::Int(_)
            | Value::Float(_)
            | Value::Floats(_)
            | Value::Str(_)
            | Value::Enum(..)
            | Value::Unknown
            | Value::Absent => like.clone(),
        })
    }
}
