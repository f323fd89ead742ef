//! Weighted adder: the sum in binary, by buckets of bits.
//!
//! One full adder (14 clauses, 2 variables) per one-bit of a weight, plus one clause per bit for the bound. The only
//! choice for weights in the millions; weak in propagation. Warners, 1998; Eén and Sörensson, JSAT 2006.

use super::{Row, Term};
use crate::cnf::{ClauseSink, Lit};
use crate::encode::bits;
use crate::model::Cmp;

/// The row of this file.
pub const ROW: Row = Row {
    name: "weighted-adder",
    summary: "the sum in binary by full adders",
    reference: "Warners 1998; Eén and Sörensson 2006",
    encode,
    n_clauses,
    certified: true,
};

/// The clauses of a full adder.
const ADDER: usize = 14;

/// A full adder per one-bit, since each makes two of three; and half an adder and a comparison per bit of the sum.
pub fn n_clauses(terms: &[Term], _: Cmp, _: u128, most: usize) -> Option<usize> {
    let ones = |term: &Term| term.increments().iter().map(|(weight, _)| weight.count_ones() as usize).sum::<usize>();
    let largest: u128 = terms.iter().map(Term::largest).sum();
    let n_bits = (u128::BITS - largest.leading_zeros()) as usize;
    Some((terms.iter().map(ones).sum::<usize>() + n_bits) * ADDER).filter(|n| *n <= most)
}

/// Writes the clauses.
pub fn encode(terms: &[Term], cmp: Cmp, bound: u128, sink: &mut dyn ClauseSink) {
    super::note_goal(terms, sink);
    let mut buckets: Vec<Vec<Lit>> = Vec::new();
    for (weight, lit) in terms.iter().flat_map(Term::increments) {
        let n_bits = (u128::BITS - weight.leading_zeros()) as usize;
        buckets.resize(buckets.len().max(n_bits), Vec::new());
        (0..n_bits).filter(|i| weight >> i & 1 == 1).for_each(|i| buckets[i].push(lit));
    }
    let number = bits::sum(buckets, sink);
    bits::compare(&number, cmp, bound, sink);
}
