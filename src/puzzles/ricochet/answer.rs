//! Answers: a sequence of moves, as JSON or as words such as `red north, blue east`.
//!
//! The JSON form has the `length`, the `moves` as pairs `[robot, "N"]`, the `stops` (the field where each move ends) and the
//! `rules` that were played. Words may be names or letters, in either size, with commas or line breaks between moves.

use super::board::Cell;
use super::config::{Config, Move, replay};
use super::names;
use crate::puzzles::fields::{Fields, list, string};
use crate::puzzles::json::{Json, Value as PlacedValue, read_all};
use crate::puzzles::text::{InputError, Place, end_of, shorten};
use serde_json::{Value, json};

/// Moves as a solution.
pub fn solution(config: &Config, moves: &[Move]) -> Value {
    let times = replay(config, moves).unwrap_or_default();
    let stop = |(robots, step): (&Vec<Cell>, &Move)| {
        let (row, col) = config.board.pos(robots[step.robot]);
        json!([row, col])
    };
    let stops: Vec<Value> = times.iter().skip(1).zip(moves).map(stop).collect();
    let pairs: Vec<Value> = moves.iter().map(|step| json!([step.robot, step.direction.name()])).collect();
    let wild = config.active.is_none();
    let rules = json!({ "robots": config.robots.len(), "wild": wild, "must_ricochet": config.must_ricochet });
    json!({ "length": moves.len(), "moves": pairs, "stops": stops, "rules": rules })
}

/// The moves of a solution, if it has the right form.
pub fn moves(solution: &Value) -> Result<Vec<Move>, String> {
    let step = |value: &Value| {
        let [robot, direction] = &value.as_array()?[..] else { return None };
        let robot = robot.as_u64().and_then(|robot| usize::try_from(robot).ok())?;
        let direction = names::direction(direction.as_str()?)?;
        (robot < super::MAX_ROBOTS).then_some(Move { robot, direction })
    };
    let pairs = solution.get("moves").and_then(Value::as_array).ok_or("there is no list `moves`")?;
    let moves: Option<Vec<Move>> = pairs.iter().map(step).collect();
    let moves = moves.ok_or("an entry of `moves` is no pair of a robot and a direction")?;
    match solution.get("length").and_then(Value::as_u64) {
        Some(n) if n != moves.len() as u64 => Err("`length` is not the number of moves".to_string()),
        _ => Ok(moves),
    }
}

/// The moves in words, with the variant.
pub fn line(config: &Config, moves: &[Move]) -> String {
    let words: Vec<String> = moves.iter().map(|&step| names::in_words(step)).collect();
    let moves = if words.is_empty() { "no move".to_string() } else { words.join(", ") };
    format!("{moves} ({})", names::variant(config))
}

/// Reads a claimed solution.
pub fn read(file: &str, text: &str) -> Result<Vec<Move>, InputError> {
    if text.trim_start().starts_with('{') { read_json(file, text) } else { read_words(file, text) }
}

fn read_json(file: &str, text: &str) -> Result<Vec<Move>, InputError> {
    let values = read_all(file, text)?;
    if let Some(second) = values.get(1) {
        return Err(InputError::new(file, second.place, "expected one solution, found a second one"));
    }
    let first = values.first().ok_or_else(|| InputError::new(file, end_of(text), "expected a solution"))?;
    let mut fields = Fields::of(file, first)?;
    if let Some(solution) = fields.get("solution")? {
        fields = Fields::of(file, solution)?;
    }
    let moves = list(file, fields.need("moves")?, "a list of moves")?;
    moves.iter().map(|json| read_move(file, json)).collect()
}

/// `[0, "N"]`, `["red", "N"]` or `"red north"`.
fn read_move(file: &str, json: &Json) -> Result<Move, InputError> {
    const FORM: &str = "a move `[robot, \"N|E|S|W\"]`";
    if let PlacedValue::Text(words) = &json.value {
        return in_words(words).map_err(|why| InputError::new(file, json.place, why));
    }
    let [robot, direction] = list(file, json, FORM)? else {
        return Err(InputError::new(file, json.place, format!("expected {FORM}")));
    };
    let shown = match &robot.value {
        PlacedValue::Number(word) | PlacedValue::Text(word) => word,
        other => return Err(InputError::new(file, robot.place, format!("expected a robot, found {}", other.kind()))),
    };
    let no_robot = || InputError::new(file, robot.place, format!("there is no robot `{}`", shorten(shown)));
    let word = string(file, direction, "a direction N, E, S or W")?;
    let no_way = || {
        InputError::new(file, direction.place, format!("`{}` is not a direction, expected N, E, S or W", shorten(word)))
    };
    Ok(Move { robot: names::robot(shown).ok_or_else(no_robot)?, direction: names::direction(word).ok_or_else(no_way)? })
}

/// `red north, blue east`, perhaps with the variant in parentheses behind.
fn read_words(file: &str, text: &str) -> Result<Vec<Move>, InputError> {
    let mut moves = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let content = line.split(['#', '(']).next().unwrap_or("");
        let mut col = 1;
        for part in content.split(',') {
            let blanks = part.chars().take_while(|c| c.is_whitespace()).count();
            let place = Place { line: number + 1, col: col + blanks };
            col += part.chars().count() + 1;
            match part.trim() {
                "" | "no move" => (),
                words => moves.push(in_words(words).map_err(|why| InputError::new(file, place, why))?),
            }
        }
    }
    Ok(moves)
}

/// One move: `red north`, `r N` or `rN`.
fn in_words(text: &str) -> Result<Move, String> {
    let wrong = || format!("`{}` is no move, expected a robot and a direction such as `red north`", shorten(text));
    let mut parts = text.split_whitespace();
    let (robot, direction) = match (parts.next(), parts.next(), parts.next()) {
        (Some(robot), Some(direction), None) => (robot, direction),
        (Some(both), None, None) if both.is_ascii() && both.len() == 2 => both.split_at(1),
        _ => return Err(wrong()),
    };
    let known = names::robot(robot).zip(names::direction(direction));
    known.map(|(robot, direction)| Move { robot, direction }).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_every_form() {
        let check = |text: &str, expected: Result<&str, &str>| {
            let read = read("f", text).map_err(|error| error.to_string());
            let words =
                read.map(|moves| moves.iter().map(|&step| names::in_words(step)).collect::<Vec<_>>().join(", "));
            assert_eq!(words.as_deref().map_err(String::as_str), expected, "{text}");
        };
        check("red north, b E\nyS (4 robots, red to the target)", Ok("red north, blue east, yellow south"));
        check("0 n, 5 WEST", Ok("red north, black west"));
        check("no move (1 robot)", Ok(""));
        check(r#"{"moves": [[1, "S"], ["b", "west"], "red N"]}"#, Ok("green south, blue west, red north"));
        check(r#"{"solution": {"length": 0, "moves": []}}"#, Ok(""));
        check(
            "red north, blue up",
            Err("`blue up` is no move, expected a robot and a direction such as `red north`\n  --> f:1:12"),
        );
        check("red\n", Err("`red` is no move, expected a robot and a direction such as `red north`\n  --> f:1:1"));
        check(r#"{"moves": [[6, "S"]]}"#, Err("there is no robot `6`\n  --> f:1:13"));
        check(r#"{"moves": [[0, "up"]]}"#, Err("`up` is not a direction, expected N, E, S or W\n  --> f:1:16"));
        check(r#"{"moves": [[0]]}"#, Err("expected a move `[robot, \"N|E|S|W\"]`\n  --> f:1:12"));
    }
}
