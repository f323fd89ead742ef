//! The JSON format: `height`, `width`, `hand`, `start`, `stones`, and perhaps `id`. Others are ignored.

use super::instance::{self, Instance, coordinate, hand, side};
use crate::puzzles::fields::{Fields, integer, list, position};
use crate::puzzles::json::Json;
use crate::puzzles::stones;
use crate::puzzles::text::InputError;
use crate::puzzles::typed;
use serde::{Deserialize, Deserializer};

/// Reads an instance.
pub(super) fn read(file: &str, json: &Json) -> Result<Instance, InputError> {
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
    Ok(Instance { id: fields.id()?, n_rows, n_cols, n_hand, start: (row, col), stones })
}

impl<'de> Deserialize<'de> for Instance {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Instance, D::Error> {
        typed::deserialize::<super::Omino, D>(deserializer)
    }
}
