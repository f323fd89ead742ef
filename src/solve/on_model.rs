//! Solving one statement of a problem by an engine that takes models.
//!
//! Without an objective the answers are handed out as they come. With one, the best is looked for, step by step; when
//! several are wanted, all answers as good as that one are listed afterwards, and none of the steps.

use super::collect::Collector;
use super::{OnAnswer, Outcome, Problem, Run, SolveError, Statement, Status, auto, by_csp, by_lcg, by_sat};
use crate::engine::Engine;
use crate::model::{Model, Objective};
use crate::search::Incumbent;
use std::ops::ControlFlow;
use std::sync::Arc;

/// What an engine is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// Any answers.
    Any,
    /// Better and better ones, and a proof that the last is best.
    Best,
}

pub(super) fn run(
    problem: &Problem,
    statement: &Arc<Statement>,
    run: &Run,
    found: &mut OnAnswer,
) -> Result<Outcome, SolveError> {
    match (statement.optimises(), run.limit) {
        (false, _) => search(problem, statement, run, Goal::Any, found),
        (true, Some(1)) => search(problem, statement, run, Goal::Best, found),
        (true, _) => all_best(problem, statement, run, found),
    }
}

/// One engine, or what `auto` makes of the model.
fn search(
    problem: &Problem,
    statement: &Arc<Statement>,
    run: &Run,
    goal: Goal,
    found: &mut OnAnswer,
) -> Result<Outcome, SolveError> {
    match &run.engine {
        Engine::Auto(_) => auto::run(problem, statement, run, goal, found),
        Engine::Sat(_) | Engine::Csp(_) | Engine::Lcg(_) | Engine::Search(_) => {
            alone(problem, statement, run, goal, found)
        }
    }
}

/// One engine on its own.
pub(super) fn alone(
    problem: &Problem,
    statement: &Arc<Statement>,
    run: &Run,
    goal: Goal,
    found: &mut OnAnswer,
) -> Result<Outcome, SolveError> {
    let mut collector = Collector::new(problem, Some(statement.clone()), run, found);
    collector.proves_best = goal == Goal::Best;
    if goal == Goal::Best {
        by_domain(&statement.model, &collector.incumbent);
    }
    let (engine, end, stats) = match &run.engine {
        Engine::Sat(sat) => by_sat::run(sat, statement, goal, &mut collector)?,
        Engine::Csp(csp) => by_csp::run(csp, statement, goal, &mut collector),
        Engine::Lcg(lcg) => by_lcg::run(lcg, statement, goal, &mut collector)?,
        Engine::Auto(_) | Engine::Search(_) => unreachable!("a search has no statement, and `auto` has chosen"),
    };
    collector.finish(engine, end, stats)
}

/// Tells what the domain of the objective says: no value is better than its best one.
fn by_domain(model: &Model, incumbent: &Incumbent) {
    match model.objective {
        Objective::Minimise(var) | Objective::Maximise(var) if model.domain(var).is_empty() => {}
        Objective::Minimise(var) => incumbent.bounded(model.objective, model.domain(var).min()),
        Objective::Maximise(var) => incumbent.bounded(model.objective, model.domain(var).max()),
        Objective::Satisfy => {}
    }
}

/// First the best value, then every answer that has it.
fn all_best(
    problem: &Problem,
    statement: &Arc<Statement>,
    run: &Run,
    found: &mut OnAnswer,
) -> Result<Outcome, SolveError> {
    let first = search(problem, statement, run, Goal::Best, &mut |_| ControlFlow::Continue(()))?;
    let (Status::Optimal, Some(value)) = (first.status, first.objective) else {
        return Ok(Outcome { n_answers: 0, complete: first.status == Status::Unsatisfiable, ..first });
    };
    let (Objective::Minimise(var) | Objective::Maximise(var)) = statement.model.objective else {
        unreachable!("only called with an objective")
    };
    let assumptions = run.assumptions.iter().copied().chain([var.is(value)]).collect();
    let rest = search(problem, statement, &Run { assumptions, ..run.clone() }, Goal::Any, found)?;
    if rest.status == Status::Unsatisfiable {
        return Err(SolveError::Rejected(format!("the best value {value} was reached once and not again")));
    }
    let (mut stats, mut phases) = (first.stats, first.phases);
    stats.add(&rest.stats);
    phases.add(&super::Phases { flatten: 0.0, ..rest.phases });
    let best = rest.best.or(first.best);
    let (objective, bound) = (Some(value), Some(value));
    let evidence = first.evidence.and(rest.evidence);
    Ok(Outcome { status: Status::Optimal, best, objective, bound, evidence, stats, phases, ..rest })
}
