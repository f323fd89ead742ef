//! The board drawn for a terminal, with its coordinates, in colour if asked.
//!
//! `.` is unknown, `*` a mine, `o` proved safe; a heat map shows percents. Colours are those of the classic game, in the
//! terminal's own sixteen.

use super::board::Board;
use super::view::{Mark, View};
use crate::puzzles::picture::{draw_cells, draw_ringed};

/// Draws a view of a board, one line per row.
pub fn draw(board: &Board, view: View, colour: bool) -> String {
    let cells = view.marks(board).map(|_, mark| (glyph(*mark), role(*mark)));
    match view {
        View::Heat(_) => draw_cells(&cells, 4, colour),
        View::Reason(ringed) => draw_ringed(&cells, &ringed.cells, colour),
        View::Board | View::Solution(_) | View::Backbone { .. } => draw_cells(&cells, 2, colour),
    }
}

fn glyph(mark: Mark) -> String {
    match mark {
        Mark::Clue(clue) => clue.to_string(),
        Mark::Unknown => ".".to_string(),
        Mark::Found | Mark::Mine => "*".to_string(),
        Mark::Safe => "o".to_string(),
        Mark::Maybe(chance) => format!("{}%", chance.percent()),
    }
}

/// What a mark says.
fn role(mark: Mark) -> &'static str {
    const DIGITS: [&str; 9] = ["dim", "digit1", "digit2", "digit3", "digit4", "digit5", "digit6", "digit7", "digit8"];
    match mark {
        Mark::Clue(clue) => DIGITS.get(usize::from(clue)).copied().unwrap_or("ink"),
        Mark::Unknown => "dim",
        Mark::Found => "found",
        Mark::Mine => "yes",
        Mark::Safe => "no",
        Mark::Maybe(_) => "likely-ink",
    }
}

#[cfg(test)]
mod tests {
    use super::super::instance::read;
    use super::super::view::Chance;
    use super::*;

    #[test]
    fn views_are_drawn_with_coordinates() {
        let board = read("f", "mines: 2\n1..\n.20\n").expect("a board").remove(0).board;
        let heat = board.cells.map(|at, _| match at {
            (0, 1) => Some(Chance::Maybe(0.999_999)),
            (0, 2) => Some(Chance::Safe),
            (1, 0) => Some(Chance::Maybe(0.25)),
            _ => None,
        });
        let check = |view: View, expected: &str| assert_eq!(draw(&board, view, false), expected);
        check(View::Board, "  0 1 2\n0 1 . .\n1 . 2 0\n");
        check(View::Solution(&[(0, 1), (1, 0), (0, 0), (7, 7)]), "  0 1 2\n0 1 * .\n1 * 2 0\n");
        check(View::Backbone { safe: &[(0, 2)], mined: &[(0, 1)] }, "  0 1 2\n0 1 * o\n1 . 2 0\n");
        check(View::Heat(&heat), "    0   1   2\n0   1 99%   o\n1 25%   2   0\n");
        let coloured = draw(&board, View::Board, true);
        assert!(coloured.contains("\x1b[32m 2\x1b[0m"), "{coloured:?}");
    }

    #[test]
    fn wide_boards_have_two_lines_of_column_numbers() {
        let board = read("f", &format!("mines: 0\n{}\n", ".".repeat(12))).expect("a board").remove(0).board;
        let drawn = draw(&board, View::Board, false);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0], format!("{}1", " ".repeat(22)));
        assert_eq!(lines[1], "  0 1 2 3 4 5 6 7 8 9 0 1");
        assert_eq!(lines[2], "0 . . . . . . . . . . . .");
    }
}
