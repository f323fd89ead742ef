//! Tuples and records: literals, fields, and declarations part by part.
//!
//! A part of a declared tuple is declared like something of its own, under the name `x.1` or `x.name`.

use super::Evaluator;
use crate::front::diagnostic::{Outcome, fault};
use crate::front::formula::Formula;
use crate::front::source::Span;
use crate::front::syntax::{Base, Declaration, Expr, Field, Type};
use crate::front::value::Value;
use std::sync::Arc;

impl Evaluator<'_> {
    pub(super) fn tuple(&mut self, parts: &[Expr]) -> Outcome<Value> {
        Ok(Value::Tuple(self.eval_all(parts)?.into()))
    }

    pub(super) fn record(&mut self, fields: &[(Arc<str>, Expr)]) -> Outcome<Value> {
        let mut out: Vec<(Arc<str>, Value)> = Vec::new();
        for (name, field) in fields {
            if out.iter().any(|(other, _)| other == name) {
                return fault(field.span, format!("the field `{name}` is given twice"));
            }
            out.push((name.clone(), self.eval(field)?));
        }
        Ok(Value::Record(sorted(out)))
    }

    /// `x.1` or `x.name`; of an array of tuples or records, the array of the parts.
    pub(super) fn field(&mut self, inner: &Expr, field: &Field, span: Span) -> Outcome<Value> {
        let value = self.eval(inner)?;
        part(&value, field, span)
    }

    /// Exactly one branch is taken: its parts, one by one.
    pub(super) fn select_parts(&mut self, branches: &[(Formula, Value)], span: Span) -> Outcome<Value> {
        let mut lists = Vec::new();
        let mut names: Option<Vec<Arc<str>>> = None;
        for (when, value) in branches {
            match value {
                Value::Tuple(parts) => lists.push((when, parts.to_vec())),
                Value::Record(fields) => {
                    names = Some(fields.iter().map(|(name, _)| name.clone()).collect());
                    lists.push((when, fields.iter().map(|(_, field)| field.clone()).collect()));
                }
                other => return fault(span, format!("a branch of this `if` is {}", other.kind())),
            }
        }
        let n = lists.first().map_or(0, |(_, parts)| parts.len());
        if lists.iter().any(|(_, parts)| parts.len() != n) {
            return fault(span, "the branches of this `if` have different parts");
        }
        let mut out = Vec::with_capacity(n);
        for at in 0..n {
            let choices = lists.iter().map(|(when, parts)| ((*when).clone(), parts[at].clone())).collect();
            out.push(self.select(choices, false, span)?);
        }
        Ok(match names {
            None => Value::Tuple(out.into()),
            Some(names) => Value::Record(names.into_iter().zip(out).collect()),
        })
    }

    /// The parts of a declared tuple or record without a value.
    pub(super) fn fresh_parts(&mut self, decl: &Declaration, name: Option<&str>) -> Outcome<Value> {
        match &decl.ty.base {
            Base::Tuple(types) => {
                let each = |(at, ty): (usize, &Type)| {
                    let named = name.map(|name| format!("{name}.{}", at + 1));
                    self.declared(&part_of(decl, ty), named.as_deref())
                };
                Ok(Value::Tuple(types.iter().enumerate().map(each).collect::<Outcome<Vec<_>>>()?.into()))
            }
            Base::Record(fields) => {
                let mut out = Vec::new();
                for (field, ty) in fields {
                    let named = name.map(|name| format!("{name}.{field}"));
                    out.push((field.clone(), self.declared(&part_of(decl, ty), named.as_deref())?));
                }
                Ok(Value::Record(sorted(out)))
            }
            Base::Array(ty) => self.declared(&part_of(decl, ty), name),
            _ => fault(decl.span, format!("`{}` has no value", decl.name)),
        }
    }

    /// A value under a declared tuple or record type.
    pub(super) fn defined_parts(
        &mut self,
        decl: &Declaration,
        value: Value,
        name: Option<&str>,
        span: Span,
    ) -> Outcome<Value> {
        match (&decl.ty.base, value) {
            (_, Value::Unknown) => self.fresh_parts(decl, name),
            (_, Value::Absent) if decl.ty.opt => Ok(Value::Absent),
            (Base::Tuple(types), Value::Tuple(parts)) if types.len() == parts.len() => {
                let mut out = Vec::with_capacity(parts.len());
                for (at, (ty, part)) in types.iter().zip(parts.iter()).enumerate() {
                    let named = name.map(|name| format!("{name}.{}", at + 1));
                    out.push(self.defined(&part_of(decl, ty), part.clone(), named.as_deref(), span)?);
                }
                Ok(Value::Tuple(out.into()))
            }
            (Base::Record(types), Value::Record(fields)) if types.len() == fields.len() => {
                let mut out = Vec::with_capacity(fields.len());
                for (field, ty) in types {
                    let given = fields.iter().find(|(other, _)| other == field);
                    let Some((_, given)) = given else { return fault(span, format!("the field `{field}` is missing")) };
                    let named = name.map(|name| format!("{name}.{field}"));
                    out.push((field.clone(), self.defined(&part_of(decl, ty), given.clone(), named.as_deref(), span)?));
                }
                Ok(Value::Record(sorted(out)))
            }
            (Base::Array(ty), value) => self.defined(&part_of(decl, ty), value, name, span),
            // Data in JSON know no tuples, only lists.
            (Base::Tuple(types), Value::Array(array)) if types.len() == array.cells.len() => {
                self.defined_parts(decl, Value::Tuple(array.cells.clone().into()), name, span)
            }
            (Base::Tuple(types), Value::Tuple(parts)) => {
                fault(span, format!("`{}` is a tuple of {}, found one of {}", decl.name, types.len(), parts.len()))
            }
            (base, found) => {
                let wanted = if matches!(base, Base::Tuple(_)) { "a tuple" } else { "a record" };
                fault(span, format!("`{}` is {wanted}, found {}", decl.name, found.kind()))
            }
        }
    }
}

