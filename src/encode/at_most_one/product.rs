//! Product: the literals are laid out in a grid; at most one row and at most one column is in use.
//!
//! `2n + 4 sqrt n + O(n^(1/4))` clauses, `2 sqrt n + O(n^(1/4))` fresh variables. Chen, ModRef 2010.

use super::{Row, SMALL, note_goal, note_some, pairwise};
use crate::cnf::{ClauseSink, Lit};

/// The row of this file.
pub const ROW: Row = Row {
    name: "product",
    summary: "a grid of which at most one row and one column is in use",
    reference: "Chen 2010",
    encode,
    certified: true,
};

/// Writes the clauses.
pub fn encode(lits: &[Lit], sink: &mut dyn ClauseSink) {
    if lits.len() <= SMALL {
        return pairwise::encode(lits, sink);
    }
    let width = lits.len().isqrt() + usize::from(lits.len().isqrt().pow(2) < lits.len());
    let rows: Vec<Lit> = (0..lits.len().div_ceil(width)).map(|_| sink.fresh()).collect();
    let columns: Vec<Lit> = (0..width).map(|_| sink.fresh()).collect();
    for (i, row) in rows.iter().enumerate() {
        note_some(*row, lits.chunks(width).nth(i).into_iter().flatten().copied(), sink);
    }
    for (i, column) in columns.iter().enumerate() {
        note_some(*column, lits.iter().skip(i).step_by(width).copied(), sink);
    }
    for (i, lit) in lits.iter().enumerate() {
        sink.clause(&[!*lit, rows[i / width]]);
        sink.clause(&[!*lit, columns[i % width]]);
    }
    note_goal(&rows, sink);
    encode(&rows, sink);
    note_goal(&columns, sink);
    encode(&columns, sink);
}
