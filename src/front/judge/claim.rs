//! Values of the front end's own as values of the judge: data, and what is claimed. The only place where both meet.

use super::tape::Tape;
use super::value::{Cells, Members, Span1, Val};
use super::walk::{Out, Stop, Walk};
use crate::front::source::Span;
use crate::front::syntax::{Base, Type};
use crate::front::value::{Array, Value};
use rustc_hash::FxHashMap;
use std::sync::Arc;

impl Walk<'_> {
    /// A value for something declared with a type: a list takes the index sets of the type, a string names a constant.
    pub fn claimed(&mut self, ty: &Type, value: &Value) -> Out<Val> {
        match (&ty.index, value) {
            (Some(types), Value::Array(array)) => {
                let cells = array.cells.iter().map(|cell| self.claimed_cell(ty, cell)).collect::<Out<Vec<_>>>()?;
                let index = self.claimed_index(types, array)?;
                match index.iter().map(Span1::len).product::<usize>() == cells.len() {
                    true => Ok(Val::Array(Arc::new(Cells { index, cells }))),
                    false => Stop::unjudged("an array does not fit its index sets"),
                }
            }
            _ => self.claimed_cell(ty, value),
        }
    }

    fn claimed_index(&mut self, types: &[Type], array: &Array) -> Out<Vec<Span1>> {
        let mut out = Vec::new();
        for (dimension, ty) in types.iter().enumerate() {
            let own = array.index.get(dimension).map(|index| Span1 { lo: index.lo, hi: index.hi, of: index.of });
            let own = own.unwrap_or(Span1 { lo: 1, hi: 0, of: None });
            let own = match self.first_index(ty)? {
                Some(lo) => Span1 { lo, hi: lo.saturating_add_unsigned(own.len() as u64) - 1, ..own },
                None => own,
            };
            out.push(self.index_set(ty)?.unwrap_or(own));
        }
        Ok(out)
    }

    fn claimed_cell(&mut self, ty: &Type, value: &Value) -> Out<Val> {
        match value {
            Value::Str(name) if !matches!(ty.base, Base::Str) => match self.ground.constants.get(name) {
                Some((of, at)) => Ok(Val::Enum(*of, *at)),
                None => Stop::unjudged(format!("`{name}` is no constant")),
            },
            Value::Tuple(parts) => match &ty.base {
                Base::Tuple(types) if types.len() == parts.len() => {
                    let parts = types.iter().zip(parts.iter()).map(|(ty, part)| self.claimed(ty, part));
                    Ok(Val::Tuple(parts.collect::<Out<Vec<_>>>()?.into()))
                }
                _ => plain(value),
            },
            Value::Array(array) if ty.set => {
                let cells = array.cells.iter().map(|cell| self.claimed_cell(ty, cell)).collect::<Out<Vec<_>>>()?;
                self.set_of(&cells)
            }
            value => plain(value),
        }
    }

    /// What was found for local variables, by declaration.
    pub fn hints(&mut self, locals: &[(Span, Value)]) -> FxHashMap<(u32, u32), Vec<Val>> {
        let mut hints: FxHashMap<(u32, u32), Vec<Val>> = FxHashMap::default();
        for (span, value) in locals {
            if let Ok(value) = plain(value) {
                hints.entry(Tape::key(*span)).or_default().push(value);
            }
        }
        hints
    }
}

/// A known value as it is.
fn plain(value: &Value) -> Out<Val> {
    match value {
        Value::Int(n) => Ok(Val::Int(*n)),
        Value::Bool(b) => Ok(Val::Bool(*b)),
        Value::Float(x) => Ok(Val::Float(*x)),
        Value::Str(text) => Ok(Val::Str(text.clone())),
        Value::Enum(of, n) => Ok(Val::Enum(*of, *n)),
        Value::Set(set) => Ok(Val::set(Members { ranges: set.members.ranges().to_vec(), of: set.of })),
        Value::Floats(_) => Stop::unjudged("a set of floats"),
        Value::Array(array) => {
            let index = array.index.iter().map(|index| Span1 { lo: index.lo, hi: index.hi, of: index.of }).collect();
            let cells = array.cells.iter().map(plain).collect::<Out<Vec<_>>>()?;
            Ok(Val::Array(Arc::new(Cells { index, cells })))
        }
        Value::Unknown => Ok(Val::Hole),
        Value::Absent => Ok(Val::Absent),
        Value::Tuple(parts) => Ok(Val::Tuple(parts.iter().map(plain).collect::<Out<Vec<_>>>()?.into())),
        Value::Record(fields) => {
            let fields = fields.iter().map(|(name, value)| Ok((name.clone(), plain(value)?)));
            Ok(Val::Record(fields.collect::<Out<Vec<_>>>()?.into()))
        }
        Value::Optional(_) | Value::OpenSet(_) => Stop::unjudged("a value is not known"),
        Value::Var(_) | Value::Atom(_) | Value::Sum(_) | Value::Formula(_) => Stop::unjudged("a value is not known"),
    }
}
