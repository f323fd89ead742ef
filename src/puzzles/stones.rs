//! Square stones with a number on each side: turning them, reading them, drawing boards of them.
//!
//! Sides are in the order north, east, south, west. A turn is 90 degrees counter-clockwise: after one turn the old east is
//! north. Drawings give each square three lines in a terminal; `tiles` has the SVG.

use super::fields::{integer, list};
use super::json::Json;
use super::text::InputError;
use crate::grid::Grid;
use crate::look::painted;
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
    /// How often it is turned.
    pub turn: usize,
    /// The player who laid it, 0 or 1, in a game.
    pub owner: Option<usize>,
}

/// The roles of stones in a terminal: by who laid them, else by how they are turned.
const ROLES: [&str; 4] = ["dim", "actor3", "actor4", "actor2"];

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
    let Some(Laid { sides: [north, east, south, west], label: middle, turn, owner }) = cell else {
        return " ".repeat(width);
    };
    let text = match line {
        0 => format!("{:^width$}", north.to_string()),
        1 => format!("{west:<number$} {middle:^label$} {east:>number$}"),
        _ => format!("{:^width$}", south.to_string()),
    };
    let role = owner.map_or(turn % 4, |player| player % 2 + 1);
    painted(&text, ROLES[role], colour)
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
        let stone = Laid { sides: [1, 20, 3, 4], label: "7".to_string(), turn: 0, owner: None };
        let board = Grid::from_cells(1, 2, vec![Some(stone), None]).expect("two cells");
        let expected = "      0       1\n  +-------+-------+\n  |   1   |       |\n0 |4  7 20|       |\n  |   3   |       |\n  +-------+-------+\n";
        assert_eq!(draw(&board, false), expected);
        assert!(draw(&board, true).contains("\x1b[90m4  7 20\x1b[0m"));
    }
}