/// Whether the values of a type have parts.
pub(super) fn has_parts(ty: &Type) -> bool {
    matches!(ty.base, Base::Tuple(_) | Base::Record(_) | Base::Array(_))
}

/// The declaration of a part, as if it stood alone.
fn part_of(decl: &Declaration, ty: &Type) -> Declaration {
    Declaration {
        ty: ty.clone(),
        name: decl.name.clone(),
        slot: decl.slot,
        annotations: decl.annotations.clone(),
        value: None,
        span: decl.span,
    }
}

/// Records with the same fields are equal whatever the order in which they are written.
pub(crate) fn sorted(mut fields: Vec<(Arc<str>, Value)>) -> Arc<[(Arc<str>, Value)]> {
    fields.sort_by(|(a, _), (b, _)| a.cmp(b));
    fields.into()
}

fn part(value: &Value, field: &Field, span: Span) -> Outcome<Value> {
    match (value, field) {
        (Value::Tuple(parts), Field::Position(at)) => match at.checked_sub(1).and_then(|at| parts.get(at)) {
            Some(part) => Ok(part.clone()),
            None => fault(span, format!("a tuple of {} has no part {at}", parts.len())),
        },
        (Value::Record(fields), Field::Name(name)) => match fields.iter().find(|(other, _)| other == name) {
            Some((_, field)) => Ok(field.clone()),
            None => fault(span, format!("the record has no field `{name}`")),
        },
        (Value::Array(array), field) => {
            let cells = array.cells.iter().map(|cell| part(cell, field, span)).collect::<Outcome<_>>()?;
            let index = array.index.clone();
            Ok(Value::Array(Arc::new(crate::front::value::Array { index, cells })))
        }
        (Value::Absent, _) => Ok(Value::Absent),
        (Value::Tuple(_), Field::Name(name)) => {
            fault(span, format!("a tuple has no field `{name}`: its parts are numbered"))
        }
        (Value::Record(_), Field::Position(_)) => fault(span, "a record has no numbered parts: its fields have names"),
        (other, _) => fault(span, format!("expected a tuple or a record before `.`, found {}", other.kind())),
    }
}
