//! Formulas in conjunctive normal form: literals, clauses, and what receives them.
//!
//! One allocator of variables ([`ClauseSink::fresh`]); every variable is named by the encoding's map or is auxiliary.

mod formula;
pub mod gates;
mod lit;

pub use formula::{ClauseSink, Cnf, Counter};
pub use lit::{Lit, Valuation};
