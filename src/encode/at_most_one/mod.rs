//! At most one of several literals is true.
//!
//! Every row gives exactly this meaning; they differ in clauses, fresh variables and propagation strength
//! Up to [`SMALL`] literals each row is the pairwise one: nothing is smaller.

pub mod bimander;
pub mod bitwise;
pub mod commander;
pub mod ladder;
pub mod pairwise;
pub mod product;

use crate::cnf::{ClauseSink, Lit, Note};

/// One way to write "at most one".
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The name a user picks it by.
    pub name: &'static str,
    /// One line on what it does.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// Writes the clauses.
    pub encode: fn(&[Lit], &mut dyn ClauseSink),
    /// Whether its notes are enough to derive the clauses.
    pub certified: bool,
}

/// Notes that the literal says "one of these".
fn note_some(lit: Lit, of: impl IntoIterator<Item = Lit>, sink: &mut dyn ClauseSink) {
    if sink.takes_notes() {
        let weights: Vec<(i128, Lit)> = of.into_iter().map(|lit| (1, lit)).collect();
        sink.note(Note::Sum(lit, &weights, 1));
    }
}

/// Notes that at most one of the literals is true, which follows from what they say.
fn note_goal(lits: &[Lit], sink: &mut dyn ClauseSink) {
    if sink.takes_notes() {
        let weights: Vec<(i128, Lit)> = lits.iter().map(|lit| (1, *lit)).collect();
        sink.note(Note::Also(&weights));
    }
}

/// Up to so many literals, all rows write the pairwise clauses.
pub const SMALL: usize = 4;

/// The rows; the first is the default.
pub const TABLE: &[Row] = &[ladder::ROW, pairwise::ROW, product::ROW, commander::ROW, bimander::ROW, bitwise::ROW];
