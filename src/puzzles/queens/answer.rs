//! Solutions: one line `r1 c1 r2 c2` per capture, or JSON with a list `captures`.

use super::board::Capture;
use crate::puzzles::fields::{Fields, integer, list};
use crate::puzzles::json::{Json, read_all};
use crate::puzzles::text::{self, InputError, Place, end_of};
use serde_json::{Value, json};

/// Captures as a solution; the number of queens left helps readers.
pub(super) fn solution(captures: &[Capture], n_left: usize) -> Value {
    json!({ "queens": n_left, "captures": captures.iter().map(numbers).collect::<Vec<_>>() })
}

fn numbers(capture: &Capture) -> [usize; 4] {
    [capture.from.0, capture.from.1, capture.into.0, capture.into.1]
}

/// The captures of a solution.
pub(super) fn captures_of(solution: &Value) -> Option<Vec<Capture>> {
    let number = |value: &Value| value.as_u64().and_then(|n| usize::try_from(n).ok());
    let capture = |row: &Value| {
        let numbers = row.as_array()?.iter().map(number).collect::<Option<Vec<usize>>>()?;
        of_numbers(&numbers)
    };
    solution.get("captures")?.as_array()?.iter().map(capture).collect()
}

fn of_numbers(numbers: &[usize]) -> Option<Capture> {
    match *numbers {
        [r1, c1, r2, c2] => Some(Capture { from: (r1, c1), into: (r2, c2) }),
        _ => None,
    }
}

/// One line per capture.
pub(super) fn write_lines(captures: &[Capture]) -> String {
    let line = |capture: &Capture| numbers(capture).map(|n| n.to_string()).join(" ");
    captures.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Reads a claimed solution in either form.
pub(super) fn read(file: &str, text: &str) -> Result<Vec<Capture>, InputError> {
    match text.trim_start().starts_with('{') {
        true => read_json(file, text),
        false => read_lines(file, text),
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

fn read_json(file: &str, text: &str) -> Result<Vec<Capture>, InputError> {
    let values = read_all(file, text)?;
    if let Some(second) = values.get(1) {
        return Err(InputError::new(file, second.place, "expected one solution, found a second one"));
    }
    let first =
        values.first().ok_or_else(|| InputError::new(file, Place { line: 1, col: 1 }, "expected a solution"))?;
    let fields = Fields::of(file, first)?;
    match fields.get("solution")? {
        Some(solution) => read_fields(file, solution),
        None => read_fields(file, first),
    }
}

/// Reads the captures of a JSON solution.
pub(super) fn read_fields(file: &str, json: &Json) -> Result<Vec<Capture>, InputError> {
    let rows = list(file, Fields::of(file, json)?.need("captures")?, "a list of captures")?;
    rows.iter().map(|row| read_row(file, row)).collect()
}

fn read_row(file: &str, row: &Json) -> Result<Capture, InputError> {
    let number = |json: &Json| {
        let number = integer(file, json, "a row or column")?;
        coordinate(number).map_err(|why| InputError::new(file, json.place, why))
    };
    let items = list(file, row, "a capture `[r1, c1, r2, c2]`")?;
    let numbers: Vec<usize> = items.iter().map(number).collect::<Result<_, _>>()?;
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
        assert_eq!(read("f", &lines), Ok(captures.to_vec()));
        let json = solution(&captures, 1);
        assert_eq!(captures_of(&json), Some(captures.to_vec()));
        assert_eq!(read("f", &json.to_string()), Ok(captures.to_vec()));
        assert_eq!(read("f", &json!({ "solution": json }).to_string()), Ok(captures.to_vec()));
        assert_eq!(read("f", " # nothing to do\n"), Ok(Vec::new()));
        let check = |text: &str, expected: &str| {
            assert_eq!(read("f", text).expect_err(text).to_string(), expected, "{text}");
        };
        check("0 1 2", "expected a capture `r1 c1 r2 c2`, found the end of the file\n  --> f:1:6");
        check("0 1 2\n3", "expected a capture `r1 c1 r2 c2` on one line\n  --> f:2:1");
        check("0 1 2 3 4", "`4` follows a capture; expected a new line\n  --> f:1:9");
        check("0 1 -2 3", "coordinate -2 is negative\n  --> f:1:5");
        check("0 a 2 3", "`a` is not a whole number\n  --> f:1:3");
        check("{\"captures\": [[1, 2, 3]]}", "expected a capture `[r1, c1, r2, c2]`\n  --> f:1:15");
        check("{\"moves\": []}", "field `captures` is missing\n  --> f:1:1");
    }
}
