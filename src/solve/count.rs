//! Exact numbers of solutions: through the parts of the model, or by listing them all.
//!
//! `whole` engines and dedicated searches list; everything else takes the model apart, and only what does not fall
//! apart is listed by the engine. An objective plays no part.

use super::within::within;
use super::{Problem, Request, SolveError, Status, leaf};
use crate::decompose::{self, Halt, Leaf};
use crate::engine::Engine;
use crate::model::{Model, Objective};
use crate::search::{Budget, Stop};
use num_bigint::BigUint;
use num_traits::Zero;
use serde_json::Value;
use std::ops::ControlFlow;
use std::time::Instant;

/// What `count` found.
#[derive(Clone, Debug)]
pub struct Counted {
    /// Satisfiable, unsatisfiable or unknown.
    pub status: Status,
    /// Why it is unknown.
    pub reason: Option<Stop>,
    /// The number of solutions, distinct on the answer variables.
    pub solutions: Option<BigUint>,
    /// How long it took, with the front end.
    pub seconds: f64,
}

/// What `count --probabilities` found.
#[derive(Clone, Debug)]
pub struct Probabilities {
    /// Satisfiable, unsatisfiable or unknown.
    pub status: Status,
    /// Why it is unknown.
    pub reason: Option<Stop>,
    /// The number of solutions.
    pub total: Option<BigUint>,
    /// How likely things are, in the puzzle's form or by the model's names; `null` if nothing is known.
    pub shown: Value,
    /// How long it took, with the front end.
    pub seconds: f64,
}

/// Counts the solutions of a problem.
pub fn count(problem: &Problem, engine: &Engine, budget: &Budget) -> Result<Counted, SolveError> {
    if let Some(other) = problem.for_listing(engine)? {
        return count(&other, engine, budget);
    }
    let started = Instant::now();
    let number = match leaf::of(engine) {
        Some(_) => apart(problem, engine, budget, decompose::count),
        None => by_listing(problem, engine, budget)?,
    };
    let (solutions, reason) = known(number)?;
    let seconds = problem.flatten_seconds + started.elapsed().as_secs_f64();
    Ok(Counted { status: status(solutions.as_ref()), reason, solutions, seconds })
}

/// Counts the solutions of a problem, and those in which each Boolean is true.
pub fn probabilities(problem: &Problem, engine: &Engine, budget: &Budget) -> Result<Probabilities, SolveError> {
    if let Some(other) = problem.for_listing(engine)? {
        return probabilities(&other, engine, budget);
    }
    let started = Instant::now();
    if leaf::of(engine).is_none() {
        return Err(SolveError::NotApplicable(format!(
            "{engine} lists solutions; probabilities need an engine that takes models apart"
        )));
    }
    let (found, reason) = known(apart(problem, engine, budget, decompose::probabilities))?;
    let shown = found.as_ref().filter(|f| !f.total.is_zero()).map_or(Value::Null, |f| shown(problem, f));
    let total = found.map(|f| f.total);
    let seconds = problem.flatten_seconds + started.elapsed().as_secs_f64();
    Ok(Probabilities { status: status(total.as_ref()), reason, total, shown, seconds })
}

/// A question to the parts of a model.
type Question<T> = fn(&Model, &mut dyn Leaf, &Budget) -> Result<T, Halt>;

/// Takes the model apart to answer a question, within the budget.
pub(super) fn apart<T: Send + 'static>(
    problem: &Problem,
    engine: &Engine,
    budget: &Budget,
    question: Question<T>,
) -> Result<T, Halt> {
    let (model, engine, inner) = (problem.flat.model.clone(), engine.clone(), budget.clone());
    let work = move || {
        let mut leaf = leaf::of(&engine).expect("the caller asked whether there is one");
        question(&model, leaf.as_mut(), &inner)
    };
    within(budget, work).unwrap_or_else(|stop| Err(Halt::Stop(stop)))
}

fn shown(problem: &Problem, found: &decompose::Probabilities) -> Value {
    let number = |var| found.n_true(var).map_or(Value::Null, |n| n.to_string().into());
    let named = problem.flat.named_by(&number);
    match &problem.puzzle {
        Some(puzzle) => puzzle.instance.probabilities(&named, &found.total.to_string()),
        None => Value::Object(named),
    }
}

fn by_listing(problem: &Problem, engine: &Engine, budget: &Budget) -> Result<Result<BigUint, Halt>, SolveError> {
    if problem.flat.model.objective != Objective::Satisfy {
        return Err(SolveError::NotApplicable(format!("{engine} looks for the best solution and does not count")));
    }
    let request = Request { budget: budget.clone(), limit: None };
    let outcome = super::solve(problem, engine, &request, &mut |_| ControlFlow::Continue(()))?;
    Ok(match outcome.reason {
        Some(stop) => Err(Halt::Stop(stop)),
        None => Ok(BigUint::from(outcome.n_answers)),
    })
}

/// What is known, or which limit was reached; a failed engine is an error.
pub(super) fn known<T>(result: Result<T, Halt>) -> Result<(Option<T>, Option<Stop>), SolveError> {
    match result {
        Ok(value) => Ok((Some(value), None)),
        Err(Halt::Stop(stop)) => Ok((None, Some(stop))),
        Err(Halt::TooLarge(why)) => Err(SolveError::Resources(why)),
        Err(Halt::Failed(why)) => Err(SolveError::Backend(why)),
    }
}

fn status(solutions: Option<&BigUint>) -> Status {
    match solutions {
        None => Status::Unknown,
        Some(n) if n.is_zero() => Status::Unsatisfiable,
        Some(_) => Status::Satisfiable,
    }
}
