//! Bundles about all solutions: the list of those at hand, and what one besides them would have to satisfy.
//!
//! *All*: the list has every solution (with an objective, every best one), in the order of their answers; a further one differs
//! from each. *Backbone*: the list has
//! enough solutions to show what is open, and what they agree in is forced; a further one differs in that. Either way the rest
//! is one refutation.

use super::formula::{Question, asking};
use crate::csp;
use crate::engine::{Engine, SatEngine};
use crate::model::{Assignment, Atom, Model};
use crate::sat::{self, Answer, Feed};
use crate::search::{Budget, End, Halt};
use crate::solve::{Accepted, Problem, Run, SolveError, Statement, judge_assignment, listed};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The list.
pub(super) const SOLUTIONS: &str = "solutions.jsonl";
/// What is the same in all solutions.
pub(super) const BACKBONE: &str = "backbone.json";

/// What a bundle is asked to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Asked {
    /// Whether there is a solution, or which one is best.
    #[default]
    One,
    /// Which solutions there are, and how many.
    All,
    /// What is the same in all of them.
    Backbone,
    /// How many solutions there are, however many.
    Count,
}

impl Asked {
    /// Whether it is the question that manifests leave out.
    pub(super) fn is_one(&self) -> bool {
        *self == Asked::One
    }
}

/// A line of the list.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    /// What users see.
    solution: Value,
    /// The value of every variable of the model, in its order.
    values: Vec<i64>,
}

/// The list as a file.
pub(super) fn written(answers: &[Accepted]) -> String {
    let line = |answer: &Accepted| {
        let values = answer.assignment().map_or_else(Vec::new, |assignment| assignment.values.clone());
        let line = Line { solution: answer.shown(), values };
        serde_json::to_string(&line).expect("a line is plain data") + "\n"
    };
    answers.iter().map(line).collect()
}

/// Reads the list again and judges every solution. The error says what is wrong with it.
pub(super) fn read(
    text: &str,
    problem: &Problem,
    statement: &Arc<Statement>,
    budget: &Budget,
) -> Result<Result<Vec<Accepted>, String>, SolveError> {
    let mut answers: Vec<Accepted> = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let wrong = |why: String| Ok(Err(format!("{SOLUTIONS}:{}: {why}", n + 1)));
        budget.spent().map_or(Ok(()), |stop| Err(SolveError::Stopped(stop)))?;
        let Line { solution, values } = match serde_json::from_str(line) {
            Ok(line) => line,
            Err(error) => return wrong(error.to_string()),
        };
        let answer = match judge_assignment(problem, statement, Assignment::new(values), budget) {
            Ok(answer) => answer,
            Err(SolveError::Rejected(why)) => return wrong(format!("not a solution, {why}")),
            Err(other) => return Err(other),
        };
        if answer.shown() != solution {
            return wrong("the solution is shown in another way than it is judged".to_string());
        }
        if answers.last().is_some_and(|before| key(before) >= key(&answer)) {
            return wrong("it is not behind the one before: they are not all different, or not in order".to_string());
        }
        answers.push(answer);
    }
    Ok(Ok(answers))
}

/// What tells solutions apart, and their order.
fn key(answer: &Accepted) -> Vec<i64> {
    answer.stated.as_ref().map_or_else(Vec::new, |(statement, a)| a.project(&statement.model.answer))
}

/// What a solution besides these would have to satisfy; `None` if nothing of that kind is left to ask.
pub(super) fn besides(asked: Asked, model: &Model, answers: &[Accepted]) -> Option<Vec<Vec<Atom>>> {
    let assignments = || answers.iter().filter_map(Accepted::assignment);
    let differs = |a: &Assignment| model.answer.iter().map(|var| var.is_not(a[*var])).collect();
    match asked {
        Asked::One | Asked::Count => None,
        Asked::All => Some(assignments().map(differs).collect()),
        Asked::Backbone => {
            let forced = agreed(model, answers);
            (!forced.is_empty()).then(|| vec![forced.into_iter().map(|atom| !atom).collect()])
        }
    }
}

