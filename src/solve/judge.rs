//! The judges, called on every answer: the model's, for a puzzle the rules', for a model of the user's own the file's.

use super::{Accepted, Problem, SolveError, Statement, judge_by_file};
use crate::front::judge::Judged;
use crate::model::Assignment;
use crate::puzzles::{Instance, Solution};
use crate::search::Budget;
use std::sync::Arc;

/// Judges what an engine found for a statement of the problem.
pub fn judge_assignment(
    problem: &Problem,
    statement: &Arc<Statement>,
    assignment: Assignment,
    budget: &Budget,
) -> Result<Accepted, SolveError> {
    let model = &statement.model;
    if let Some(violation) = model.violated_by(&assignment) {
        return Err(SolveError::Rejected(format!("by the model: {}", model.describe(&violation))));
    }
    let not_judged = match judge_by_file(statement, &assignment, budget)? {
        Judged::Unjudged(why) => statement.judged_by_file().map(|_| why),
        Judged::Holds | Judged::Broken(_) => None,
    };
    let solution = problem.instance().map(|instance| by_rules(statement, instance, &assignment)).transpose()?;
    Ok(Accepted { stated: Some((statement.clone(), assignment)), solution, not_judged, bound: None })
}

/// Judges what a dedicated search found, by the rules alone.
pub fn judge_solution(problem: &Problem, solution: Solution) -> Result<Accepted, SolveError> {
    let instance = problem.instance().expect("only puzzles have searches of their own");
    instance.check(&solution).map_err(by_the_rules)?;
    Ok(Accepted { stated: None, solution: Some(solution), not_judged: None, bound: None })
}

/// The puzzle's solution, judged by the puzzle's rules.
fn by_rules(statement: &Statement, instance: &dyn Instance, assignment: &Assignment) -> Result<Solution, SolveError> {
    let named = statement.named(assignment).map_err(SolveError::Rejected)?;
    let solution = instance.solution(&named).map_err(by_the_rules)?;
    instance.check(&solution).map_err(by_the_rules)?;
    Ok(solution)
}

fn by_the_rules(why: String) -> SolveError {
    SolveError::Rejected(format!("by the rules: {why}"))
}
