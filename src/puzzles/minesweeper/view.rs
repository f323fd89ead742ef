//! Views: what a drawing shows of a board besides its clues.
//!
//! A view becomes one [`Mark`] per cell; the text drawing and the SVG both draw marks, so they show the same.

use super::board::{Board, Cell};
use crate::grid::{Grid, Pos};
use crate::look::Rings;
use crate::puzzles::{Ringed, Show};

/// How likely a cell is mined. Only proved cells are safe or mined, however close to 0 or 1 the others come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Chance {
    /// No solution has a mine here.
    Safe,
    /// Every solution has a mine here.
    Mined,
    /// Some have and some have not; the share of those that have.
    Maybe(f64),
}

impl Chance {
    /// The chance in percent, never 0 or 100 for an open cell.
    pub fn percent(self) -> u8 {
        match self {
            Chance::Safe => 0,
            Chance::Mined => 100,
            Chance::Maybe(share) => (100.0 * share).round().clamp(1.0, 99.0) as u8,
        }
    }
}

/// What to show of a board.
#[derive(Clone, Copy, Debug)]
pub enum View<'a> {
    /// The board as it is given.
    Board,
    /// The mines of one solution.
    Solution(&'a [Pos]),
    /// The cells that are the same in every solution.
    Backbone {
        /// Never mined.
        safe: &'a [Pos],
        /// Always mined.
        mined: &'a [Pos],
    },
    /// The chance of a mine for every unknown cell; `None` where it is not known.
    Heat(&'a Grid<Option<Chance>>),
    /// The clues of a reason, and the cell it is about.
    Reason(&'a Ringed),
}

/// What a drawing shows of one cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    /// A revealed cell.
    Clue(u8),
    /// An unknown cell of which nothing is said.
    Unknown,
    /// A mine of one solution.
    Found,
    /// A mine of every solution.
    Mine,
    /// An unknown cell that is proved safe.
    Safe,
    /// An unknown cell that may be mined.
    Maybe(Chance),
}

impl View<'_> {
    /// Rings around the cells of a reason.
    pub fn rings(&self) -> Rings {
        match self {
            View::Reason(ringed) => Show::<()>::Reason(ringed).rings(),
            View::Board | View::Solution(_) | View::Backbone { .. } | View::Heat(_) => Rings::default(),
        }
    }

    /// The marks of all cells. Positions outside the board are left out; clues are never covered.
    pub fn marks(&self, board: &Board) -> Grid<Mark> {
        let mut marks = board.cells.map(|at, cell| match cell {
            Cell::Clue(clue) => Mark::Clue(*clue),
            Cell::Unknown => self.chance(at),
        });
        let mut put = |positions: &[Pos], mark: Mark| {
            for &at in positions.iter().filter(|&&at| board.cells.get(at) == Some(&Cell::Unknown)) {
                marks[at] = mark;
            }
        };
        match self {
            View::Board | View::Heat(_) => (),
            View::Reason(Ringed { fact: None, claimed, .. }) => put(claimed, Mark::Found),
            View::Reason(Ringed { fact: Some((at, value)), .. }) => {
                put(&[*at], if *value == 1 { Mark::Mine } else { Mark::Safe });
            }
            View::Solution(mines) => put(mines, Mark::Found),
            View::Backbone { safe, mined } => {
                put(safe, Mark::Safe);
                put(mined, Mark::Mine);
            }
        }
        marks
    }

    fn chance(&self, at: Pos) -> Mark {
        let View::Heat(heat) = self else {
            return Mark::Unknown;
        };
        match heat.get(at).copied().flatten() {
            None => Mark::Unknown,
            Some(Chance::Safe) => Mark::Safe,
            Some(Chance::Mined) => Mark::Mine,
            Some(chance) => Mark::Maybe(chance),
        }
    }
}
