//! The board: what is known of each cell, and how many mines there are.
//!
//! A board may be contradictory (a clue too many, more mines than unknown cells): that is an unsatisfiable board, not a
//! wrong one.

use crate::grid::{Grid, Pos};

/// The longest side a reader accepts.
pub const MAX_SIDE: usize = 10_000;

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Not revealed: mined or safe.
    Unknown,
    /// Revealed and safe, with this many mines around, 0 to 8.
    Clue(u8),
}

impl Cell {
    /// The cell as a number: -1 for unknown, otherwise the clue.
    pub fn number(self) -> i64 {
        match self {
            Cell::Unknown => -1,
            Cell::Clue(clue) => clue.into(),
        }
    }

    /// The cell of a number, if it is in -1..=8.
    pub fn of_number(number: i64) -> Option<Cell> {
        match number {
            -1 => Some(Cell::Unknown),
            0..=8 => Some(Cell::Clue(number as u8)),
            _ => None,
        }
    }
}

/// A Minesweeper board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// How many mines there are in all.
    pub mines: usize,
    /// The cells.
    pub cells: Grid<Cell>,
}

impl Board {
    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.cells.n_rows()
    }

    /// How many columns there are.
    pub fn cols(&self) -> usize {
        self.cells.n_cols()
    }

    /// The unknown cells in row-major order.
    pub fn unknown(&self) -> impl Iterator<Item = Pos> + '_ {
        self.cells.iter().filter(|(_, cell)| **cell == Cell::Unknown).map(|(at, _)| at)
    }

    /// The revealed cells and their clues in row-major order.
    pub fn clues(&self) -> impl Iterator<Item = (Pos, u8)> + '_ {
        self.cells.iter().filter_map(|(at, cell)| match cell {
            Cell::Clue(clue) => Some((at, *clue)),
            Cell::Unknown => None,
        })
    }

    /// The unknown neighbours of a cell in row-major order.
    pub fn unknown_around(&self, at: Pos) -> impl Iterator<Item = Pos> + '_ {
        self.cells.around(at).filter(|&next| self.cells[next] == Cell::Unknown)
    }

    /// All cells row by row as numbers: -1 for unknown, otherwise the clue.
    pub fn numbers(&self) -> impl Iterator<Item = i64> + '_ {
        self.cells.cells().iter().map(|cell| cell.number())
    }
}
