//! What robots and directions are called: `red north`, `r N` or `0 north`, in letters of either size.

use super::config::{Config, MAX_ROBOTS, Move};
use crate::grid::Direction;

/// The robots' names, by number.
pub const ROBOTS: [&str; MAX_ROBOTS] = ["red", "green", "blue", "yellow", "silver", "black"];

/// The robots' letters, by number: in pictures small for a robot, capital for its target.
pub const LETTERS: [char; MAX_ROBOTS] = ['r', 'g', 'b', 'y', 's', 'k'];

const DIRECTIONS: [&str; 4] = ["north", "east", "south", "west"];

/// The robot of a name, a letter or a number.
pub fn robot(word: &str) -> Option<usize> {
    let word = word.to_lowercase();
    let letter = |l: &char| word.chars().eq([*l]);
    let named = ROBOTS.iter().position(|name| *name == word).or_else(|| LETTERS.iter().position(letter));
    named.or_else(|| word.parse().ok()).filter(|&robot| robot < MAX_ROBOTS)
}

/// The direction of a name or a letter.
pub fn direction(word: &str) -> Option<Direction> {
    let word = word.to_lowercase();
    let known = DIRECTIONS.iter().position(|name| *name == word || name[..1] == word);
    known.map(|number| Direction::STRAIGHT[number])
}

/// A move in words.
pub fn in_words(step: Move) -> String {
    format!("{} {}", ROBOTS[step.robot], DIRECTIONS[super::board::index(step.direction)])
}

/// The variant that is played, in words: it goes with every answer.
pub fn variant(config: &Config) -> String {
    let n_robots = config.robots.len();
    let goal = config.active.map_or("wild target".to_string(), |active| format!("{} to the target", ROBOTS[active]));
    let plural = if n_robots == 1 { "" } else { "s" };
    let ricochet = if config.must_ricochet { ", must ricochet" } else { "" };
    format!("{n_robots} robot{plural}, {goal}{ricochet}")
}
