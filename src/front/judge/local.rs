//! `let`: local names, local constraints, and local variables that nothing defines, for which some value must do.

use super::value::{Cells, Members, Span1, Val};
use super::walk::{Out, Stop, Walk};
use crate::front::syntax::{Base, Declaration, Expr, LetItem};
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
        let Some(types) = &decl.ty.index else { return self.fresh_cell(decl, hint.as_ref()) };
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
        let cells = (0..n).map(|at| self.fresh_cell(decl, hinted(at).as_ref())).collect::<Out<Vec<_>>>()?;
        Ok(Val::Array(Arc::new(Cells { index, cells })))
    }

    fn fresh_cell(&mut self, decl: &Declaration, hint: Option<&Val>) -> Out<Val> {
        let domain = match (&decl.ty.base, self.domain_of(&decl.ty)?) {
            (_, Some(domain)) => (*domain).clone(),
            (Base::Bool, None) => Members::range(0, 1),
            _ => Members::default(),
        };
        if decl.ty.set {
            return self.fresh_set(&domain, hint);
        }
        let shown = |n: i64| if matches!(decl.ty.base, Base::Bool) { Val::Bool(n != 0) } else { domain.value(n) };
        let hinted = u64::from(hint.is_some());
        let n = domain.size() + hinted;
        if n == 0 {
            return match self.domain_of(&decl.ty)? {
                Some(_) => Stop::undefined(decl.span, "there are no values"),
                None => Stop::unjudged("a local variable without bounds"),
            };
        }
        match (self.tape.choose(n), hint) {
            (0, Some(hint)) => Ok(hint.clone()),
            (at, _) => Ok(shown(nth(&domain, at - hinted))),
        }
    }

    /// Subsets in the order of their bits.
    fn fresh_set(&mut self, domain: &Members, hint: Option<&Val>) -> Out<Val> {
        const MOST: u64 = 30;
        let hinted = u64::from(hint.is_some());
        let n = if domain.size() > MOST { 0 } else { 1 << domain.size() };
        if n + hinted == 0 {
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
