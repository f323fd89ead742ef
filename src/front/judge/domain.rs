//! Declared types: a value outside of one is undefined.

use super::operator::number;
use super::value::{Cells, Members, Span1, Val};
use super::walk::{Out, Stop, Walk};
use crate::front::data::Given;
use crate::front::source::Span;
use crate::front::syntax::{Base, Declaration, Expr, Type};
use std::sync::Arc;

impl Walk<'_> {
    /// What a declaration of the whole program defines its name to be, if it does.
    pub fn definition(&mut self, decl: &Declaration) -> Out<Option<Val>> {
        let data = self.data;
        let given = self.ground.given.get(&decl.name).map(|at| &data.entries[*at].given);
        let value = match (&decl.value, given) {
            (Some(expr), _) => self.apart(|walk| walk.eval(expr))?,
            (None, Some(Given::Expr(expr, _))) => self.apart(|walk| walk.eval(expr))?,
            (None, Some(Given::Value(value, _))) => self.claimed(&decl.ty, value)?,
            (None, None) => return Ok(None),
        };
        self.apart(|walk| walk.kept(&decl.ty, value, decl.span)).map(Some)
    }

    /// A value under a type: converted, and undefined if it is outside.
    pub fn kept(&mut self, ty: &Type, value: Val, span: Span) -> Out<Val> {
        match (&ty.index, value) {
            (Some(types), Val::Array(array)) => self.kept_array(ty, types, &array, span),
            (Some(_), other) => Stop::unjudged(format!("expected an array, found {}", other.kind())),
            (None, value) => {
                let domain = self.domain_of(ty)?;
                self.kept_element(ty, domain.as_deref(), value, span)
            }
        }
    }

    fn kept_array(&mut self, ty: &Type, types: &[Type], array: &Arc<Cells>, span: Span) -> Out<Val> {
        let any_shape = matches!(types, [Type { base: Base::Variable(_), .. }]);
        if types.len() != array.index.len() && !array.cells.is_empty() && !any_shape {
            return Stop::unjudged("an array of another number of dimensions");
        }
        let mut index = if any_shape { array.index.clone() } else { Vec::with_capacity(types.len()) };
        for (dimension, ty) in types.iter().enumerate().filter(|_| !any_shape) {
            let found = array.index.get(dimension).copied().unwrap_or(Span1 { lo: 1, hi: 0, of: None });
            let expected = self.index_set(ty)?.unwrap_or(found);
            if (expected.lo, expected.hi) != (found.lo, found.hi) && !array.cells.is_empty() {
                return Stop::unjudged("an array with other index sets");
            }
            index.push(expected);
        }
        self.step(array.cells.len() as u64)?;
        if types.iter().any(|ty| ty.binds.is_some()) {
            return self.kept_by_place(ty, types, Cells { index, cells: array.cells.clone() }, span);
        }
        let domain = self.domain_of(ty)?;
        let cells = array.cells.iter().map(|cell| self.kept_element(ty, domain.as_deref(), cell.clone(), span));
        let cells = cells.collect::<Out<Vec<_>>>()?;
        Ok(Val::Array(Arc::new(Cells { index, cells })))
    }

    /// Each cell under a type that speaks of its place: `array[i in 1..3] of var 0..i`.
    fn kept_by_place(&mut self, ty: &Type, types: &[Type], mut array: Cells, span: Span) -> Out<Val> {
        let element = Type { index: None, ..ty.clone() };
        let mut at: Vec<i64> = array.index.iter().map(|index| index.lo).collect();
        for cell in &mut array.cells {
            let value = std::mem::replace(cell, Val::Hole);
            *cell = self.inside(|walk| {
                for ((ty, n), index) in types.iter().zip(&at).zip(&array.index) {
                    if let Some((name, _)) = &ty.binds {
                        walk.bind(name, index.members().value(*n), false, None);
                    }
                }
                walk.kept(&element, value, span)
            })?;
            for (n, index) in at.iter_mut().zip(&array.index).rev() {
                *n += 1;
                if *n <= index.hi {
                    break;
                }
                *n = index.lo;
            }
        }
        Ok(Val::Array(Arc::new(array)))
    }

    /// One element: a tuple and a record part by part.
    fn kept_element(&mut self, ty: &Type, domain: Option<&Members>, value: Val, span: Span) -> Out<Val> {
        match (&ty.base, value) {
            (_, value @ (Val::Hole | Val::Absent)) => Ok(value),
            (Base::Tuple(types), Val::Tuple(parts)) if types.len() == parts.len() => {
                let parts = types.iter().zip(parts.iter()).map(|(ty, part)| self.kept(ty, part.clone(), span));
                Ok(Val::Tuple(parts.collect::<Out<Vec<_>>>()?.into()))
            }
            (Base::Record(types), Val::Record(fields)) if types.len() == fields.len() => {
                let mut out = Vec::with_capacity(types.len());
                for (name, ty) in types {
                    match fields.iter().find(|(own, _)| own == name) {
                        Some((_, value)) => out.push((name.clone(), self.kept(ty, value.clone(), span)?)),
                        None => return Stop::unjudged("a record with other fields"),
                    }
                }
                Ok(Val::Record(out.into()))
            }
            (Base::Array(inner), value) => self.kept(inner, value, span),
            (_, value) => {
                let value = kept_cell(ty, domain, value, span)?;
                self.counted(ty, value, span)
            }
        }
    }

    /// A set of a type that says how many members it has.
    fn counted(&mut self, ty: &Type, value: Val, span: Span) -> Out<Val> {
        let (Some(card), Val::Set(set)) = (&ty.card, &value) else { return Ok(value) };
        let n = i64::try_from(set.size()).unwrap_or(i64::MAX);
        let fits = match self.eval(card)? {
            Val::Set(sizes) => sizes.contains(n),
            size => number(&size)? == n,
        };
        if fits { Ok(value) } else { Stop::undefined(span, format!("a set with {n} members")) }
    }

    /// The set that a type says its elements are of.
    pub fn domain_of(&mut self, ty: &Type) -> Out<Option<Arc<Members>>> {
        match &ty.base {
            Base::Domain(expr) => self.set(expr).map(Some),
            Base::Int | Base::Bool | Base::Float | Base::Str | Base::Ann | Base::Any | Base::Variable(_) => Ok(None),
            Base::Tuple(_) | Base::Record(_) | Base::Array(_) | Base::Joined(_) => Ok(None),
        }
    }

    pub fn set(&mut self, expr: &Expr) -> Out<Arc<Members>> {
        match self.eval(expr)? {
            Val::Set(set) => Ok(set),
            other => Stop::unjudged(format!("expected a set, found {}", other.kind())),
        }
    }

    /// Where a list without an end begins, if the type is one.
    pub fn first_index(&mut self, ty: &Type) -> Out<Option<i64>> {
        let Some(set) = self.domain_of(ty)? else { return Ok(None) };
        Ok(match set.ranges.as_slice() {
            [(lo, i64::MAX)] if *lo > i64::MIN => Some(*lo),
            _ => None,
        })
    }

    /// A declared index set; `None` if the type says only what kind it is.
    pub fn index_set(&mut self, ty: &Type) -> Out<Option<Span1>> {
        let Some(set) = self.domain_of(ty)? else { return Ok(None) };
        match set.ranges.as_slice() {
            [] => Ok(Some(Span1 { lo: 1, hi: 0, of: set.of })),
            // A list from somewhere on: as long as its value is.
            [(_, i64::MAX)] => Ok(None),
            [(lo, hi)] => Ok(Some(Span1 { lo: *lo, hi: *hi, of: set.of })),
            _ => Stop::unjudged("an index set with gaps"),
        }
    }
}

