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

use crate::cnf::{ClauseSink, Lit};

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
}

/// Up to so many literals, all rows write the pairwise clauses.
pub const SMALL: usize = 4;

/// The rows; the first is the default.
pub const TABLE: &[Row] = &[ladder::ROW, pairwise::ROW, product::ROW, commander::ROW, bimander::ROW, bitwise::ROW];
