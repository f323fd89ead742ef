//! Which puzzle a file is about, when the user did not say.
//!
//! A JSON instance says it by a `puzzle` field or by its fields; a text file by a comment `# puzzle: NAME`.

use super::{Puzzle, TABLE, find};
use serde_json::{Map, Value};

/// The puzzle a text says it is about.
pub fn detect(text: &str) -> Option<&'static Puzzle> {
    if text.trim_start().starts_with('{') { by_fields(&first_object(text)?) } else { by_comment(text) }
}

fn first_object(text: &str) -> Option<Map<String, Value>> {
    let first = serde_json::Deserializer::from_str(text).into_iter::<Value>().next();
    match first {
        Some(Ok(Value::Object(object))) => Some(object),
        _ => None,
    }
}

fn by_fields(object: &Map<String, Value>) -> Option<&'static Puzzle> {
    match object.get("puzzle") {
        Some(Value::String(name)) => find(name),
        _ => TABLE.iter().copied().find(|row| row.fields.iter().all(|field| object.contains_key(*field))),
    }
}

fn by_comment(text: &str) -> Option<&'static Puzzle> {
    let comments = text.lines().filter_map(|line| line.trim().strip_prefix('#'));
    comments.filter_map(|comment| comment.trim().strip_prefix("puzzle:")).find_map(|name| find(name.trim()))
}

#[cfg(test)]
mod tests {
    use super::detect;

    #[test]
    fn files_say_their_puzzle() {
        let check =
            |text: &str, expected: Option<&str>| assert_eq!(detect(text).map(|row| row.name), expected, "{text}");
        check("# a board\n# puzzle: minesweeper\n1 1 0 -1", Some("minesweeper"));
        check("1 1 0 -1", None);
        check("# puzzle: chess\n", None);
        check(r#"{"rows": 1, "cols": 1, "mines": 0, "cells": [[-1]]}"#, Some("minesweeper"));
        check(r#"{"puzzle": "minesweeper"}"#, Some("minesweeper"));
        check(r#"{"rows": 1}"#, None);
        check("{", None);
        check("", None);
    }
}
