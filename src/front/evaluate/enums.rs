//! Enums as types: constants of two enums do not compare, and where a number is wanted a constant is one.

use super::Evaluator;
use crate::front::diagnostic::{Outcome, fault};
use crate::front::source::Span;
use crate::front::sum::{Sum, Term};
use crate::front::value::{Array, EnumId, OpenSet, Set, Value};
use crate::model::Var;
use std::sync::Arc;

impl Evaluator<'_> {
    /// The enum a value belongs to.
    pub(super) fn enum_of(&self, value: &Value) -> Option<EnumId> {
        match value {
            Value::Enum(of, _) => Some(*of),
            Value::Var(var) => self.enum_vars.get(var).copied(),
            Value::Set(set) => set.of,
            Value::OpenSet(set) => set.of,
            Value::Optional(optional) => self.enum_of(&optional.value),
            _ => None,
        }
    }

    /// A variable takes the constants of an enum as values.
    pub fn is_of(&mut self, var: Var, of: EnumId) {
        self.enum_vars.insert(var, of);
    }

    /// Refuses two values of different enums. A number goes with any of them.
    pub(super) fn same_enum(&self, a: &Value, b: &Value, span: Span) -> Outcome<()> {
        match (self.enum_of(a), self.enum_of(b)) {
            (Some(a), Some(b)) if a != b => self.two_enums(a, b, span),
            _ => Ok(()),
        }
    }

    /// The error that two enums meet.
    pub(super) fn two_enums<T>(&self, a: EnumId, b: EnumId, span: Span) -> Outcome<T> {
        let name = |of: EnumId| &self.parts.enums[of as usize].name;
        fault(span, format!("`{}` and `{}` are different enums", name(a), name(b)))
    }

    /// The one enum of all values; none if they are numbers or of several.
    pub fn common_enum<'a>(&self, values: impl IntoIterator<Item = &'a Value>) -> Option<EnumId> {
        let mut all = values.into_iter().map(|value| self.enum_of(value));
        let first = all.next()??;
        all.all(|of| of == Some(first)).then_some(first)
    }

    pub(super) fn any_enum(&self, values: &[Value]) -> bool {
        values.iter().any(|value| self.enum_of(value).is_some())
    }

    /// The value as a number, whichever enum it is of.
    pub fn number(&self, value: Value) -> Value {
        match value {
            Value::Enum(_, at) => Value::Int(at),
            Value::Var(var) if self.enum_vars.contains_key(&var) => Value::Sum(Arc::new(Sum::term(Term::Var(var)))),
            Value::Set(set) if set.of.is_some() => Value::Set(Arc::new(Set { members: set.members.clone(), of: None })),
            Value::OpenSet(set) if set.of.is_some() => {
                Value::OpenSet(Arc::new(OpenSet { members: set.members.clone(), of: None }))
            }
            Value::Optional(optional) if self.enum_of(&optional.value).is_some() => {
                super::option::optional(optional.occurs.clone(), self.number(optional.value.clone()))
            }
            Value::Array(array) if self.any_enum(&array.cells) => {
                let cells = array.cells.iter().map(|cell| self.number(cell.clone())).collect();
                Value::Array(Arc::new(Array { index: array.index.clone(), cells }))
            }
            value => value,
        }
    }

    /// A list of constants of several enums is a list of numbers.
    pub(super) fn one_kind(&self, cells: Vec<Value>) -> Vec<Value> {
        let mut enums = cells.iter().filter_map(|cell| self.enum_of(cell));
        let first = enums.next();
        match enums.any(|of| Some(of) != first) {
            true => cells.into_iter().map(|cell| self.number(cell)).collect(),
            false => cells,
        }
    }
}
