//! What a Rust program that states and solves models needs: `use quandary::prelude::*;`.

pub use crate::engine::Engine;
pub use crate::model::{Assignment, Atom, Cmp, Constraint, Domain, Model, Objective, Var, count_true, sum};
pub use crate::search::{Budget, Stop};
pub use crate::solve::{Outcome, Run, Session, Solutions, SolveError, Status, Told, solutions, solve_model};
