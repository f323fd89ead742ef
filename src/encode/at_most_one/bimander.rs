//! Bimander: pairs of literals, and the pair's number in bits.
//!
//! `n / 2 + n log2 (n / 2)` clauses, `log2 (n / 2)` fresh variables with groups of two.
//! Hölldobler and Nguyen, 2013.

use super::{Row, SMALL, bitwise, pairwise};
use crate::cnf::{ClauseSink, Lit};

/// The row of this file.
pub const ROW: Row = Row {
    name: "bimander",
    summary: "pairs whose number is written in bits",
    reference: "Hölldobler and Nguyen 2013",
    encode,
    certified: true,
};

const GROUP: usize = 2;

/// Writes the clauses.
pub fn encode(lits: &[Lit], sink: &mut dyn ClauseSink) {
    if lits.len() <= SMALL {
        return pairwise::encode(lits, sink);
    }
    lits.chunks(GROUP).for_each(|group| pairwise::encode(group, sink));
    let bits = bitwise::fresh_bits(lits.len().div_ceil(GROUP), sink);
    bitwise::note_bits(&bits, lits, GROUP, sink);
    for (i, lit) in lits.iter().enumerate() {
        bitwise::number(*lit, i / GROUP, &bits, sink);
    }
}
