//! The source's format: integers `rows cols mines` and then every cell row by row, -1 for unknown.
//!
//! Line breaks are free; `#` starts a comment.

use super::board::Board;
use super::instance::{Instance, cell, mines, side};
use crate::grid::Grid;
use crate::puzzles::text::{InputError, Place, end_of, integer, words};

/// Reads one board; anything behind its last cell is an error.
pub(super) fn read(file: &str, text: &str) -> Result<Instance, InputError> {
    let fail = |place: Place, message: String| InputError::new(file, place, message);
    let mut words = words(text);
    let mut header = |what: &str| {
        let missing = || fail(end_of(text), format!("expected the number of {what}, found the end of the file"));
        let (place, word) = words.next().ok_or_else(missing)?;
        Ok((place, integer(word).map_err(|message| fail(place, message))?))
    };
    let (place, number) = header("rows")?;
    let n_rows = side(number, "rows").map_err(|message| fail(place, message))?;
    let (place, number) = header("columns")?;
    let n_cols = side(number, "columns").map_err(|message| fail(place, message))?;
    let (place, number) = header("mines")?;
    let mines = mines(number).map_err(|message| fail(place, message))?;

    let mut cells = Vec::new();
    for (place, word) in words {
        if cells.len() == n_rows * n_cols {
            return Err(fail(place, format!("`{word}` follows the last of {n_rows} x {n_cols} cells")));
        }
        cells.push(integer(word).and_then(cell).map_err(|message| fail(place, message))?);
    }
    let n_found = cells.len();
    let short =
        || fail(end_of(text), format!("expected {n_rows} x {n_cols} = {} cells, found {n_found}", n_rows * n_cols));
    let cells = Grid::from_cells(n_rows, n_cols, cells).ok_or_else(short)?;
    Ok(Instance { id: None, board: Board { mines, cells }, marked: Vec::new() })
}

/// Writes a board, one row per line.
pub(super) fn write(instance: &Instance) -> String {
    let board = &instance.board;
    let mut out = format!("{} {} {}\n", board.rows(), board.cols(), board.mines);
    for row in board.cells.rows() {
        let numbers: Vec<String> = row.iter().map(|cell| format!("{:2}", cell.number())).collect();
        out += &numbers.join(" ");
        out.push('\n');
    }
    out
}
