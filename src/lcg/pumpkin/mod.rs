//! Pumpkin, compiled in when the cargo feature `pumpkin` is on, as it is by default.
//!
//! Its integers have 32 bits, and what it computes with them may be as large: variables and sums beyond [`MOST`] are
//! refused before it sees them, so that nothing overflows on the way.

use super::Row;

#[cfg(feature = "pumpkin")]
mod conflicts;
#[cfg(feature = "pumpkin")]
mod constraint;
#[cfg(feature = "pumpkin")]
mod element;
#[cfg(feature = "pumpkin")]
mod global;
#[cfg(feature = "pumpkin")]
mod guide;
#[cfg(feature = "pumpkin")]
mod linear;
#[cfg(feature = "pumpkin")]
mod operation;
#[cfg(feature = "pumpkin")]
mod poster;
#[cfg(feature = "pumpkin")]
mod search;
#[cfg(feature = "pumpkin")]
mod table;

/// The row of this backend.
pub const ROW: Row = Row {
    name: "pumpkin",
    summary: "Pumpkin, embedded; in builds with the feature `pumpkin`",
    reference: "Flippo, Sidorov, Marijnissen, Smits, Demirovic, A multi-stage proof logging framework, CP 2024; here version 0.5",
    missing: MISSING,
    solve,
};

#[cfg(feature = "pumpkin")]
const MISSING: Option<&str> = None;

#[cfg(not(feature = "pumpkin"))]
const MISSING: Option<&str> = Some("build with the feature `pumpkin`, which is on by default");

#[cfg(feature = "pumpkin")]
use search::solve;

#[cfg(not(feature = "pumpkin"))]
fn solve(
    _: &crate::model::Model,
    _: super::Goal,
    _: &crate::search::Budget,
    _: &mut crate::search::Found,
) -> Result<(crate::search::End, crate::search::Stats), crate::search::Halt> {
    Err(crate::search::Halt::Failed(MISSING.expect("the feature is off").to_string()))
}

/// No value and no sum of absolute values is larger: a bit less than half of what 32 bits hold, so that the difference
/// of two of them and one more still fits.
#[cfg(feature = "pumpkin")]
const MOST: i128 = 1 << 30;
