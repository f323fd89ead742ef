//! Instances: the board, the stones in their order, how many each player begins with, and where stone 0 lies.

use super::{format_json, format_text};
use crate::grid::Pos;
use crate::puzzles::json;
use crate::puzzles::stones::Stone;
use crate::puzzles::text::InputError;
use serde::Serialize;

/// The longest side of a board.
pub const MAX_SIDE: usize = 10;
/// The most stones of a game.
pub const MAX_STONES: usize = 10_000;

/// One game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Instance {
    /// Its name, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The number of rows.
    #[serde(rename = "height")]
    pub n_rows: usize,
    /// The number of columns.
    #[serde(rename = "width")]
    pub n_cols: usize,
    /// How many stones each player begins with.
    #[serde(rename = "hand")]
    pub n_hand: usize,
    /// Where stone 0 lies.
    pub start: Pos,
    /// The stones: 0 on the board, 1, 3, ... and 2, 4, ... for the players, the rest in the pot.
    pub stones: Vec<Stone>,
}

impl Instance {
    /// The stones a player begins with.
    pub fn hand(&self, player: usize) -> impl Iterator<Item = usize> {
        (0..self.n_hand).map(move |i| 2 * i + 1 + player)
    }

    /// The first stone of the pot; as many as there are stones if it is empty.
    pub fn pot(&self) -> usize {
        2 * self.n_hand + 1
    }

    /// More turns than these no game has: every turn lays a stone of the hand or draws one.
    pub fn max_turns(&self) -> usize {
        2 * self.n_hand + 2 * (self.stones.len() - self.pot())
    }
}

/// Reads all instances of a file, at least one.
pub fn read(file: &str, text: &str) -> Result<Vec<Instance>, InputError> {
    json::instances(file, text, format_json::read, format_text::read)
}

/// A height or width.
pub(super) fn side(number: i64, what: &str) -> Result<usize, String> {
    within(number, 1, MAX_SIDE).ok_or_else(|| format!("{what} {number}, expected 1 to {MAX_SIDE}"))
}

/// A number of stones.
pub(super) fn stones(number: i64) -> Result<usize, String> {
    within(number, 1, MAX_STONES).ok_or_else(|| format!("{number} stones, expected 1 to {MAX_STONES}"))
}

/// A starting number: stone 0 and both hands must be there.
pub(super) fn hand(number: i64, n_stones: usize) -> Result<usize, String> {
    let most = (n_stones - 1) / 2;
    within(number, 0, most)
        .ok_or_else(|| format!("{number} stones in each hand, expected 0 to {most} when there are {n_stones} stones"))
}

/// A row or column of the board.
pub(super) fn coordinate(number: i64, n: usize, what: &str) -> Result<usize, String> {
    within(number, 0, n - 1).ok_or_else(|| format!("{what} {number} of the first stone, expected 0 to {}", n - 1))
}

fn within(number: i64, least: usize, most: usize) -> Option<usize> {
    usize::try_from(number).ok().filter(|n| (least..=most).contains(n))
}
