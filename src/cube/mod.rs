//! Cube and conquer: a formula cut into cubes that are refuted one by one, and one proof made of all their proofs.
//!
//! A cube is a few literals that are supposed to be true. Every set of cubes that is made here covers everything: the denied
//! cubes are contradictory, and a proof says so ([`cover`]). A refuted cube gives a clause, the denied cube; [`Composer`] turns its
//! proof into one of the formula itself. Heule, Kullmann, Wieringa and Biere, HVC 2011.

mod compose;
mod cover;
mod formula;
mod icnf;
mod lookahead;
mod prefix;
mod propagate;
mod semantic;

pub use compose::Composer;
pub use cover::{Cover, cover};
pub use formula::{Stated, context, restored, state};
pub use icnf::{Cubes, read, write};
pub use lookahead::{branch, lookahead};
pub use prefix::prefix;
pub use semantic::semantic;
