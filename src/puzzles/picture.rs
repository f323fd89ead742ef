//! Pictures that puzzles share: boards of cells, each with a character and a role, for the terminal and as SVG.
//!
//! A role is what a cell says, not a colour; [`look`](crate::look) has its colours.

use crate::grid::{Grid, Pos};
use crate::look::{Entry, Frame, Rings, Squares, escape, painted};
use serde::Deserialize;
use serde_json::Value;
use std::fmt::{self, Write};

/// What a cell shows, and what that says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face(pub char, pub Role);

/// What a cell says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Part of the instance that nothing can be put on.
    Wall,
    /// Nothing is known.
    Open,
    /// Part of the answer, or of every answer.
    Found,
    /// Reached by a part of the answer.
    Lit,
    /// Part of no answer.
    Never,
}

impl Role {
    /// The roles a legend explains.
    const SHOWN: [Role; 3] = [Role::Found, Role::Lit, Role::Never];

    /// Its name among all roles, in the terminal.
    fn name(self) -> &'static str {
        match self {
            Role::Wall => "wall",
            Role::Open => "dim",
            Role::Found => "bulb",
            Role::Lit => "lit-ink",
            Role::Never => "no",
        }
    }
}

/// The board with a face put on some cells; positions outside are left out.
pub fn with(mut board: Grid<Face>, cells: impl IntoIterator<Item = Pos>, face: Face) -> Grid<Face> {
    for at in cells {
        if board.contains(at) {
            board[at] = face;
        }
    }
    board
}

/// The board with what is in every answer and what is in none, each as a JSON list of positions with its character.
pub fn with_backbone(board: Grid<Face>, (always, yes): (&Value, char), (never, no): (&Value, char)) -> Grid<Face> {
    let listed = |value: &Value| Vec::<Pos>::deserialize(value).unwrap_or_default();
    with(with(board, listed(always), Face(yes, Role::Found)), listed(never), Face(no, Role::Never))
}

/// One line per row and its number; column numbers above, one line per decimal place.
pub fn draw(board: &Grid<Face>, colour: bool) -> String {
    let cells = board.map(|_, Face(c, role)| (c.to_string(), role.name()));
    draw_cells(&cells, 2, colour)
}

/// The same, with brackets around the cells of a reason.
pub fn draw_reason(board: &Grid<Face>, rings: &[Pos], colour: bool) -> String {
    draw_ringed(&board.map(|_, Face(c, role)| (c.to_string(), role.name())), rings, colour)
}

