//! A board: its size and its queens, each with the exponent of its value.
//!
//! Queens lie in row-major order, no two on one square, and their values sum to less than `2^60`.

use crate::grid::Pos;
use serde::{Deserialize, Serialize};

/// The longest side.
pub const MAX_SIDE: usize = 1024;

/// The most queens: a full board of 128 x 128.
pub const MAX_QUEENS: usize = 128 * 128;

/// All values together are below two to this power.
pub const SUM_BITS: u32 = 60;

/// One queen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queen {
    /// Its square.
    pub at: Pos,
    /// Its value is two to this power.
    pub exponent: u8,
}

/// One capture: the square the capturing queen leaves, and the square that doubles. JSON has the four numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "[usize; 4]", into = "[usize; 4]")]
pub struct Capture {
    /// The square that is empty afterwards.
    pub from: Pos,
    /// The square whose value doubles.
    pub into: Pos,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// How many rows.
    pub n_rows: usize,
    /// How many columns.
    pub n_cols: usize,
    queens: Vec<Queen>,
    sum: u64,
}

impl Board {
    /// An empty board.
    pub fn empty(n_rows: usize, n_cols: usize) -> Board {
        Board { n_rows, n_cols, queens: Vec::new(), sum: 0 }
    }

    /// The queens in row-major order.
    pub fn queens(&self) -> &[Queen] {
        &self.queens
    }

    /// The sum of all values.
    pub fn sum(&self) -> u64 {
        self.sum
    }

    /// The number of the queen on a square.
    pub fn queen_at(&self, at: Pos) -> Option<usize> {
        self.queens.binary_search_by_key(&at, |queen| queen.at).ok()
    }

    /// Puts a queen of this value on the board, or says why not.
    pub fn place(&mut self, at: Pos, value: i64) -> Result<(), String> {
        let exponent = exponent(value)?;
        if at.0 >= self.n_rows || at.1 >= self.n_cols {
            return Err(format!("square {} {} lies outside a board of {} x {}", at.0, at.1, self.n_rows, self.n_cols));
        }
        let Err(place) = self.queens.binary_search_by_key(&at, |queen| queen.at) else {
            return Err(format!("square {} {} holds a queen already", at.0, at.1));
        };
        if self.queens.len() == MAX_QUEENS {
            return Err(format!("there are more than {MAX_QUEENS} queens"));
        }
        let sum = self.sum + (1 << exponent);
        if sum >> SUM_BITS != 0 {
            return Err(format!("the values sum to 2^{SUM_BITS} or more"));
        }
        self.sum = sum;
        self.queens.insert(place, Queen { at, exponent });
        Ok(())
    }
}

/// The exponent of a value.
fn exponent(value: i64) -> Result<u8, String> {
    match u64::try_from(value) {
        Ok(value) if value.is_power_of_two() && value.ilog2() < SUM_BITS => Ok(value.ilog2() as u8),
        Ok(value) if value.is_power_of_two() => Err(format!("value {value}, expected less than 2^{SUM_BITS}")),
        _ => Err(format!("value {value}, expected a power of two")),
    }
}

/// A number of rows or columns.
pub(super) fn side(number: i64, what: &str) -> Result<usize, String> {
    crate::puzzles::cells::side(number, what, MAX_SIDE)
}

/// The number of queens that may be left.
pub(super) fn limit(number: i64) -> Result<usize, String> {
    usize::try_from(number).map_err(|_| format!("{number} queens to be left, expected 0 or more"))
}
