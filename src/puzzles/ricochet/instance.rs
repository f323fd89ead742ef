//! Instances: a configuration with its name, read from files and written to them, in any of the formats.
//!
//! The reader tells the formats apart: `{` begins JSON, a line with `pieces:` makes a classic game, anything else is a
//! picture.

use super::config::{Config, MAX_ROBOTS};
use super::{Cell, quadrants::Pieces};
use super::{format_game, format_json, format_picture};
use crate::puzzles::json;
use crate::puzzles::text::{InputError, Place, words};

/// A configuration as a file holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The name a JSON instance may have.
    pub id: Option<String>,
    /// The configuration.
    pub config: Config,
    /// The pieces of a classic board that was named by them.
    pub pieces: Option<Pieces>,
}

/// Reads all instances of a file, at least one.
pub fn read(file: &str, text: &str) -> Result<Vec<Instance>, InputError> {
    json::instances(file, text, format_json::read, |file, text| {
        let is_game = |(_, word): (Place, &str)| word.starts_with("pieces");
        match words(text).any(is_game) {
            true => format_game::read(file, text),
            false => format_picture::read(file, text),
        }
    })
}

/// Robots on different fields, as many as there may be; the error names the robot that is wrong by its number.
pub(super) fn robots(cells: &[Cell]) -> Result<(), (usize, String)> {
    if cells.is_empty() {
        return Err((0, format!("there is no robot, expected 1 to {MAX_ROBOTS}")));
    }
    if cells.len() > MAX_ROBOTS {
        return Err((MAX_ROBOTS, format!("there are {} robots, expected 1 to {MAX_ROBOTS}", cells.len())));
    }
    let twice = (1..cells.len()).find(|&robot| cells[..robot].contains(&cells[robot]));
    twice.map_or(Ok(()), |robot| Err((robot, format!("robot {robot} stands on the field of another robot"))))
}
