//! The original task's format: `N`, then `K`, then N rows of N values, 0 for an empty square.
//!
//! A first line with two numbers gives rows and columns of a rectangle. Apart from that line breaks are free; `#` starts a
//! comment. In place of `K`, `min` asks for as few queens as possible.

use super::board::{Board, side};
use super::instance::{Instance, known_comment, limit, limit_word};
use crate::puzzles::text::{InputError, Place, end_of, integer, words};

/// Reads one board; anything behind its last square is an error.
pub(super) fn read(file: &str, text: &str) -> Result<Instance, InputError> {
    let fail = |place: Place, message: String| InputError::new(file, place, message);
    let all: Vec<(Place, &str)> = words(text).collect();
    let mut rest = all.iter().copied();
    let mut next = |what: &str| {
        let missing = || fail(end_of(text), format!("expected {what}, found the end of the file"));
        rest.next().ok_or_else(missing)
    };
    let size = |what: &str, rest: (Place, &str)| {
        integer(rest.1).and_then(|number| side(number, what)).map_err(|message| fail(rest.0, message))
    };
    let n_rows = size("rows", next("the number of rows")?)?;
    let n_cols = match is_rectangle(&all, n_rows) {
        true => size("columns", next("the number of columns")?)?,
        false => n_rows,
    };
    let (place, word) = next("the number of queens that may be left")?;
    let limit = limit(word).map_err(|message| fail(place, message))?;

    let mut board = Board::empty(n_rows, n_cols);
    let mut n_found = 0;
    for (place, word) in rest {
        if n_found == n_rows * n_cols {
            return Err(fail(place, format!("`{word}` follows the last of {n_rows} x {n_cols} squares")));
        }
        let value = integer(word).map_err(|message| fail(place, message))?;
        if value != 0 {
            let at = (n_found / n_cols, n_found % n_cols);
            board.place(at, value).map_err(|message| fail(place, message))?;
        }
        n_found += 1;
    }
    match n_found == n_rows * n_cols {
        true => Ok(Instance { id: None, board, limit, known: None }),
        false => Err(fail(
            end_of(text),
            format!("expected {n_rows} x {n_cols} = {} squares, found {n_found}", n_rows * n_cols),
        )),
    }
}

/// Whether the first line has rows and columns: two numbers, unless they are N and K of a square, as their number tells.
fn is_rectangle(words: &[(Place, &str)], n_rows: usize) -> bool {
    let on_first_line = words.iter().take_while(|(place, _)| place.line == words[0].0.line).count();
    let second = words.get(1).and_then(|(_, word)| word.parse::<usize>().ok());
    let fits =
        second.is_some_and(|n_cols| n_rows.checked_mul(n_cols).and_then(|n| n.checked_add(3)) == Some(words.len()));
    let is_square = words.len() == n_rows * n_rows + 2;
    on_first_line > 1 && (fits || !is_square)
}

/// Writes a board, one row per line.
pub(super) fn write(instance: &Instance) -> String {
    let board = &instance.board;
    let size = match board.n_rows == board.n_cols {
        true => board.n_rows.to_string(),
        false => format!("{} {}", board.n_rows, board.n_cols),
    };
    let mut out = format!("# puzzle: queens\n{}{size}\n{}\n", known_comment(instance), limit_word(instance.limit));
    let width = board.queens().iter().map(|queen| (1u64 << queen.exponent).to_string().len()).max().unwrap_or(1);
    let squares = super::check::squares(board);
    for row in squares.rows() {
        let value = |square: &Option<u8>| square.map_or(0, |exponent| 1u64 << exponent);
        let values: Vec<String> = row.iter().map(|square| format!("{:width$}", value(square))).collect();
        out += &format!("{}\n", values.join(" "));
    }
    out
}
