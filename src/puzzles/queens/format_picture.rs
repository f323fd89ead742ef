//! The picture: a line `queens: K`, then one word per square.
//!
//! `.` is an empty square, a value such as `16` or an exponent such as `^4` is a queen. A line that begins with `#` is a comment. Long values stay
//! readable as exponents, so a board is written with exponents when a value has more than four digits.

use super::board::{Board, MAX_SIDE};
use super::instance::{Instance, known_comment, limit, limit_word};
use crate::puzzles::text::{InputError, Place, board_lines, end_of, hash_in_row, integer, shorten, words};

/// Reads one board.
pub(super) fn read(file: &str, text: &str) -> Result<Instance, InputError> {
    let fail = |place: Place, message: String| InputError::new(file, place, message);
    let mut all = words(text).peekable();
    let (place, word) = all.next().expect("the caller saw a word");
    if word != "queens:" {
        return Err(fail(place, format!("`{}`, expected `queens: K`", shorten(word))));
    }
    let missing = || fail(end_of(text), "expected a number of queens, found the end of the file".to_string());
    let (place, word) = all.next().ok_or_else(missing)?;
    let limit = limit(word).map_err(|message| fail(place, message))?;
    let header = place.line;
    board_lines(text).filter(|(line, _)| *line > header).try_for_each(|(line, row)| hash_in_row(file, line, row))?;

    let mut rows: Vec<Vec<(Place, i64)>> = Vec::new();
    let mut line = header;
    for (place, word) in all {
        if place.line == header {
            return Err(fail(place, format!("`{}` follows the number of queens; expected a new line", shorten(word))));
        }
        if place.line != line {
            rows.push(Vec::new());
            line = place.line;
        }
        let row = rows.last_mut().expect("a new line began a row");
        row.push((place, square(word).map_err(|message| fail(place, message))?));
    }
    let board = board(&rows, &fail)?;
    let board =
        board.ok_or_else(|| fail(end_of(text), "expected a row of squares, found the end of the file".into()))?;
    Ok(Instance { id: None, board, limit, known: None })
}

/// The board of the rows; `None` if there are none.
fn board(rows: &[Vec<(Place, i64)>], fail: &dyn Fn(Place, String) -> InputError) -> Result<Option<Board>, InputError> {
    let Some(first) = rows.first() else { return Ok(None) };
    let (n_rows, n_cols) = (rows.len(), first.len());
    if n_rows.max(n_cols) > MAX_SIDE {
        return Err(fail(first[0].0, format!("a board of {n_rows} x {n_cols}, expected at most {MAX_SIDE} a side")));
    }
    let mut board = Board::empty(n_rows, n_cols);
    for (r, row) in rows.iter().enumerate() {
        if row.len() != n_cols {
            let message = format!("row {} has {} squares, expected {n_cols}", r + 1, row.len());
            return Err(fail(row[row.len().min(n_cols + 1) - 1].0, message));
        }
        for (c, &(place, value)) in row.iter().enumerate().filter(|(_, (_, value))| *value != 0) {
            board.place((r, c), value).map_err(|message| fail(place, message))?;
        }
    }
    Ok(Some(board))
}

/// The value a word stands for; 0 for an empty square.
fn square(word: &str) -> Result<i64, String> {
    match word.strip_prefix('^') {
        _ if word == "." => Ok(0),
        Some(exponent) => {
            let exponent = integer(exponent).ok().and_then(|n| u32::try_from(n).ok());
            let value = exponent.and_then(|exponent| 1i64.checked_shl(exponent)).filter(|&value| value > 0);
            value.ok_or_else(|| format!("`{}`, expected an exponent such as ^4", shorten(word)))
        }
        None => integer(word).map_err(|_| format!("`{}` is not a square, expected . 16 or ^4", shorten(word))),
    }
}

/// Writes a board.
pub(super) fn write(instance: &Instance) -> String {
    let board = &instance.board;
    let long = board.queens().iter().any(|queen| queen.exponent > 13);
    let word = |square: &Option<u8>| match square {
        None => ".".to_string(),
        Some(exponent) if long => format!("^{exponent}"),
        Some(exponent) => (1u64 << exponent).to_string(),
    };
    let squares = super::check::squares(board).map(|_, square| word(square));
    let width = squares.cells().iter().map(String::len).max().unwrap_or(1);
    let mut out = format!("# puzzle: queens\n{}queens: {}\n", known_comment(instance), limit_word(instance.limit));
    for row in squares.rows() {
        let words: Vec<String> = row.iter().map(|word| format!("{word:>width$}")).collect();
        out += &format!("{}\n", words.join(" "));
    }
    out
}
