//! A sink that adds `!condition` to every clause: half reification of any encoding for free.
//!
//! Auxiliaries defined through it are free while the condition is false. That is harmless for literals that only this
//! constraint uses, and wrong for shared ones: what a map caches must go to the sink below.

use crate::cnf::{ClauseSink, Lit, Note};

/// Passes clauses on, each weakened by the same literals.
pub struct Conditional<'a> {
    sink: &'a mut dyn ClauseSink,
    /// The negated conditions, then the clause at hand.
    buffer: Vec<Lit>,
    n_unless: usize,
}

impl<'a> Conditional<'a> {
    /// Every clause holds unless one of the literals is true.
    pub fn unless(lits: &[Lit], sink: &'a mut dyn ClauseSink) -> Conditional<'a> {
        Conditional { sink, buffer: lits.to_vec(), n_unless: lits.len() }
    }
}

impl ClauseSink for Conditional<'_> {
    fn fresh(&mut self) -> Lit {
        self.sink.fresh()
    }

    fn clause(&mut self, lits: &[Lit]) {
        if self.n_unless == 0 {
            return self.sink.clause(lits);
        }
        self.buffer.truncate(self.n_unless);
        self.sink.note(Note::Unless(&self.buffer));
        self.buffer.extend_from_slice(lits);
        self.sink.clause(&self.buffer);
    }

    fn is_full(&self) -> bool {
        self.sink.is_full()
    }

    fn takes_notes(&self) -> bool {
        self.sink.takes_notes()
    }

    /// What is said of literals is said whatever holds.
    fn note(&mut self, note: Note<'_>) {
        self.sink.note(note);
    }
}
