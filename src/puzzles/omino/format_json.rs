//! The JSON format: `height`, `width`, `hand`, `start`, `stones`, and perhaps `id`. Others are ignored.

use super::instance::{self, Instance, coordinate, hand, side};
use crate::puzzles::fields::{Fields, integer, list, position, string};
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
    let number =
        |name: &str| Ok::<_, InputError>((fields.need(name)?, integer(file, fields.need(name)?, "a whole number")?));
    let at = |json: &Json| {
        let place = json.place;
        move |message: String| InputError::new(file, place, message)
    };
    let (h, w, k) = (number("height")?, number("width")?, number("hand")?);
    let (n_rows, n_cols) = (side(h.1, "height").map_err(at(h.0))?, side(w.1, "width").map_err(at(w.0))?);
    let given = fields.need("stones")?;
    let listed = list(file, given, "a list of stones")?;
    let n_stones = instance::stones(listed.len() as i64).map_err(at(given))?;
    let n_hand = hand(k.1, n_stones).map_err(at(k.0))?;
    let place = fields.need("start")?;
    let (row, col) = position(file, place)?;
    coordinate(row as i64, n_rows, "row").map_err(at(place))?;
    coordinate(col as i64, n_cols, "column").map_err(at(place))?;
    let stones = listed.iter().map(|stone| stones::read(file, stone)).collect::<Result<Vec<_>, _>>()?;
    let id = fields.get("id")?.filter(|json| json.value != Value::Null);
    let id = id.map(|json| string(file, json, "a string").map(str::to_string)).transpose()?;
    Ok(Instance { id, n_rows, n_cols, n_hand, start: (row, col), stones })
}

/// Writes an instance on one line.
pub(super) fn write(instance: &Instance) -> String {
    let mut object = serde_json::Map::new();
    let mut put = |key: &str, value: serde_json::Value| object.insert(key.to_string(), value);
    if let Some(id) = &instance.id {
        put("id", json!(id));
    }
    put("height", json!(instance.n_rows));
    put("width", json!(instance.n_cols));
    put("hand", json!(instance.n_hand));
    put("start", json!([instance.start.0, instance.start.1]));
    put("stones", json!(instance.stones));
    format!("{}\n", serde_json::Value::Object(object))
}
