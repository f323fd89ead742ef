//! Bundles: a verdict, and in the same folder all that somebody needs who does not believe it.
//!
//! [`make`] decides a problem and writes the bundle: the solution, a formula and an LRAT proof for everything that is said to
//! be impossible, and a manifest that says how the verdict follows. [`verify`] reads nothing but the bundle: it makes the
//! formulas again from the problem, checks the proofs by [`crate::proof`] and judges the solution. A bundle has its name
//! only after it was verified.

mod account;
mod count;
mod derived;
mod folder;
mod formula;
mod listing;
mod make;
mod manifest;
mod searched;
mod verify;
mod verify_list;
mod workplace;

pub use account::make_by_search;
pub use derived::Derivation;
pub use formula::Question;
pub use listing::Asked;
pub use make::make;
pub use manifest::{MANIFEST, Manifest, Refutation};
pub use verify::{Verified, verify};