/// What all these solutions agree in.
pub(super) fn agreed(model: &Model, answers: &[Accepted]) -> Vec<Atom> {
    let mut assignments = answers.iter().filter_map(Accepted::assignment);
    let Some(first) = assignments.next() else { return Vec::new() };
    let mut atoms: Vec<Atom> = model.answer.iter().map(|var| var.is(first[*var])).collect();
    assignments.for_each(|other| atoms.retain(|atom| atom.holds(other)));
    atoms
}

/// The statement whose solutions are meant; not every problem has one.
pub(super) fn stated(problem: &Problem, engine: &Engine, budget: &Budget) -> Result<Arc<Statement>, SolveError> {
    let run = Run { limit: None, ..Run::one(engine.clone(), budget.clone()) };
    let none = || SolveError::NotApplicable("the solutions of a search are not listed".to_string());
    listed(problem, &run)?.ok_or_else(none)
}

/// The solutions that the list needs, judged and in order: as good as a value, if there is one.
pub(super) fn found(
    asked: Asked,
    best: Option<i64>,
    (problem, statement): (&Problem, &Arc<Statement>),
    engine: &Engine,
    budget: &Budget,
) -> Result<Vec<Accepted>, SolveError> {
    let model = asking(&statement.model, Question::other(best));
    let mut all = Vec::new();
    let mut each = |assignment| {
        all.push(assignment);
        ControlFlow::Continue(())
    };
    let end = match (asked, engine) {
        (Asked::Backbone, _) => {
            open(&model, &mut loaded(&model, engine, budget)?, budget, &mut all)?;
            End::Exhausted
        }
        (Asked::One | Asked::All | Asked::Count, Engine::Csp(csp)) => {
            csp::search(&model, &csp.order, budget, &mut each).0
        }
        (Asked::One | Asked::All | Asked::Count, _) => {
            sat::solutions(&mut loaded(&model, engine, budget)?, budget, &mut each)?
        }
    };
    if let End::OutOfBudget(stop) = end {
        return Err(SolveError::Stopped(stop));
    }
    let judged = all.into_iter().map(|assignment| judge_assignment(problem, statement, assignment, budget));
    let mut answers = judged.collect::<Result<Vec<Accepted>, SolveError>>()?;
    answers.sort_by_cached_key(key);
    Ok(answers)
}

/// The model in a solver: that of the engine, or the usual one.
fn loaded(model: &Model, engine: &Engine, budget: &Budget) -> Result<sat::Loaded, SolveError> {
    let usual = SatEngine::default();
    let sat = if let Engine::Sat(sat) = engine { sat } else { &usual };
    Ok(sat::load_model(model, &sat.encoding, &sat.backend, budget)?)
}

/// Solutions that agree in no more than all do: each differs from those before in something they agree in.
fn open(
    model: &Model,
    (solver, map): &mut sat::Loaded,
    budget: &Budget,
    all: &mut Vec<Assignment>,
) -> Result<(), Halt> {
    let mut agreed: Option<Vec<Atom>> = None;
    loop {
        let assignment = match solver.solve(&[], budget) {
            Answer::Sat(valuation) => map.decode(&valuation),
            Answer::Unsat(_) => return Ok(()),
            Answer::Unknown(stop) => return Err(Halt::Stop(stop)),
            Answer::Failed(why) => return Err(Halt::Failed(why)),
        };
        let atoms = agreed.get_or_insert_with(|| model.answer.iter().map(|var| var.is(assignment[*var])).collect());
        atoms.retain(|atom| atom.holds(&assignment));
        all.push(assignment);
        if atoms.is_empty() {
            return Ok(());
        }
        if all.len() > model.answer.len() + 1 {
            return Err(Halt::Failed("a solver gave a solution that it was asked not to give".to_string()));
        }
        let clause: Vec<_> = atoms.iter().map(|atom| map.lit(!*atom, &mut Feed(solver.as_mut()))).collect();
        solver.add(&clause);
    }
}
