//! Answers: a sequence of moves, as JSON or as words such as `red north, blue east`.
//!
//! The JSON form has the `length`, the `moves` as pairs `[robot, "N"]`, the `stops` (the field where each move ends) and the
//! `rules` that were played. Words may be names or letters, in either size, with commas or line breaks between moves.

use super::board::Cell;
use super::config::{Config, MAX_ROBOTS, Move, replay};
use super::names;
use crate::grid::Pos;
use crate::puzzles::claim;
use crate::puzzles::fields::{Fields, list, string};
use crate::puzzles::json::{Json, Value as PlacedValue, read_all};
use crate::puzzles::text::{InputError, Place, end_of, shorten};
use serde::{Deserialize, Serialize};

/// A sequence of moves as users get it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Route {
    /// How many moves.
    pub length: usize,
    /// The moves.
    pub moves: Vec<Move>,
    /// The field where each move ends; none if one of them moves nothing.
    #[serde(default)]
    pub stops: Vec<Pos>,
    /// The rules that were played.
    pub rules: Played,
}

/// The rules of a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// How many robots.
    pub robots: usize,
    /// Whether any of them may reach the target.
    pub wild: bool,
    /// Whether it must have turned.
    pub must_ricochet: bool,
}

impl Route {
    /// Moves on a configuration.
    pub fn new(config: &Config, moves: Vec<Move>) -> Route {
        let times = replay(config, &moves).unwrap_or_default();
        let stop = |(robots, step): (&Vec<Cell>, &Move)| config.board.pos(robots[step.robot]);
        let stops = times.iter().skip(1).zip(&moves).map(stop).collect();
        let (robots, wild) = (config.robots.len(), config.active.is_none());
        let rules = Played { robots, wild, must_ricochet: config.must_ricochet };
        Route { length: moves.len(), moves, stops, rules }
    }
}

impl From<Move> for (usize, String) {
    fn from(step: Move) -> (usize, String) {
        (step.robot, step.direction.name().to_string())
    }
}

impl TryFrom<(usize, String)> for Move {
    type Error = String;

    fn try_from((robot, word): (usize, String)) -> Result<Move, String> {
        let direction = names::direction(&word).ok_or_else(|| format!("`{word}` is not a direction"))?;
        Some(Move { robot, direction })
            .filter(|_| robot < MAX_ROBOTS)
            .ok_or_else(|| format!("there is no robot {robot}"))
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
    let fields = Fields::of(file, claim::single(file, text, &values)?)?;
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
    let (mut moves, mut is_said) = (Vec::new(), false);
    for (number, line) in text.lines().enumerate() {
        let content = line.split(['#', '(']).next().unwrap_or("");
        let mut col = 1;
        for part in content.split(',') {
            let blanks = part.chars().take_while(|c| c.is_whitespace()).count();
            let place = Place { line: number + 1, col: col + blanks };
            col += part.chars().count() + 1;
            match part.trim() {
                "" => (),
                "no move" => is_said = true,
                words => moves.push(in_words(words).map_err(|why| InputError::new(file, place, why))?),
            }
        }
    }
    match is_said || !moves.is_empty() {
        true => Ok(moves),
        false => Err(InputError::new(file, end_of(text), "expected a solution")),
    }
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
        check("", Err("expected a solution\n  --> f:1:1"));
        check("# nothing\n", Err("expected a solution\n  --> f:2:1"));
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
