//! Ladder: a fresh literal per position says "one was true so far".
//!
//! `3n - 4` clauses, `n - 1` fresh variables. Sinz, CP 2005 (the sequential counter for `k = 1`); Gent and Nightingale,
//! 2004.

use super::{Row, SMALL, note_some, pairwise};
use crate::cnf::{ClauseSink, Lit};

/// The row of this file.
pub const ROW: Row = Row {
    name: "ladder",
    summary: "a fresh literal per position says that one was true so far",
    reference: "Sinz 2005; Gent and Nightingale 2004",
    encode,
    certified: true,
};

/// Writes the clauses.
pub fn encode(lits: &[Lit], sink: &mut dyn ClauseSink) {
    if lits.len() <= SMALL {
        return pairwise::encode(lits, sink);
    }
    let (last, front) = lits.split_last().expect("there are more than a few");
    let mut before: Option<Lit> = None;
    for (i, lit) in front.iter().enumerate() {
        let seen = sink.fresh();
        note_some(seen, lits[..=i].iter().copied(), sink);
        sink.clause(&[!*lit, seen]);
        if let Some(before) = before {
            sink.clause(&[!before, seen]);
            sink.clause(&[!before, !*lit]);
        }
        before = Some(seen);
    }
    let before = before.expect("there is a front");
    sink.clause(&[!before, !*last]);
}
