//! The one place where models are presolved: every request and every export passes through here.
//!
//! The level is the user's, or what suits the question: probing for a model that is taken apart, bounds for a formula
//! and for lazy clause generation, nothing for the textbook backtracker, whose nodes are to be those of the model as it was stated. Judges and names stay
//! with the original.

use super::Statement;
use super::assume::assumed;
use crate::engine::Engine;
use crate::model::Atom;
use crate::presolve::{Level, Presolved, presolve};
use crate::search::{Budget, Stop};
use std::borrow::Cow;

/// What will be done with the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// It is taken apart.
    Apart,
    /// It is solved as it is.
    Whole,
}

/// The statement's model under assumptions, as the engine gets it; `None` if they leave a variable no value.
pub(super) fn presolved<'m>(
    statement: &'m Statement,
    assumptions: &[Atom],
    engine: &Engine,
    what_for: Use,
    budget: &Budget,
) -> Result<Option<Presolved<'m>>, Stop> {
    let level = engine.presolve().unwrap_or(usual(engine, what_for));
    match assumed(&statement.model, assumptions) {
        None => Ok(None),
        Some(Cow::Borrowed(model)) => presolve(model, level, budget).map(Some),
        Some(Cow::Owned(model)) => presolve(&model, level, budget).map(|presolved| Some(presolved.into_owned())),
    }
}

fn usual(engine: &Engine, what_for: Use) -> Level {
    match (engine, what_for) {
        (Engine::Search(_), _) | (Engine::Csp(_), Use::Whole) => Level::Nothing,
        (Engine::Auto(_) | Engine::Sat(_) | Engine::Lcg(_), Use::Whole) => Level::Bounds,
        (Engine::Auto(_) | Engine::Sat(_) | Engine::Csp(_) | Engine::Lcg(_), Use::Apart) => Level::Probing,
    }
}

/// The statement's model as it becomes one formula for others.
pub fn presolved_for_export<'m>(
    statement: &'m Statement,
    level: Option<Level>,
    budget: &Budget,
) -> Result<Presolved<'m>, Stop> {
    let engine = Engine::default().with_presolve(level);
    let presolved = presolved(statement, &[], &engine, Use::Whole, budget)?;
    Ok(presolved.expect("nothing was assumed"))
}
