//! The JSON format: `{"id": ..., "size": [R, C], "queens": [[r, c, value], ...], "k": K}`, one object or one per line.
//!
//! `id` may be left out. Without `k`, or with `null`, as few queens as possible are asked for. A generated board has its
//! solution beside it. Other fields are ignored.

use super::answer;
use super::board::{Board, limit, side};
use super::instance::Instance;
use crate::puzzles::fields::{Fields, integer, list, string};
use crate::puzzles::json::{Json, Value, read_all};
use crate::puzzles::text::InputError;
use serde_json::json;

/// Reads all boards of the text.
pub(super) fn read(file: &str, text: &str) -> Result<Vec<Instance>, InputError> {
    read_all(file, text)?.iter().map(|json| read_one(file, json)).collect()
}

fn read_one(file: &str, json: &Json) -> Result<Instance, InputError> {
    let fields = Fields::of(file, json)?;
    let present = |name: &str| Ok(fields.get(name)?.filter(|json| json.value != Value::Null));
    let id = present("id")?.map(|json| string(file, json, "a string").map(str::to_string)).transpose()?;
    let mut board = read_size(file, fields.need("size")?)?;
    for queen in list(file, fields.need("queens")?, "a list of queens")? {
        read_queen(file, queen, &mut board)?;
    }
    let limit = present("k")?.map(|json| number(file, json, limit)).transpose()?;
    let known = present("solution")?.map(|json| answer::read_fields(file, json)).transpose()?;
    Ok(Instance { id, board, limit, known })
}

fn number(file: &str, json: &Json, good: fn(i64) -> Result<usize, String>) -> Result<usize, InputError> {
    good(integer(file, json, "a whole number")?).map_err(|message| InputError::new(file, json.place, message))
}

fn read_size(file: &str, json: &Json) -> Result<Board, InputError> {
    let [n_rows, n_cols] = list(file, json, "a size `[rows, columns]`")? else {
        return Err(InputError::new(file, json.place, "expected a size `[rows, columns]`"));
    };
    let n_rows = number(file, n_rows, |number| side(number, "rows"))?;
    let n_cols = number(file, n_cols, |number| side(number, "columns"))?;
    Ok(Board::empty(n_rows, n_cols))
}

fn read_queen(file: &str, json: &Json, board: &mut Board) -> Result<(), InputError> {
    let [row, col, value] = list(file, json, "a queen `[row, column, value]`")? else {
        return Err(InputError::new(file, json.place, "expected a queen `[row, column, value]`"));
    };
    let coordinate = |number: i64| usize::try_from(number).map_err(|_| format!("coordinate {number} is negative"));
    let at = (number(file, row, coordinate)?, number(file, col, coordinate)?);
    let power = integer(file, value, "a value")?;
    board.place(at, power).map_err(|message| InputError::new(file, json.place, message))
}

/// Writes a board on one line.
pub(super) fn write(instance: &Instance) -> String {
    let board = &instance.board;
    let queen = |queen: &super::Queen| json!([queen.at.0, queen.at.1, 1u64 << queen.exponent]);
    let mut object = serde_json::Map::new();
    let mut put = |key: &str, value: serde_json::Value| object.insert(key.to_string(), value);
    if let Some(id) = &instance.id {
        put("id", json!(id));
    }
    put("size", json!([board.n_rows, board.n_cols]));
    put("queens", board.queens().iter().map(queen).collect());
    put("k", json!(instance.limit));
    if let Some(known) = &instance.known {
        put("solution", answer::solution(known, board.queens().len().saturating_sub(known.len())));
    }
    format!("{}\n", serde_json::Value::Object(object))
}
