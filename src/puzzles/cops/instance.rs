//! Instances: a graph, a number of cops, where they start, and perhaps a horizon.
//!
//! Text has one `key: value` per line; `#` begins a comment. JSON has the same keys.
//!
//! ```text
//! graph: grid:3x3          or  vertices: 4  and  edges: 0-1 1-2 2-3
//! cops: 3
//! start: free              or  row, or a vertex per cop
//! horizon: 2               may be left out: then sweeps of any length count
//! ```

use super::game::MAX_COPS;
use super::graph::Graph;
use super::{format_json, format_text};
use crate::puzzles::json;
use crate::puzzles::text::InputError;
use serde::Serialize;

/// The longest horizon that may be asked for.
pub const MAX_HORIZON: usize = 10_000;

/// Where the cops start. JSON has a word or a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// Wherever they like.
    Free,
    /// On the first vertices, one each.
    Row,
    /// On these vertices.
    #[serde(untagged)]
    Given(Vec<usize>),
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Its name, if it has one.
    pub id: Option<String>,
    /// The graph.
    pub graph: Graph,
    /// The number of cops.
    pub n_cops: usize,
    /// Where they start.
    pub start: Start,
    /// How many moves a sweep may have, if there is a limit.
    pub horizon: Option<usize>,
}

impl Instance {
    /// The vertices the cops start on, unless they may choose.
    pub fn start_vertices(&self) -> Option<Vec<usize>> {
        match &self.start {
            Start::Free => None,
            Start::Row => Some((0..self.n_cops).map(|i| i % self.graph.n_vertices()).collect()),
            Start::Given(vertices) => Some(vertices.clone()),
        }
    }
}

/// Reads all instances of a file, at least one.
pub fn read(file: &str, text: &str) -> Result<Vec<Instance>, InputError> {
    json::instances(file, text, format_json::read, format_text::read)
}

/// A number of cops.
pub(super) fn cops(number: i64) -> Result<usize, String> {
    let cops = usize::try_from(number).ok().filter(|n| (1..=MAX_COPS).contains(n));
    cops.ok_or_else(|| format!("{number} cops, expected 1 to {MAX_COPS}"))
}

/// A number of moves.
pub(super) fn horizon(number: i64) -> Result<usize, String> {
    let horizon = usize::try_from(number).ok().filter(|&n| n <= MAX_HORIZON);
    horizon.ok_or_else(|| format!("horizon {number}, expected 0 to {MAX_HORIZON}"))
}

/// A vertex; its range is checked when the graph is known.
pub(super) fn vertex(number: i64) -> Result<usize, String> {
    usize::try_from(number).map_err(|_| format!("vertex {number}, expected 0 or more"))
}

/// Given starts: one vertex of the graph per cop.
pub(super) fn given(vertices: Vec<usize>, graph: &Graph, n_cops: usize) -> Result<Start, String> {
    if vertices.len() != n_cops {
        return Err(format!("{} start vertices for {n_cops} cops", vertices.len()));
    }
    match vertices.iter().find(|&&v| v >= graph.n_vertices()) {
        Some(v) => Err(format!("start vertex {v}, expected 0 to {}", graph.n_vertices() - 1)),
        None => Ok(Start::Given(vertices)),
    }
}
