//! A board drawn for a terminal: the values in a table with coordinates, and the captures one by one.
//!
//! Values of more than four digits are drawn as exponents, such as `^20`.

use super::board::{Board, Capture};
use super::check::{squares, step};
use crate::grid::{Grid, Pos};
use crate::look;
use crate::puzzles::text::counted;

/// Draws a board.
pub fn draw(board: &Board, colour: bool) -> String {
    table(&squares(board), None, colour)
}

/// Draws a board and what captures leave of it.
pub fn draw_solution(board: &Board, captures: &[Capture], colour: bool) -> String {
    let mut left = squares(board);
    let legal = captures.iter().all(|capture| step(&mut left, capture).is_ok());
    let before = draw(board, colour);
    match legal && !captures.is_empty() {
        true => format!("{before}after {}:\n{}", counted(captures.len(), "capture"), table(&left, None, colour)),
        false => before,
    }
}

/// Draws the board before and after each capture, up to the first illegal one.
pub fn frames(board: &Board, captures: &[Capture], colour: bool) -> Vec<String> {
    let mut now = squares(board);
    let n_queens = board.queens().len();
    let mut frames = vec![format!("start: {}\n{}", counted(n_queens, "queen"), table(&now, None, colour))];
    for (number, capture) in captures.iter().enumerate() {
        if step(&mut now, capture).is_err() {
            break;
        }
        let Capture { from, into } = capture;
        let left = counted(n_queens - number - 1, "queen");
        let words = format!("capture {}: {} {} to {} {}, {left} left", number + 1, from.0, from.1, into.0, into.1);
        frames.push(format!("{words}\n{}", table(&now, Some(capture), colour)));
    }
    frames
}

/// The squares with their coordinates; the last capture's squares are marked: `x` where the queen was, `*` where it is.
fn table(squares: &Grid<Option<u8>>, last: Option<&Capture>, colour: bool) -> String {
    let long = squares.cells().iter().flatten().any(|&exponent| exponent > 13);
    let word = |at: Pos, square: &Option<u8>| match square {
        None if last.is_some_and(|capture| capture.from == at) => "x".to_string(),
        None => ".".to_string(),
        Some(exponent) if long => format!("^{exponent}"),
        Some(exponent) => (1u64 << exponent).to_string(),
    };
    let words = squares.map(word);
    let side = squares.n_rows().max(squares.n_cols()) - 1;
    let margin = (squares.n_rows() - 1).to_string().len();
    let width = words.cells().iter().map(String::len).max().unwrap_or(1).max(side.to_string().len());
    let heading: String = (0..squares.n_cols()).map(|col| format!(" {col:>width$}")).collect();
    let mut out = format!("{:margin$}{heading}\n", "");
    for (row, words) in words.rows().enumerate() {
        out += &format!("{row:>margin$}");
        for (col, word) in words.iter().enumerate() {
            let is_new = last.is_some_and(|capture| capture.into == (row, col));
            let cell = format!("{}{word:>width$}", if is_new { '*' } else { ' ' });
            out += &painted(&cell, squares[(row, col)], is_new, colour);
        }
        out.push('\n');
    }
    out
}

/// A new value stands out; empty squares stand back.
fn painted(cell: &str, square: Option<u8>, is_new: bool, colour: bool) -> String {
    let role = match square {
        None => "dim",
        Some(_) if is_new => "found",
        Some(exponent) => VALUES[usize::from(exponent) % VALUES.len()],
    };
    look::painted(cell, role, colour)
}

/// The roles of values, one for each exponent and then again.
const VALUES: [&str; 8] = ["series6", "series0", "series5", "series2", "series7", "series4", "series1", "series3"];

#[cfg(test)]
mod tests {
    use super::super::instance::read;
    use super::*;

    #[test]
    fn boards_and_captures_are_drawn() {
        let board = read("f", "2 3\n1\n8 0 8\n0 16 0\n").expect("good").remove(0).board;
        let captures = [Capture { from: (0, 2), into: (0, 0) }, Capture { from: (1, 1), into: (0, 0) }];
        assert_eq!(draw(&board, false), "   0  1  2\n0  8  .  8\n1  . 16  .\n");
        let solved = "   0  1  2\n0  8  .  8\n1  . 16  .\nafter 2 captures:\n   0  1  2\n0 32  .  .\n1  .  .  .\n";
        assert_eq!(draw_solution(&board, &captures, false), solved);
        let frames = frames(&board, &captures, false);
        assert_eq!(frames[0], "start: 3 queens\n   0  1  2\n0  8  .  8\n1  . 16  .\n");
        assert_eq!(frames[1], "capture 1: 0 2 to 0 0, 2 queens left\n   0  1  2\n0*16  .  x\n1  . 16  .\n");
        assert_eq!(frames[2], "capture 2: 1 1 to 0 0, 1 queen left\n   0  1  2\n0*32  .  .\n1  .  x  .\n");
        assert!(draw(&board, true).contains("\x1b[32m  8\x1b[0m"));
        let large = read("f", "1 2\n1\n1048576 0\n").expect("good").remove(0).board;
        assert_eq!(draw(&large, false), "    0   1\n0 ^20   .\n");
    }
}
