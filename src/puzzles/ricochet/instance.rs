//! Instances: a configuration with its name, read from files and written to them, in any of the formats.
//!
//! The reader tells the formats apart: `{` begins JSON, a line with `pieces:` makes a classic game, anything else is a
//! picture.

use super::config::{Config, MAX_ROBOTS};
use super::{Cell, quadrants::Pieces};
use super::{format_dzn, format_game, format_json, format_picture};
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

/// A way to write an instance.
pub struct Format {
    /// The name the user picks it by.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Writes an instance; `None` if the format cannot hold it.
    pub write: fn(&Instance) -> Option<String>,
}

/// All formats.
pub const FORMATS: &[Format] = &[
    Format {
        name: "picture",
        summary: "a +---+ grid with robots and target",
        write: |instance| Some(format_picture::write(&instance.config)),
    },
    Format {
        name: "json",
        summary: "one JSON object on one line",
        write: |instance| Some(format_json::write(instance)),
    },
    Format {
        name: "game",
        summary: "a classic board by its four pieces, and robots by row and column",
        write: format_game::write,
    },
    Format {
        name: "dzn",
        summary: "MiniZinc data for models/ricochet.mzn, with the least horizon that is not hopeless",
        write: |instance| Some(format_dzn::write(&instance.config)),
    },
];

/// Reads all instances of a file, at least one.
pub fn read(file: &str, text: &str) -> Result<Vec<Instance>, InputError> {
    let is_game = |(_, word): (Place, &str)| word.starts_with("pieces");
    let instances = match text.trim_start().starts_with(['{', '[']) {
        true => format_json::read(file, text)?,
        false if words(text).any(is_game) => vec![format_game::read(file, text)?],
        false => vec![format_picture::read(file, text)?],
    };
    let start = Place { line: 1, col: 1 };
    let nothing = || InputError::new(file, start, "the file is empty, expected a game of Ricochet Robots");
    if instances.is_empty() { Err(nothing()) } else { Ok(instances) }
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
