//! Solving by the textbook backtracker.

use super::{Run, SolveError};
use crate::csp::{self, Order};
use crate::search::{End, Stats};

pub(super) fn run(order: &Order, run: &mut Run) -> Result<(End, Stats), SolveError> {
    let (model, budget) = (run.model(), &run.request.budget);
    let mut found = |assignment| run.accept_assignment(assignment);
    match model.objective {
        crate::model::Objective::Satisfy => Ok(csp::search(model, order, budget, &mut found)),
        _ => Ok(csp::optimise(model, order, budget, &mut found)),
    }
}
