//! Instances: a board, how many queens may be left, and perhaps a solution that is known.
//!
//! The reader recognises the format by its first character: `{` is JSON (one object, or one per line), a letter is a picture
//! with its header, anything else is the original task's list of numbers. Nothing is allocated by a number of the file:
//! squares are counted as they are read.

use super::board::{Board, Capture};
use super::{format_json, format_numbers, format_picture};
use crate::puzzles::json;
use crate::puzzles::text::{InputError, Place, words};

/// A board and what is asked of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Its name, if it has one.
    pub id: Option<String>,
    /// The board.
    pub board: Board,
    /// How many queens may be left; `None` asks for as few as possible.
    pub limit: Option<usize>,
    /// A solution the board was made from.
    pub known: Option<Vec<Capture>>,
}

/// Reads all instances of a file, at least one.
pub fn read(file: &str, text: &str) -> Result<Vec<Instance>, InputError> {
    json::instances(file, text, format_json::read, |file, text| match words(text).next() {
        Some((_, word)) if word.starts_with(char::is_alphabetic) => format_picture::read(file, text),
        Some(_) => format_numbers::read(file, text),
        None => Err(InputError::new(file, Place { line: 1, col: 1 }, "the file is empty, expected a board")),
    })
}

/// The word that stands for "as few as possible" where a number of queens is expected.
pub(super) const FEWEST: &str = "min";

/// The number of queens that may be left, or the word for as few as possible.
pub(super) fn limit(word: &str) -> Result<Option<usize>, String> {
    match word {
        FEWEST => Ok(None),
        _ => crate::puzzles::text::integer(word).and_then(super::board::limit).map(Some),
    }
}

/// What stands for a limit in a text.
pub(super) fn limit_word(limit: Option<usize>) -> String {
    limit.map_or(FEWEST.to_string(), |limit| limit.to_string())
}

/// The known solution as comment lines.
pub(super) fn known_comment(instance: &Instance) -> String {
    let Some(known) = &instance.known else { return String::new() };
    let lines = super::answer::write_lines(known);
    lines.lines().fold("# solution:\n".to_string(), |text, line| format!("{text}#   {line}\n"))
}
