//! The JSON format: `width`, `height`, `walls`, `robots`, `active`, `target`, perhaps `must_ricochet` and `id`. Others are ignored.
//!
//! A wall is `[row, column, "N|E|S|W"]`, listed from either side or both; the edge may be listed or not. `active` is the
//! number of a robot, or -1 for any.

use super::board::{Board, Cell, MAX_SIDE};
use super::config::Config;
use super::instance::{Instance, robots};
use super::names;
use crate::grid::Direction;
use crate::puzzles::fields::{Fields, integer, list, position, string};
use crate::puzzles::json::{Json, Value, read_all};
use crate::puzzles::text::InputError;
use serde_json::json;

/// Reads all instances of a text.
pub(super) fn read(file: &str, text: &str) -> Result<Vec<Instance>, InputError> {
    read_all(file, text)?.iter().map(|json| read_one(file, json)).collect()
}

fn read_one(file: &str, json: &Json) -> Result<Instance, InputError> {
    let fields = Fields::of(file, json)?;
    let (height, width) = (side(file, fields.need("height")?)?, side(file, fields.need("width")?)?);
    let mut board = Board::new(height, width);
    for wall in list(file, fields.need("walls")?, "a list of walls")? {
        let (cell, direction) = read_wall(file, wall, &board)?;
        board.add_wall(cell, direction);
    }
    let json = fields.need("robots")?;
    let items = list(file, json, "a list of positions")?;
    let cells: Vec<Cell> = items.iter().map(|item| field(file, item, &board)).collect::<Result<_, _>>()?;
    robots(&cells)
        .map_err(|(robot, why)| InputError::new(file, items.get(robot).map_or(json.place, |item| item.place), why))?;
    let active = read_active(file, fields.need("active")?, cells.len())?;
    let target = field(file, fields.need("target")?, &board)?;
    let must_ricochet = present(fields.get("must_ricochet")?).map(|json| truth(file, json)).transpose()?;
    let id = present(fields.get("id")?).map(|json| string(file, json, "a string").map(str::to_string)).transpose()?;
    let must_ricochet = must_ricochet.unwrap_or(false);
    Ok(Instance { id, config: Config { board, robots: cells, active, target, must_ricochet }, pieces: None })
}

/// `null` is as good as nothing.
fn present(field: Option<&Json>) -> Option<&Json> {
    field.filter(|json| json.value != Value::Null)
}

fn side(file: &str, json: &Json) -> Result<usize, InputError> {
    let number = integer(file, json, "a whole number")?;
    let side = usize::try_from(number).ok().filter(|side| (1..=MAX_SIDE).contains(side));
    side.ok_or_else(|| {
        InputError::new(file, json.place, format!("a side of {number} fields, expected 1 to {MAX_SIDE}"))
    })
}

fn read_wall(file: &str, json: &Json, board: &Board) -> Result<(Cell, Direction), InputError> {
    const FORM: &str = "a wall `[row, column, \"N|E|S|W\"]`";
    let [row, col, side] = list(file, json, FORM)? else {
        return Err(InputError::new(file, json.place, format!("expected {FORM}")));
    };
    let pair = Json { place: json.place, value: Value::List(vec![row.clone(), col.clone()]) };
    let cell = field(file, &pair, board)?;
    let word = string(file, side, "a side N, E, S or W")?;
    let direction = names::direction(word);
    let unknown = || InputError::new(file, side.place, format!("`{word}` is not a side, expected N, E, S or W"));
    Ok((cell, direction.ok_or_else(unknown)?))
}

fn field(file: &str, json: &Json, board: &Board) -> Result<Cell, InputError> {
    let at = position(file, json)?;
    let (height, width) = (board.height(), board.width());
    let outside = || {
        let message =
            format!("the field ({},{}) lies outside the board of {height} rows and {width} columns", at.0, at.1);
        InputError::new(file, json.place, message)
    };
    board.cell(at).ok_or_else(outside)
}

fn read_active(file: &str, json: &Json, n_robots: usize) -> Result<Option<usize>, InputError> {
    let number = integer(file, json, "the number of a robot, or -1 for any")?;
    match usize::try_from(number) {
        Ok(robot) if robot < n_robots => Ok(Some(robot)),
        Err(_) if number == -1 => Ok(None),
        _ => {
            let message = format!("active robot {number}, expected 0 to {}, or -1 for any", n_robots - 1);
            Err(InputError::new(file, json.place, message))
        }
    }
}

fn truth(file: &str, json: &Json) -> Result<bool, InputError> {
    match &json.value {
        Value::Bool(truth) => Ok(*truth),
        other => Err(InputError::new(file, json.place, format!("expected true or false, found {}", other.kind()))),
    }
}

/// Writes an instance on one line; walls inside the board only, each once.
pub(super) fn write(instance: &Instance) -> String {
    let config = &instance.config;
    let board = &config.board;
    let pair = |cell: Cell| json!([board.pos(cell).0, board.pos(cell).1]);
    let wall = |(cell, side): (Cell, Direction)| json!([board.pos(cell).0, board.pos(cell).1, side.name()]);
    let mut object = serde_json::Map::new();
    let mut put = |key: &str, value: serde_json::Value| object.insert(key.to_string(), value);
    if let Some(id) = &instance.id {
        put("id", json!(id));
    }
    put("width", json!(board.width()));
    put("height", json!(board.height()));
    put("walls", board.inner_walls().map(wall).collect());
    put("robots", config.robots.iter().map(|&cell| pair(cell)).collect());
    put("active", config.active.map_or(json!(-1), |active| json!(active)));
    put("target", pair(config.target));
    if config.must_ricochet {
        put("must_ricochet", json!(true));
    }
    format!("{}\n", serde_json::Value::Object(object))
}
