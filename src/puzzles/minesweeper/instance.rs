//! Instances: boards read from files and written to them, in any of the formats.
//!
//! The reader recognises the format by its first character: `{` is JSON (one object, or one per line), a letter is a
//! picture with its `mines: N` header, anything else is the list of numbers. Nothing is allocated by a number of the file:
//! cells are counted as they are read.

use super::board::{Board, Cell, MAX_SIDE};
use super::{format_json, format_numbers, format_picture};
use crate::grid::Pos;
use crate::puzzles::json;
use crate::puzzles::text::{InputError, Place, words};

/// A board as a file holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The name a JSON instance may have.
    pub id: Option<String>,
    /// The board.
    pub board: Board,
    /// The mines a picture marks, in row-major order. They are a claimed solution; to the board they are unknown cells.
    pub marked: Vec<Pos>,
}

/// Reads all boards of a file, at least one. The file name is for messages.
pub fn read(file: &str, text: &str) -> Result<Vec<Instance>, InputError> {
    json::instances(file, text, format_json::read, |file, text| match words(text).next() {
        Some((_, word)) if word.starts_with(char::is_alphabetic) => format_picture::read(file, text),
        Some((place, word)) if format_picture::is_row(word) => {
            Err(InputError::new(file, place, "expected `mines: N` above a picture"))
        }
        Some(_) => format_numbers::read(file, text),
        None => Err(InputError::new(file, Place { line: 1, col: 1 }, "the file is empty, expected a board")),
    })
}

/// A number of rows or columns.
pub(super) fn side(number: i64, what: &str) -> Result<usize, String> {
    crate::puzzles::cells::side(number, what, MAX_SIDE)
}

/// A number of mines. More mines than cells are legal: such a board has no solution.
pub(super) fn mines(number: i64) -> Result<usize, String> {
    let mines = usize::try_from(number).ok().filter(|&mines| mines <= MAX_SIDE * MAX_SIDE);
    mines.ok_or_else(|| format!("{number} mines, expected 0 to {}", MAX_SIDE * MAX_SIDE))
}

/// A cell, unknown or a clue.
pub(super) fn cell(number: i64) -> Result<Cell, String> {
    Cell::of_number(number).ok_or_else(|| format!("cell {number}, expected -1 for unknown or a clue 0 to 8"))
}
