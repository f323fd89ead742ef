//! Adaptive: the plain clauses while they are few, the totalizer while it is small, the adder beyond.
//!
//! Plain clauses propagate best and need no variable, so a Minesweeper clue takes them; a totalizer grows with `n k`, and
//! past a hundred thousand clauses the weak but tiny adder is solved sooner. Never more than [`FEW`] plain clauses,
//! [`MANY`] totalizer clauses, or `14 n` adder clauses. The thresholds are measured, see `docs/encodings.md`.

use super::{Row, adder, binomial, totalizer};
use crate::cnf::{ClauseSink, Lit};
use crate::model::Cmp;

/// The row of this file.
pub const ROW: Row = Row {
    name: "adaptive",
    summary: "binomial, totalizer or adder, by size",
    reference: "measured here; the parts have their own references",
    encode,
    certified: true,
};

/// Plain clauses are taken up to here: exactly 4 of 8 takes 112.
pub const FEW: u64 = 120;

/// Totalizers of about so many clauses are still taken.
pub const MANY: usize = 100_000;

/// Writes the clauses.
pub fn encode(lits: &[Lit], cmp: Cmp, bound: usize, sink: &mut dyn ClauseSink) {
    if binomial::n_clauses(lits.len(), cmp, bound) <= FEW {
        binomial::encode(lits, cmp, bound, sink)
    } else if lits.len().saturating_mul(bound + 1) <= MANY {
        totalizer::encode(lits, cmp, bound, sink)
    } else {
        adder::encode(lits, cmp, bound, sink)
    }
}
