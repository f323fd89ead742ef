//! Solutions: one line `r1 c1 r2 c2` per capture, or JSON with a list `captures`.

use super::board::{Board, Capture};
use crate::puzzles::claim;
use crate::puzzles::fields::{Fields, list, number};
use crate::puzzles::json::{Json, read_all};
use crate::puzzles::text::{self, InputError, end_of};
use serde::{Deserialize, Serialize};

/// Captures in their order; the number of queens left helps readers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Written")]
pub struct Solution {
    /// How many queens are left.
    pub left: usize,
    /// The captures.
    pub captures: Vec<Capture>,
}

/// A solution as users get it: `queens` is what `left` was called before.
#[derive(Serialize)]
struct Written {
    captures: Vec<Capture>,
    left: usize,
    queens: usize,
}

impl From<Solution> for Written {
    fn from(Solution { left, captures }: Solution) -> Written {
        Written { captures, left, queens: left }
    }
}

impl Solution {
    /// Captures on a board.
    pub fn new(board: &Board, captures: Vec<Capture>) -> Solution {
        Solution { left: board.queens().len().saturating_sub(captures.len()), captures }
    }

    /// A claim: the number of queens left is what it says, if it says one.
    pub(super) fn claimed(board: &Board, (captures, left): Claim) -> Solution {
        let solution = Solution::new(board, captures);
        Solution { left: left.unwrap_or(solution.left), ..solution }
    }
}

/// Captures, and how many queens are left if that is said.
pub(super) type Claim = (Vec<Capture>, Option<usize>);

impl From<[usize; 4]> for Capture {
    fn from([r1, c1, r2, c2]: [usize; 4]) -> Capture {
        Capture { from: (r1, c1), into: (r2, c2) }
    }
}

impl From<Capture> for [usize; 4] {
    fn from(Capture { from, into }: Capture) -> [usize; 4] {
        [from.0, from.1, into.0, into.1]
    }
}

fn of_numbers(numbers: &[usize]) -> Option<Capture> {
    <[usize; 4]>::try_from(numbers).ok().map(Capture::from)
}

/// One line per capture.
pub(super) fn write_lines(captures: &[Capture]) -> String {
    let line = |capture: &Capture| <[usize; 4]>::from(*capture).map(|n| n.to_string()).join(" ");
    captures.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Reads a claimed solution in either form.
pub(super) fn read(file: &str, text: &str) -> Result<Claim, InputError> {
    claim::is_made(file, text)?;
    match text.trim_start().starts_with('{') {
        true => read_json(file, text),
        false => Ok((read_lines(file, text)?, None)),
    }
}

/// Reads capture lines.
pub(super) fn read_lines(file: &str, text: &str) -> Result<Vec<Capture>, InputError> {
    let mut captures = Vec::new();
    let mut row: Vec<usize> = Vec::new();
    let mut line = 0;
    for (place, word) in text::words(text) {
        if !row.is_empty() && place.line != line {
            return Err(InputError::new(file, place, "expected a capture `r1 c1 r2 c2` on one line"));
        }
        let number = text::integer(word).and_then(coordinate).map_err(|why| InputError::new(file, place, why))?;
        if row.is_empty() && line == place.line {
            return Err(InputError::new(file, place, format!("`{word}` follows a capture; expected a new line")));
        }
        row.push(number);
        line = place.line;
        if let Some(capture) = of_numbers(&row) {
            captures.push(capture);
            row.clear();
        }
    }
    match row.is_empty() {
        true => Ok(captures),
        false => {
            Err(InputError::new(file, end_of(text), "expected a capture `r1 c1 r2 c2`, found the end of the file"))
        }
    }
}

fn coordinate(number: i64) -> Result<usize, String> {
    usize::try_from(number).map_err(|_| format!("coordinate {number} is negative"))
}

fn read_json(file: &str, text: &str) -> Result<Claim, InputError> {
    let values = read_all(file, text)?;
    let json = claim::single(file, text, &values)?;
    let captures = read_fields(file, json)?;
    let fields = Fields::of(file, json)?;
    let said = fields.present("left")?.map_or_else(|| fields.present("queens"), |left| Ok(Some(left)))?;
    let counted = |n: i64| usize::try_from(n).map_err(|_| format!("{n} queens, expected 0 or more"));
    Ok((captures, said.map(|json| number(file, json, "a number of queens", counted)).transpose()?))
}

/// Reads the captures of a JSON solution.
pub(super) fn read_fields(file: &str, json: &Json) -> Result<Vec<Capture>, InputError> {
    let rows = list(file, Fields::of(file, json)?.need("captures")?, "a list of captures")?;
    rows.iter().map(|row| read_row(file, row)).collect()
}

fn read_row(file: &str, row: &Json) -> Result<Capture, InputError> {
    let items = list(file, row, "a capture `[r1, c1, r2, c2]`")?;
    let numbers: Vec<usize> =
        items.iter().map(|json| number(file, json, "a row or column", coordinate)).collect::<Result<_, _>>()?;
    of_numbers(&numbers).ok_or_else(|| InputError::new(file, row.place, "expected a capture `[r1, c1, r2, c2]`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_are_read_written_and_pointed_at() {
        let captures = [Capture { from: (0, 1), into: (2, 3) }, Capture { from: (10, 0), into: (2, 3) }];
        let lines = write_lines(&captures);
        assert_eq!(lines, "0 1 2 3\n10 0 2 3");
        assert_eq!(read("f", &lines), Ok((captures.to_vec(), None)));
        let solution = Solution { left: 1, captures: captures.to_vec() };
        let json = serde_json::json!(solution);
        assert_eq!(serde_json::from_value(json.clone()).ok(), Some(solution));
        let claim = (captures.to_vec(), Some(1));
        assert_eq!(read("f", &json.to_string()), Ok(claim.clone()));
        assert_eq!(read("f", &serde_json::json!({ "solution": json }).to_string()), Ok(claim));
        assert_eq!(read("f", "{\"captures\": [], \"queens\": 3}"), Ok((Vec::new(), Some(3))));
        assert_eq!(read("f", " # nothing to do\n"), Ok((Vec::new(), None)));
        let check = |text: &str, expected: &str| {
            assert_eq!(read("f", text).expect_err(text).to_string(), expected, "{text}");
        };
        check("", "expected a solution\n  --> f:1:1");
        check("0 1 2", "expected a capture `r1 c1 r2 c2`, found the end of the file\n  --> f:1:6");
        check("0 1 2\n3", "expected a capture `r1 c1 r2 c2` on one line\n  --> f:2:1");
        check("0 1 2 3 4", "`4` follows a capture; expected a new line\n  --> f:1:9");
        check("0 1 -2 3", "coordinate -2 is negative\n  --> f:1:5");
        check("0 a 2 3", "`a` is not a whole number\n  --> f:1:3");
        check("{\"captures\": [[1, 2, 3]]}", "expected a capture `[r1, c1, r2, c2]`\n  --> f:1:15");
        check("{\"captures\": [], \"left\": -1}", "-1 queens, expected 0 or more\n  --> f:1:26");
        check("{\"moves\": []}", "field `captures` is missing\n  --> f:1:1");
    }
}
