//! A game of Minesweeper: hidden mines, what is open, what is flagged. Knows the rules of the game and no reasons.

use super::board::{Board, Cell};
use super::generate::{self, Plan};
use crate::grid::{Grid, Pos};
use std::collections::BTreeSet;

/// A game on its way.
#[derive(Clone, Debug)]
pub struct Game {
    mined: Grid<bool>,
    /// What the player sees.
    pub board: Board,
    /// Where the player put flags.
    pub flags: BTreeSet<Pos>,
    /// The mine that was opened.
    pub lost_at: Option<Pos>,
}

impl Game {
    /// A game after its first click.
    pub fn new(plan: &Plan, seed: u64) -> Result<Game, String> {
        let generate::Generated { board, mines } = generate::game(&Plan { n_reveals: 0, ..*plan }, seed)?;
        let mut mined = board.cells.map(|_, _| false);
        mines.iter().for_each(|at| mined[*at] = true);
        Ok(Game { mined, board, flags: BTreeSet::new(), lost_at: None })
    }

    /// Opens a cell; a zero opens its region, a mine ends the game.
    pub fn open(&mut self, at: Pos) {
        match self.mined[at] {
            true => self.lost_at = Some(at),
            false => generate::open(&self.mined, at, &mut self.board.cells, &mut Vec::new()),
        }
    }

    /// Whether every safe cell is open.
    pub fn is_won(&self) -> bool {
        self.board.unknown().count() == self.board.mines
    }

    /// Whether there is nothing left to do.
    pub fn is_over(&self) -> bool {
        self.lost_at.is_some() || self.is_won()
    }

    /// Whether a cell is on the board and not open.
    pub fn can_open(&self, at: Pos) -> bool {
        self.board.cells.get(at) == Some(&Cell::Unknown)
    }

    /// The mines, for when the game is over.
    pub fn mines(&self) -> Vec<Pos> {
        self.mined.positions().filter(|at| self.mined[*at]).collect()
    }
}
