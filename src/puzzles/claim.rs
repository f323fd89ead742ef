//! Claimed solutions as files hold them: JSON, either the solution itself or what `solve --json` prints around it.

use super::fields::Fields;
use super::json::{Json, Value, read_all};
use super::text::{InputError, end_of};
use serde::de::DeserializeOwned;

/// The one solution of a JSON text. A text without any claims nothing.
pub fn only<'a>(file: &'a str, text: &str, values: &'a [Json]) -> Result<&'a Json, InputError> {
    let first = values.first().ok_or_else(|| InputError::new(file, end_of(text), "expected a solution"))?;
    match Fields::of(file, first)?.get("solution")? {
        Some(solution) => Ok(solution),
        None => Ok(first),
    }
}

/// A claim has a text, if only an empty line: who wrote nothing has claimed nothing.
pub fn is_made(file: &str, text: &str) -> Result<(), InputError> {
    if text.is_empty() { Err(InputError::new(file, end_of(text), "expected a solution")) } else { Ok(()) }
}

/// Like [`only`], and a second one is an error.
pub fn single<'a>(file: &'a str, text: &str, values: &'a [Json]) -> Result<&'a Json, InputError> {
    match values.get(1) {
        Some(second) => Err(InputError::new(file, second.place, "expected one solution, found a second one")),
        None => only(file, text, values),
    }
}

/// Reads a solution as serde does; what does not fit is pointed at as the solution's beginning.
pub fn read<S: DeserializeOwned>(file: &str, text: &str) -> Result<S, InputError> {
    let values = read_all(file, text)?;
    let json = single(file, text, &values)?;
    Fields::of(file, json)?;
    serde_json::from_value(plain(json)).map_err(|error| InputError::new(file, json.place, error.to_string()))
}

/// The value without its places.
pub fn plain(json: &Json) -> serde_json::Value {
    match &json.value {
        Value::Null => serde_json::Value::Null,
        Value::Bool(truth) => (*truth).into(),
        Value::Number(digits) => serde_json::from_str(digits).unwrap_or(serde_json::Value::Null),
        Value::Text(text) => text.clone().into(),
        Value::List(items) => items.iter().map(plain).collect(),
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), plain(value))).collect(),
    }
}
