//! Solving by a search that was made for the puzzle.

use super::{Run, SolveError};
use crate::search::{End, Stats};

pub(super) fn run(name: &str, run: &mut Run) -> Result<(End, Stats), SolveError> {
    let problem = run.problem;
    let Some(puzzle) = &problem.puzzle else {
        return Err(SolveError::NotApplicable("only puzzles have searches of their own, not models".to_string()));
    };
    let Some(search) = puzzle.row.searches.iter().find(|s| s.name == name) else {
        return Err(SolveError::NotApplicable(unknown(puzzle.row, name)));
    };
    if !search.lists_all && run.request.limit != Some(1) {
        return Err(SolveError::NotApplicable(format!("search:{name} finds one solution; it does not list them")));
    }
    run.proves_best = search.is_optimal;
    let budget = &run.request.budget;
    (search.run)(puzzle.instance.as_ref(), budget, &mut |s| run.accept_solution(s)).map_err(SolveError::NotApplicable)
}

fn unknown(row: &crate::puzzles::Puzzle, name: &str) -> String {
    let names: Vec<&str> = row.searches.iter().map(|s| s.name).collect();
    match names.is_empty() {
        true => format!("{} has no search of its own", row.name),
        false => format!("{} has no search `{name}`; it has {}", row.name, names.join(", ")),
    }
}
