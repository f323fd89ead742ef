//! DIMACS: the text format of formulas and answers that every SAT solver of the last thirty years understands.
//!
//! Written by [`write()`], read by [`read()`]; [`read_answer`] reads what a solver prints. Readers work on bytes that somebody else has fetched, allocate in proportion
//! to those bytes whatever the numbers in them say, and report the line and column of whatever is wrong.

mod answer;
mod digests;
mod gbdhash;
mod read;
mod stream;
pub(super) mod text;
pub(super) mod write;

pub use answer::{Claim, read_answer};
pub use digests::Digests;
pub use gbdhash::gbdhash;
pub use read::read;
pub use stream::Stream;
pub use text::Error;
pub use write::{sha256, write, write_projected};
