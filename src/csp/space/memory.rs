//! What a space remembers beyond the current path: what it learns, what it forbids, and why something failed.
//!
//! None of this costs anything unless a word of the order asks for it.

use super::{Atom, Cause, Causes, Failure, Kept, Mark, Propagator, Space, Var};
use crate::csp::causes::Levels;
use crate::csp::learn::{History, Learned};
use crate::csp::nogoods::Visit;
use crate::csp::order::Order;
use crate::csp::rows::VariableOrder;
use crate::csp::tell::Teller;
use crate::search::Event;
use rustc_hash::FxHashMap;

impl Space<'_> {
    /// Begins to learn and to remember what the words of the order need.
    pub fn learn(&mut self, order: &Order) {
        let n = self.model.vars.len();
        self.learned = Learned::new(order.variable, n);
        self.history = (order.variable == VariableOrder::Chs).then(|| History::new(self.model.constraints.len()));
        self.causes = order.backjump.then(|| Causes::new(n, self.seen_beyond_scopes()));
        self.teller = self.budget.ear().map(|ear| Box::new(Teller::new(ear.clone(), self.model)));
        self.is_noting = self.causes.is_some() || self.teller.is_some();
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
        self.causes.iter_mut().for_each(|causes| causes.begin(end));
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
        let Some(causes) = &mut self.causes else { return Levels::new() };
        let levels = causes.levels(failure, &self.domains, &self.ledger.scopes, &self.nogoods);
        let work = causes.len() as u64;
        self.spend(work);
        levels
    }

    /// The changes since the last note have this cause.
    #[inline]
    pub(super) fn note(&mut self, cause: Cause) {
        if self.is_noting {
            self.note_down(cause);
        }
    }

    #[cold]
    fn note_down(&mut self, cause: Cause) {
        let end = self.domains.mark();
        self.causes.iter_mut().for_each(|causes| causes.note(end, cause));
        self.teller.iter_mut().for_each(|teller| teller.removals(&self.domains, cause));
    }

    /// What came after this place of the trail is undone.
    #[cold]
    pub(super) fn forget(&mut self, end: usize) {
        self.causes.iter_mut().for_each(|causes| causes.undo(end));
        self.teller.iter_mut().for_each(|teller| teller.undo(end));
    }

    /// Back to the state at the mark, which is that of the choice at this depth.
    pub fn go_back(&mut self, mark: Mark, depth: usize) {
        if self.teller.as_ref().is_some_and(|teller| teller.has_told_after(mark.domains)) {
            self.tell(|| Event::Back(depth));
        }
        self.undo(mark);
    }

    /// Tells who listens.
    #[inline]
    pub fn tell<'e>(&mut self, event: impl FnOnce() -> Event<'e>) {
        if let Some(teller) = &mut self.teller {
            teller.tell(&event());
        }
    }

    /// Tells that the last try, or already the start, failed, and by whom.
    pub fn tell_failure(&mut self) {
        let (stop, rule) = (self.stop, self.failure.rule());
        self.tell(|| stop.map_or(Event::Fail(rule), Event::Stopped));
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
