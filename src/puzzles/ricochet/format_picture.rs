//! The picture format: a `+---+` grid with robots and target, as people type it.
//!
//! Lines of corners (`+---+   +`) and lines of fields (`| r     |`) take turns. Between corners stand `---` for a wall or
//! blanks; between fields `|` for a wall or a blank; the edge is all wall. A field has three characters: a small letter for
//! a robot, a capital letter for the target of that robot, `*` for a wild target, both (`rG`), a dot, or nothing. Robots are
//! the first letters of `r g b y s k`. A line `must ricochet: yes` sets the variant. A line that begins with `#` is a comment.

use super::board::{Board, Cell, MAX_SIDE};
use super::config::{Config, MAX_ROBOTS};
use super::instance::Instance;
use super::names::LETTERS;
use crate::grid::{Direction, Pos};
use crate::puzzles::text::{InputError, Place, end_of, hash_in_row, shorten, without_comment};

/// Reads one configuration.
pub(super) fn read(file: &str, text: &str) -> Result<Instance, InputError> {
    let mut picture = Picture { file, lines: Vec::new(), found: Found::default() };
    for (number, line) in text.lines().enumerate() {
        let content = without_comment(line).trim_end();
        match content {
            "" => (),
            _ if content.trim_start().starts_with(['+', '|']) => {
                hash_in_row(file, number + 1, line)?;
                picture.lines.push((number + 1, content));
            }
            _ => picture.variant(number + 1, content)?,
        }
    }
    let board = picture.board(end_of(text))?;
    let config = picture.config(board, end_of(text))?;
    Ok(Instance { id: None, config, pieces: None })
}

/// The lines of the grid, and what was found on them.
struct Picture<'a> {
    file: &'a str,
    lines: Vec<(usize, &'a str)>,
    found: Found,
}

/// Robots and targets with their places in the text.
#[derive(Default)]
struct Found {
    robots: [Option<(Cell, Place)>; MAX_ROBOTS],
    target: Option<(Cell, Option<usize>, Place)>,
    must_ricochet: Option<bool>,
}

impl<'a> Picture<'a> {
    fn error(&self, line: usize, col: usize, message: impl Into<String>) -> InputError {
        InputError::new(self.file, Place { line, col }, message)
    }

    /// A line that is no part of the grid.
    fn variant(&mut self, line: usize, content: &str) -> Result<(), InputError> {
        let blanks = content.chars().take_while(|c| c.is_whitespace()).count();
        let wrong = |picture: &Self| {
            let message = format!("`{}`: expected a grid, or `must ricochet: yes|no`", shorten(content.trim()));
            picture.error(line, blanks + 1, message)
        };
        let (key, value) = content.split_once(':').ok_or_else(|| wrong(self))?;
        let value = match (key.trim(), value.trim()) {
            ("must ricochet", "yes") => true,
            ("must ricochet", "no") => false,
            _ => return Err(wrong(self)),
        };
        match self.found.must_ricochet.replace(value) {
            None => Ok(()),
            Some(_) => Err(self.error(line, blanks + 1, "`must ricochet` appears twice")),
        }
    }

    fn board(&mut self, end: Place) -> Result<Board, InputError> {
        let Some(&(first, top)) = self.lines.first() else {
            return Err(InputError::new(self.file, end, "expected a grid that begins with `+---+`"));
        };
        let (n_corners, n_lines) = (top.trim_start().chars().filter(|c| *c == '+').count(), self.lines.len());
        let (width, height) = (n_corners.saturating_sub(1), n_lines / 2);
        if !(1..=MAX_SIDE).contains(&width) {
            return Err(self.error(first, 1, format!("the grid has {width} columns, expected 1 to {MAX_SIDE}")));
        }
        if height > MAX_SIDE {
            let line = self.lines[2 * MAX_SIDE + 1].0;
            return Err(self.error(line, 1, format!("the grid has more than {MAX_SIDE} rows")));
        }
        if n_lines % 2 == 0 || height == 0 {
            return Err(InputError::new(self.file, end, "expected another line of the grid; it ends with `+---+`"));
        }
        let mut board = Board::new(height, width);
        let indent = top.chars().take_while(|c| *c == ' ').count();
        for index in 0..n_lines {
            let (line, content) = self.lines[index];
            let cells: Vec<char> = content.chars().collect();
            let cells = self.without_indent(line, &cells, indent, 4 * width + 1)?;
            match index % 2 {
                0 => self.corners(&mut board, index / 2, line, indent, &cells)?,
                _ => self.fields(&mut board, index / 2, line, indent, &cells)?,
            }
        }
        Ok(board)
    }

