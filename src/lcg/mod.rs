//! Lazy clause generation: propagators that explain what they do, and a search that learns clauses from it.
//!
//! Backends hide behind one protocol ([`Solve`]): a model and a goal in, solutions out as they are found, and in the end
//! why it was over. A backend takes every form of constraint; a model with numbers that it cannot compute with is refused
//! with a reason, never answered wrongly. What it finds is judged like every answer. That there is nothing more to find
//! is its word alone: no proof of it is checked. Ohrimenko, Stuckey, Codish, Propagation via lazy clause generation,
//! Constraints 2009.

mod backend;
#[cfg(feature = "pumpkin")]
mod machines;
mod pumpkin;
#[cfg(all(test, feature = "pumpkin"))]
mod tests;

pub use backend::{Backend, Row, TABLE};

use crate::model::Model;
use crate::search::{Budget, End, Found, Halt, Incumbent, Stats};

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub enum Goal<'a> {
    /// Every solution; no two of them agree on all answer variables.
    All,
    /// Solutions, each better than the one before and than what others reach meanwhile; the last one is the best.
    Better(&'a Incumbent),
}

/// Looks for solutions of a model. [`Halt::TooLarge`] says why a model cannot be stated to the backend.
pub type Solve = fn(&Model, Goal, &Budget, &mut Found) -> Result<(End, Stats), Halt>;
