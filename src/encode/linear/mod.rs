//! A weighted sum compares with a bound.
//!
//! Rows see a sum of [`Term`]s, each a non-negative contribution that literals tell, and a bound strictly between the
//! least and the largest sum. Two integers are compared directly (`pair.rs`), and equal weights are a count.
//! Sums whose diagram or totalizer would take more than [`MOST`] clauses go to the adder.

pub mod adder;
pub mod diagram;
mod normal;
mod pair;
mod post;
pub mod term;
pub mod totalizer;

pub use post::{post, post_weighted};
pub use term::Term;

use crate::cnf::ClauseSink;
use crate::model::Cmp;

/// One way to write a weighted sum.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The name a user picks it by.
    pub name: &'static str,
    /// One line on what it does.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// Writes the clauses for a bound between 0 and the largest sum.
    pub encode: fn(&[Term], Cmp, u128, &mut dyn ClauseSink),
}

/// The rows; the first is the default.
pub const TABLE: &[Row] = &[diagram::ROW, totalizer::ROW, adder::ROW];

/// The clauses that a diagram or totalizer may take before the sum goes to the adder.
pub const MOST: usize = 2_000_000;

/// Writes any comparison with an encoding of "at most" that may decline, and then with the adder.
fn by_at_most(
    terms: &[Term],
    cmp: Cmp,
    bound: u128,
    sink: &mut dyn ClauseSink,
    at_most: fn(&[Term], u128, &mut dyn ClauseSink) -> bool,
) {
    let largest: u128 = terms.iter().map(Term::largest).sum();
    let at_least = |bound: u128, sink: &mut dyn ClauseSink| {
        let complement: Vec<Term> = terms.iter().map(Term::complement).collect();
        at_most(&complement, largest - bound, sink)
    };
    let done = match cmp {
        Cmp::Le => at_most(terms, bound, sink),
        Cmp::Ge => at_least(bound, sink),
        Cmp::Eq => at_most(terms, bound, sink) && at_least(bound, sink),
        Cmp::Ne => false,
    };
    if !done {
        adder::encode(terms, cmp, bound, sink);
    }
}
