//! Boards of equal cells: one character per cell in a text, one number per cell in JSON.
//!
//! Blanks between characters and empty lines mean nothing. Nothing is allocated by a number of the file: cells are counted as
//! they are read.

use super::fields::{Fields, WHOLE, integer, list, number};
use super::json::{self, Json};
use super::text::{InputError, Place, end_of};
use crate::front::{Data, Value as ModelValue};
use crate::grid::{Grid, Pos};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// What a puzzle's cells look like.
pub struct Cells<F> {
    /// The cell of a character.
    pub of_char: F,
    /// What characters there are, for messages.
    pub expected: &'static str,
    /// The longest side.
    pub max_side: usize,
}

impl<T, F: Fn(char) -> Option<T>> Cells<F> {
    /// Reads the rows of a text: numbered lines without comments.
    pub fn read<'a>(
        &self,
        file: &str,
        text: &str,
        lines: impl Iterator<Item = (usize, &'a str)>,
    ) -> Result<Grid<T>, InputError> {
        let mut cells = Vec::new();
        let (mut n_rows, mut n_cols) = (0, 0);
        for (line, content) in lines.filter(|(_, content)| !content.trim().is_empty()) {
            let n_found = self.read_row(file, (line, content), &mut cells)?;
            if n_rows == 0 {
                n_cols = n_found;
            }
            if n_found != n_cols || n_rows == self.max_side || n_cols > self.max_side {
                return Err(self.wrong_shape(file, (line, content), (n_rows, n_cols), n_found));
            }
            n_rows += 1;
        }
        let nothing = || InputError::new(file, end_of(text), "expected a row of cells, found the end of the file");
        Grid::from_cells(n_rows, n_cols, cells).ok_or_else(nothing)
    }

    /// Reads the cells of one row and returns how many there are.
    fn read_row(&self, file: &str, (line, content): (usize, &str), cells: &mut Vec<T>) -> Result<usize, InputError> {
        let before = cells.len();
        for (index, c) in content.chars().enumerate().filter(|(_, c)| !c.is_whitespace()) {
            let unknown = || {
                let message = format!("`{}` is not a cell, expected {}", c.escape_debug(), self.expected);
                InputError::new(file, Place { line, col: index + 1 }, message)
            };
            cells.push((self.of_char)(c).ok_or_else(unknown)?);
        }
        Ok(cells.len() - before)
    }

    /// The error at the first cell too many, or where the next cell should have been.
    fn wrong_shape(
        &self,
        file: &str,
        (line, content): (usize, &str),
        (row, n_cols): (usize, usize),
        n_found: usize,
    ) -> InputError {
        let limit = if row == self.max_side { 0 } else { n_cols.min(self.max_side) };
        let extra = content.char_indices().filter(|(_, c)| !c.is_whitespace()).nth(limit);
        let behind = column_of(content, &content[content.trim_end().len()..]);
        let col = extra.map_or(behind, |(byte, _)| column_of(content, &content[byte..]));
        let message = match row == self.max_side || n_cols > self.max_side {
            true => format!("a side has more than {} cells", self.max_side),
            false => format!("row {} has {n_found} cells, expected {n_cols}", row + 1),
        };
        InputError::new(file, Place { line, col }, message)
    }
}

/// The column at which a tail of a line begins.
pub fn column_of(line: &str, tail: &str) -> usize {
    1 + line[..line.len() - tail.len()].chars().count()
}

/// A number of rows or columns.
pub fn side(number: i64, what: &str, max_side: usize) -> Result<usize, String> {
    let side = usize::try_from(number).ok().filter(|side| (1..=max_side).contains(side));
    side.ok_or_else(|| format!("{number} {what}, expected 1 to {max_side}"))
}

/// Reads `cells` of a JSON board: a list of rows of numbers.
pub fn read_json<T>(
    file: &str,
    json: &Json,
    (n_rows, n_cols): (usize, usize),
    of_number: impl Fn(i64) -> Result<T, String>,
) -> Result<Grid<T>, InputError> {
    let rows = list(file, json, "a list of rows")?;
    if rows.len() != n_rows {
        return Err(InputError::new(file, json.place, format!("there are {} rows, expected {n_rows}", rows.len())));
    }
    let mut cells = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let items = list(file, row, "a row of cells")?;
        if items.len() != n_cols {
            let message = format!("row {} has {} cells, expected {n_cols}", number + 1, items.len());
            return Err(InputError::new(file, row.place, message));
        }
        for item in items {
            let number = integer(file, item, "a cell")?;
            cells.push(of_number(number).map_err(|message| InputError::new(file, item.place, message))?);
        }
    }
    Ok(Grid::from_cells(n_rows, n_cols, cells).expect("all rows were counted"))
}

