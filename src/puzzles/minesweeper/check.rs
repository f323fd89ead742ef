//! The rules: does a set of mines agree with a board?
//!
//! This is the judge of every answer. It looks at the board and the mines only and knows nothing of models or engines.
//! Linear in the board.

use std::fmt;

use super::board::{Board, Cell};
use crate::grid::{Grid, Pos};
use crate::puzzles::text::counted;

/// The first rule that is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// A mine lies outside the board.
    Outside {
        /// The mine.
        mine: Pos,
    },
    /// A mine is listed more than once.
    Twice {
        /// The mine.
        mine: Pos,
    },
    /// A mine lies on a revealed cell.
    Revealed {
        /// The mine.
        mine: Pos,
    },
    /// A clue has another number of mines around it than it says.
    Clue {
        /// The revealed cell.
        at: Pos,
        /// What it says.
        clue: u8,
        /// How many mines there are around it.
        n_found: usize,
    },
    /// The number of mines is not the one of the board.
    Total {
        /// How many mines the board has.
        mines: usize,
        /// How many were listed.
        n_found: usize,
    },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Violation::Outside { mine: (r, c) } => {
                write!(f, "the mine at ({r},{c}) lies outside the board")
            }
            Violation::Twice { mine: (r, c) } => write!(f, "the mine at ({r},{c}) is listed twice"),
            Violation::Revealed { mine: (r, c) } => {
                write!(f, "the mine at ({r},{c}) lies on a revealed cell")
            }
            Violation::Clue { at: (r, c), clue, n_found } => {
                write!(f, "the clue {clue} at ({r},{c}) has {} around it", counted(n_found, "mine"))
            }
            Violation::Total { mines, n_found } => {
                write!(f, "there are {}, the board has {mines}", counted(n_found, "mine"))
            }
        }
    }
}

impl std::error::Error for Violation {}

/// Whether the mines, in any order, solve the board; otherwise the first rule that they break.
pub fn check(board: &Board, mines: &[Pos]) -> Result<(), Violation> {
    let mined = place(board, mines)?;
    for (at, clue) in board.clues() {
        let n_found = mined.around(at).filter(|&next| mined[next]).count();
        if n_found != usize::from(clue) {
            return Err(Violation::Clue { at, clue, n_found });
        }
    }
    match mines.len() {
        n_found if n_found == board.mines => Ok(()),
        n_found => Err(Violation::Total { mines: board.mines, n_found }),
    }
}

fn place(board: &Board, mines: &[Pos]) -> Result<Grid<bool>, Violation> {
    let mut mined = board.cells.map(|_, _| false);
    for &mine in mines {
        match board.cells.get(mine) {
            None => return Err(Violation::Outside { mine }),
            Some(Cell::Clue(_)) => return Err(Violation::Revealed { mine }),
            Some(Cell::Unknown) if mined[mine] => return Err(Violation::Twice { mine }),
            Some(Cell::Unknown) => mined[mine] = true,
        }
    }
    Ok(mined)
}

#[cfg(test)]
mod tests {
    use super::super::instance::read;
    use super::*;

    #[test]
    fn the_first_broken_rule_is_named() {
        // 1 . .
        // . 2 .
        let board = read("f", "2 3 2  1 -1 -1  -1 2 -1").expect("a board").remove(0).board;
        let check = |mines: &[Pos], expected: Result<(), &str>| {
            let found = super::check(&board, mines).map_err(|violation| violation.to_string());
            assert_eq!(found, expected.map_err(str::to_string), "{mines:?}");
        };
        check(&[(0, 1), (0, 2)], Ok(()));
        check(&[(1, 2), (1, 0)], Ok(()));
        check(&[(0, 1), (2, 0)], Err("the mine at (2,0) lies outside the board"));
        check(&[(0, 1), (0, 3)], Err("the mine at (0,3) lies outside the board"));
        check(&[(0, 1), (0, 1)], Err("the mine at (0,1) is listed twice"));
        check(&[(0, 1), (1, 1)], Err("the mine at (1,1) lies on a revealed cell"));
        check(&[], Err("the clue 1 at (0,0) has 0 mines around it"));
        check(&[(0, 1)], Err("the clue 2 at (1,1) has 1 mine around it"));
        let free = read("f", "1 2 1  -1 -1").expect("a board").remove(0).board;
        let both = super::check(&free, &[(0, 0), (0, 1)]).unwrap_err();
        assert_eq!(both.to_string(), "there are 2 mines, the board has 1");
        let none = super::check(&free, &[]).unwrap_err();
        assert_eq!(none.to_string(), "there are 0 mines, the board has 1");
        assert_eq!(super::check(&free, &[(0, 1)]), Ok(()));
    }
}
