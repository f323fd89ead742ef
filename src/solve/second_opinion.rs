//! What was denied without a proof, refuted once more: as one formula of the model as it was stated.
//!
//! Presolving and the totals of parts leave nothing that others could check. Where a solver refutes the same question in a
//! fraction of the time that the first answer took, the verdict rests on that. A solution instead is a fault of ours.

use super::collect::Collector;
use super::on_model::Goal;
use super::{Evidence, Kind, SolveError, Statement};
use crate::engine::SatEngine;
use crate::model::{Constraint, Model, Objective};
use crate::sat::{self, Answer};
use crate::search::{End, Stats};

/// What it may take: seconds, and seconds for each second of the first answer.
const PATIENCE: (f64, f64) = (0.1, 0.3);

/// What presolving denies.
pub(super) const BY_PRESOLVING: Evidence = Evidence { kind: Kind::Presolve, checked: false };

/// Whether a model says that it has no solution, and the one that it came from does not.
pub(super) fn is_refuted(presolved: &Model, stated: &Model) -> bool {
    let is_false = |model: &Model| model.constraints.iter().any(|posted| posted.constraint == Constraint::falsity());
    is_false(presolved) && !is_false(stated)
}

/// Whether no value that was declared for the objective is better than this.
pub(super) fn is_best_declared(model: &Model, value: i64) -> bool {
    match model.objective {
        Objective::Minimise(var) => model.domain(var).iter().next() == Some(value),
        Objective::Maximise(var) => !model.domain(var).is_empty() && model.domain(var).max() == value,
        Objective::Satisfy => false,
    }
}

/// Looks for better evidence of an end by itself, which took so many seconds.
pub(super) fn seek(
    engine: &SatEngine,
    of: &Statement,
    goal: Goal,
    out: &mut Collector,
    (end, stats): (End, &mut Stats),
    seconds: f64,
) -> Result<(), SolveError> {
    let is_known = out.ground.unwrap_or_else(|| Evidence::of_refutations(stats)).checked;
    let is_asked = end == End::Exhausted && !is_known && (goal == Goal::Best || out.n_answers == 0);
    if !is_asked {
        return Ok(());
    }
    // What is denied is something better than the best one, which an engine beside this one may have found.
    let value = out.incumbent.known().best.filter(|_| goal == Goal::Best);
    if value.is_some_and(|value| is_best_declared(&of.model, value)) {
        out.ground = Some(Evidence { kind: Kind::Domain, checked: true });
        return Ok(());
    }
    // A backend that could not be confirmed once will not be now.
    if !engine.backend.is_checked() || (out.ground.is_none() && stats.refutations > 0) {
        return Ok(());
    }
    let budget = out.run.budget.at_most(PATIENCE.0 + PATIENCE.1 * seconds);
    let question = question(&of.model, out, value);
    let Ok((mut solver, _)) = sat::load_model(&question, &engine.encoding, &engine.backend, &budget) else {
        return Ok(());
    };
    let answer = solver.solve(&[], &budget);
    let second = solver.stats();
    stats.broken += second.broken;
    match answer {
        Answer::Sat(_) => Err(SolveError::Rejected("a solution was denied that a second solver found".to_string())),
        Answer::Unsat(_) if Evidence::of_refutations(&second).checked => {
            out.ground = Some(Evidence::of_refutations(&second));
            Ok(())
        }
        Answer::Unsat(_) | Answer::Unknown(_) | Answer::Failed(_) => Ok(()),
    }
}

/// The model under the assumptions, and better than a value if one is given.
fn question(model: &Model, out: &Collector, value: Option<i64>) -> Model {
    let mut question = Model { objective: Objective::Satisfy, ..model.clone() };
    out.run.assumptions.iter().for_each(|atom| question.clause([*atom]));
    match (model.objective, value) {
        (Objective::Minimise(var), Some(value)) => question.clause([var.at_most(value.saturating_sub(1))]),
        (Objective::Maximise(var), Some(value)) => question.clause([var.at_least(value.saturating_add(1))]),
        (Objective::Satisfy, _) | (_, None) => {}
    }
    question
}
