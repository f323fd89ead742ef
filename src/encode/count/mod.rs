//! The number of true literals compares with a bound.
//!
//! Rows see only what is left when the easy part is done: no constants, no literal twice, no opposite literals,
//! `1 <= bound <= n / 2` (the rest is counted by the false ones), and never a plain "at most one".

pub mod adaptive;
pub mod adder;
pub mod binomial;
pub mod network;
mod post;
pub mod sequential;
pub mod totalizer;

pub use post::{post, post_lits};

use crate::cnf::{ClauseSink, Lit, Note};
use crate::model::Cmp;

/// One way to write a count.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The name a user picks it by.
    pub name: &'static str,
    /// One line on what it does.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// Writes the clauses for a bound between 1 and one less than the number of literals.
    pub encode: fn(&[Lit], Cmp, usize, &mut dyn ClauseSink),
    /// Whether its notes are enough to derive the clauses.
    pub certified: bool,
}

/// Notes that the literals say "at least 1, 2, ... of these".
fn note_outputs(outputs: &[Lit], of: &[Lit], sink: &mut dyn ClauseSink) {
    if sink.takes_notes() {
        let weights: Vec<(i128, Lit)> = of.iter().map(|lit| (1, *lit)).collect();
        outputs.iter().zip(1..).for_each(|(lit, n)| sink.note(Note::Sum(*lit, &weights, n)));
    }
}

/// The rows; the first is the default.
pub const TABLE: &[Row] = &[adaptive::ROW, totalizer::ROW, sequential::ROW, network::ROW, binomial::ROW, adder::ROW];

/// Which half of a counter's definition a comparison needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Need {
    /// True literals make outputs true: for upper bounds.
    up: bool,
    /// False literals make outputs false: for lower bounds.
    down: bool,
}

impl Need {
    fn of(cmp: Cmp) -> Need {
        Need { up: cmp != Cmp::Ge, down: cmp != Cmp::Le }
    }
}

/// How many outputs "at least 1, 2, ..." a comparison looks at.
fn n_outputs(cmp: Cmp, bound: usize) -> usize {
    if cmp == Cmp::Ge { bound } else { bound + 1 }
}

/// Compares outputs that say "at least 1, 2, ...".
fn compare_unary(outputs: &[Lit], cmp: Cmp, bound: usize, sink: &mut dyn ClauseSink) {
    match cmp {
        Cmp::Le => sink.clause(&[!outputs[bound]]),
        Cmp::Ge => sink.clause(&[outputs[bound - 1]]),
        Cmp::Eq => [outputs[bound - 1], !outputs[bound]].into_iter().for_each(|lit| sink.clause(&[lit])),
        Cmp::Ne => sink.clause(&[!outputs[bound - 1], outputs[bound]]),
    }
}
