//! The door of the formula: constants leave the clauses here, and here literals, clauses and time are counted.
//!
//! No clause that passes holds [`TRUE`] or [`FALSE`], or a literal twice: some checkers of proofs take the second one for another. Past the limit, or once the budget is spent, nothing passes any
//! more, and the encoder turns that into an error; so memory is bounded by the limit and no loop that writes clauses
//! outlives its budget by much.

use super::{EncodeError, origin::Origins};
use crate::cnf::gates::{FALSE, TRUE};
use crate::cnf::{ClauseSink, Lit, Note};
use crate::search::{Budget, Watch};
use rustc_hash::FxHashSet;

/// A sink in front of the user's.
pub struct Door<'a> {
    sink: &'a mut dyn ClauseSink,
    buffer: Vec<Lit>,
    scratch: Vec<Lit>,
    n_lits: u64,
    limit: u64,
    watch: Watch,
    origins: Origins,
    /// The constraint at hand; `None` while shared literals are defined.
    owner: Option<u32>,
}

impl<'a> Door<'a> {
    /// A door that lets about `limit` literals through, within a budget.
    pub fn new(sink: &'a mut dyn ClauseSink, limit: u64, budget: &Budget) -> Door<'a> {
        let (watch, origins) = (Watch::new(budget), Origins::default());
        Door { sink, buffer: Vec::new(), scratch: Vec::new(), n_lits: 0, limit, watch, origins, owner: None }
    }

    /// The clauses from now on come from this constraint, or define shared literals. Says whose they were before.
    pub fn enter(&mut self, owner: Option<u32>) -> Option<u32> {
        std::mem::replace(&mut self.owner, owner)
    }

    /// Where the clauses so far came from.
    pub fn take_origins(&mut self) -> Origins {
        std::mem::take(&mut self.origins)
    }

    /// Why nothing passes any more, if it does not; the error has no place yet.
    pub fn closed(&self) -> Option<EncodeError> {
        if !self.is_full() {
            return None;
        }
        let too_large = EncodeError::TooLarge { what: String::new(), limit: self.limit };
        Some(self.watch.stop().map_or(too_large, EncodeError::Stop))
    }
}

impl ClauseSink for Door<'_> {
    fn fresh(&mut self) -> Lit {
        // A variable counts as a literal, or a circuit of variables alone would be free.
        self.n_lits += 1;
        if self.is_full() {
            return TRUE;
        }
        self.sink.fresh()
    }

    fn clause(&mut self, lits: &[Lit]) {
        let passes = passes_as_it_is(lits, &mut self.scratch);
        if !passes && lits.contains(&TRUE) || self.is_full() {
            return;
        }
        self.n_lits += lits.len() as u64;
        self.origins.push(self.owner);
        if passes {
            return self.sink.clause(lits);
        }
        self.buffer.clear();
        let mut met = FxHashSet::default();
        self.buffer.extend(lits.iter().copied().filter(|lit| *lit != FALSE && met.insert(*lit)));
        self.sink.clause(&self.buffer);
    }

    fn is_full(&self) -> bool {
        self.n_lits > self.limit || self.watch.is_over() || self.sink.is_full()
    }

    fn takes_notes(&self) -> bool {
        self.sink.takes_notes()
    }

    fn note(&mut self, note: Note<'_>) {
        self.sink.note(note);
    }
}

/// Whether the clause has no constants and no literal twice. Most have two or three literals.
fn passes_as_it_is(lits: &[Lit], scratch: &mut Vec<Lit>) -> bool {
    let varies = |lit: Lit| lit != TRUE && lit != FALSE;
    match *lits {
        [a, b] => a != b && varies(a) && varies(b),
        [a, b, c] => a != b && a != c && b != c && varies(a) && varies(b) && varies(c),
        _ => lits.iter().all(|lit| varies(*lit)) && !repeats(lits, scratch),
    }
}

/// Whether a literal stands there twice.
fn repeats(lits: &[Lit], scratch: &mut Vec<Lit>) -> bool {
    const FEW: usize = 12;
    if lits.len() <= FEW {
        return (1..lits.len()).any(|at| lits[..at].contains(&lits[at]));
    }
    scratch.clear();
    scratch.extend_from_slice(lits);
    scratch.sort_unstable();
    scratch.windows(2).any(|pair| pair[0] == pair[1])
}

#[cfg(test)]
mod tests {
    use super::Door;
    use crate::cnf::gates::{FALSE, TRUE};
    use crate::cnf::{ClauseSink, Cnf};
    use crate::encode::EncodeError;
    use crate::search::{Budget, Stop};
    use std::sync::atomic::Ordering;

    #[test]
    fn constants_leave_and_the_limit_closes() {
        let mut cnf = Cnf::new();
        let mut door = Door::new(&mut cnf, 5, &Budget::unlimited());
        let a = door.fresh();
        door.clause(&[a, TRUE]);
        door.clause(&[FALSE, a]);
        door.clause(&[FALSE]);
        assert_eq!(door.closed(), None);
        door.clause(&[a, a]);
        assert_eq!(door.closed(), Some(EncodeError::TooLarge { what: String::new(), limit: 5 }));
        door.clause(&[!a]);
        assert_eq!(door.take_origins().n_clauses(), 3);
        assert_eq!(cnf.clauses().collect::<Vec<_>>(), [&[a][..], &[], &[a]]);
    }

    #[test]
    fn no_literal_stands_twice() {
        let mut cnf = Cnf::new();
        let mut door = Door::new(&mut cnf, u64::MAX, &Budget::unlimited());
        let lits: Vec<_> = (0..20).map(|_| door.fresh()).collect();
        door.clause(&[lits[1], lits[0], lits[1]]);
        door.clause(&[&lits[..], &[FALSE], &lits[..]].concat());
        door.clause(&[lits[0], !lits[0]]);
        let expected = [&[lits[1], lits[0]][..], &lits[..], &[lits[0], !lits[0]]];
        assert_eq!(cnf.clauses().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn an_interrupt_closes() {
        let (mut cnf, budget) = (Cnf::new(), Budget::unlimited());
        let mut door = Door::new(&mut cnf, u64::MAX, &budget);
        let a = door.fresh();
        budget.interrupt().store(true, Ordering::Relaxed);
        (0..1000).for_each(|_| door.clause(&[a]));
        assert_eq!(door.closed(), Some(EncodeError::Stop(Stop::Interrupted)));
        assert_eq!(door.fresh(), TRUE);
        assert!(cnf.n_clauses() < 64);
    }
}
