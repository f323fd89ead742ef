//! The second graph search of the source: the first one with the relaxed distance as a bound.
//!
//! It ends as soon as the best sequence is shorter than the moves of the other robots and the goal robot's relaxed
//! distance together; the goal robot's search is limited to what would be better, and leaves out fields from which the
//! distance is too long.

use super::board::Cell;
use super::config::Config;
use super::distance::{FAR, distances};
use super::graph::{self, Version};
use super::verdict::Verdict;
use crate::search::Budget;

struct Second {
    least: Vec<u16>,
    start: Cell,
}

impl Version for Second {
    fn is_over(&self, best: Option<usize>, n_moves: usize) -> bool {
        best.is_some_and(|best| best < n_moves + usize::from(self.least[usize::from(self.start)]))
    }

    fn is_hopeless(&self, cell: Cell, n_moves: usize, limit: Option<usize>) -> bool {
        let left = self.least[usize::from(cell)];
        left == FAR || limit.is_some_and(|limit| usize::from(left) + n_moves >= limit)
    }
}

/// A sequence with the other robots' moves first; and how many searches of the goal robot it took.
pub fn search(config: &Config, budget: &Budget) -> (Verdict, u64) {
    let version = |hero: usize| Second { least: distances(&config.board, config.target), start: config.robots[hero] };
    graph::search(config, budget, version)
}
