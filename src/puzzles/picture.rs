//! Pictures that puzzles share: boards of cells, each with a character and a role, for the terminal and as SVG.
//!
//! A role is what a cell says, not a colour; each has its own colour in the terminal, in light and in dark pictures.

use crate::grid::{Grid, Pos};
use serde::Deserialize;
use serde_json::Value;
use std::fmt::Write;

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
    /// The parameters of the terminal's colour sequence.
    fn style(self) -> &'static str {
        match self {
            Role::Wall => "7",
            Role::Open => "38;5;245",
            Role::Found => "1;38;5;178",
            Role::Lit => "38;5;178",
            Role::Never => "38;5;35",
        }
    }

    /// The class in SVG.
    fn class(self) -> &'static str {
        match self {
            Role::Wall => "wall",
            Role::Open => "open",
            Role::Found => "found",
            Role::Lit => "lit",
            Role::Never => "never",
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
    let cells = board.map(|_, Face(c, role)| (c.to_string(), role.style()));
    draw_cells(&cells, 2, colour)
}

const FAINT: &str = "38;5;245";

/// The same for cells of any text, each so wide at least, with the terminal's style for each.
pub fn draw_cells(cells: &Grid<(String, &'static str)>, width: usize, colour: bool) -> String {
    let margin = (cells.n_rows() - 1).to_string().len();
    let paint = |style: &str, text: String| match colour && !style.is_empty() {
        true => format!("\x1b[{style}m{text}\x1b[0m"),
        false => text,
    };
    let mut out = String::new();
    for line in column_numbers(cells.n_cols(), width) {
        out += paint(FAINT, format!("{:margin$}{line}", "")).trim_end();
        out.push('\n');
    }
    for (number, row) in cells.rows().enumerate() {
        out += &paint(FAINT, format!("{number:margin$}"));
        for (text, style) in row {
            out += &paint(style, format!("{text:>width$}"));
        }
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
/// Room for numbers and title.
const RIM: usize = 36;

/// A board as SVG with a title, light or dark as the reader's screen is. Plain cells have no character in it.
pub fn svg(title: &str, board: &Grid<Face>) -> String {
    let (width, height) = (board.n_cols() * CELL + 2 * RIM, board.n_rows() * CELL + 2 * RIM);
    let mut out = format!(
        "<svg class=\"bd\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
height=\"{height}\" role=\"img\">\n<title>{title}, {} × {}</title>\n<style>{STYLE}</style>\n\
<rect class=\"bd-page\" width=\"{width}\" height=\"{height}\" rx=\"14\"/>\n",
        board.n_rows(),
        board.n_cols(),
    );
    for (at, face) in board.iter() {
        svg_cell(&mut out, at, *face);
    }
    let mut axis = |x: usize, y: usize, n: usize| {
        let _ = writeln!(out, "<text class=\"bd-axis\" x=\"{x}\" y=\"{y}\">{n}</text>");
    };
    (0..board.n_cols()).for_each(|col| axis(RIM + col * CELL + CELL / 2, RIM - 10, col));
    (0..board.n_rows()).for_each(|row| axis(RIM / 2, RIM + row * CELL + CELL / 2 + 4, row));
    out + "</svg>\n"
}

fn svg_cell(out: &mut String, (row, col): Pos, Face(c, role): Face) {
    let (x, y, class) = (RIM + col * CELL, RIM + row * CELL, role.class());
    let _ = writeln!(out, "<rect class=\"bd-{class}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>");
    let (x, y) = (x + CELL / 2, y + CELL / 2);
    let _ = match role {
        Role::Wall if c.is_ascii_digit() => {
            writeln!(out, "<text class=\"bd-number\" x=\"{x}\" y=\"{}\">{c}</text>", y + 7)
        }
        Role::Found => writeln!(out, "<circle class=\"bd-bulb\" cx=\"{x}\" cy=\"{y}\" r=\"9\"/>"),
        Role::Never => writeln!(out, "<path class=\"bd-no\" d=\"M{} {}l8 8m0-8l-8 8\"/>", x - 4, y - 4),
        Role::Wall | Role::Open | Role::Lit => Ok(()),
    };
}

/// Lines of text as a picture, for puzzles that draw nothing better.
pub fn text(drawing: &str) -> String {
    let width = 24 + 9 * drawing.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let height = 24 + 18 * drawing.lines().count();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
font-family=\"monospace\" font-size=\"15\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for (number, line) in drawing.lines().enumerate() {
        let line = line.replace('&', "&amp;").replace('<', "&lt;");
        let _ = writeln!(out, "<text x=\"12\" y=\"{}\" xml:space=\"preserve\">{line}</text>", 25 + 18 * number);
    }
    out + "</svg>\n"
}

const STYLE: &str = "
.bd-page{fill:#f4f6f9}.bd-open,.bd-never{fill:#fff;stroke:#cfd7e1}.bd-lit,.bd-found{fill:#fdf0c0;stroke:#cfd7e1}.bd-wall{fill:#27303d;stroke:#27303d}
.bd-bulb{fill:#f0a500;stroke:#6b4a00;stroke-width:2}.bd-no{fill:none;stroke:#17663a;stroke-width:2.4;stroke-linecap:round}
.bd-number,.bd-axis{font-family:Inter,'Segoe UI','Helvetica Neue',Roboto,'DejaVu Sans',sans-serif;text-anchor:middle}
.bd-number{font-size:20px;font-weight:700;fill:#fff}.bd-axis{font-size:11px;fill:#5c6878}
@media(prefers-color-scheme:dark){
.bd-page{fill:#12171e}.bd-open,.bd-never{fill:#2a3442;stroke:#3d4a5b}.bd-lit,.bd-found{fill:#6b5a1e;stroke:#3d4a5b}.bd-wall{fill:#05070a;stroke:#05070a}
.bd-bulb{fill:#ffd257;stroke:#0d1117}.bd-no{stroke:#8fe0b0}.bd-axis{fill:#93a1b3}
}
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
        assert!(draw(&found, true).contains("\x1b[1;38;5;178m *\x1b[0m"));
        let both = with_backbone(board, (&serde_json::json!([[0, 1]]), '*'), (&serde_json::json!([[0, 2]]), 'x'));
        assert_eq!(draw(&both, false), "  0 1 2\n0 2 * x\n");
        let picture = svg("A board", &both);
        for (part, n) in
            [("<title>A board, 1 × 3</title>", 1), ("<rect class=\"bd-", 4), ("bd-number\" x", 1), ("<circle", 1)]
        {
            assert_eq!(picture.matches(part).count(), n, "{part}: {picture}");
        }
    }

    #[test]
    fn texts_become_pictures() {
        assert!(
            text("a<b\nc&d\n")
                .contains(">a&lt;b</text>\n<text x=\"12\" y=\"43\" xml:space=\"preserve\">c&amp;d</text>")
        );
    }
}
