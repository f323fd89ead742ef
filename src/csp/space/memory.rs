//! What a space remembers beyond the current path: what it learns, what it forbids, and why something failed.
//!
//! None of this costs anything unless a word of the order asks for it.

use super::{Atom, Cause, Failure, Kept, Propagator, Space, Trace, Var};
use crate::csp::learn::{History, Learned};
use crate::csp::nogoods::Visit;
use crate::csp::order::Order;
use crate::csp::rows::VariableOrder;
use crate::csp::trace::Levels;
use rustc_hash::FxHashMap;

impl Space<'_> {
    /// Begins to learn and to remember what the words of the order need.
    pub fn learn(&mut self, order: &Order) {
        let n = self.model.vars.len();
        self.learned = Learned::new(order.variable, n);
        self.history = (order.variable == VariableOrder::Chs).then(|| History::new(self.model.constraints.len()));
        self.trace = order.backjump.then(|| Trace::new(n, self.seen_beyond_scopes()));
    }

    /// By constraint what its reasoning looks at, and may change, besides its scope.
    fn seen_beyond_scopes(&self) -> FxHashMap<u32, Vec<Var>> {
        let relaxed = (0..).zip(&self.propagators).filter_map(|(c, propagator)| match propagator {
            Propagator::Relaxed(_, all) => Some((c, all.iter().flat_map(|relaxation| relaxation.vars()).collect())),
            _ => None,
        });
        relaxed.collect()
    }

    /// Forbids that all atoms are true, before any decision.
    pub fn forbid(&mut self, atoms: Vec<Atom>) -> Kept {
        self.spend(atoms.len() as u64);
        match self.nogoods.add(atoms, &self.domains)? {
            Some(last) => self.tighten(!last),
            None => Ok(()),
        }
    }

    /// What holds now holds for good.
    pub fn take_root(&mut self) {
        let end = self.domains.mark();
        self.trace.iter_mut().for_each(|trace| trace.begin(end));
    }

    /// The decisions that the last failure follows from; none if nobody wants to know.
    pub fn culprits(&mut self) -> Levels {
        self.culprits_of(self.failure)
    }

    /// The decisions that left the variable the values it has.
    pub fn culprits_for(&mut self, x: Var) -> Levels {
        self.culprits_of(Failure::Variable(x))
    }

    fn culprits_of(&mut self, failure: Failure) -> Levels {
        let Some(trace) = &mut self.trace else { return Levels::new() };
        let levels = trace.levels(failure, &self.domains, &self.ledger.scopes, &self.nogoods);
        let work = trace.len() as u64;
        self.spend(work);
        levels
    }

    pub(super) fn note(&mut self, cause: Cause) {
        let end = self.domains.mark();
        self.trace.iter_mut().for_each(|trace| trace.note(end, cause));
    }

    /// Looks at the nogoods that watch a variable that changed, and at those that this wakes.
    pub(super) fn heed_nogoods(&mut self) -> Kept {
        while let Some(x) = self.nogoods.pop_woken() {
            self.spend(self.nogoods.n_on(x) as u64 + 1);
            let mut at = 0;
            while at < self.nogoods.n_on(x) {
                match self.nogoods.visit(x, at, &mut self.domains) {
                    Visit::Moved => {}
                    Visit::Stays => at += 1,
                    Visit::Forced(number, kept) => {
                        at += 1;
                        self.note(Cause::Nogood(number));
                        self.failure = Failure::Nogood(number);
                        kept?;
                    }
                }
            }
            self.drain();
        }
        Ok(())
    }
}
