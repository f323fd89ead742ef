//! `auto`: the engine that fits the model.
//!
//! What the presolved model looks like ([`Features`], cheap to count) decides by a [`TABLE`] that was measured: the first row
//! that applies names an engine, and one to run beside it where there are cores to spare. One engine alone does the same in
//! every run; of two the first to finish answers (`race.rs`). The outcome says who answered and why it was asked.

mod features;
mod race;
mod rule;

pub use features::Features;
pub use rule::{Row, TABLE};

use super::on_model::{Goal, alone};
use super::presolved::{Use, presolved};
use super::{OnAnswer, Outcome, Problem, Run, SolveError, Statement};
use crate::engine::Engine;
use itertools::Itertools;
use std::sync::Arc;

/// Who is to solve a model, and why.
pub(super) struct Plan {
    /// Who does it without help.
    alone: Engine,
    /// Who does it side by side, in the order they start; the third takes the place of the first.
    runners: Vec<Engine>,
    why: &'static str,
}

/// Solves one statement by whoever fits it.
pub(super) fn run(
    problem: &Problem,
    statement: &Arc<Statement>,
    run: &Run,
    goal: Goal,
    found: &mut OnAnswer,
) -> Result<Outcome, SolveError> {
    let given = presolved(statement, &run.assumptions, &run.engine, Use::Whole, &run.budget);
    let Some(given) = given.map_err(SolveError::Stopped)? else {
        return Ok(Outcome::unsatisfiable(run.engine.clone()));
    };
    let plan = planned(&Features::of(&given.model), run);
    // A list comes from one engine: two would find the same answers twice.
    let outcome = match run.jobs > 1 && run.limit == Some(1) {
        true => race::run(problem, statement, given, run, &plan, goal, found)?,
        false => alone(problem, statement, &Run { engine: plan.alone, ..run.clone() }, goal, found)?,
    };
    Ok(Outcome { why: Some(plan.why), ..outcome })
}

fn planned(features: &Features, run: &Run) -> Plan {
    let row = TABLE.iter().find(|row| (row.applies)(features)).expect("the last row always applies");
    let asked = |engine: Engine| engine.at(run.engine.formulation()).with_presolve(run.engine.presolve());
    let always = |text: &str| text.parse().expect("the table names engines that every build has");
    // What is not part of this build does not parse.
    let second = row.second.parse().unwrap_or_else(|_| always(row.without));
    let runners = [always(row.first), second].into_iter().chain(row.third.map(always)).unique_by(Engine::to_string);
    Plan { alone: asked(always(row.alone)), runners: runners.map(asked).collect(), why: row.why }
}

#[cfg(test)]
mod tests;
