//! The formula of a question: the problem's model for one number of steps, perhaps with a better objective demanded.
//!
//! Nothing is presolved, so that the formula is what the encoders make of the model as it was stated.

use crate::cnf::{Cnf, Limited, Lit, Names, dimacs};
use crate::encode::Encoding;
use crate::encode::{self, EncodeError, VarMap};
use crate::engine::Engine;
use crate::model::{Atom, Constraint, Model, Objective};
use crate::search::Budget;
use crate::solve::{Problem, SolveError, Statement};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// What a formula asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Whether there is a solution with so many steps.
    pub horizon: Option<usize>,
    /// Whether there is a better one than this value of the objective.
    pub better_than: Option<i64>,
    /// Whether there is one besides those that are listed: see [`Asked`](super::Asked). One that is as good counts, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub other: bool,
}

impl Question {
    /// Whether there is a solution at all, with so many steps if they are counted.
    pub fn plain(horizon: Option<usize>) -> Question {
        Question { horizon, better_than: None, other: false }
    }

    /// Whether there is one besides those that are listed, at least as good as those.
    pub fn other(objective: Option<i64>) -> Question {
        Question { horizon: None, better_than: objective, other: true }
    }
}

/// The numbers of steps that must be ruled out or tried: from none on, whatever else is known of the fewest.
pub(super) fn steps(problem: &Problem) -> Result<Option<RangeInclusive<usize>>, SolveError> {
    match problem.horizons() {
        Some(horizons) if horizons.is_empty() => Err(SolveError::NotApplicable(
            "no number of steps is enough: that comes from a search of the puzzle's own".to_string(),
        )),
        horizons => Ok(horizons.map(|horizons| 0..=*horizons.end())),
    }
}

/// A question as clauses.
pub(super) struct Formula {
    /// What it asks about.
    pub statement: Arc<Statement>,
    /// The model of the question itself.
    pub model: Model,
    pub cnf: Cnf,
    pub map: VarMap,
    /// The clauses in DIMACS form, with names.
    pub text: Vec<u8>,
}

/// Makes the formula of a question: the same one each time. `besides` has what a further solution must satisfy, if that is
/// what is asked.
pub(super) fn formula(
    problem: &Problem,
    engine: &Engine,
    question: Question,
    besides: &[Vec<Atom>],
    budget: &Budget,
) -> Result<Formula, SolveError> {
    let (statement, model) = question_model(problem, engine, question, besides, budget)?;
    let mut cnf = Cnf::new();
    let map = encode::encode(&model, &encoding(engine), budget, &mut cnf).map_err(|error| match error {
        EncodeError::Stop(stop) => SolveError::Stopped(stop),
        other => SolveError::Resources(other.to_string()),
    })?;
    let mut text = Vec::new();
    dimacs::write(&cnf, &names(&map), &mut Limited::new(&mut text, budget)).map_err(|error| {
        Limited::stop(&error).map_or_else(|| SolveError::Resources(error.to_string()), SolveError::Stopped)
    })?;
    Ok(Formula { statement, model, cnf, map, text })
}

/// The encoding of an engine, or the usual one if it has none.
pub(super) fn encoding(engine: &Engine) -> Encoding {
    match engine {
        Engine::Sat(sat) => sat.encoding,
        _ => Encoding::default(),
    }
}

/// The model of a question, and the statement that it asks about.
pub(super) fn question_model(
    problem: &Problem,
    engine: &Engine,
    question: Question,
    besides: &[Vec<Atom>],
    budget: &Budget,
) -> Result<(Arc<Statement>, Model), SolveError> {
    let statement = problem.statement_at(engine, question.horizon, budget)?;
    let mut model = asking(&statement.model, question);
    let besides = besides.iter().filter(|_| question.other);
    besides.for_each(|clause| model.clause(clause.iter().copied()));
    Ok((statement, model))
}

/// The model without its objective, but better than a value if one is given, or as good if others are asked for.
pub(super) fn asking(model: &Model, question: Question) -> Model {
    let step = i64::from(!question.other);
    let better = question.better_than.and_then(|value| match model.objective {
        Objective::Minimise(var) => Some(value.checked_sub(step).map(|bound| var.at_most(bound))),
        Objective::Maximise(var) => Some(value.checked_add(step).map(|bound| var.at_least(bound))),
        Objective::Satisfy => None,
    });
    let mut asking = Model { objective: Objective::Satisfy, ..model.clone() };
    match better {
        Some(Some(atom)) => asking.clause([atom]),
        Some(None) => asking.post(Constraint::falsity()),
        None => {}
    }
    asking
}

fn names(map: &VarMap) -> Names {
    let mut names = Names::new();
    for (var, name) in map.names() {
        names.insert(Lit::new(var as i32), &name);
    }
    names
}