    /// A line of the grid at its full width.
    fn without_indent(&self, line: usize, all: &[char], indent: usize, width: usize) -> Result<Vec<char>, InputError> {
        if let Some(col) = all.iter().take(indent).position(|c| *c != ' ') {
            return Err(self.error(
                line,
                col + 1,
                format!("this line begins left of the first, expected {indent} blanks"),
            ));
        }
        let mut cells: Vec<char> = all.iter().skip(indent).copied().collect();
        if cells.len() > width {
            let message = format!("this line is longer than the first, expected {width} characters");
            return Err(self.error(line, indent + width + 1, message));
        }
        cells.resize(width, ' ');
        Ok(cells)
    }

    fn corners(
        &self,
        board: &mut Board,
        row: usize,
        line: usize,
        indent: usize,
        cells: &[char],
    ) -> Result<(), InputError> {
        let at = |index: usize| indent + index + 1;
        if let Some(index) = (0..cells.len()).step_by(4).find(|&index| cells[index] != '+') {
            return Err(self.error(
                line,
                at(index),
                format!("`{}`: expected a corner `+`", cells[index].escape_debug()),
            ));
        }
        let is_edge = row == 0 || row == board.height();
        for col in 0..board.width() {
            let between = &cells[4 * col + 1..4 * col + 4];
            match between {
                ['-', '-', '-'] if row < board.height() => board.add_wall(number(board, (row, col)), Direction::North),
                ['-', '-', '-'] => (),
                [' ', ' ', ' '] if is_edge => {
                    return Err(self.error(line, at(4 * col + 1), "the edge must be walled: `---`"));
                }
                [' ', ' ', ' '] => (),
                _ => {
                    let shown: String = between.iter().collect();
                    let message = format!("`{}`: expected `---` or three blanks", shown.escape_debug());
                    return Err(self.error(line, at(4 * col + 1), message));
                }
            }
        }
        Ok(())
    }

    fn fields(
        &mut self,
        board: &mut Board,
        row: usize,
        line: usize,
        indent: usize,
        cells: &[char],
    ) -> Result<(), InputError> {
        let at = |index: usize| indent + index + 1;
        for col in 0..=board.width() {
            let is_edge = col == 0 || col == board.width();
            match cells[4 * col] {
                '|' if col < board.width() => board.add_wall(number(board, (row, col)), Direction::West),
                '|' => (),
                ' ' if is_edge => return Err(self.error(line, at(4 * col), "the edge must be walled: `|`")),
                ' ' => (),
                c => {
                    return Err(self.error(
                        line,
                        at(4 * col),
                        format!("`{}`: expected `|` or a blank", c.escape_debug()),
                    ));
                }
            }
        }
        for col in 0..board.width() {
            for (index, &c) in cells.iter().enumerate().skip(4 * col + 1).take(3) {
                self.piece(number(board, (row, col)), c, Place { line, col: at(index) })?;
            }
        }
        Ok(())
    }

    /// What one character of a field says.
    fn piece(&mut self, cell: Cell, c: char, place: Place) -> Result<(), InputError> {
        let letter = LETTERS.iter().position(|l| *l == c.to_ascii_lowercase());
        match (c, letter) {
            (' ' | '.', _) => Ok(()),
            ('*', _) => self.target(cell, None, place),
            (_, Some(robot)) if c.is_ascii_uppercase() => self.target(cell, Some(robot), place),
            (_, Some(robot)) => self.robot(cell, robot, place),
            _ => {
                let message = format!(
                    "`{}` is nothing on a board, expected a robot r g b y s k, its target in capitals, or *",
                    c.escape_debug()
                );
                Err(InputError::new(self.file, place, message))
            }
        }
    }

