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
pub use rule::{Row, TABLE, Third};

use super::on_model::{Goal, alone};
use super::presolved::{Use, presolved};
use super::second_opinion::is_refuted;
use super::{OnAnswer, Outcome, Problem, Run, SolveError, Statement};
use crate::engine::Engine;
use itertools::Itertools;
use std::sync::Arc;

/// Who is to solve a model, and why.
pub(super) struct Plan {
    /// Who does it without help.
    alone: Engine,
    /// Who does it side by side, in the order they start.
    runners: Vec<Engine>,
    /// How the third joins.
    third: Option<Third>,
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
    let always = |text: &str| text.parse().expect("the table names engines that every build has");
    // What is not part of this build does not parse.
    let second = row.second.parse().unwrap_or_else(|_| always(row.without));
    let third = row.third.map(|third| always(third.engine()));
    let runners = [always(row.first), second].into_iter().chain(third).unique_by(Engine::to_string);
    Plan { alone: asked(always(row.alone)), runners: runners.map(asked).collect(), third: row.third, why: row.why }
}

#[cfg(test)]
mod tests;
