//! Instances: the size of the board, the tiles, whether they may be turned, and perhaps which numbers match.

use super::{format_json, format_text};
use crate::grid::{Grid, Pos};
use crate::puzzles::json;
use crate::puzzles::stones::{Laid, Stone, turned};
use crate::puzzles::text::InputError;
use serde::Serialize;
use std::collections::BTreeMap;

/// The longest side of a board.
pub const MAX_SIDE: usize = 100;

/// One puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Instance {
    /// Its name, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The number of rows.
    #[serde(rename = "rows")]
    pub n_rows: usize,
    /// The number of columns.
    #[serde(rename = "cols")]
    pub n_cols: usize,
    /// As many tiles as squares.
    pub tiles: Vec<Stone>,
    /// Whether tiles may be turned.
    pub rotations: bool,
    /// The numbers that match, in either order; `None` if equal numbers match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Vec<(i64, i64)>>,
}

/// Which tile lies on each square, and how often it is turned.
pub type Placement = Grid<(usize, usize)>;

impl Instance {
    /// Whether sides with these numbers may touch.
    pub fn matches(&self, a: i64, b: i64) -> bool {
        match &self.pairs {
            None => a == b,
            Some(pairs) => pairs.iter().any(|&pair| pair == (a, b) || pair == (b, a)),
        }
    }

    /// How many ways a tile can be turned.
    pub fn n_turns(&self) -> usize {
        if self.rotations { 4 } else { 1 }
    }

    /// The numbers of tiles and pairs in order, each with its rank from 1. Models know numbers by rank.
    pub fn ranks(&self) -> BTreeMap<i64, usize> {
        let paired = self.pairs.iter().flatten().flat_map(|&(a, b)| [a, b]);
        let numbers: std::collections::BTreeSet<i64> = self.tiles.iter().flatten().copied().chain(paired).collect();
        numbers.into_iter().zip(1..).collect()
    }

    /// A placement as a board of stones; squares with tiles that do not exist stay empty.
    pub fn board(&self, placement: Option<&Placement>) -> Grid<Option<Laid>> {
        let laid = |at: Pos| {
            let (tile, turn) = *placement?.get(at)?;
            let sides = turned(self.tiles.get(tile)?, turn);
            Some(Laid { sides, label: tile.to_string(), turn: turn % 4, owner: None })
        };
        Grid::from_fn(self.n_rows, self.n_cols, laid)
    }

    /// The tiles in their order, unturned, as a board to look at.
    pub fn heap(&self) -> Grid<Option<Laid>> {
        let order = Grid::from_fn(self.n_rows, self.n_cols, |(row, col)| (row * self.n_cols + col, 0));
        self.board(Some(&order))
    }
}

/// Reads all instances of a file, at least one.
pub fn read(file: &str, text: &str) -> Result<Vec<Instance>, InputError> {
    json::instances(file, text, format_json::read, format_text::read)
}

/// A number of rows or columns.
pub(super) fn side(number: i64, what: &str) -> Result<usize, String> {
    crate::puzzles::cells::side(number, what, MAX_SIDE)
}

/// There must be a tile for each square.
pub(super) fn enough(n_tiles: usize, n_rows: usize, n_cols: usize) -> Result<(), String> {
    match n_tiles == n_rows * n_cols {
        true => Ok(()),
        false => Err(format!("{n_tiles} tiles for {n_rows} x {n_cols} squares, expected {}", n_rows * n_cols)),
    }
}
