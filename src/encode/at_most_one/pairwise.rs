//! Pairwise: no two are true.
//!
//! `n (n - 1) / 2` clauses, no fresh variables. Folklore; the measure of all others.

use super::Row;
use crate::cnf::{ClauseSink, Lit};

/// The row of this file.
pub const ROW: Row =
    Row { name: "pairwise", summary: "a clause per pair", reference: "folklore", encode, certified: true };

/// Writes the clauses.
pub fn encode(lits: &[Lit], sink: &mut dyn ClauseSink) {
    for (i, a) in lits.iter().enumerate() {
        if sink.is_full() {
            return;
        }
        lits[..i].iter().for_each(|b| sink.clause(&[!*b, !*a]));
    }
}
