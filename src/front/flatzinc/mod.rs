//! FlatZinc, MiniZinc's language between compiler and solver: solutions in its form, and models written in it.
//!
//! Its constraints are read like any others: `flatzinc.mzn` says what their names mean.

mod names;
mod shown;
mod truth;
mod whole;
mod write;

pub(crate) use shown::{shown, variables};
pub use write::{Unwritable, write, write_whole};