/// A board of numbers as files hold it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Its name, if it has one.
    pub id: Option<String>,
    /// The cells.
    pub cells: Grid<i64>,
}

impl Board {
    /// The parameters `rows`, `cols` and `cell`, indices from 0.
    pub fn data(&self) -> Data {
        let (n_rows, n_cols) = (self.cells.n_rows(), self.cells.n_cols());
        let data = Data::new().with("rows", n_rows as i64).with("cols", n_cols as i64);
        data.with("cell", ModelValue::grid(n_rows, n_cols, 0, self.cells.cells().iter().copied()))
    }
}

#[derive(Serialize)]
struct Written<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: &'a Option<String>,
    rows: usize,
    cols: usize,
    cells: Vec<&'a [i64]>,
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (rows, cols) = (self.cells.n_rows(), self.cells.n_cols());
        Written { id: &self.id, rows, cols, cells: self.cells.rows().collect() }.serialize(serializer)
    }
}

/// Any numbers from -1 up; which of them a puzzle has, its [`Legend`] says.
impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Board, D::Error> {
        let json = Value::deserialize(deserializer)?.to_string();
        let read = json::read_all("board", &json).and_then(|all| read_board("board", &all[0], usize::MAX, i64::MAX));
        read.map_err(|error| D::Error::custom(error.message))
    }
}

fn read_board(file: &str, json: &Json, max_side: usize, last: i64) -> Result<Board, InputError> {
    let fields = Fields::of(file, json)?;
    let n_rows = number(file, fields.need("rows")?, WHOLE, |n| side(n, "rows", max_side))?;
    let n_cols = number(file, fields.need("cols")?, WHOLE, |n| side(n, "columns", max_side))?;
    let good = |n: i64| match (-1..=last).contains(&n) {
        true => Ok(n),
        false => Err(format!("cell {n}, expected -1 to {last}")),
    };
    Ok(Board { id: fields.id()?, cells: read_json(file, fields.need("cells")?, (n_rows, n_cols), good)? })
}

/// How a puzzle's boards are written: a character for each number from -1 up.
pub struct Legend {
    /// The characters; the first is -1.
    pub chars: &'static str,
    /// The same in words, for messages.
    pub expected: &'static str,
    /// The longest side.
    pub max_side: usize,
}

impl Legend {
    /// Reads JSON, one object or one per line, or a text of rows. Since `#` may be a cell, only a line that begins with `#` and
    /// a blank and has a letter is a comment.
    pub fn read(&self, file: &str, text: &str) -> Result<Vec<Board>, InputError> {
        let last = self.chars.len() as i64 - 2;
        let of_json = |file: &str, json: &Json| read_board(file, json, self.max_side, last);
        json::instances(file, text, of_json, |file, text| self.read_text(file, text))
    }

    fn read_text(&self, file: &str, text: &str) -> Result<Board, InputError> {
        let of_char = |c: char| self.chars.find(c).map(|place| place as i64 - 1);
        let is_comment = |line: &str| line.starts_with("# ") && line.contains(char::is_alphabetic);
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !is_comment(line));
        let cells = Cells { of_char, expected: self.expected, max_side: self.max_side };
        Ok(Board { id: None, cells: cells.read(file, text, lines)? })
    }

    /// Writes a board, one row per line.
    pub fn write(&self, board: &Board) -> String {
        board.cells.draw(|_, cell| self.char_of(*cell))
    }

    /// The character of a cell.
    pub fn char_of(&self, cell: i64) -> char {
        usize::try_from(cell + 1).ok().and_then(|place| self.chars.chars().nth(place)).unwrap_or('?')
    }
}

/// The cells of a kind whose entry in a model's two-dimensional array of Booleans is this.
pub fn certain(cells: &Grid<i64>, kind: i64, array: Option<&Value>, value: bool) -> Vec<Pos> {
    let entry = |at: Pos| array.and_then(|rows| rows.get(at.0)?.get(at.1)) == Some(&Value::Bool(value));
    cells.iter().filter(|(at, cell)| **cell == kind && entry(*at)).map(|(at, _)| at).collect()
}
