//! The picture format: a `mines: N` line, then one character per cell.
//!
//! `.` or `?` is unknown, a digit is a clue, `*` or `F` is a mine of a solved board. Blanks between cells and empty lines
//! mean nothing; `#` starts a comment.

use super::board::{Board, Cell};
use super::instance::{Instance, mines};
use crate::grid::{Grid, Pos};
use crate::puzzles::minesweeper::board::MAX_SIDE;
use crate::puzzles::text::{InputError, Place, end_of, integer, without_comment, words};

/// Reads one board.
pub(super) fn read(file: &str, text: &str) -> Result<Instance, InputError> {
    let (header, mines) = read_header(file, text)?;
    let (mut cells, mut marked) = (Vec::new(), Vec::new());
    let (mut n_rows, mut n_cols) = (0, 0);
    let lines = text.lines().enumerate().map(|(number, line)| (number + 1, without_comment(line)));
    for (line, content) in lines.filter(|(line, content)| *line > header && !content.trim().is_empty()) {
        let n_found = read_row(file, (line, content), n_rows, &mut cells, &mut marked)?;
        if n_rows == 0 {
            n_cols = n_found;
        }
        if n_found != n_cols || n_rows == MAX_SIDE || n_cols > MAX_SIDE {
            return Err(wrong_shape(file, (line, content), (n_rows, n_cols), n_found));
        }
        n_rows += 1;
    }
    let nothing = || InputError::new(file, end_of(text), "expected a row of cells, found the end of the file");
    let cells = Grid::from_cells(n_rows, n_cols, cells).ok_or_else(nothing)?;
    Ok(Instance { id: None, board: Board { mines, cells }, marked })
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

/// The column at which a tail of a line begins.
fn column_of(line: &str, tail: &str) -> usize {
    1 + line[..line.len() - tail.len()].chars().count()
}

/// Reads the cells of one row and returns how many there are.
fn read_row(
    file: &str,
    (line, content): (usize, &str),
    row: usize,
    cells: &mut Vec<Cell>,
    marked: &mut Vec<Pos>,
) -> Result<usize, InputError> {
    let before = cells.len();
    for (index, c) in content.chars().enumerate().filter(|(_, c)| !c.is_whitespace()) {
        let unknown_cell = || {
            let message = format!("`{}` is not a cell, expected . ? 0 to 8 * or F", c.escape_debug());
            InputError::new(file, Place { line, col: index + 1 }, message)
        };
        if matches!(c, '*' | 'F') {
            marked.push((row, cells.len() - before));
        }
        cells.push(cell_of(c).ok_or_else(unknown_cell)?);
    }
    Ok(cells.len() - before)
}

fn cell_of(c: char) -> Option<Cell> {
    match c {
        '.' | '?' | '*' | 'F' => Some(Cell::Unknown),
        '0'..='8' => Some(Cell::Clue(c as u8 - b'0')),
        _ => None,
    }
}

/// The error at the first cell too many, or where the next cell should have been.
fn wrong_shape(
    file: &str,
    (line, content): (usize, &str),
    (row, n_cols): (usize, usize),
    n_found: usize,
) -> InputError {
    let limit = if row == MAX_SIDE { 0 } else { n_cols.min(MAX_SIDE) };
    let extra = content.char_indices().filter(|(_, c)| !c.is_whitespace()).nth(limit);
    let behind = column_of(content, &content[content.trim_end().len()..]);
    let col = extra.map_or(behind, |(byte, _)| column_of(content, &content[byte..]));
    let message = match row == MAX_SIDE || n_cols > MAX_SIDE {
        true => format!("a side has more than {MAX_SIDE} cells"),
        false => format!("row {} has {n_found} cells, expected {n_cols}", row + 1),
    };
    InputError::new(file, Place { line, col }, message)
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
