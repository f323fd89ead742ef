//! The fewest steps: the model with one step more each time, until there is an answer.
//!
//! Each horizon without an answer is proved to have none before the next one is tried, so the first answer is a shortest
//! one, and the last refutation is the proof of it.

use super::{OnAnswer, Outcome, Phases, Problem, Request, SolveError, Status, solve};
use crate::engine::Engine;
use crate::front::Halt;
use crate::search::Stats;
use std::ops::RangeInclusive;

pub(super) fn run(
    problem: &Problem,
    horizons: RangeInclusive<usize>,
    engine: &Engine,
    request: &Request,
    found: &mut OnAnswer,
) -> Result<Outcome, SolveError> {
    let (mut stats, mut phases) = (Stats::default(), Phases::default());
    for horizon in horizons {
        if let Some(stop) = request.budget.spent() {
            return Ok(Outcome { stats, phases, ..Outcome::unknown(stop) });
        }
        let at = match problem.at(horizon, &request.budget) {
            Ok(at) => at,
            Err(Halt::Stop(stop)) => return Ok(Outcome { stats, phases, ..Outcome::unknown(stop) }),
            Err(Halt::Wrong(diagnostic)) => return Err(SolveError::Model(diagnostic.to_string())),
        };
        let outcome = solve(&at, engine, request, found)?;
        stats.add(&outcome.stats);
        phases.add(&outcome.phases);
        match outcome.status {
            Status::Unsatisfiable => (),
            Status::Satisfiable if outcome.reason.is_none() => {
                return Ok(Outcome { status: Status::Optimal, horizon: Some(horizon), stats, phases, ..outcome });
            }
            _ => return Ok(Outcome { horizon: Some(horizon), stats, phases, ..outcome }),
        }
    }
    Ok(Outcome { stats, phases, ..Outcome::unsatisfiable() })
}
