//! The JSON format: `rows`, `cols`, `tiles`; perhaps `rotations` (true if left out), `pairs` and `id`. Others are ignored.

use super::instance::{Instance, enough, side};
use crate::puzzles::fields::{Fields, integer, list, string};
use crate::puzzles::json::{Json, Value, read_all};
use crate::puzzles::stones;
use crate::puzzles::text::InputError;
use serde_json::json;

/// Reads all instances of a text.
pub(super) fn read(file: &str, text: &str) -> Result<Vec<Instance>, InputError> {
    read_all(file, text)?.iter().map(|json| read_one(file, json)).collect()
}

fn read_one(file: &str, json: &Json) -> Result<Instance, InputError> {
    let fields = Fields::of(file, json)?;
    let n_rows = read_side(file, fields.need("rows")?, "rows")?;
    let n_cols = read_side(file, fields.need("cols")?, "columns")?;
    let given = fields.need("tiles")?;
    let tiles = list(file, given, "a list of tiles")?;
    let tiles = tiles.iter().map(|tile| stones::read(file, tile)).collect::<Result<Vec<_>, _>>()?;
    enough(tiles.len(), n_rows, n_cols).map_err(|message| InputError::new(file, given.place, message))?;
    let rotations = present(fields.get("rotations")?).map_or(Ok(true), |json| read_switch(file, json))?;
    let pairs = present(fields.get("pairs")?).map(|json| read_pairs(file, json)).transpose()?;
    let id = present(fields.get("id")?).map(|json| string(file, json, "a string").map(str::to_string)).transpose()?;
    Ok(Instance { id, n_rows, n_cols, tiles, rotations, pairs })
}

/// `null` is as good as nothing.
fn present(field: Option<&Json>) -> Option<&Json> {
    field.filter(|json| json.value != Value::Null)
}

fn read_side(file: &str, json: &Json, what: &str) -> Result<usize, InputError> {
    side(integer(file, json, "a whole number")?, what).map_err(|message| InputError::new(file, json.place, message))
}

fn read_switch(file: &str, json: &Json) -> Result<bool, InputError> {
    match json.value {
        Value::Bool(switch) => Ok(switch),
        ref other => Err(InputError::new(file, json.place, format!("expected true or false, found {}", other.kind()))),
    }
}

fn read_pairs(file: &str, json: &Json) -> Result<Vec<(i64, i64)>, InputError> {
    let pair = |json: &Json| match list(file, json, "a pair `[a, b]`")? {
        [a, b] => Ok((integer(file, a, "a number")?, integer(file, b, "a number")?)),
        _ => Err(InputError::new(file, json.place, "expected a pair `[a, b]`")),
    };
    list(file, json, "a list of pairs")?.iter().map(pair).collect()
}

/// Writes an instance on one line.
pub(super) fn write(instance: &Instance) -> String {
    let mut object = serde_json::Map::new();
    let mut put = |key: &str, value: serde_json::Value| object.insert(key.to_string(), value);
    if let Some(id) = &instance.id {
        put("id", json!(id));
    }
    put("rows", json!(instance.n_rows));
    put("cols", json!(instance.n_cols));
    put("tiles", json!(instance.tiles));
    put("rotations", json!(instance.rotations));
    if let Some(pairs) = &instance.pairs {
        put("pairs", json!(pairs));
    }
    format!("{}\n", serde_json::Value::Object(object))
}
