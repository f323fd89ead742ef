//! Exact numbers of solutions: through the parts of the model, or by listing them all.
//!
//! `whole` engines and dedicated searches list; everything else takes the model apart, and only what does not fall
//! apart is listed by the engine. An objective plays no part.

use super::formulations::for_all;
use super::presolved::{Use, presolved};
use super::within::within;
use super::{Problem, Run, SolveError, Statement, Status, leaf};
use crate::decompose::{self, Halt, Leaf};
use crate::engine::Engine;
use crate::model::Model;
use crate::search::{Budget, Stop};
use num_bigint::BigUint;
use num_traits::Zero;
use serde_json::Value;
use std::ops::ControlFlow;
use std::sync::Arc;
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
    /// How many were found before a limit was reached, if the engine lists them.
    pub at_least: Option<BigUint>,
    /// Whether the model has an objective, which plays no part: all solutions are counted, best or not.
    pub optimises: bool,
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
    /// Whether the model has an objective, which plays no part: all solutions are counted, best or not.
    pub optimises: bool,
    /// How likely things are, in the puzzle's form or by the model's names; `null` if nothing is known.
    pub shown: Value,
    /// How long it took, with the front end.
    pub seconds: f64,
}

/// Counts the solutions of a problem.
pub fn count(problem: &Problem, run: &Run) -> Result<Counted, SolveError> {
    let started = Instant::now();
    let statement = listed(problem, run)?;
    let (number, at_least) = match (&statement, leaf::of(&run.engine)) {
        (Some(statement), Some(_)) => (apart(statement, run, || BigUint::ZERO, decompose::count), None),
        _ => by_listing(problem, statement.as_deref(), run)?,
    };
    let (solutions, reason) = known(number)?;
    let optimises = statement.is_some_and(|s| s.optimises());
    let (status, seconds) = (status(solutions.as_ref()), started.elapsed().as_secs_f64());
    Ok(Counted { status, reason, solutions, at_least, optimises, seconds })
}

/// Counts the solutions of a problem, and those in which each Boolean is true.
pub fn probabilities(problem: &Problem, run: &Run) -> Result<Probabilities, SolveError> {
    let started = Instant::now();
    let (Some(statement), Some(_)) = (listed(problem, run)?, leaf::of(&run.engine)) else {
        return Err(SolveError::NotApplicable(format!(
            "{} lists solutions; probabilities need an engine that takes models apart",
            run.engine
        )));
    };
    let none = || decompose::Probabilities { total: BigUint::ZERO, n_true: Vec::new() };
    let (found, reason) = known(apart(&statement, run, none, decompose::probabilities))?;
    let shown = found.as_ref().filter(|f| !f.total.is_zero()).map_or(Value::Null, |f| shown(problem, &statement, f));
    let total = found.map(|f| f.total);
    let (status, seconds) = (status(total.as_ref()), started.elapsed().as_secs_f64());
    Ok(Probabilities { status, reason, total, optimises: statement.optimises(), shown, seconds })
}

/// The statement whose solutions are all asked for, `None` for a dedicated search; not every problem and engine takes
/// such questions.
pub fn listed(problem: &Problem, run: &Run) -> Result<Option<Arc<Statement>>, SolveError> {
    if problem.horizons().is_some() {
        let why = "solutions of how many steps? fix the number, as with --horizon";
        return Err(SolveError::NotApplicable(why.to_string()));
    }
    let engine = &run.engine;
    match (engine, problem.row()) {
        (Engine::Search(name), Some(row)) if row.searches.iter().any(|s| s.name == name && !s.lists_all) => {
            Err(SolveError::NotApplicable(format!("{engine} does not list all solutions")))
        }
        (Engine::Search(_), _) => Ok(None),
        (Engine::Auto(_) | Engine::Sat(_) | Engine::Csp(_) | Engine::Lcg(_), _) => {
            problem.statement(&for_all(problem, engine)?, &run.budget).map(Some)
        }
    }
}

/// A question to the parts of a model.
type Question<T> = fn(&Model, &mut dyn Leaf, &Budget) -> Result<T, Halt>;

/// Takes the model apart to answer a question, within the budget; `none` if the assumptions alone leave no solution.
pub(super) fn apart<T: Send + 'static>(
    statement: &Statement,
    run: &Run,
    none: impl FnOnce() -> T,
    question: Question<T>,
) -> Result<T, Halt> {
    let given = presolved(statement, &run.assumptions, &run.engine, Use::Apart, &run.budget)?;
    let Some(given) = given else { return Ok(none()) };
    let (model, engine, inner) = (given.model.into_owned(), run.engine.clone(), run.budget.clone());
    let work = move || {
        let mut leaf = leaf::of(&engine).expect("the caller asked whether there is one");
        question(&model, leaf.as_mut(), &inner)
    };
    within(&run.budget, work).unwrap_or_else(|stop| Err(Halt::Stop(stop)))
}

fn shown(problem: &Problem, statement: &Statement, found: &decompose::Probabilities) -> Value {
    // An integer that has only 0 and 1 left is no Boolean of the model's.
    let is_boolean = |var| statement.model.domain(var).iter().take(3).all(|value| (0..=1).contains(&value));
    let number = |var| found.n_true(var).filter(|_| is_boolean(var)).map_or(Value::Null, |n| n.to_string().into());
    let named = statement.named_by(&number);
    match problem.instance() {
        Some(instance) => instance.probabilities(&named, &found.total.to_string()),
        None => Value::Object(named.into_iter().map(|(name, value)| (name, whole(value))).collect()),
    }
}

/// An array of which nothing is known is as unknown as a single value.
fn whole(value: Value) -> Value {
    fn is_unknown(value: &Value) -> bool {
        value.is_null() || value.as_array().is_some_and(|list| !list.is_empty() && list.iter().all(is_unknown))
    }
    if is_unknown(&value) { Value::Null } else { value }
}

/// The number, and how many are known if a limit was reached.
type Listed = (Result<BigUint, Halt>, Option<BigUint>);

fn by_listing(problem: &Problem, statement: Option<&Statement>, run: &Run) -> Result<Listed, SolveError> {
    if statement.is_some_and(Statement::optimises) {
        let why = format!("{} looks for the best solution and does not count", run.engine);
        return Err(SolveError::NotApplicable(why));
    }
    let all = Run { limit: None, ..run.clone() };
    let outcome = super::solve(problem, &all, &mut |_| ControlFlow::Continue(()))?;
    let number = BigUint::from(outcome.n_answers);
    Ok(match outcome.reason {
        Some(stop) => (Err(Halt::Stop(stop)), Some(number)),
        None => (Ok(number), None),
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
