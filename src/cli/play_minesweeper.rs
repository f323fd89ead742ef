//! `play minesweeper`: open, flag, and ask for a hint, which comes with its reason. What is typed is read line by line.

use super::args::PlayArgs;
use super::failure::{Resources, Usage};
use super::{output, signals};
use crate::explain::game::{Hint, certain, hint, needs_no_guess};
use crate::grid::Pos;
use crate::puzzles::minesweeper::generate::Plan;
use crate::puzzles::minesweeper::picture;
use crate::puzzles::minesweeper::play::Game;
use crate::puzzles::minesweeper::view::View;
use crate::search::Budget;
use std::io::BufRead;

const HELP: &str = "ROW COL opens a cell; flag ROW COL, hint, show, help, quit\n";
/// How many boards are tried for one that needs no guess.
const BOARDS: u64 = 10_000;

/// Plays a game until it is over or nothing more is typed.
pub fn play(args: &PlayArgs, budget: &Budget) -> anyhow::Result<u8> {
    let (n_rows, n_cols) = (args.rows.unwrap_or(9), args.cols.or(args.rows).unwrap_or(9));
    let n_mines = args.mines.unwrap_or(n_rows * n_cols * 10 / 81);
    let plan = Plan { n_rows, n_cols, n_mines, first: None, n_reveals: 0 };
    let mut game = dealt(args, &plan, budget)?;
    output::text(HELP)?;
    output::text(&drawn(&game))?;
    let mut lines = std::io::stdin().lock().lines();
    while !game.is_over() {
        let Some(line) = lines.next().transpose()? else { break };
        if line.trim() == "quit" {
            break;
        }
        output::text(&said(args, &mut game, &line, budget)?)?;
    }
    Ok(signals::listen().exit_code().unwrap_or(0))
}

/// A game after its first click; with `--no-guess` one that logic alone can win.
fn dealt(args: &PlayArgs, plan: &Plan, budget: &Budget) -> anyhow::Result<Game> {
    let seed = args.seed.unwrap_or(1);
    if !args.no_guess {
        return Ok(Game::new(plan, seed).map_err(Usage)?);
    }
    for number in 0..BOARDS {
        let game = Game::new(plan, seed.wrapping_add(number.wrapping_mul(1_000_003))).map_err(Usage)?;
        if needs_no_guess(&game, budget)? {
            return Ok(game);
        }
    }
    Err(Resources(format!("none of {BOARDS} boards can be won without a guess; try fewer mines")).into())
}

fn said(args: &PlayArgs, game: &mut Game, line: &str, budget: &Budget) -> anyhow::Result<String> {
    let words: Vec<&str> = line.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let cell = |row: &str, col: &str| Some((row.parse().ok()?, col.parse().ok()?)).filter(|at| game.can_open(*at));
    Ok(match words.as_slice() {
        [] => String::new(),
        ["help"] => HELP.to_string(),
        ["show"] => drawn(game),
        ["hint"] => hinted(game, budget)?,
        ["flag", row, col] => match cell(row, col) {
            Some(at) => flagged(game, at),
            None => format!("{row},{col} is not a closed cell\n"),
        },
        [row, col] | ["open", row, col] => match cell(row, col) {
            Some(at) => opened(args, game, at, budget)?,
            None => format!("{row},{col} is not a closed cell\n"),
        },
        _ => HELP.to_string(),
    })
}

fn flagged(game: &mut Game, at: Pos) -> String {
    if !game.flags.remove(&at) {
        game.flags.insert(at);
    }
    drawn(game)
}

/// Opens a cell. On a board without guesses nobody loses: what is not proved safe stays closed.
fn opened(args: &PlayArgs, game: &mut Game, at: Pos, budget: &Budget) -> anyhow::Result<String> {
    let known = certain(&game.board, budget)?;
    let verdict = known.iter().find(|(cell, _)| *cell == at).map(|(_, is_mined)| *is_mined);
    let has_safe = known.iter().any(|(_, is_mined)| !is_mined);
    let (row, col) = at;
    match verdict {
        Some(true) if args.no_guess => {
            let why = hint(&game.board, &|cell, _| cell == at, budget)?;
            return Ok(format!("{row},{col} stays closed. {}\n", sentence(why)));
        }
        None if args.no_guess && has_safe => {
            return Ok(format!("{row},{col} would be a guess, and logic knows a safe cell: ask for a hint\n"));
        }
        Some(_) | None => (),
    }
    let before = game.board.clone();
    game.flags.remove(&at);
    game.open(at);
    Ok(match game.lost_at {
        Some(_) if has_safe => {
            let safe = hint(&before, &|_, is_mined| !is_mined, budget)?;
            format!("{}boom: a mine. Logic knew a safe cell. {}\n", drawn(game), sentence(safe))
        }
        Some(_) => format!("{}boom: a mine. No cell was surely safe\n", drawn(game)),
        None if game.is_won() => format!("{}won\n", drawn(game)),
        None => drawn(game),
    })
}

/// The easiest safe cell and its reason; else a mine that has no flag yet.
fn hinted(game: &Game, budget: &Budget) -> anyhow::Result<String> {
    let safe = hint(&game.board, &|_, is_mined| !is_mined, budget)?;
    let found = match safe {
        Some(safe) => Some(safe),
        None => hint(&game.board, &|at, is_mined| is_mined && !game.flags.contains(&at), budget)?,
    };
    Ok(match found {
        Some(found) => format!("{}\n", found.sentence),
        None => "nothing is certain here: only a guess goes on\n".to_string(),
    })
}

fn sentence(hint: Option<Hint>) -> String {
    hint.map_or_else(String::new, |hint| hint.sentence)
}

fn drawn(game: &Game) -> String {
    let flags: Vec<Pos> = game.flags.iter().copied().collect();
    let mines = game.mines();
    let shown = if game.is_over() { &mines } else { &flags };
    picture::draw(&game.board, View::Solution(shown), output::wants_colour())
}