fn kept_cell(ty: &Type, domain: Option<&Members>, value: Val, span: Span) -> Out<Val> {
    if ty.set {
        return kept_set(ty, domain, value, span);
    }
    match (&ty.base, value) {
        (Base::Any | Base::Ann | Base::Variable(_), value) => Ok(value),
        (Base::Bool, value @ Val::Bool(_)) => Ok(value),
        (Base::Str, value @ Val::Str(_)) => Ok(value),
        (Base::Float, value @ Val::Float(_)) => Ok(value),
        (Base::Float, value) if value.number().is_some() => Ok(Val::Float(value.number().unwrap_or(0) as f64)),
        (Base::Int | Base::Domain(_), value) if value.number().is_some() => {
            kept_number(domain, value.number().unwrap_or(0), span)
        }
        (_, value) => Stop::unjudged(format!("{} does not fit its type", value.kind())),
    }
}

fn kept_number(domain: Option<&Members>, n: i64, span: Span) -> Out<Val> {
    match domain {
        None => Ok(Val::Int(n)),
        Some(domain) if domain.contains(n) => Ok(domain.value(n)),
        Some(_) => Stop::undefined(span, format!("{n} is outside the domain")),
    }
}

fn kept_set(ty: &Type, domain: Option<&Members>, value: Val, span: Span) -> Out<Val> {
    let Val::Set(set) = value else { return Stop::unjudged(format!("expected a set, found {}", value.kind())) };
    match domain {
        // Whatever fits is taken as it is.
        None if matches!(ty.base, Base::Any | Base::Variable(_)) => Ok(Val::Set(set)),
        None => Ok(Val::set(Members { of: None, ranges: set.ranges.clone() })),
        Some(domain) if set.within(domain) => Ok(Val::set(Members { of: domain.of, ranges: set.ranges.clone() })),
        Some(_) => Stop::undefined(span, "a set reaches outside its domain"),
    }
}
