//! The door of the formula: constants leave the clauses here, and here the literals are counted.
//!
//! No clause that passes holds [`TRUE`] or [`FALSE`]. Past the limit nothing passes any more, and the encoder turns
//! that into an error; so memory is bounded by the limit, without a clock.

use crate::cnf::gates::{FALSE, TRUE};
use crate::cnf::{ClauseSink, Lit};

/// A sink in front of the user's.
pub struct Door<'a> {
    sink: &'a mut dyn ClauseSink,
    buffer: Vec<Lit>,
    n_lits: u64,
    limit: u64,
}

impl<'a> Door<'a> {
    /// A door that lets about `limit` literals through.
    pub fn new(sink: &'a mut dyn ClauseSink, limit: u64) -> Door<'a> {
        Door { sink, buffer: Vec::new(), n_lits: 0, limit }
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
        if lits.contains(&TRUE) || self.is_full() {
            return;
        }
        self.n_lits += lits.len() as u64;
        if !lits.contains(&FALSE) {
            return self.sink.clause(lits);
        }
        self.buffer.clear();
        self.buffer.extend(lits.iter().copied().filter(|lit| *lit != FALSE));
        self.sink.clause(&self.buffer);
    }

    fn is_full(&self) -> bool {
        self.n_lits > self.limit || self.sink.is_full()
    }
}

#[cfg(test)]
mod tests {
    use super::Door;
    use crate::cnf::gates::{FALSE, TRUE};
    use crate::cnf::{ClauseSink, Cnf};

    #[test]
    fn constants_leave_and_the_limit_closes() {
        let mut cnf = Cnf::new();
        let mut door = Door::new(&mut cnf, 5);
        let a = door.fresh();
        door.clause(&[a, TRUE]);
        door.clause(&[FALSE, a]);
        door.clause(&[FALSE]);
        assert!(!door.is_full());
        door.clause(&[a, a]);
        assert!(door.is_full());
        door.clause(&[!a]);
        assert_eq!(cnf.clauses().collect::<Vec<_>>(), [&[a][..], &[], &[a, a]]);
    }
}
