//! Checking that a formula has no solution, by a proof: nothing here knows a solver, an encoder or a model.
//!
//! [`read`] reads a formula, [`check`] reads a proof in the LRAT format beside it. Both take any bytes: what they keep is in
//! proportion to what they read, and whatever is wrong is said with its line.

mod formula;
mod inequality;
mod lrat;
mod pbp;
mod slack;
mod text;

pub use formula::{Formula, read};
pub use lrat::{Checker, check};
pub use pbp::{Shown, check as check_inequalities, is_same};
pub use text::Rejected;
