//! Answers: the mines of a solution as `(r,c)(r,c)...`, as JSON, or marked in a picture.
//!
//! Written answers are in row-major order, counted from 0, as the source prints them.

use crate::grid::Pos;
use crate::puzzles::claim;
use crate::puzzles::fields::{Fields, list, position};
use crate::puzzles::json::read_all;
use crate::puzzles::text::{InputError, Place, end_of};

/// Writes mines as `(r,c)(r,c)...` in row-major order.
pub fn write(mines: &[Pos]) -> String {
    let mut sorted = mines.to_vec();
    sorted.sort_unstable();
    sorted.iter().map(|(row, col)| format!("({row},{col})")).collect()
}

/// Reads a claimed solution: `(r,c)(r,c)...`, JSON with a `mines` field or a `solution` that has one, or a solved picture.
pub fn read(file: &str, text: &str) -> Result<Vec<Pos>, InputError> {
    claim::is_made(file, text)?;
    match text.trim_start().chars().next() {
        None | Some('(') => read_pairs(file, text),
        Some('{') => read_json(file, text),
        Some(_) => Ok(super::format_picture::read(file, text)?.marked),
    }
}

fn read_json(file: &str, text: &str) -> Result<Vec<Pos>, InputError> {
    let values = read_all(file, text)?;
    let fields = Fields::of(file, claim::single(file, text, &values)?)?;
    list(file, fields.need("mines")?, "a list of positions")?.iter().map(|json| position(file, json)).collect()
}

fn read_pairs(file: &str, text: &str) -> Result<Vec<Pos>, InputError> {
    let mut rest = text;
    let mut mines = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return Ok(mines);
        }
        let wrong = || InputError::new(file, place_of(text, rest), "expected a position `(row,column)`");
        let (pair, tail) = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).ok_or_else(wrong)?;
        let (row, col) = pair.split_once(',').ok_or_else(wrong)?;
        let coordinate = |word: &str| word.trim().parse::<usize>().map_err(|_| wrong());
        mines.push((coordinate(row)?, coordinate(col)?));
        rest = tail;
    }
}

fn place_of(text: &str, tail: &str) -> Place {
    end_of(&text[..text.len() - tail.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_in_every_form() {
        let check = |text: &str, expected: Result<&[Pos], &str>| {
            let read = read("f", text).map_err(|error| error.to_string());
            assert_eq!(read.as_deref().map_err(String::as_str), expected, "{text}");
        };
        check("(0,1)(10,2)\n", Ok(&[(0, 1), (10, 2)]));
        check(" (0, 1)\n( 10 ,2) ", Ok(&[(0, 1), (10, 2)]));
        check("\n", Ok(&[]));
        check("", Err("expected a solution\n  --> f:1:1"));
        check(r#"{"mines": [[0,1],[10,2]]}"#, Ok(&[(0, 1), (10, 2)]));
        check(r#"{"status": "satisfiable", "solution": {"mines": []}}"#, Ok(&[]));
        check("mines: 1\n1*\n", Ok(&[(0, 1)]));
        check("(0,1)\n(1;2)", Err("expected a position `(row,column)`\n  --> f:2:1"));
        check("(0,1)x", Err("expected a position `(row,column)`\n  --> f:1:6"));
        check("(0,-1)", Err("expected a position `(row,column)`\n  --> f:1:1"));
        check("(0,1", Err("expected a position `(row,column)`\n  --> f:1:1"));
        check(r#"{"solution": null}"#, Err("expected an object, found null\n  --> f:1:14"));
        check("{\"mines\": []}\n{}", Err("expected one solution, found a second one\n  --> f:2:1"));
    }

    #[test]
    fn answers_are_written_row_by_row() {
        assert_eq!(write(&[(3, 1), (0, 2), (0, 0)]), "(0,0)(0,2)(3,1)");
        assert_eq!(write(&[]), "");
    }
}
