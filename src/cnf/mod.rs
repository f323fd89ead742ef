//! Formulas in conjunctive normal form: literals, clauses, what receives them, and how they are written to files.
//!
//! One allocator of variables ([`ClauseSink::fresh`]); every variable is named by the encoding's map or is auxiliary.

pub mod dimacs;
mod formula;
pub mod gates;
pub mod knf;
mod limited;
mod lit;
mod merge;
mod names;
mod note;
pub mod opb;
pub mod wcnf;

pub use formula::{ClauseSink, Cnf, Counter};
pub use limited::Limited;
pub use lit::{Lit, Valuation};
pub use merge::Merge;
pub use names::Names;
pub use note::{Note, Weights};
