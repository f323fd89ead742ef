//! The first graph search of the source: ends when no further move of another robot can help.
//!
//! A state of the other robots after `m` moves needs one move of the goal robot at least, so a best sequence of less than
//! `m + 2` moves stays the best.

use super::board::Cell;
use super::config::Config;
use super::graph::{self, Version};
use super::verdict::Verdict;
use crate::search::Budget;

struct First;

impl Version for First {
    fn is_over(&self, best: Option<usize>, n_moves: usize) -> bool {
        best.is_some_and(|best| best < n_moves + 2)
    }

    fn is_hopeless(&self, _: Cell, _: usize, _: Option<usize>) -> bool {
        false
    }
}

/// A sequence with the other robots' moves first; and how many searches of the goal robot it took.
pub fn search(config: &Config, budget: &Budget) -> (Verdict, u64) {
    graph::search(config, budget, |_| First)
}
