//! Adder: the number in binary, by a tree of full adders.
//!
//! Fewer than `n` full adders of 14 clauses each and 2 variables, and one clause per bit for the bound. The smallest for
//! large bounds, and the weakest in propagation. Sinz, CP 2005 (parallel counter); Eén and Sörensson, JSAT 2006.

use super::Row;
use crate::cnf::{ClauseSink, Lit};
use crate::encode::bits;
use crate::model::Cmp;

/// The row of this file.
pub const ROW: Row = Row {
    name: "adder",
    summary: "the number in binary by full adders",
    reference: "Sinz 2005; Eén and Sörensson 2006",
    encode,
    certified: true,
};

/// Writes the clauses.
pub fn encode(lits: &[Lit], cmp: Cmp, bound: usize, sink: &mut dyn ClauseSink) {
    let number = bits::sum(vec![lits.to_vec()], sink);
    bits::compare(&number, cmp, bound as u128, sink);
}
