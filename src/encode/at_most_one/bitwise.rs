//! Bitwise: the number of the true literal in bits.
//!
//! `n ceil(log2 n)` clauses, `ceil(log2 n)` fresh variables. Also called binary or logarithmic.
//! Frisch, Peugniez, Doggett and Nightingale, JAR 2005.

use super::{Row, SMALL, note_some, pairwise};
use crate::cnf::{ClauseSink, Lit};

/// The row of this file.
pub const ROW: Row = Row {
    name: "bitwise",
    summary: "the number of the true literal in bits",
    reference: "Frisch et al. 2005",
    encode,
    certified: true,
};

/// Writes the clauses.
pub fn encode(lits: &[Lit], sink: &mut dyn ClauseSink) {
    if lits.len() <= SMALL {
        return pairwise::encode(lits, sink);
    }
    let bits = fresh_bits(lits.len(), sink);
    note_bits(&bits, lits, 1, sink);
    lits.iter().enumerate().for_each(|(i, lit)| number(*lit, i, &bits, sink));
}

/// As many literals as it takes to tell `n` numbers apart.
pub fn fresh_bits(n: usize, sink: &mut dyn ClauseSink) -> Vec<Lit> {
    let n_bits = usize::BITS - n.saturating_sub(1).leading_zeros();
    (0..n_bits).map(|_| sink.fresh()).collect()
}

/// Notes that each bit says "one of those whose number has this bit"; so many neighbours share a number.
pub fn note_bits(bits: &[Lit], lits: &[Lit], group: usize, sink: &mut dyn ClauseSink) {
    for (i, bit) in bits.iter().enumerate() {
        let with_bit = lits.iter().enumerate().filter(|(number, _)| ((number / group) >> i) & 1 == 1);
        note_some(*bit, with_bit.map(|(_, lit)| *lit), sink);
    }
}

/// `lit` implies that the bits are those of the number.
pub fn number(lit: Lit, number: usize, bits: &[Lit], sink: &mut dyn ClauseSink) {
    for (i, bit) in bits.iter().enumerate() {
        let bit = if number >> i & 1 == 1 { *bit } else { !*bit };
        sink.clause(&[!lit, bit]);
    }
}
