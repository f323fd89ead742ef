//! What a search for a sequence of moves comes back with, and how it is handed to the program.

use super::answer::Route;
use super::config::{Config, Move};
use crate::puzzles::typed::OnFound;
use crate::search::{End, Stats, Stop};

/// What came of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A sequence of moves that reaches the goal.
    Solved(Vec<Move>),
    /// The goal cannot be reached, and that is proved.
    Unreachable,
    /// Nothing was found, which proves nothing.
    GaveUp,
    /// The budget was spent first.
    Stopped(Stop),
}

/// Hands a verdict to the receiver of solutions.
pub fn hand_out(config: &Config, (verdict, n_nodes): (Verdict, u64), found: &mut OnFound<Route>) -> (End, Stats) {
    let end = match verdict {
        Verdict::Solved(moves) => match found(Route::new(config, moves)).is_break() {
            true => End::Cut,
            false => End::Exhausted,
        },
        Verdict::Unreachable => End::Exhausted,
        Verdict::GaveUp => End::OutOfBudget(Stop::Incomplete),
        Verdict::Stopped(stop) => End::OutOfBudget(stop),
    };
    (end, Stats { nodes: n_nodes, ..Stats::default() })
}
