//! The fewest steps: the model with one step more each time, until there is an answer.
//!
//! Each horizon without an answer is proved to have none before the next one is tried, so the first answer is a shortest
//! one, and the refutations are the proof of it. Horizons that the puzzle says need not be tried are refuted afterwards, if
//! that takes a fraction of the time. That no horizon has an answer rests on the puzzle's word that more steps lead nowhere.

use super::{Evidence, OnAnswer, Outcome, Phases, Problem, Run, SolveError, Status, on_model};
use crate::search::Stats;
use std::ops::{ControlFlow, RangeInclusive};
use std::time::Instant;

/// What refuting the first horizons may take: seconds, and seconds for each second of the others.
const PATIENCE: (f64, f64) = (0.1, 0.3);

pub(super) fn run(
    problem: &Problem,
    horizons: RangeInclusive<usize>,
    run: &Run,
    found: &mut OnAnswer,
) -> Result<Outcome, SolveError> {
    let (mut stats, mut phases, started) = (Stats::default(), Phases::default(), Instant::now());
    let (first, mut refuted) = (*horizons.start(), None);
    for horizon in horizons {
        if let Some(stop) = run.budget.spent() {
            return Ok(Outcome { stats, phases, ..Outcome::unknown(run.engine.clone(), stop) });
        }
        let outcome = match at(problem, horizon, run, found) {
            Err(SolveError::Stopped(stop)) => {
                return Ok(Outcome { stats, phases, ..Outcome::unknown(run.engine.clone(), stop) });
            }
            outcome => outcome?,
        };
        stats.add(&outcome.stats);
        phases.add(&outcome.phases);
        match outcome.status {
            Status::Unsatisfiable => refuted = Some(both(refuted, outcome.evidence)),
            Status::Satisfiable if outcome.reason.is_none() => {
                let evidence = both(refuted, outcome.evidence);
                let evidence = evidence.and(skipped(problem, first, run, evidence, started)?);
                let status = Status::Optimal;
                return Ok(Outcome { status, horizon: Some(horizon), evidence, stats, phases, ..outcome });
            }
            Status::Satisfiable | Status::Optimal | Status::Unknown => {
                return Ok(Outcome { horizon: Some(horizon), stats, phases, ..outcome });
            }
        }
    }
    Ok(Outcome { stats, phases, ..Outcome::unsatisfiable(run.engine.clone()) })
}

fn at(problem: &Problem, horizon: usize, run: &Run, found: &mut OnAnswer) -> Result<Outcome, SolveError> {
    let statement = problem.statement_at(&run.engine, Some(horizon), &run.budget)?;
    on_model::run(problem, &statement, run, found)
}

fn both(before: Option<Evidence>, now: Evidence) -> Evidence {
    before.map_or(now, |before| before.and(now))
}

/// Evidence that no horizon below the first has an answer: the last ones first, since those take longest.
fn skipped(
    problem: &Problem,
    first: usize,
    run: &Run,
    so_far: Evidence,
    started: Instant,
) -> Result<Evidence, SolveError> {
    let seconds = PATIENCE.0 + PATIENCE.1 * started.elapsed().as_secs_f64();
    let run = Run { budget: run.budget.at_most(seconds).with_ear(None), ..run.clone() };
    let mut evidence = so_far;
    for horizon in (0..first).rev() {
        if !evidence.checked {
            return Ok(Evidence::NONE);
        }
        match at(problem, horizon, &run, &mut |_| ControlFlow::Continue(())) {
            Ok(outcome) if outcome.status == Status::Unsatisfiable => evidence = evidence.and(outcome.evidence),
            Ok(Outcome { status: Status::Satisfiable | Status::Optimal, .. }) => {
                return Err(SolveError::Rejected(format!("there is an answer with {horizon} steps already")));
            }
            Err(error @ SolveError::Rejected(_)) => return Err(error),
            Ok(_) | Err(_) => return Ok(Evidence::NONE),
        }
    }
    Ok(evidence)
}
