//! By size: plain clauses while they are few, the diagram while it is small, the adder beyond.
//!
//! Plain clauses need no variable and propagate best, so the small flows of a planning problem take them. A diagram propagates as
//! well, but wide weights make it grow with the number of sums that occur, up to exponentially; the adder stays at fourteen
//! clauses per one-bit of a weight, and propagates little. No sum takes more than [`FEW`] plain clauses or [`MANY`] of a diagram;
//! both numbers are guesses, not measured.

use super::{Plan, Row, Term, adder, by_at_most, diagram, plain};
use crate::cnf::ClauseSink;
use crate::model::Cmp;

/// The row of this file.
pub const ROW: Row = Row {
    name: "sized",
    summary: "plain clauses, a diagram or an adder, by size",
    reference: "the parts have their own references",
    encode,
    n_clauses,
    certified: true,
};

/// Plain clauses are taken up to here.
pub const FEW: usize = 120;

/// Diagrams of so many edges are still taken.
pub const MANY: usize = 400_000;

/// Writes the clauses.
pub fn encode(terms: &[Term], cmp: Cmp, bound: u128, sink: &mut dyn ClauseSink) {
    match plan(terms, cmp, bound) {
        Some(plan) => (plan.write)(sink),
        None => adder::encode(terms, cmp, bound, sink),
    }
}

fn n_clauses(terms: &[Term], cmp: Cmp, bound: u128, most: usize) -> Option<usize> {
    match plan(terms, cmp, bound) {
        Some(plan) => Some(plan.n_clauses).filter(|n| *n <= most),
        None => adder::n_clauses(terms, cmp, bound, most),
    }
}

fn plan(terms: &[Term], cmp: Cmp, bound: u128) -> Option<Plan> {
    by_at_most(plain::at_most, terms, cmp, bound, FEW).or_else(|| by_at_most(diagram::at_most, terms, cmp, bound, MANY))
}
