//! The JSON format: `{"id": ..., "size": [R, C], "queens": [[r, c, value], ...], "k": K}`, one object or one per line.
//!
//! `id` may be left out. Without `k`, or with `null`, as few queens as possible are asked for. A generated board has its
//! solution beside it. Other fields are ignored.

use super::answer::{self, Solution};
use super::board::{Board, limit, side};
use super::instance::Instance;
use crate::puzzles::fields::{Fields, WHOLE, integer, list, number};
use crate::puzzles::json::Json;
use crate::puzzles::text::InputError;
use crate::puzzles::typed;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Reads a board.
pub(super) fn read(file: &str, json: &Json) -> Result<Instance, InputError> {
    let fields = Fields::of(file, json)?;
    let id = fields.id()?;
    let mut board = read_size(file, fields.need("size")?)?;
    for queen in list(file, fields.need("queens")?, "a list of queens")? {
        read_queen(file, queen, &mut board)?;
    }
    let limit = fields.present("k")?.map(|json| number(file, json, WHOLE, limit)).transpose()?;
    let known = fields.present("solution")?.map(|json| answer::read_fields(file, json)).transpose()?;
    Ok(Instance { id, board, limit, known })
}

fn read_size(file: &str, json: &Json) -> Result<Board, InputError> {
    let [n_rows, n_cols] = list(file, json, "a size `[rows, columns]`")? else {
        return Err(InputError::new(file, json.place, "expected a size `[rows, columns]`"));
    };
    let n_rows = number(file, n_rows, WHOLE, |number| side(number, "rows"))?;
    let n_cols = number(file, n_cols, WHOLE, |number| side(number, "columns"))?;
    Ok(Board::empty(n_rows, n_cols))
}

fn read_queen(file: &str, json: &Json, board: &mut Board) -> Result<(), InputError> {
    let [row, col, value] = list(file, json, "a queen `[row, column, value]`")? else {
        return Err(InputError::new(file, json.place, "expected a queen `[row, column, value]`"));
    };
    let coordinate = |number: i64| usize::try_from(number).map_err(|_| format!("coordinate {number} is negative"));
    let at = (number(file, row, WHOLE, coordinate)?, number(file, col, WHOLE, coordinate)?);
    let power = integer(file, value, "a value")?;
    board.place(at, power).map_err(|message| InputError::new(file, json.place, message))
}

#[derive(Serialize)]
struct Written<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: &'a Option<String>,
    size: [usize; 2],
    queens: Vec<(usize, usize, u64)>,
    k: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Solution>,
}

impl Serialize for Instance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let board = &self.board;
        let queens = board.queens().iter().map(|queen| (queen.at.0, queen.at.1, 1u64 << queen.exponent)).collect();
        let solution = self.known.clone().map(|captures| Solution::new(board, captures));
        let size = [board.n_rows, board.n_cols];
        Written { id: &self.id, size, queens, k: self.limit, solution }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Instance {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Instance, D::Error> {
        typed::deserialize::<super::Queens, D>(deserializer)
    }
}
