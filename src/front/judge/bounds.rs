//! What declarations say of the values a variable may take: `lb`, `ub`, `dom`. Where they say nothing, it is not judged.

use super::value::{Members, Val};
use super::walk::{Out, Stop, Walk};
use crate::front::program::Definition;
use crate::front::syntax::{Base, Declaration, Expr, Kind};

impl Walk<'_> {
    pub(super) fn known_bounds(&mut self, expr: &Expr) -> Out<Members> {
        match self.bounds(expr)? {
            Some(set) if !set.is_empty() => Ok(set),
            _ => Stop::unjudged("the bounds of a variable"),
        }
    }

    /// The values that an expression may take, if its form says so; of an array those of all cells.
    pub(super) fn bounds(&mut self, expr: &Expr) -> Out<Option<Members>> {
        match &expr.kind {
            Kind::Annotated(inner, _) => self.bounds(inner),
            _ if !self.varies(expr) => Ok(members(&self.eval(expr)?)),
            Kind::Name(name, _) => match self.local(name) {
                Some(local) => Ok(local.bounds.clone()),
                None => self.global_bounds(name),
            },
            Kind::Index(array, _) => self.cell_bounds(array),
            Kind::Array(cells) => {
                let mut all = Members::default();
                for cell in cells {
                    let Some(one) = self.bounds(cell)? else { return Ok(None) };
                    all = all.union(&one);
                }
                Ok(Some(all))
            }
            _ => Ok(None),
        }
    }

    fn global_bounds(&mut self, name: &str) -> Out<Option<Members>> {
        let parts = self.parts;
        match parts.names.get(name).map(|at| &parts.globals[*at as usize].definition) {
            Some(Definition::Declared(decl)) => self.apart(|walk| walk.declared_bounds(decl)),
            _ => Ok(None),
        }
    }

    fn declared_bounds(&mut self, decl: &Declaration) -> Out<Option<Members>> {
        match (&decl.ty.base, &decl.value) {
            (_, _) if decl.ty.set => Ok(None),
            // Flattening may know that a defined variable takes fewer values.
            (Base::Domain(expr), None) => self.set(expr).map(|set| Some((*set).clone())),
            _ => Ok(None),
        }
    }

    /// The values of one cell: of an array that is declared with one domain for all of them.
    fn cell_bounds(&mut self, array: &Expr) -> Out<Option<Members>> {
        match &array.kind {
            Kind::Name(name, _) if self.local(name).is_none() => self.global_bounds(name),
            _ => Ok(None),
        }
    }
}

fn members(value: &Val) -> Option<Members> {
    match value {
        Val::Set(set) => Some((**set).clone()),
        Val::Array(array) => {
            array.cells.iter().try_fold(Members::default(), |all, cell| Some(all.union(&members(cell)?)))
        }
        value => value.number().map(|n| Members { of: value.enum_id(), ..Members::range(n, n) }),
    }
}
