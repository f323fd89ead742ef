//! `let`: local names, local constraints, and local variables that nothing defines, for which some value must do.

use super::value::{Cells, Members, Span1, Val};
use super::walk::{Out, Stop, Walk};
use crate::front::syntax::{Base, Declaration, Expr, LetItem, Type};
use std::sync::Arc;

impl Walk<'_> {
    pub(super) fn let_in(&mut self, items: &[LetItem], body: &Expr) -> Out<Val> {
        self.inside(|walk| {
            walk.items(items)?;
            walk.eval(body)
        })
    }

    pub(super) fn items(&mut self, items: &[LetItem]) -> Out<()> {
        for item in items {
            match item {
                LetItem::Constraint(expr) => {
                    if !self.truth(expr)? {
                        return Stop::undefined(expr.span, "a constraint of a `let` does not hold");
                    }
                }
                LetItem::Declare(decl) => self.declare(decl)?,
            }
        }
        Ok(())
    }

    fn declare(&mut self, decl: &Declaration) -> Out<()> {
        let varies = self.varies_by_type(decl);
        let (value, bounds) = match &decl.value {
            Some(expr) => {
                let bounds = self.bounds(expr).ok().flatten();
                let value = self.eval(expr)?;
                (self.kept(&decl.ty, value, decl.span)?, bounds)
            }
            None if decl.ty.var => (self.fresh(decl)?, None),
            None => return Stop::unjudged(format!("`{}` has no value", decl.name)),
        };
        self.bind(&decl.name, value, varies, bounds);
        Ok(())
    }

    /// A value for a variable without a definition: what others found, or whatever is next.
    fn fresh(&mut self, decl: &Declaration) -> Out<Val> {
        if !self.tape.open {
            return Stop::unjudged("a local variable that nothing defines");
        }
        let hint = self.tape.hint(decl.span);
        let hint = hint.and_then(|value| self.kept(&decl.ty, value, decl.span).ok());
        let Some(types) = &decl.ty.index else { return self.fresh_cell(decl, &decl.ty, hint.as_ref()) };
        let mut index = Vec::new();
        for ty in types {
            match self.index_set(ty)? {
                Some(set) => index.push(set),
                None => return Stop::unjudged("a local array without index sets"),
            }
        }
        let n: usize = index.iter().map(Span1::len).product();
        self.step(n as u64)?;
        let hinted = |at: usize| match &hint {
            Some(Val::Array(array)) => array.cells.get(at).cloned(),
            _ => None,
        };
        let cells = (0..n).map(|at| self.fresh_cell(decl, &decl.ty, hinted(at).as_ref())).collect::<Out<Vec<_>>>()?;
        Ok(Val::Array(Arc::new(Cells { index, cells })))
    }

    /// One cell; a tuple and a record part by part.
    fn fresh_cell(&mut self, decl: &Declaration, ty: &Type, hint: Option<&Val>) -> Out<Val> {
        match &ty.base {
            Base::Tuple(types) => {
                let hinted = |at: usize| match hint {
                    Some(Val::Tuple(parts)) => parts.get(at),
                    _ => None,
                };
                let parts = types.iter().enumerate().map(|(at, ty)| self.fresh_cell(decl, ty, hinted(at)));
                Ok(Val::Tuple(parts.collect::<Out<Vec<_>>>()?.into()))
            }
            Base::Record(types) => {
                let hinted = |name: &Arc<str>| match hint {
                    Some(Val::Record(fields)) => fields.iter().find(|(own, _)| own == name).map(|(_, value)| value),
                    _ => None,
                };
                let fields =
                    types.iter().map(|(name, ty)| Ok((name.clone(), self.fresh_cell(decl, ty, hinted(name))?)));
                Ok(Val::Record(fields.collect::<Out<Vec<_>>>()?.into()))
            }
            _ => self.fresh_scalar(decl, ty, hint),
        }
    }

    fn fresh_scalar(&mut self, decl: &Declaration, ty: &Type, hint: Option<&Val>) -> Out<Val> {
        let domain = match (&ty.base, self.domain_of(ty)?) {
            (_, Some(domain)) => (*domain).clone(),
            (Base::Bool, None) => Members::range(0, 1),
            (_, None) if hint.is_none() => return Stop::unjudged("a local variable without bounds"),
            (_, None) => Members::default(),
        };
        if ty.set {
            return self.fresh_set(ty, &domain, hint);
        }
        let shown = |n: i64| if matches!(ty.base, Base::Bool) { Val::Bool(n != 0) } else { domain.value(n) };
        // What was found comes first, then nothing at all, then every value.
        let first: Vec<Val> = hint.cloned().into_iter().chain(ty.opt.then_some(Val::Absent)).collect();
        let n = domain.size() + first.len() as u64;
        if n == 0 {
            return Stop::undefined(decl.span, "there are no values");
        }
        let at = self.tape.choose(n);
        match first.get(at as usize) {
            Some(value) => Ok(value.clone()),
            None => Ok(shown(nth(&domain, at - first.len() as u64))),
        }
    }

    /// Subsets in the order of their bits.
    fn fresh_set(&mut self, ty: &Type, domain: &Members, hint: Option<&Val>) -> Out<Val> {
        const MOST: u64 = 30;
        let hinted = u64::from(hint.is_some());
        let n = if domain.size() > MOST { 0 } else { 1 << domain.size() };
        if n + hinted == 0 || ty.opt || ty.card.is_some() {
            return Stop::unjudged("a local set of too many members");
        }
        match (self.tape.choose(n + hinted), hint) {
            (0, Some(hint)) => Ok(hint.clone()),
            (at, _) => {
                let bits = at - hinted;
                let members = domain.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, n)| n).collect();
                Ok(Val::set(Members { of: domain.of, ..Members::of_list(members) }))
            }
        }
    }
}

fn nth(domain: &Members, mut at: u64) -> i64 {
    for (lo, hi) in &domain.ranges {
        let n = hi.abs_diff(*lo) + 1;
        if at < n {
            return lo.saturating_add_unsigned(at);
        }
        at -= n;
    }
    domain.last().unwrap_or(0)
}
