//! Product: the literals are laid out in a grid; at most one row and at most one column is in use.
//!
//! `2n + 4 sqrt n + O(n^(1/4))` clauses, `2 sqrt n + O(n^(1/4))` fresh variables. Chen, ModRef 2010.

use super::{Row, SMALL, pairwise};
use crate::cnf::{ClauseSink, Lit};

/// The row of this file.
pub const ROW: Row = Row {
    name: "product",
    summary: "a grid of which at most one row and one column is in use",
    reference: "Chen 2010",
    encode,
};

/// Writes the clauses.
pub fn encode(lits: &[Lit], sink: &mut dyn ClauseSink) {
    if lits.len() <= SMALL {
        return pairwise::encode(lits, sink);
    }
    let width = lits.len().isqrt() + usize::from(lits.len().isqrt().pow(2) < lits.len());
    let rows: Vec<Lit> = (0..lits.len().div_ceil(width)).map(|_| sink.fresh()).collect();
    let columns: Vec<Lit> = (0..width).map(|_| sink.fresh()).collect();
    for (i, lit) in lits.iter().enumerate() {
        sink.clause(&[!*lit, rows[i / width]]);
        sink.clause(&[!*lit, columns[i % width]]);
    }
    encode(&rows, sink);
    encode(&columns, sink);
}