/// The same for cells of any text, each so wide at least, each in the terminal's colour of its role.
pub fn draw_cells(cells: &Grid<(String, &'static str)>, width: usize, colour: bool) -> String {
    let margin = (cells.n_rows() - 1).to_string().len();
    let numbers = column_numbers(cells.n_cols(), width).into_iter().map(|line| format!("{:margin$}{line}", ""));
    lines(cells, numbers, width, colour)
}

/// The same for cells of one character, some of which have brackets around them.
pub fn draw_ringed(cells: &Grid<(String, &'static str)>, rings: &[Pos], colour: bool) -> String {
    let cells = cells.map(|at, (text, role)| match rings.contains(&at) {
        true => (format!("[{text}]"), *role),
        false => (format!(" {text} "), *role),
    });
    let margin = (cells.n_rows() - 1).to_string().len();
    // A number stands above the character, not above the bracket after it.
    let above = |line: String| format!("{:margin$}{}", "", line.strip_prefix(' ').unwrap_or(&line));
    lines(&cells, column_numbers(cells.n_cols(), 3).into_iter().map(above), 3, colour)
}

fn lines(
    cells: &Grid<(String, &'static str)>,
    numbers: impl Iterator<Item = String>,
    width: usize,
    colour: bool,
) -> String {
    let margin = (cells.n_rows() - 1).to_string().len();
    let mut out = String::new();
    for line in numbers {
        out += painted(&line, "dim", colour).trim_end();
        out.push('\n');
    }
    for (number, row) in cells.rows().enumerate() {
        out += &painted(&format!("{number:margin$}"), "dim", colour);
        let cells: String = row.iter().map(|(text, role)| painted(&format!("{text:>width$}"), role, colour)).collect();
        out += cells.trim_end();
        out.push('\n');
    }
    out
}

/// One line per decimal place; a higher digit stands only where it changes.
fn column_numbers(n_cols: usize, width: usize) -> Vec<String> {
    let n_places = (n_cols - 1).to_string().len() as u32;
    let line = |place: u32| {
        let unit = 10usize.pow(place);
        let digit = |col: usize| match col.is_multiple_of(unit) && (place == 0 || col > 0) {
            true => format!("{:>width$}", col / unit % 10),
            false => " ".repeat(width),
        };
        (0..n_cols).map(digit).collect::<String>().trim_end().to_string()
    };
    (0..n_places).rev().map(line).collect()
}

/// Side of a cell in SVG.
const CELL: usize = 32;

/// A board as SVG. `labels` say what is found, what that reaches, and what is in no answer. Plain cells have no character.
pub fn svg(title: &'static str, labels: [&str; 3], board: &Grid<Face>, rings: Rings) -> String {
    let (n_rows, n_cols) = (board.n_rows(), board.n_cols());
    let count = |role: Role| board.cells().iter().filter(|face| face.1 == role).count();
    let shown = || Role::SHOWN.into_iter().zip(labels).filter(|(role, _)| count(*role) > 0);
    let sign = |role: Role| format!("<g transform=\"scale(.625)\">{}</g>", cell(Face(' ', role)));
    let mut words = format!("A board of {n_rows} rows and {n_cols} columns with {} walls", count(Role::Wall));
    shown().for_each(|(role, label)| words += &format!(", {} cells: {label}", count(role)));
    let found = match count(Role::Found) {
        0 => String::new(),
        n => format!(" · {n} {}{}", labels[0], if n == 1 { "" } else { "s" }),
    };
    let frame = Frame {
        prefix: "bd",
        name: title,
        facts: format!("{n_rows} × {n_cols}{found}"),
        words: words + ".",
        style: STYLE.to_string(),
        squares: Some(Squares { n_rows, n_cols, side: CELL }),
        rings,
        legend: shown().map(|(role, label)| Entry::new(sign(role), label)).collect(),
        ..Frame::default()
    };
    frame.text(|out| board.rows().enumerate().try_for_each(|(row, faces)| svg_row(out, row, faces)))
}

fn svg_row(out: &mut dyn Write, row: usize, faces: &[Face]) -> fmt::Result {
    for (col, face) in faces.iter().enumerate().filter(|(_, face)| face.1 != Role::Open) {
        writeln!(out, "<g transform=\"translate({} {})\">{}</g>", col * CELL, row * CELL, cell(*face))?;
    }
    Ok(())
}

/// A cell in its own coordinates.
fn cell(Face(c, role): Face) -> String {
    let square = |class: &str| format!("<rect class=\"bd-{class}\" width=\"{CELL}\" height=\"{CELL}\"/>");
    match role {
        Role::Open => String::new(),
        Role::Wall if c.is_ascii_digit() => {
            square("wall") + &format!("<text class=\"bd-number\" x=\"16\" y=\"23\">{c}</text>")
        }
        Role::Wall => square("wall"),
        Role::Lit => square("lit"),
        Role::Found => square("lit") + BULB,
        Role::Never => "<path class=\"bd-no\" d=\"M11 11l10 10m0-10l-10 10\"/>".to_string(),
    }
}

const BULB: &str = "<path class=\"bd-rays\" d=\"M16 3v3M16 26v3M3 16h3M26 16h3M7 7l2 2M23 23l2 2M25 7l-2 2M9 23l-2 2\"/><circle class=\"bd-bulb\" cx=\"16\" cy=\"16\" r=\"7\"/>";

/// Lines of text as a picture, for puzzles that draw nothing better.
pub fn text(title: &'static str, drawing: &str) -> String {
    let width = 9 * drawing.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let frame = Frame {
        prefix: "tx",
        name: title,
        words: "The puzzle as text.".to_string(),
        style:
            ".%-line{font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:15px;fill:$ink}\n"
                .to_string(),
        room: (width, 18 * drawing.lines().count()),
        ..Frame::default()
    };
    frame.text(|out| {
        drawing.lines().zip(0..).try_for_each(|(line, number)| {
            let line = escape(line);
            writeln!(
                out,
                "<text class=\"tx-line\" x=\"0\" y=\"{}\" xml:space=\"preserve\">{line}</text>",
                14 + 18 * number
            )
        })
    })
}

const STYLE: &str = "\
.%-wall{fill:$wall;stroke:$rule}.%-lit{fill:$lit;stroke:$rule}.%-number{font-size:20px;font-weight:700;fill:$wall-ink;text-anchor:middle}
.%-bulb{fill:$bulb}.%-rays{fill:none;stroke:$bulb;stroke-width:2;stroke-linecap:round}
.%-no{fill:none;stroke:$no;stroke-width:2.400;stroke-linecap:round}
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_drawn_with_coordinates_and_roles() {
        let board = Grid::from_cells(1, 3, vec![Face('2', Role::Wall), Face('.', Role::Open), Face('.', Role::Open)]);
        let board = board.expect("three cells");
        let found = with(board.clone(), [(0, 1), (7, 7)], Face('*', Role::Found));
        assert_eq!(draw(&found, false), "  0 1 2\n0 2 * .\n");
        assert!(draw(&found, true).contains("\x1b[93m *\x1b[0m"));
        let both = with_backbone(board, (&serde_json::json!([[0, 1]]), '*'), (&serde_json::json!([[0, 2]]), 'x'));
        assert_eq!(draw(&both, false), "  0 1 2\n0 2 * x\n");
        let picture = svg("A board", ["bulb", "lit", "never"], &both, Rings::default());
        for (part, n) in [
            ("<title>A board, 1 × 3 · 1 bulb</title>", 1),
            ("bd-number\" x", 1),
            ("bd-bulb\" cx", 2),
            (">never</text>", 1),
            (">lit</text>", 0),
        ] {
            assert_eq!(picture.matches(part).count(), n, "{part}: {picture}");
        }
    }

    #[test]
    fn texts_become_pictures() {
        let drawn = text("A puzzle", "a<b\nc&d\n");
        assert!(drawn.contains(">a&lt;b</text>") && drawn.contains(">c&amp;d</text>"), "{drawn}");
    }
}
