//! The picture format: a `mines: N` line, then one character per cell.
//!
//! `.` or `?` is unknown, a digit is a clue, `*` or `F` is a mine of a solved board. Blanks between cells and empty lines
//! mean nothing; a line that begins with `#` is a comment, and so is what follows `#` on the first line.

use super::board::{Board, Cell, MAX_SIDE};
use super::instance::{Instance, mines};
use crate::puzzles::cells::{Cells, column_of};
use crate::puzzles::text::{InputError, Place, board_lines, end_of, hash_in_row, integer, without_comment, words};

/// A cell, and whether it is marked as a mine.
type Marked = fn(char) -> Option<(Cell, bool)>;

const CELLS: Cells<Marked> = Cells { of_char: cell_of, expected: ". ? 0 to 8 * or F", max_side: MAX_SIDE };

/// Reads one board.
pub(super) fn read(file: &str, text: &str) -> Result<Instance, InputError> {
    let (header, mines) = read_header(file, text)?;
    let rows: Vec<(usize, &str)> = board_lines(text).filter(|(line, _)| *line > header).collect();
    rows.iter().try_for_each(|(line, row)| hash_in_row(file, *line, row))?;
    let grid = CELLS.read(file, text, rows.into_iter())?;
    let marked = grid.iter().filter(|(_, (_, marked))| *marked).map(|(at, _)| at).collect();
    Ok(Instance { id: None, board: Board { mines, cells: grid.map(|_, (cell, _)| *cell) }, marked })
}

/// The line of the header, and the number of mines.
fn read_header(file: &str, text: &str) -> Result<(usize, usize), InputError> {
    let fail = |place: Place, message: &str| InputError::new(file, place, message);
    let (start, _) = words(text).next().ok_or_else(|| fail(end_of(text), "expected `mines: N`"))?;
    let line = without_comment(text.lines().nth(start.line - 1).expect("the word has a line"));
    let rest = line.trim_start().strip_prefix("mines").map(str::trim_start).and_then(|rest| rest.strip_prefix(':'));
    let rest = rest.ok_or_else(|| fail(start, "expected `mines: N`"))?;
    let place = Place { line: start.line, col: column_of(line, rest.trim_start()) };
    let number = integer(rest.trim()).and_then(mines).map_err(|message| fail(place, &message))?;
    Ok((start.line, number))
}

/// Whether a word is part of a picture and no number.
pub(super) fn is_row(word: &str) -> bool {
    word.chars().all(|c| cell_of(c).is_some()) && !word.chars().all(|c| c.is_ascii_digit())
}

fn cell_of(c: char) -> Option<(Cell, bool)> {
    match c {
        '.' | '?' => Some((Cell::Unknown, false)),
        '*' | 'F' => Some((Cell::Unknown, true)),
        '0'..='8' => Some((Cell::Clue(c as u8 - b'0'), false)),
        _ => None,
    }
}

/// Writes a board with the marked mines as `*`.
pub(super) fn write(instance: &Instance) -> String {
    let board = &instance.board;
    let mut drawn = board.cells.map(|_, cell| match cell {
        Cell::Unknown => '.',
        Cell::Clue(clue) => (b'0' + clue) as char,
    });
    for &mine in &instance.marked {
        drawn[mine] = '*';
    }
    format!("mines: {}\n{}", board.mines, drawn.draw(|_, &c| c))
}
