//! Square stones with a number on each side: turning them, reading them, drawing boards of them.
//!
//! Sides are in the order north, east, south, west. A turn is 90 degrees counter-clockwise: after one turn the old east is
//! north. Drawings give each square three lines in a terminal and 64 units in SVG.

use super::fields::{integer, list};
use super::json::Json;
use super::text::InputError;
use crate::grid::Grid;
use std::fmt::Write;

/// The numbers of a stone: north, east, south, west.
pub type Stone = [i64; 4];

/// A stone after some turns of 90 degrees counter-clockwise.
pub fn turned(stone: &Stone, n_turns: usize) -> Stone {
    std::array::from_fn(|side| stone[(side + n_turns) % 4])
}

/// A stone as JSON has it: a list of four numbers.
pub fn read(file: &str, json: &Json) -> Result<Stone, InputError> {
    let what = "four numbers `[north, east, south, west]`";
    let items = list(file, json, what)?;
    let numbers = items.iter().map(|item| integer(file, item, "a number")).collect::<Result<Vec<i64>, InputError>>()?;
    let n_found = numbers.len();
    Stone::try_from(numbers)
        .map_err(|_| InputError::new(file, json.place, format!("expected {what}, found {n_found} of them")))
}

/// A stone on a board, as it lies there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    /// Its numbers as they lie.
    pub sides: Stone,
    /// What is written in its middle.
    pub label: String,
    /// Which of a few colours it has.
    pub tint: usize,
}

/// The colours of stones: for a terminal, and for SVG.
const TINTS: [(&str, &str); 4] =
    [("38;5;245", "#f4f1ea"), ("38;5;33", "#d6e6f5"), ("38;5;166", "#f7dfc8"), ("1;38;5;35", "#d3ecd6")];

/// A board for a terminal, with row and column numbers on its rim.
pub fn draw(board: &Grid<Option<Laid>>, colour: bool) -> String {
    let stones = || board.cells().iter().flatten();
    let number = stones().flat_map(|stone| stone.sides).map(|n| n.to_string().len()).max().unwrap_or(1);
    let label = stones().map(|stone| stone.label.chars().count()).max().unwrap_or(1);
    let margin = (board.n_rows() - 1).to_string().len();
    let width = 2 * number + label + 2;
    let rule = format!("{:margin$} {}+\n", "", format!("+{}", "-".repeat(width)).repeat(board.n_cols()));
    let mut out = format!("{:margin$} ", "");
    (0..board.n_cols()).for_each(|col| out += &format!(" {col:^width$}"));
    out = format!("{}\n{rule}", out.trim_end());
    for (row, cells) in board.rows().enumerate() {
        for line in 0..3 {
            let head = if line == 1 { row.to_string() } else { String::new() };
            let shown = cells.iter().map(|cell| square(cell.as_ref(), line, (number, label, width), colour));
            let _ = writeln!(out, "{head:>margin$} |{}|", shown.collect::<Vec<_>>().join("|"));
        }
        out += &rule;
    }
    out
}

/// One of the three lines of a square.
fn square(cell: Option<&Laid>, line: usize, (number, label, width): (usize, usize, usize), colour: bool) -> String {
    let Some(Laid { sides: [north, east, south, west], label: middle, tint }) = cell else {
        return " ".repeat(width);
    };
    let text = match line {
        0 => format!("{:^width$}", north.to_string()),
        1 => format!("{west:<number$} {middle:^label$} {east:>number$}"),
        _ => format!("{:^width$}", south.to_string()),
    };
    let style = TINTS[tint % TINTS.len()].0;
    if colour { format!("\x1b[{style}m{text}\x1b[0m") } else { text }
}

const CELL: usize = 64;
const RIM: usize = 20;

/// A board as SVG.
pub fn svg(board: &Grid<Option<Laid>>) -> String {
    let (width, height) = (board.n_cols() * CELL + 2 * RIM, board.n_rows() * CELL + 2 * RIM);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n"
    );
    let _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>");
    for ((row, col), cell) in board.iter() {
        svg_square(&mut out, (RIM + col * CELL, RIM + row * CELL), cell.as_ref());
    }
    for col in 0..board.n_cols() {
        text(&mut out, RIM + col * CELL + CELL / 2, RIM - 6, "#888888", &col.to_string());
    }
    for row in 0..board.n_rows() {
        text(&mut out, RIM / 2, RIM + row * CELL + CELL / 2 + 4, "#888888", &row.to_string());
    }
    out + "</svg>\n"
}

fn svg_square(out: &mut String, (x, y): (usize, usize), cell: Option<&Laid>) {
    let fill = cell.map_or("none", |stone| TINTS[stone.tint % TINTS.len()].1);
    let _ = writeln!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"#777777\"/>"
    );
    let Some(stone) = cell else { return };
    let (right, bottom) = (x + CELL, y + CELL);
    let _ = writeln!(out, "<path d=\"M{x} {y}L{right} {bottom}M{right} {y}L{x} {bottom}\" stroke=\"#dddddd\"/>");
    let middle = CELL / 2;
    let places = [(middle, 15), (CELL - 12, middle + 5), (middle, CELL - 6), (12, middle + 5)];
    for (side, (right, down)) in stone.sides.iter().zip(places) {
        text(out, x + right, y + down, "#222222", &side.to_string());
    }
    text(out, x + middle, y + middle + 5, "#a03030", &stone.label);
}

fn text(out: &mut String, x: usize, y: usize, fill: &str, text: &str) {
    let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\" fill=\"{fill}\">{text}</text>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_turn_brings_the_east_to_the_north() {
        assert_eq!(turned(&[1, 2, 3, 4], 0), [1, 2, 3, 4]);
        assert_eq!(turned(&[1, 2, 3, 4], 1), [2, 3, 4, 1]);
        assert_eq!(turned(&[1, 2, 3, 4], 3), [4, 1, 2, 3]);
    }

    #[test]
    fn boards_are_drawn() {
        let stone = Laid { sides: [1, 20, 3, 4], label: "7".to_string(), tint: 0 };
        let board = Grid::from_cells(1, 2, vec![Some(stone), None]).expect("two cells");
        let expected = "      0       1\n  +-------+-------+\n  |   1   |       |\n0 |4  7 20|       |\n  |   3   |       |\n  +-------+-------+\n";
        assert_eq!(draw(&board, false), expected);
        assert!(draw(&board, true).contains("\x1b[38;5;245m4  7 20\x1b[0m"));
        let svg = svg(&board);
        assert_eq!((svg.matches("<rect").count(), svg.matches("<text").count()), (3, 8));
        assert!(svg.contains(">20</text>") && svg.ends_with("</svg>\n"));
    }
}
