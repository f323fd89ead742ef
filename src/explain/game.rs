//! Minesweeper played by reasons: what can be known of a board, the easiest hint, and whether a game needs no guess.

use super::asking::Asking;
use super::steps::{Step, steps};
use super::told::Told;
use crate::grid::Pos;
use crate::puzzles::minesweeper::play::Game;
use crate::puzzles::minesweeper::{Board, Instance, Minesweeper, ROW};
use crate::puzzles::place;
use crate::puzzles::{Fact, Rules, erased};
use crate::search::Budget;
use crate::solve::{Problem, SolveError};
use std::ops::ControlFlow;

/// A cell of which something is known, and why.
pub struct Hint {
    /// The cell.
    pub at: Pos,
    /// Whether it is mined.
    pub is_mined: bool,
    /// Why.
    pub sentence: String,
    /// The rules behind it.
    pub rules: Vec<Told>,
}

fn problem(board: &Board) -> Problem {
    let instance = Instance { id: None, board: board.clone(), marked: Vec::new() };
    Problem::of_puzzle(&ROW, erased::<Minesweeper>(instance))
}

/// The unknown cells that are the same in every solution, and whether they are mined.
pub fn certain(board: &Board, budget: &Budget) -> Result<Vec<(Pos, bool)>, SolveError> {
    let problem = problem(board);
    let statement = problem.statement(&crate::engine::Engine::default(), budget)?;
    let facts = crate::solve::forced_atoms(&statement, budget)?.unwrap_or_default();
    let cells = facts.iter().filter_map(|fact| Some((place::cell(statement.model.name(fact.var))?, fact.value == 1)));
    Ok(cells.filter(|(at, _)| board.cells.get(*at) == Some(&crate::puzzles::minesweeper::Cell::Unknown)).collect())
}

/// The facts of a board, the easiest first.
fn by_steps(
    board: &Board,
    budget: &Budget,
    found: &mut dyn FnMut(&Asking, Step) -> ControlFlow<()>,
) -> Result<(), SolveError> {
    let problem = problem(board);
    let mut asking = Asking::new(&problem, budget)?;
    let Some(facts) = asking.facts(budget)? else { return Ok(()) };
    steps(&mut asking, &facts, budget, found)
}

/// The easiest fact of the board that `is_wanted`.
pub fn hint(board: &Board, is_wanted: &dyn Fn(Pos, bool) -> bool, budget: &Budget) -> Result<Option<Hint>, SolveError> {
    let mut hint = None;
    by_steps(board, budget, &mut |asking, step| {
        let Some(found) = as_hint(board, asking, &step) else { return ControlFlow::Continue(()) };
        match is_wanted(found.at, found.is_mined) {
            true => {
                hint = Some(found);
                ControlFlow::Break(())
            }
            false => ControlFlow::Continue(()),
        }
    })?;
    Ok(hint)
}

fn as_hint(board: &Board, asking: &Asking, step: &Step) -> Option<Hint> {
    let name = asking.statement.model.name(step.fact.var);
    let rules: Vec<&str> = step.rules.iter().map(|rule| rule.name.as_str()).collect();
    let instance = Instance { id: None, board: board.clone(), marked: Vec::new() };
    let sentence = Minesweeper::sentence(&instance, &Fact { name, value: step.fact.value, rules: &rules })?;
    Some(Hint { at: place::cell(name)?, is_mined: step.fact.value == 1, sentence, rules: step.rules.clone() })
}

/// Whether a game can be won from where it is without a guess.
pub fn needs_no_guess(game: &Game, budget: &Budget) -> Result<bool, SolveError> {
    let mut game = game.clone();
    while !game.is_won() {
        let certain = certain(&game.board, budget)?;
        let safe: Vec<Pos> = certain.iter().filter(|(_, is_mined)| !is_mined).map(|(at, _)| *at).collect();
        if safe.is_empty() {
            return Ok(false);
        }
        safe.into_iter().for_each(|at| game.open(at));
    }
    Ok(true)
}

/// The difficulty of a game that needs no guess: that of the hardest step on the way, all easier ones taken first.
pub fn difficulty(game: &Game, budget: &Budget) -> Result<usize, SolveError> {
    let mut game = game.clone();
    let mut hardest = 0;
    while !game.is_won() {
        let mut least = usize::MAX;
        let mut safe: Vec<Pos> = Vec::new();
        let board = game.board.clone();
        by_steps(&board, budget, &mut |asking, step| {
            if !safe.is_empty() && step.difficulty > hardest.max(least) {
                return ControlFlow::Break(());
            }
            least = if least == usize::MAX { step.difficulty } else { least.max(step.difficulty) };
            if step.fact.value == 0 {
                safe.extend(place::cell(asking.statement.model.name(step.fact.var)));
            }
            ControlFlow::Continue(())
        })?;
        hardest = hardest.max(if least == usize::MAX { 0 } else { least });
        if safe.is_empty() {
            break;
        }
        safe.into_iter().for_each(|at| game.open(at));
    }
    Ok(hardest)
}
