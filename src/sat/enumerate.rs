//! All valuations of some literals that can be extended to a model: after each, a clause forbids it.
//!
//! One solve per valuation and one more. The blocking clauses stay: afterwards the solver knows only what was not found.

use super::{Answer, Solver};
use crate::cnf::{Lit, Valuation};
use crate::search::{Budget, End};
use std::ops::ControlFlow;

/// Calls `found` with one model for each valuation of the projection. The error is a failure of the backend.
pub fn enumerate(
    solver: &mut dyn Solver,
    projection: &[Lit],
    budget: &Budget,
    found: &mut dyn FnMut(&Valuation) -> ControlFlow<()>,
) -> Result<End, String> {
    loop {
        let valuation = match solver.solve(&[], budget) {
            Answer::Sat(valuation) => valuation,
            Answer::Unsat(_) => return Ok(End::Exhausted),
            Answer::Unknown(stop) => return Ok(End::OutOfBudget(stop)),
            Answer::Failed(why) => return Err(why),
        };
        let other = |lit: &Lit| if valuation.is_true(*lit) { !*lit } else { *lit };
        solver.add(&projection.iter().map(other).collect::<Vec<_>>());
        if found(&valuation).is_break() {
            return Ok(End::Cut);
        }
    }
}