    fn robot(&mut self, cell: Cell, robot: usize, place: Place) -> Result<(), InputError> {
        if self.found.robots.iter().flatten().any(|(other, _)| *other == cell) {
            return Err(InputError::new(self.file, place, "a second robot on the same field"));
        }
        match self.found.robots[robot].replace((cell, place)) {
            None => Ok(()),
            Some(_) => Err(InputError::new(self.file, place, format!("a second robot `{}`", LETTERS[robot]))),
        }
    }

    fn target(&mut self, cell: Cell, robot: Option<usize>, place: Place) -> Result<(), InputError> {
        match self.found.target.replace((cell, robot, place)) {
            None => Ok(()),
            Some(_) => Err(InputError::new(self.file, place, "a second target")),
        }
    }

    fn config(&self, board: Board, end: Place) -> Result<Config, InputError> {
        let n_robots = self.found.robots.iter().flatten().count();
        if n_robots == 0 {
            return Err(InputError::new(self.file, end, "there is no robot on the board"));
        }
        let missing = (0..n_robots).find(|&robot| self.found.robots[robot].is_none());
        if let Some(missing) = missing {
            let later = self.found.robots[missing..].iter().flatten().next().expect("there are more robots").1;
            let message = format!(
                "with {n_robots} robots the first letters of r g b y s k are used; `{}` is missing",
                LETTERS[missing]
            );
            return Err(InputError::new(self.file, later, message));
        }
        let nothing = || InputError::new(self.file, end, "there is no target on the board, such as R or *");
        let (target, active, place) = self.found.target.ok_or_else(nothing)?;
        if let Some(active) = active.filter(|&active| active >= n_robots) {
            return Err(InputError::new(
                self.file,
                place,
                format!("the target is for robot `{}`, which is not there", LETTERS[active]),
            ));
        }
        let robots = self.found.robots.iter().flatten().map(|(cell, _)| *cell).collect();
        Ok(Config { board, robots, active, target, must_ricochet: self.found.must_ricochet.unwrap_or(false) })
    }
}

fn number(board: &Board, at: Pos) -> Cell {
    board.cell(at).expect("the grid was measured")
}

/// Writes a configuration.
pub(super) fn write(config: &Config) -> String {
    let variant = if config.must_ricochet { "must ricochet: yes\n" } else { "" };
    format!("# puzzle: ricochet\n{variant}{}", grid(&config.board, |cell| content(config, &config.robots, cell)))
}

/// The three characters of a field: its robot and its target.
pub(super) fn content(config: &Config, robots: &[Cell], cell: Cell) -> String {
    let robot = robots.iter().position(|r| *r == cell).map(|robot| LETTERS[robot]);
    let target = config.active.map_or('*', |active| LETTERS[active].to_ascii_uppercase());
    match (robot, cell == config.target) {
        (Some(robot), true) => format!("{robot}{target} "),
        (Some(robot), false) => format!(" {robot} "),
        (None, true) => format!(" {target} "),
        (None, false) => "   ".to_string(),
    }
}

/// The grid with its walls; each field shows three characters.
pub(super) fn grid(board: &Board, content: impl Fn(Cell) -> String) -> String {
    let mut out = String::new();
    for row in 0..=board.height() {
        for col in 0..board.width() {
            let walled = row == board.height() || board.is_walled(number(board, (row, col)), Direction::North);
            out += if walled { "+---" } else { "+   " };
        }
        out += "+\n";
        for col in (0..board.width()).filter(|_| row < board.height()) {
            let cell = number(board, (row, col));
            out += if board.is_walled(cell, Direction::West) { "|" } else { " " };
            out += &content(cell);
        }
        out += if row < board.height() { "|\n" } else { "" };
    }
    out
}
