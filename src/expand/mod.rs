//! Constraints that stay whole, said in basic constraints and fresh variables.
//!
//! For each kind there is a table of rows, each a way to say it; [`Rows`] is a choice of one for each kind. A row writes onto a
//! [`Ground`]: the encoder is one, so a formula is made without the expanded model, and a model is one, for engines that know
//! fewer kinds ([`expanded`]). What holds: within the domains of the ground, the values of the old variables that can be completed
//! to fresh ones are exactly those for which the constraint holds.

pub mod bin_packing;
pub mod cardinality;
pub mod circuit;
pub mod cumulative;
pub mod diffn;
pub mod disjunctive;
mod ground;
pub mod inverse;
pub mod lex;
mod model;
pub mod n_value;
pub mod overlap;
pub mod regular;
mod rows;

pub use ground::Ground;
pub use model::expanded;
pub use rows::{Row, RowInfo, Rows};

use crate::model::Global;

/// Says the constraint on the ground, by the rows chosen. No domain of the ground may be empty.
pub fn expand(global: &Global, rows: &Rows, ground: &mut dyn Ground) {
    match global {
        Global::Cumulative(it) => (rows.cumulative.write)(it, ground),
        Global::Disjunctive(it) => (rows.disjunctive.write)(it, ground),
        Global::Circuit(it) => (rows.circuit.write)(it, ground),
        Global::Regular(it) => (rows.regular.write)(it, ground),
        Global::Cardinality(it) => (rows.cardinality.write)(it, ground),
        Global::Inverse(it) => (rows.inverse.write)(it, ground),
        Global::Lex(it) => (rows.lex.write)(it, ground),
        Global::BinPacking(it) => (rows.bin_packing.write)(it, ground),
        Global::NValue(it) => (rows.n_value.write)(it, ground),
        Global::Diffn(it) => (rows.diffn.write)(it, ground),
        Global::Overlap(it) => (rows.overlap.write)(it, ground),
    }
}
