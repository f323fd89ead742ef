//! The fewest steps: the model with one step more each time, until there is an answer.
//!
//! Each horizon without an answer is proved to have none before the next one is tried, so the first answer is a shortest
//! one, and the last refutation is the proof of it.

use super::{OnAnswer, Outcome, Phases, Problem, Run, SolveError, Status, on_model};
use crate::search::Stats;
use std::ops::RangeInclusive;

pub(super) fn run(
    problem: &Problem,
    horizons: RangeInclusive<usize>,
    run: &Run,
    found: &mut OnAnswer,
) -> Result<Outcome, SolveError> {
    let (mut stats, mut phases) = (Stats::default(), Phases::default());
    for horizon in horizons {
        if let Some(stop) = run.budget.spent() {
            return Ok(Outcome { stats, phases, ..Outcome::unknown(run.engine.clone(), stop) });
        }
        let statement = match problem.statement_at(&run.engine, Some(horizon), &run.budget) {
            Err(SolveError::Stopped(stop)) => {
                return Ok(Outcome { stats, phases, ..Outcome::unknown(run.engine.clone(), stop) });
            }
            made => made?,
        };
        let outcome = on_model::run(problem, &statement, run, found)?;
        stats.add(&outcome.stats);
        phases.add(&outcome.phases);
        match outcome.status {
            Status::Unsatisfiable => (),
            Status::Satisfiable if outcome.reason.is_none() => {
                return Ok(Outcome { status: Status::Optimal, horizon: Some(horizon), stats, phases, ..outcome });
            }
            Status::Satisfiable | Status::Optimal | Status::Unknown => {
                return Ok(Outcome { horizon: Some(horizon), stats, phases, ..outcome });
            }
        }
    }
    Ok(Outcome { stats, phases, ..Outcome::unsatisfiable(run.engine.clone()) })
}
