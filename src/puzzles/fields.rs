//! Typed access to placed JSON: the fields of an object, whole numbers, lists, strings.
//!
//! Whatever is missing or of the wrong kind is an error that names the field and points at it.

use super::json::{Json, Value};
use super::text::{self, InputError, Place};
use crate::grid::Pos;

/// The fields of one object of a file.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a> {
    file: &'a str,
    place: Place,
    fields: &'a [(String, Json)],
}

impl<'a> Fields<'a> {
    /// The fields of a value that must be an object.
    pub fn of(file: &'a str, json: &'a Json) -> Result<Fields<'a>, InputError> {
        match &json.value {
            Value::Object(fields) => Ok(Fields { file, place: json.place, fields }),
            other => Err(InputError::new(file, json.place, format!("expected an object, found {}", other.kind()))),
        }
    }

    /// A field that may be left out. Giving it twice is an error.
    pub fn get(&self, name: &str) -> Result<Option<&'a Json>, InputError> {
        let mut found = self.fields.iter().filter(|(field, _)| field == name).map(|(_, value)| value);
        let first = found.next();
        match found.next() {
            Some(again) => Err(InputError::new(self.file, again.place, format!("field `{name}` appears twice"))),
            None => Ok(first),
        }
    }

    /// A field that may be left out, where `null` is as good as nothing.
    pub fn present(&self, name: &str) -> Result<Option<&'a Json>, InputError> {
        Ok(self.get(name)?.filter(|json| json.value != Value::Null))
    }

    /// The name an instance may have.
    pub fn id(&self) -> Result<Option<String>, InputError> {
        self.present("id")?.map(|json| string(self.file, json, "a string").map(str::to_string)).transpose()
    }

    /// A field that must be there.
    pub fn need(&self, name: &str) -> Result<&'a Json, InputError> {
        let missing = || InputError::new(self.file, self.place, format!("field `{name}` is missing"));
        self.get(name)?.ok_or_else(missing)
    }
}

/// A value that must be a whole number.
pub fn integer(file: &str, json: &Json, what: &str) -> Result<i64, InputError> {
    match &json.value {
        Value::Number(digits) => text::integer(digits).map_err(|message| InputError::new(file, json.place, message)),
        other => Err(wrong_kind(file, json, other, what)),
    }
}

/// What most numbers are called in messages.
pub const WHOLE: &str = "a whole number";

/// A whole number that must be good for something; `good` says what is wrong with it otherwise.
pub fn number<T>(
    file: &str,
    json: &Json,
    what: &str,
    good: impl Fn(i64) -> Result<T, String>,
) -> Result<T, InputError> {
    good(integer(file, json, what)?).map_err(|message| InputError::new(file, json.place, message))
}

/// A value that must be a list.
pub fn list<'a>(file: &str, json: &'a Json, what: &str) -> Result<&'a [Json], InputError> {
    match &json.value {
        Value::List(items) => Ok(items),
        other => Err(wrong_kind(file, json, other, what)),
    }
}

/// A value that must be a string.
pub fn string<'a>(file: &str, json: &'a Json, what: &str) -> Result<&'a str, InputError> {
    match &json.value {
        Value::Text(text) => Ok(text),
        other => Err(wrong_kind(file, json, other, what)),
    }
}

/// A value that must be true or false.
pub fn truth(file: &str, json: &Json) -> Result<bool, InputError> {
    match &json.value {
        Value::Bool(truth) => Ok(*truth),
        other => Err(wrong_kind(file, json, other, "true or false")),
    }
}

/// A value that must be a position `[row, column]`.
pub fn position(file: &str, json: &Json) -> Result<Pos, InputError> {
    let wrong = || InputError::new(file, json.place, "expected a position `[row, column]`");
    let [row, col] = list(file, json, "a position `[row, column]`")? else {
        return Err(wrong());
    };
    let coordinate = |json: &Json| {
        let number = integer(file, json, "a row or column")?;
        usize::try_from(number)
            .map_err(|_| InputError::new(file, json.place, format!("coordinate {number} is negative")))
    };
    Ok((coordinate(row)?, coordinate(col)?))
}

fn wrong_kind(file: &str, json: &Json, found: &Value, what: &str) -> InputError {
    InputError::new(file, json.place, format!("expected {what}, found {}", found.kind()))
}

#[cfg(test)]
mod tests {
    use super::super::json::read_all;
    use super::*;

    #[test]
    fn wrong_fields_are_pointed_at() {
        let check = |text: &str, expected: Result<Pos, &str>| {
            let values = read_all("f", text).expect("good JSON");
            let read = Fields::of("f", &values[0]).and_then(|fields| position("f", fields.need("at")?));
            assert_eq!(read.map_err(|error| error.to_string()), expected.map_err(str::to_string), "{text}");
        };
        check(r#"{"x": 1, "at": [1, 2]}"#, Ok((1, 2)));
        check(r#"[1]"#, Err("expected an object, found a list\n  --> f:1:1"));
        check(r#" {"x": 1}"#, Err("field `at` is missing\n  --> f:1:2"));
        check(r#"{"at": [0, 0], "at": 1}"#, Err("field `at` appears twice\n  --> f:1:22"));
        check(r#"{"at": 7}"#, Err("expected a position `[row, column]`, found a number\n  --> f:1:8"));
        check(r#"{"at": [7]}"#, Err("expected a position `[row, column]`\n  --> f:1:8"));
        check(r#"{"at": [1, -2]}"#, Err("coordinate -2 is negative\n  --> f:1:12"));
        check(r#"{"at": [1, 0.5]}"#, Err("`0.5` is not a whole number\n  --> f:1:12"));
        check(r#"{"at": [1, "a"]}"#, Err("expected a row or column, found a string\n  --> f:1:12"));
    }
}
