//! FlatZinc, MiniZinc's language between compiler and solver: solutions in its form, and models written in it.
//!
//! Its constraints are read like any others: `flatzinc.mzn` says what their names mean.

mod names;
mod post;
mod shown;
mod text;
mod truth;
mod whole;
mod word;
mod write;

pub(crate) use shown::{shown, variables};
pub use write::{Text, Unwritable, write, write_whole};
