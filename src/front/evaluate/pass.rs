//! What goes into a function and comes out of it keeps to the declared types.
//!
//! A variable outside the domain of its parameter, or a result outside that of the function, makes the call undefined: false
//! in the nearest Boolean context. A known number for a parameter that is no variable, and an index set, can only be wrong.
//! What is passed for an `int` is a number, whichever enum it came from, and be it a truth value.

use super::access::members_of;
use super::declare::as_domain;
use super::{Evaluator, float_set, from_sum};
use crate::front::diagnostic::{Outcome, fault, undefined};
use crate::front::library;
use crate::front::source::Span;
use crate::front::syntax::{Base, Expr, Function, Type};
use crate::front::value::{Array, Index, Set, Value};
use std::sync::Arc;

impl Evaluator<'_> {
    /// The arguments, which are in the first locals of the frame, under the types of the parameters.
    pub(super) fn take_arguments(&mut self, function: &Function, args: &[Expr]) -> Outcome<()> {
        let of_library = library::is_place(function.span);
        for (at, param) in function.params.iter().enumerate() {
            let span = args.get(at).map_or(function.span, |arg| arg.span);
            // The library itself does not ask which of the two it was given.
            if !of_library && has_truth(&param.ty, &self.locals[self.base + at]) {
                let number = self.counted_as_number(&self.locals[self.base + at].clone(), span)?;
                self.set_local(at as u32, number);
            }
            let value = &self.locals[self.base + at];
            let listed = match (&param.ty.index, value) {
                // A set is passed for an array as the list of its members.
                (Some(_), Value::Set(set)) => Some(Value::Array(Arc::new(members_of(set)))),
                // The library takes arrays of any shape as lists.
                (Some(index), Value::Array(array)) if array.index.len() > 1 && has_any_shape(index) && of_library => {
                    Some(Value::Array(Arc::new(Array::list(array.cells.clone()))))
                }
                _ => None,
            };
            if listed.is_none() && is_plain(&param.ty) && !self.has_enums() {
                continue;
            }
            let value = listed.unwrap_or_else(|| value.clone());
            let value = self.kept(&param.ty, value, Role::Argument(&param.name), span)?;
            self.set_local(at as u32, value);
        }
        Ok(())
    }

    /// Truth values as the numbers 0 and 1.
    fn counted_as_number(&mut self, value: &Value, span: Span) -> Outcome<Value> {
        match value {
            Value::Array(array) => {
                let cells =
                    array.cells.iter().map(|cell| self.counted_as_number(cell, span)).collect::<Outcome<_>>()?;
                Ok(Value::Array(Arc::new(Array { index: array.index.clone(), cells })))
            }
            value if value.is_bool() => self.sum(value, span).map(from_sum),
            other => Ok(other.clone()),
        }
    }

    /// The value of a function under the type of its result.
    pub(super) fn returned(&mut self, function: &Function, value: Value, span: Span) -> Outcome<Value> {
        match is_plain(&function.result) && !self.has_enums() {
            true => Ok(value),
            false => self.kept(&function.result, value, Role::Result(&function.name), span),
        }
    }

    fn has_enums(&self) -> bool {
        !self.enums.is_empty()
    }

    fn kept(&mut self, ty: &Type, value: Value, role: Role<'_>, span: Span) -> Outcome<Value> {
        match (&ty.index, value) {
            (Some(types), Value::Array(array)) => {
                let index = self.kept_index(types, &array, role, span)?;
                let unchanged =
                    matches!(ty.base, Base::Bool | Base::Float | Base::Str | Base::Ann | Base::Any | Base::Variable(_));
                if (unchanged || (matches!(ty.base, Base::Int) && !self.any_enum(&array.cells))) && index == array.index
                {
                    return Ok(Value::Array(array));
                }
                let mut cells = Vec::with_capacity(array.cells.len());
                for cell in &array.cells {
                    self.flat.meter.tick(1)?;
                    cells.push(self.kept_cell(ty, cell.clone(), role, span)?);
                }
                Ok(Value::Array(Arc::new(Array { index, cells })))
            }
            (_, value) => self.kept_cell(ty, value, role, span),
        }
    }

    /// The index sets, which are those of the type where it has some.
    fn kept_index(
        &mut self,
        types: &[Type],
        array: &Array,
        role: Role<'_>,
        span: Span,
    ) -> Outcome<smallvec::SmallVec<[Index; 2]>> {
        let mut out = smallvec::SmallVec::new();
        for (ty, found) in types.iter().zip(&array.index) {
            if let Some(first) = self.first_index(ty)?
                && first != found.lo
                && !found.is_empty()
            {
                return fault(
                    span,
                    format!("{} is a list from {first} on, found {}..{}", role.shown(), found.lo, found.hi),
                );
            }
            let expected = self.index_set(ty)?.unwrap_or(*found);
            if (expected.lo, expected.hi) != (found.lo, found.hi) && !(expected.is_empty() && found.is_empty()) {
                let (lo, hi) = (expected.lo, expected.hi);
                let message =
                    format!("{} has the index set {lo}..{hi}, found {}..{}", role.shown(), found.lo, found.hi);
                return fault(span, message);
            }
            out.push(expected);
        }
        Ok(out)
    }

    fn kept_cell(&mut self, ty: &Type, value: Value, role: Role<'_>, span: Span) -> Outcome<Value> {
        let domain = match &ty.base {
            Base::Domain(expr) => match self.eval(expr)? {
                Value::Floats(floats) => return float_set::within(value, &floats, &role.shown(), span),
                domain => as_domain(domain, expr.span)?,
            },
            Base::Int => return Ok(self.number(value)),
            Base::Bool | Base::Float | Base::Str | Base::Ann | Base::Any | Base::Variable(_) => return Ok(value),
            Base::Tuple(_) | Base::Record(_) => return self.kept_parts(ty, value, role, span),
            Base::Array(inner) => return self.kept(inner, value, role, span),
            Base::Joined(_) => return Ok(value),
        };
        if value.is_option() {
            return self.lifted(&value, |ev, value| ev.kept_cell(ty, value.clone(), role, span));
        }
        if let (Some(own), Some(other)) = (domain.of, self.enum_of(&value))
            && own != other
        {
            return self.two_enums(own, other, span);
        }
        match value {
            Value::Set(set) => self.kept_set(&domain, set, role, span),
            Value::OpenSet(_) => self.within(&value, &domain, span),
            Value::Int(at) | Value::Enum(_, at) if domain.members.contains(at) => {
                Ok(domain.of.map_or(Value::Int(at), |of| Value::Enum(of, at)))
            }
            Value::Int(_) | Value::Enum(..) => {
                let shown = (self.show(&value), self.show(&Value::Set(domain)));
                undefined(span, format!("{} is outside the domain {} of {}", shown.0, shown.1, role.shown()))
            }
            value => {
                let inside = self.is_in(&value, &domain.members, span)?;
                self.require(inside);
                Ok(value)
            }
        }
    }

    fn kept_parts(&mut self, ty: &Type, value: Value, role: Role<'_>, span: Span) -> Outcome<Value> {
        match (&ty.base, &value) {
            (Base::Tuple(types), Value::Tuple(parts)) if types.len() == parts.len() => {
                let each = |(ty, part): (&Type, &Value)| self.kept(ty, part.clone(), role, span);
                Ok(Value::Tuple(types.iter().zip(parts.iter()).map(each).collect::<Outcome<Vec<_>>>()?.into()))
            }
            (Base::Record(types), Value::Record(fields)) => {
                let mut out = Vec::with_capacity(fields.len());
                for (name, field) in fields.iter() {
                    let ty = types.iter().find(|(other, _)| other == name);
                    let Some((_, ty)) = ty else {
                        return fault(span, format!("{} has no field `{name}`", role.shown()));
                    };
                    out.push((name.clone(), self.kept(ty, field.clone(), role, span)?));
                }
                Ok(Value::Record(out.into()))
            }
            _ => Ok(value),
        }
    }

    fn kept_set(&mut self, domain: &Set, set: Arc<Set>, role: Role<'_>, span: Span) -> Outcome<Value> {
        match set.members.minus(&domain.members).is_empty() {
            true => Ok(Value::Set(Arc::new(Set { members: set.members.clone(), of: domain.of }))),
            false => undefined(span, format!("the set is not within the domain of {}", role.shown())),
        }
    }
}

/// `array[$X]`.
pub(super) fn has_any_shape(index: &[Type]) -> bool {
    matches!(index, [Type { base: Base::Variable(_), .. }])
}

/// What a type is the type of.
#[derive(Clone, Copy)]
enum Role<'a> {
    Argument(&'a str),
    Result(&'a str),
}

impl Role<'_> {
    fn shown(self) -> String {
        match self {
            Role::Argument(name) => format!("the parameter `{name}`"),
            Role::Result(name) => format!("the result of `{name}`"),
        }
    }
}

/// Whether truth values are given where numbers are wanted.
fn has_truth(ty: &Type, value: &Value) -> bool {
    let number = matches!(ty.base, Base::Int | Base::Domain(_)) && !ty.set;
    number
        && match value {
            Value::Array(array) => array.cells.iter().any(Value::is_bool),
            value => value.is_bool(),
        }
}

/// A type without a domain or an index set, which nothing can be outside of.
fn is_plain(ty: &Type) -> bool {
    let index = ty.index.iter().flatten();
    !matches!(ty.base, Base::Domain(_) | Base::Tuple(_) | Base::Record(_) | Base::Array(_))
        && !index.into_iter().any(|ty| matches!(ty.base, Base::Domain(_)))
}
