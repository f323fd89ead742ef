//! The JSON format: `rows`, `cols`, `tiles`; perhaps `rotations` (true if left out), `pairs` and `id`. Others are ignored.

use super::instance::{Instance, enough, side};
use crate::puzzles::fields::{Fields, WHOLE, integer, list, number, truth};
use crate::puzzles::json::Json;
use crate::puzzles::stones;
use crate::puzzles::text::InputError;
use crate::puzzles::typed;
use serde::{Deserialize, Deserializer};

/// Reads an instance.
pub(super) fn read(file: &str, json: &Json) -> Result<Instance, InputError> {
    let fields = Fields::of(file, json)?;
    let n_rows = number(file, fields.need("rows")?, WHOLE, |n| side(n, "rows"))?;
    let n_cols = number(file, fields.need("cols")?, WHOLE, |n| side(n, "columns"))?;
    let given = fields.need("tiles")?;
    let tiles = list(file, given, "a list of tiles")?;
    let tiles = tiles.iter().map(|tile| stones::read(file, tile)).collect::<Result<Vec<_>, _>>()?;
    enough(tiles.len(), n_rows, n_cols).map_err(|message| InputError::new(file, given.place, message))?;
    let rotations = fields.present("rotations")?.map_or(Ok(true), |json| truth(file, json))?;
    let pairs = fields.present("pairs")?.map(|json| read_pairs(file, json)).transpose()?;
    Ok(Instance { id: fields.id()?, n_rows, n_cols, tiles, rotations, pairs })
}

fn read_pairs(file: &str, json: &Json) -> Result<Vec<(i64, i64)>, InputError> {
    let pair = |json: &Json| match list(file, json, "a pair `[a, b]`")? {
        [a, b] => Ok((integer(file, a, "a number")?, integer(file, b, "a number")?)),
        _ => Err(InputError::new(file, json.place, "expected a pair `[a, b]`")),
    };
    list(file, json, "a list of pairs")?.iter().map(pair).collect()
}

impl<'de> Deserialize<'de> for Instance {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Instance, D::Error> {
        typed::deserialize::<super::Monkey, D>(deserializer)
    }
}
