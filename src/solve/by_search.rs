//! Solving by a search that was made for the puzzle.

use super::collect::Collector;
use super::{OnAnswer, Outcome, Problem, Run, SolveError};
use crate::puzzles::Puzzle;

pub(super) fn run(name: &str, problem: &Problem, run: &Run, found: &mut OnAnswer) -> Result<Outcome, SolveError> {
    let (Some(row), Some(instance)) = (problem.row(), problem.instance()) else {
        return Err(SolveError::NotApplicable("only puzzles have searches of their own, not models".to_string()));
    };
    let Some(search) = row.searches.iter().find(|s| s.name == name) else {
        return Err(SolveError::NotApplicable(unknown(row, name)));
    };
    if !search.lists_all && run.limit != Some(1) {
        return Err(SolveError::NotApplicable(format!("search:{name} finds one solution; it does not list them")));
    }
    if problem.horizon().is_some() {
        let why = format!("search:{name} finds the number of steps itself; --horizon is for sat and csp");
        return Err(SolveError::NotApplicable(why));
    }
    if !run.assumptions.is_empty() {
        return Err(SolveError::NotApplicable(format!("search:{name} has no variables to assume anything of")));
    }
    let mut collector = Collector::new(problem, None, run, found);
    collector.proves_best = search.is_optimal;
    let searched = (search.run)(instance, &run.budget, &mut |solution| collector.solution(solution));
    let (end, stats) = searched.map_err(SolveError::NotApplicable)?;
    collector.finish(run.engine.clone(), end, stats)
}

fn unknown(row: &Puzzle, name: &str) -> String {
    let names: Vec<&str> = row.searches.iter().map(|s| s.name).collect();
    match names.is_empty() {
        true => format!("{} has no search of its own", row.name),
        false => format!("{} has no search `{name}`; it has {}", row.name, names.join(", ")),
    }
}
