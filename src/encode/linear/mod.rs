//! A weighted sum compares with a bound.
//!
//! Rows see a sum of [`Term`]s, each a non-negative contribution that literals tell, and a bound strictly between the
//! least and the largest sum. Two integers are compared directly (`pair.rs`), and equal weights are a count. Each row
//! says beforehand how many clauses it would write. Sums that would take more than [`MOST`] go to the adder, whatever the row.

pub mod adaptive;
pub mod adder;
pub mod diagram;
mod normal;
mod pair;
pub mod plain;
mod post;
pub mod term;
pub mod totalizer;

pub use post::{post, post_weighted};
pub use term::Term;

use crate::cnf::{ClauseSink, Lit, Note};
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
    /// About how many clauses that takes; `None` if they are more than so many.
    pub n_clauses: fn(&[Term], Cmp, u128, usize) -> Option<usize>,
    /// Whether its notes are enough to derive the clauses.
    pub certified: bool,
}

/// The sum of the terms as weighted literals.
fn weights(terms: &[Term]) -> Vec<(i128, Lit)> {
    terms.iter().flat_map(Term::increments).map(|(weight, lit)| (weight as i128, lit)).collect()
}

/// Notes that what follows is about the sum of these terms.
fn note_goal(terms: &[Term], sink: &mut dyn ClauseSink) {
    if sink.takes_notes() {
        sink.note(Note::Goal(&weights(terms)));
    }
}

/// The rows; the first is the default.
pub const TABLE: &[Row] = &[adaptive::ROW, diagram::ROW, totalizer::ROW, plain::ROW, adder::ROW];

/// The clauses that a sum may take before it goes to the adder.
pub const MOST: usize = 2_000_000;

/// What is about to be written, and about how many clauses that is.
struct Plan {
    n_clauses: usize,
    write: Box<Writer>,
}

/// Writes what was planned.
type Writer = dyn FnOnce(&mut dyn ClauseSink);

/// Plans "at most" in no more clauses than that.
type AtMost = fn(&[Term], u128, usize) -> Option<Plan>;

/// Plans any comparison by "at most" in no more clauses than that. What differs from a bound is two cases, and no plan.
fn by_at_most(at_most: AtMost, terms: &[Term], cmp: Cmp, bound: u128, most: usize) -> Option<Plan> {
    let at_least = |most: usize| {
        let complement: Vec<Term> = terms.iter().map(Term::complement).collect();
        at_most(&complement, complement.iter().map(Term::largest).sum::<u128>() - bound, most)
    };
    match cmp {
        Cmp::Le => at_most(terms, bound, most),
        Cmp::Ge => at_least(most),
        Cmp::Eq => {
            let below = at_most(terms, bound, most)?;
            let above = at_least(most.checked_sub(below.n_clauses)?)?;
            let n_clauses = below.n_clauses + above.n_clauses;
            let write = Box::new(move |sink: &mut dyn ClauseSink| {
                (below.write)(sink);
                (above.write)(sink);
            });
            Some(Plan { n_clauses, write })
        }
        Cmp::Ne => None,
    }
}

/// Writes any comparison by "at most", or by the adder where that would be too much.
fn or_adder(at_most: AtMost, terms: &[Term], cmp: Cmp, bound: u128, sink: &mut dyn ClauseSink) {
    match by_at_most(at_most, terms, cmp, bound, MOST) {
        Some(plan) => (plan.write)(sink),
        None => adder::encode(terms, cmp, bound, sink),
    }
}

/// The clauses of a comparison by "at most", or by the adder where that is how it would be written.
fn size_or_adder(at_most: AtMost, terms: &[Term], cmp: Cmp, bound: u128, most: usize) -> Option<usize> {
    match by_at_most(at_most, terms, cmp, bound, MOST) {
        Some(plan) => Some(plan.n_clauses).filter(|n| *n <= most),
        None => adder::n_clauses(terms, cmp, bound, most),
    }
}
