//! The configuration as parameters of the model, and the numbers of moves to try.
//!
//! **Where the horizons begin.** No sequence is shorter than the [relaxed distance](super::distance) of the nearest goal
//! robot, so smaller horizons have no answer and are skipped. If there is no such distance, no horizon has one.
//!
//! **Where they end.** If few states are reachable, none needs more moves than the farthest of them. Otherwise the end is
//! far beyond what anybody waits for.

use super::config::{Config, Move};
use super::distance::{FAR, distances, lower_bound};
use super::state::{Layout, Packed, State, all_moves};
use crate::front::{Data, Value as ModelValue};
use crate::grid::Direction;
use crate::puzzles::typed::Named;
use rustc_hash::FxHashSet;
use serde_json::Value;
use std::ops::RangeInclusive;

/// The longest horizon that is tried where the number of states says nothing.
const MAX_HORIZON: usize = 10_000;

/// So many states are looked at for the end of the horizons.
const FEW_STATES: usize = 2_000;

/// The parameters for a number of moves, in the order of the model.
pub(super) fn data(config: &Config, horizon: usize) -> Data {
    let board = &config.board;
    let least = distances(board, config.target);
    let moves = |&moves: &u16| if moves == FAR { -1 } else { i64::from(moves) };
    let mut data = Data::default();
    data.set("height", board.height() as i64);
    data.set("width", board.width() as i64);
    data.set("n", config.robots.len() as i64);
    data.set("T", horizon as i64);
    data.set("walls", ModelValue::list_from(0, board.walls().iter().map(|&walls| i64::from(walls))));
    data.set("start", ModelValue::list_from(0, config.robots.iter().map(|&cell| i64::from(cell))));
    data.set("active", config.active.map_or(-1, |active| active as i64));
    data.set("target", i64::from(config.target));
    data.set("must_ricochet", config.must_ricochet);
    data.set("least", ModelValue::list_from(0, least.iter().map(moves)));
    data
}

/// The numbers of moves to try; `None` if there is no use in any.
pub(super) fn horizons(config: &Config) -> Option<RangeInclusive<usize>> {
    let first = lower_bound(config)?;
    let last = match Layout::of(config).is_small() {
        true => farthest::<u64>(config),
        false => farthest::<u128>(config),
    };
    Some(first..=last.unwrap_or(MAX_HORIZON).max(first))
}

/// The number of moves to the farthest state, if few states are reachable.
fn farthest<P: Packed>(config: &Config) -> Option<usize> {
    let layout = Layout::of(config);
    let first = P::pack(&State::first(config), layout);
    let (mut seen, mut ring, mut n_moves) = (FxHashSet::from_iter([first]), vec![first], 0);
    loop {
        let mut next = Vec::new();
        for packed in ring {
            let state = packed.unpack(layout);
            let after = all_moves(config.robots.len()).filter_map(|step| state.after(config, step));
            next.extend(after.map(|state| P::pack(&state, layout)).filter(|state| seen.insert(*state)));
        }
        match next.is_empty() {
            true => return Some(n_moves),
            false if seen.len() > FEW_STATES => return None,
            false => (ring, n_moves) = (next, n_moves + 1),
        }
    }
}

/// The moves that the values of the model's variables stand for: fields where slides begin become robots by playing.
pub(super) fn lift(config: &Config, named: &Named) -> Result<Vec<Move>, String> {
    let rows =
        |name: &str| named.get(name).and_then(Value::as_array).ok_or_else(|| format!("the model has no `{name}`"));
    let (starts, ways) = (rows("from")?, rows("way")?);
    let chosen = |row: &Value| row.as_array()?.iter().position(|value| *value == Value::Bool(true));
    let mut robots = config.robots.clone();
    let mut step = |(start, way): (&Value, &Value)| {
        let (cell, direction) = (chosen(start)?, *Direction::STRAIGHT.get(chosen(way)?)?);
        let robot = robots.iter().position(|at| usize::from(*at) == cell)?;
        robots[robot] = config.board.slide(&robots, robots[robot], direction)?;
        Some(Move { robot, direction })
    };
    let moves: Option<Vec<Move>> = starts.iter().zip(ways).map(&mut step).collect();
    moves.ok_or_else(|| "a layer is not a move of a robot".to_string())
}
