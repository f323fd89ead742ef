//! The JSON format: `width`, `height`, `walls`, `robots`, `active`, `target`, perhaps `must_ricochet` and `id`. Others are ignored.
//!
//! A wall is `[row, column, "N|E|S|W"]`, listed from either side or both; the edge may be listed or not. `active` is the
//! number of a robot, or -1 for any.

use super::board::{Board, Cell, MAX_SIDE};
use super::config::Config;
use super::instance::{Instance, robots};
use super::names;
use crate::grid::{Direction, Pos};
use crate::puzzles::fields::{Fields, WHOLE, integer, list, number, position, string, truth};
use crate::puzzles::json::{Json, Value};
use crate::puzzles::text::InputError;
use crate::puzzles::typed;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Reads an instance.
pub(super) fn read(file: &str, json: &Json) -> Result<Instance, InputError> {
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
    let must_ricochet = fields.present("must_ricochet")?.map_or(Ok(false), |json| truth(file, json))?;
    Ok(Instance {
        id: fields.id()?,
        config: Config { board, robots: cells, active, target, must_ricochet },
        pieces: None,
    })
}

fn side(file: &str, json: &Json) -> Result<usize, InputError> {
    number(file, json, WHOLE, |number| {
        let side = usize::try_from(number).ok().filter(|side| (1..=MAX_SIDE).contains(side));
        side.ok_or_else(|| format!("a side of {number} fields, expected 1 to {MAX_SIDE}"))
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

#[derive(Serialize)]
struct Written<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: &'a Option<String>,
    width: usize,
    height: usize,
    walls: Vec<(usize, usize, &'static str)>,
    robots: Vec<Pos>,
    active: i64,
    target: Pos,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    must_ricochet: bool,
}

/// Walls inside the board only, each once.
impl Serialize for Instance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let config = &self.config;
        let board = &config.board;
        let wall = |(cell, side): (Cell, Direction)| (board.pos(cell).0, board.pos(cell).1, side.name());
        let written = Written {
            id: &self.id,
            width: board.width(),
            height: board.height(),
            walls: board.inner_walls().map(wall).collect(),
            robots: config.robots.iter().map(|&cell| board.pos(cell)).collect(),
            active: config.active.map_or(-1, |active| active as i64),
            target: board.pos(config.target),
            must_ricochet: config.must_ricochet,
        };
        written.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Instance {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Instance, D::Error> {
        typed::deserialize::<super::Ricochet, D>(deserializer)
    }
}
