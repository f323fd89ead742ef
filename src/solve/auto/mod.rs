//! `auto`: the engine that fits the model.
//!
//! What the presolved model looks like ([`Features`], cheap to count) decides by a [`TABLE`] that was measured: the first row
//! that applies names an engine, and one to run beside it where there are cores to spare. One engine alone does the same in
//! every run; of two the first to finish answers (`race.rs`). The outcome says who answered and why it was asked.

mod features;
mod race;
mod rule;
mod turns;

pub use features::Features;
pub use rule::{Later, Row, Seat, TABLE};

use super::on_model::{Goal, alone};
use super::presolved::{Use, presolved};
use super::second_opinion::is_refuted;
use super::{OnAnswer, Outcome, Problem, Run, SolveError, Statement};
use crate::engine::Engine;
use itertools::Itertools;
use std::sync::Arc;
use std::time::Duration;

/// How long the first engine is alone.
const HEAD_START: Duration = Duration::from_millis(500);

/// Who is to solve a model, and why.
pub(super) struct Plan {
    /// Who does it without help.
    alone: Engine,
    /// Who does it side by side, in the order they start, and when.
    runners: Vec<(Engine, Duration)>,
    /// With which of the first two all later ones share a core.
    with: Seat,
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
    let is_refuted = is_refuted(&given.model, &statement.model);
    let outcome = match run.jobs > 1 && run.limit == Some(1) && !is_refuted {
        true => race::run(problem, statement, given, run, &plan, goal, found)?,
        false => alone(problem, statement, &Run { engine: plan.alone, ..run.clone() }, goal, found)?,
    };
    Ok(Outcome { why: Some(plan.why), ..outcome })
}

fn planned(features: &Features, run: &Run) -> Plan {
    let row = TABLE.iter().find(|row| (row.applies)(features)).expect("the last row always applies");
    let is_unchecked = matches!(&run.engine, Engine::Auto(auto) if auto.is_unchecked);
    let asked = |engine: Engine| {
        let engine = engine.at(run.engine.formulation()).with_presolve(run.engine.presolve());
        if is_unchecked { engine.unchecked() } else { engine }
    };
    let always = |text: &str| text.parse::<Engine>().expect("the table names engines that every build has");
    // What is not part of this build does not parse.
    let second = row.second.parse().unwrap_or_else(|_| always(row.without));
    let opening = [(always(row.first), Duration::ZERO), (second, HEAD_START)];
    let joining = |Later(engine, after): &Later| Some((engine.parse().ok()?, Duration::from_millis(*after)));
    let runners = opening.into_iter().chain(row.later.iter().filter_map(joining));
    let runners = runners.unique_by(|(engine, _)| engine.to_string()).map(|(engine, after)| (asked(engine), after));
    Plan { alone: asked(always(row.alone)), runners: runners.collect(), with: row.with, why: row.why }
}

#[cfg(test)]
mod tests;
