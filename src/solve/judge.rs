//! The two judges, called on every answer: the model's and, for a puzzle, the rules'.

use super::{Answer, Problem, SolveError};
use crate::model::Assignment;
use crate::puzzles::{Instance, Solution};

/// Judges what an engine found for the model.
pub fn judge_assignment(problem: &Problem, assignment: Assignment) -> Result<Answer, SolveError> {
    let model = &problem.flat.model;
    if let Some(violation) = model.violated_by(&assignment) {
        return Err(SolveError::Rejected(format!("by the model: {}", model.describe(&violation))));
    }
    let solution = match &problem.puzzle {
        Some(puzzle) => Some(by_rules(problem, puzzle.instance.as_ref(), &assignment)?),
        None => None,
    };
    Ok(Answer { assignment: Some(assignment), solution })
}

/// Judges what a dedicated search found, by the rules alone.
pub fn judge_solution(problem: &Problem, solution: Solution) -> Result<Answer, SolveError> {
    let puzzle = problem.puzzle.as_ref().expect("only puzzles have searches of their own");
    puzzle.instance.check(&solution).map_err(by_the_rules)?;
    Ok(Answer { assignment: None, solution: Some(solution) })
}

/// The puzzle's solution, judged by the puzzle's rules.
fn by_rules(problem: &Problem, instance: &dyn Instance, assignment: &Assignment) -> Result<Solution, SolveError> {
    let named = problem.flat.named(assignment).map_err(SolveError::Rejected)?;
    let solution = instance.solution(&named).map_err(by_the_rules)?;
    instance.check(&solution).map_err(by_the_rules)?;
    Ok(solution)
}

fn by_the_rules(why: String) -> SolveError {
    SolveError::Rejected(format!("by the rules: {why}"))
}
