//! Solving, counting and backbones through components.
//!
//! Many models are held together by one long sum: a Minesweeper board has thousands of small clues and one count over
//! all cells. Encoded into clauses that count is larger than everything else; here it is never encoded. The model is
//! *split* into components that share nothing but the long sum,
//! each component is *compiled* into a circuit that knows all its solutions by what they add to the sum, and the parts
//! are *combined* like polynomials. All of it works on any [`Model`](crate::model::Model): without a long sum the parts are just
//! independent, and what is no sum over Booleans is given to a [`Leaf`] engine. For a single solution that engine is asked
//! first, about everything but the long sum; circuits are made only if its answer does not fit.

mod backbone;
mod ball;
mod circuit;
mod combine;
mod compile;
mod count;
mod coupling;
mod evaluate;
mod explore;
mod lcg_leaf;
mod leaf;
mod leaves;
mod order;
mod parts;
mod poly;
mod refine;
mod relaxed;
mod solve;
mod split;
mod submodel;
mod table;
#[cfg(test)]
mod tests;

pub use backbone::backbone;
pub use count::{Probabilities, count, probabilities};
pub use lcg_leaf::LcgLeaf;
pub use leaf::{Ground, Halt, Leaf, Outcome};
pub use leaves::{CspLeaf, SatLeaf};
pub(crate) use order::eliminated;
pub use solve::{solve_split, solve_split_on};
