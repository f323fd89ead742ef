//! Log: the bits of `x - min`.
//!
//! `ceil(log2 (max - min + 1))` variables; a clause per zero bit of `max - min`, and two comparisons per hole. Bounds
//! and equalities with a constant are small circuits defined when used, one gate per bit. The only choice for domains
//! of a million values; propagation is weak. Iwama and Miyazaki, IFIP 1994; Gavanelli, 2007.

use super::{Block, Repr, Row, Scheme};
use crate::cnf::gates::{TRUE, and, and_all, or};
use crate::cnf::{ClauseSink, Lit, Note, Valuation};
use crate::encode::values::Values;
use crate::model::Var;

/// The row of this file.
pub const ROW: Row = Row {
    name: "log",
    summary: "a literal per bit, everything else defined when used",
    reference: "Iwama and Miyazaki 1994; Gavanelli 2007",
    scheme: Scheme::Log,
};

/// The bits, kept between the smallest and the largest value and out of the holes.
pub fn represent(var: Var, values: &Values, sink: &mut dyn ClauseSink) -> Option<Repr> {
    let width = values.max().abs_diff(values.min());
    let block = Block::fresh((u64::BITS - width.leading_zeros()) as usize, sink)?;
    block.lits().enumerate().for_each(|(i, lit)| sink.note(Note::Bit(lit, var, i as u32)));
    sink.note(Note::Bits(var));
    bound_by(block, width, sink);
    for gap in values.domain().ranges().windows(2) {
        let below = at_most_offset(block, gap[0].1.abs_diff(values.min()), sink);
        sink.note(Note::Means(below, var.at_most(gap[0].1)));
        let above = !at_most_offset(block, gap[1].0.abs_diff(values.min()) - 1, sink);
        sink.note(Note::Means(!above, var.at_most(gap[0].1)));
        sink.clause(&[below, above]);
    }
    Some(Repr::Log(block))
}

/// The smallest value plus the bits.
pub fn decode(block: Block, values: &Values, valuation: &Valuation) -> i64 {
    let value = i128::from(values.min()) + offset(block, valuation);
    i64::try_from(value).unwrap_or(values.max())
}

/// The number that the bits are.
pub fn offset(block: Block, valuation: &Valuation) -> i128 {
    block.lits().rev().fold(0, |n, lit| 2 * n + i128::from(valuation.is_true(lit)))
}

/// All bits are those of the value.
pub fn equality(block: Block, values: &Values, index: u64, sink: &mut dyn ClauseSink) -> Lit {
    let offset = values.nth(index).abs_diff(values.min());
    let bits = block.lits().enumerate().map(|(i, lit)| if offset >> i & 1 == 1 { lit } else { !lit });
    and_all(&bits.collect::<Vec<Lit>>(), sink)
}

/// "One of the first `n` values", `0 < n < d`.
pub fn at_most(block: Block, values: &Values, n: u64, sink: &mut dyn ClauseSink) -> Lit {
    at_most_offset(block, values.nth(n - 1).abs_diff(values.min()), sink)
}

/// The bits are at most `offset`: from the lowest bit up, a one in the offset forgives, a zero forbids.
fn at_most_offset(block: Block, offset: u64, sink: &mut dyn ClauseSink) -> Lit {
    block.lits().enumerate().fold(TRUE, |below, (i, bit)| {
        let is_one = offset >> i & 1 == 1;
        announce(block, offset, i, is_one, sink);
        let here = if is_one { or(!bit, below, sink) } else { and(!bit, below, sink) };
        sink.note(Note::Next(None));
        here
    })
}

/// What the next gate says: the bits up to `i` are at most those of the offset, so their opposites are at least the rest.
fn announce(block: Block, offset: u64, i: usize, is_or: bool, sink: &mut dyn ClauseSink) {
    if sink.takes_notes() {
        let weights: Vec<(i128, Lit)> = block.lits().take(i + 1).enumerate().map(|(j, bit)| (1 << j, !bit)).collect();
        let largest = (2i128 << i) - 1;
        // A disjunction is the opposite of the variable of its gate.
        sink.note(Note::Next(Some((!is_or, &weights, largest - (i128::from(offset) & largest)))));
    }
}

/// The bits are at most `width`: a one where the width has a zero needs a zero above where the width has a one.
fn bound_by(block: Block, width: u64, sink: &mut dyn ClauseSink) {
    let mut clause = Vec::new();
    for i in (0..block.len()).filter(|i| width >> i & 1 == 0) {
        let above = (i + 1..block.len()).filter(|j| width >> j & 1 == 1);
        clause.clear();
        clause.push(!block.lit(i));
        clause.extend(above.map(|j| !block.lit(j)));
        sink.clause(&clause);
    }
}
