//! The solutions of a model as a circuit: made, written, and checked against the model without counting anything again.
//!
//! A circuit says of a model who decides what and which parts are independent, down to the solutions: sums over cases that
//! exclude each other, products over parts that share nothing (a deterministic, decomposable form: Darwiche 2001; as
//! evidence for a count: Bryant, Nawrocki, Avigad and Heule 2023). So the number of solutions is one pass over it, however
//! large that number is. [`count`] believes nothing of it: it walks through the model along the circuit and sees at each
//! node that this is all there is. What it rests on is the meaning of constraints; it knows no formula and no solver.
//! [`compile`] makes circuits; that its search is right nobody needs to believe.

mod check;
mod compile;
mod numbers;
mod propagate;
mod residual;
mod tally;
#[cfg(test)]
mod tests;
mod text;
mod truth;

pub use check::{Refusal, count};
pub use compile::{Compiled, compile};
