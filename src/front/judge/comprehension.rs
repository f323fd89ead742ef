//! Generators. An element whose condition depends on variables and does not hold is there as `<>`.

use super::native;
use super::value::Val;
use super::walk::{Out, Stop, Walk};
use crate::front::syntax::{Comprehension, Expr, Generator, Kind, Op};
use std::sync::Arc;

/// What is done in each round; `false` ends the loop. It is told whether the element is there.
pub(super) type Round<'r, 'a> = &'r mut dyn FnMut(&mut Walk<'a>, bool) -> Out<bool>;

impl<'a> Walk<'a> {
    pub(super) fn comprehension(&mut self, inner: &Comprehension) -> Out<Val> {
        self.collected(inner, !inner.set)
    }

    /// The same; `all` if what a condition on variables leaves out is there as `<>`.
    pub(super) fn collected(&mut self, inner: &Comprehension, all: bool) -> Out<Val> {
        let (mut keys, mut cells) = (Vec::new(), Vec::new());
        self.each(&inner.generators, all, &mut |walk, there| {
            cells.push(if there { walk.eval(&inner.body)? } else { Val::Absent });
            keys.extend(inner.key.as_ref().map(|key| walk.eval(key)).transpose()?);
            Ok(true)
        })?;
        match (inner.set, inner.key.is_some()) {
            (true, _) => self.set_of(&cells),
            (false, false) => Ok(Val::list(cells)),
            (false, true) => native::with_indices(&keys, cells),
        }
    }

    /// Runs over all combinations; with `all`, also over those left out by a condition on variables.
    pub(super) fn each(&mut self, generators: &[Generator], all: bool, round: Round<'_, 'a>) -> Out<bool> {
        self.inside(|walk| walk.rounds(generators, all, true, round))
    }

    fn rounds(&mut self, generators: &[Generator], all: bool, there: bool, round: Round<'_, 'a>) -> Out<bool> {
        let Some((generator, rest)) = generators.split_first() else { return round(self, there) };
        let over = self.eval(&generator.over)?;
        let varies = self.varies(&generator.over);
        if generator.binds {
            let top = self.scope.len();
            self.bind(&generator.names[0].0, over, varies, None);
            let go_on = self.filtered(generator, rest, all, there, round);
            self.scope.truncate(top);
            return go_on;
        }
        if all && varies && matches!(over, Val::Set(_)) {
            return Stop::unjudged("an array over a set that is a variable");
        }
        self.bound(&generator.names, &over, varies, generator, (rest, all, there), round)
    }

    fn bound(
        &mut self,
        names: &[(Arc<str>, u32)],
        over: &Val,
        varies: bool,
        generator: &Generator,
        more: (&[Generator], bool, bool),
        round: Round<'_, 'a>,
    ) -> Out<bool> {
        let Some(((name, _), names)) = names.split_first() else {
            return self.filtered(generator, more.0, more.1, more.2, round);
        };
        let mut one = |walk: &mut Self, value: Val| {
            walk.step(1)?;
            let top = walk.scope.len();
            walk.bind(name, value, varies, None);
            let go_on = walk.bound(names, over, varies, generator, more, round);
            walk.scope.truncate(top);
            go_on
        };
        match over {
            Val::Set(set) => {
                for n in set.iter() {
                    if !one(self, set.value(n))? {
                        return Ok(false);
                    }
                }
            }
            Val::Array(array) => {
                for cell in &array.cells {
                    if !one(self, cell.clone())? {
                        return Ok(false);
                    }
                }
            }
            other => return Stop::unjudged(format!("cannot run over {}", other.kind())),
        }
        Ok(true)
    }

    fn filtered(
        &mut self,
        generator: &Generator,
        rest: &[Generator],
        all: bool,
        there: bool,
        round: Round<'_, 'a>,
    ) -> Out<bool> {
        let Some(filter) = &generator.filter else { return self.rounds(rest, all, there, round) };
        match self.truth(filter)? {
            true => self.rounds(rest, all, there, round),
            false if all && !self.is_left_out(filter)? => self.rounds(rest, all, false, round),
            false => Ok(true),
        }
    }

    /// Whether what is known of a filter that does not hold leaves the element out: one of its parts that depend on no variable is
    /// false, or none depends on any.
    fn is_left_out(&mut self, filter: &Expr) -> Out<bool> {
        match &filter.kind {
            Kind::Chain(first, links) if links.iter().all(|link| link.op == Op::And) => {
                let mut varies = false;
                for part in std::iter::once(&**first).chain(links.iter().map(|link| &link.right)) {
                    if !self.truth(part)? && self.is_left_out(part)? {
                        return Ok(true);
                    }
                    varies = varies || self.varies(part);
                }
                Ok(!varies)
            }
            _ => Ok(!self.varies(filter)),
        }
    }
}
