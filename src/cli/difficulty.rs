//! `generate --difficulty`: boards from one seed after the other, until the hardest step of one needs so many rules.
//!
//! A game of Minesweeper must be won without a guess from its first click; every other puzzle must have one solution.

use super::failure::{Resources, Usage};
use crate::explain::{self, Asking, game};
use crate::puzzles::minesweeper::generate::Plan;
use crate::puzzles::minesweeper::play::Game;
use crate::puzzles::options::number;
use crate::puzzles::{Instance, Options, Puzzle};
use crate::search::Budget;
use crate::solve::Problem;
use std::ops::ControlFlow;

/// How many boards are tried.
const BOARDS: u64 = 5000;
/// How far apart their seeds are, so that neighbouring seeds give different boards.
const APART: u64 = 1_000_003;

/// An instance of a difficulty.
pub fn instance(
    row: &'static Puzzle,
    options: &Options,
    wanted: usize,
    budget: &Budget,
) -> anyhow::Result<Box<dyn Instance>> {
    let seed: u64 = options
        .get("seed")
        .map_or(Ok(1), |text| text.parse())
        .map_err(|_| Usage("--seed: expected a number".to_string()))?;
    for number in 0..BOARDS {
        let mut options = options.clone();
        let seed = seed.wrapping_add(number.wrapping_mul(APART));
        options.insert("seed".to_string(), seed.to_string());
        let made = (row.generate)(&options).map_err(Usage)?;
        let found = match row.name {
            "minesweeper" => of_game(&options, seed, budget)?,
            _ => of_instance(row, (row.generate)(&options).map_err(Usage)?, budget)?,
        };
        if found == Some(wanted) {
            return Ok(made);
        }
        budget.tell(|| format!("{} boards", number + 1));
    }
    let why =
        format!("none of {BOARDS} boards has a hardest step of {wanted} rules; try another number or another size");
    Err(Resources(why).into())
}

/// The difficulty of a game; none if it needs a guess.
fn of_game(options: &Options, seed: u64, budget: &Budget) -> anyhow::Result<Option<usize>> {
    if !options.contains_key("mines") || options.contains_key("reveals") {
        let why = "--difficulty is that of a game from its first click: give --mines and no --reveals";
        return Err(Usage(why.to_string()).into());
    }
    let n_rows = number(options, "rows", 9).map_err(Usage)?;
    let n_cols = number(options, "cols", n_rows).map_err(Usage)?;
    let n_mines = number(options, "mines", 0).map_err(Usage)?;
    let click = |text: &String| {
        let (row, col) = text.split_once(',')?;
        Some((row.trim().parse().ok()?, col.trim().parse().ok()?))
    };
    let plan = Plan { n_rows, n_cols, n_mines, first: options.get("first").and_then(click), n_reveals: 0 };
    let dealt = Game::new(&plan, seed).map_err(Usage)?;
    match game::needs_no_guess(&dealt, budget)? {
        true => Ok(Some(game::difficulty(&dealt, budget)?)),
        false => Ok(None),
    }
}

/// The difficulty of an instance; none if it has several solutions or leaves the number of steps open.
fn of_instance(row: &'static Puzzle, instance: Box<dyn Instance>, budget: &Budget) -> anyhow::Result<Option<usize>> {
    let problem = Problem::of_puzzle(row, instance);
    if problem.horizons().is_some() {
        return Err(Usage(format!("{} has no forced answers that could be easy or hard", row.name)).into());
    }
    let mut asking = Asking::new(&problem, budget)?;
    let facts = asking.facts(budget)?.unwrap_or_default();
    if facts.len() < asking.statement.model.answer.len() {
        return Ok(None);
    }
    let mut hardest = 0;
    explain::steps(&mut asking, &facts, budget, &mut |_, step| {
        hardest = hardest.max(step.difficulty);
        ControlFlow::Continue(())
    })?;
    Ok(Some(hardest))
}
