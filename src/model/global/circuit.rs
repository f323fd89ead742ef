//! A tour: each index has a successor, and following them leads through all indices and back.

use super::place;
use crate::model::{Assignment, Var};

/// Following the successors from any index leads through all of them and back; in a subcircuit, through all that are not
/// their own successor. False if a successor is no index; no indices at all are a tour, and so is one on its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Circuit {
    /// The successor of each index.
    pub next: Vec<Var>,
    /// The first index.
    pub first: i64,
    /// Whether indices may be left out, by being their own successors.
    pub sub: bool,
}

impl Circuit {
    /// Whether it is true under the assignment.
    pub fn holds(&self, a: &Assignment) -> bool {
        let n = self.next.len();
        let places: Option<Vec<usize>> = self.next.iter().map(|v| place(a[*v], self.first, n)).collect();
        let Some(next) = places else { return false };
        let start = if self.sub { (0..n).find(|i| next[*i] != *i) } else { (n > 0).then_some(0) };
        let Some(start) = start else { return true };
        let n_wanted = if self.sub { (0..n).filter(|i| next[*i] != *i).count() } else { n };
        let (mut at, mut n_steps) = (next[start], 1);
        // A walk that does not come back within `n` steps never does.
        while at != start && n_steps < n {
            (at, n_steps) = (next[at], n_steps + 1);
        }
        at == start && n_steps == n_wanted
    }
}
