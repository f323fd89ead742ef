//! Where the cops of many states can be after one move, each place looked at about once. For games with too many placements for
//! [`super::spread`].
//!
//! Cops move one after the other. Lines that agree in the moved cops as a whole and in the unmoved ones have the same future, so
//! a line that was met before ends there: of `s` states with `5^k` moves each, only the distinct lines are followed.
//! What was met is kept in a table that forgets: a line takes the place of another with the same hash. Forgetting
//! costs time, never a move.

use super::line::Line;
use std::ops::ControlFlow;

/// Lines that were met.
pub struct Met<L> {
    table: Vec<(L, u64)>,
    /// Tells the lines of one batch from those of the next; a multiple of [`BATCH`].
    batch: u64,
}

/// More than the number of cops can be.
const BATCH: u64 = 64;

/// The number of lines kept is a power of two: what fits in the cache of one core.
const LOG_LINES: u32 = 15;

impl<L: Line> Met<L> {
    /// Nothing was met.
    pub fn new() -> Met<L> {
        Met { table: vec![(L::new(&[]), 0); 1 << LOG_LINES], batch: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.batch += BATCH;
    }

    /// Whether the line with so many cops moved was met; it is from now on.
    #[inline]
    pub fn meets(&mut self, line: L, n_moved: usize) -> bool {
        let stamp = self.batch + n_moved as u64;
        let mixed = line.mixed().wrapping_add((n_moved as u64) << 60);
        let entry = &mut self.table[(mixed >> (64 - LOG_LINES)) as usize];
        let met = *entry == (line, stamp);
        *entry = (line, stamp);
        met
    }
}

impl<L: Line> Default for Met<L> {
    fn default() -> Met<L> {
        Met::new()
    }
}

/// Moves of cops on a graph.
pub struct Dilation<'a, L> {
    /// Where a cop on a vertex may go.
    pub steps: &'a [Vec<u8>],
    /// The number of cops.
    pub n_cops: usize,
    /// What was met in this batch.
    pub met: &'a mut Met<L>,
}

impl<L: Line> Dilation<'_, L> {
    /// Moves the cops of a line that have not moved in all ways, and calls `visit` for each line, sorted, unless one before it in
    /// the batch did; a few come more than once.
    pub fn go(&mut self, line: L, n_moved: usize, visit: &mut impl FnMut(L) -> ControlFlow<()>) -> ControlFlow<()> {
        if n_moved == self.n_cops {
            return visit(line);
        }
        if self.met.meets(line, n_moved) {
            return ControlFlow::Continue(());
        }
        for &v in &self.steps[line.at(n_moved)] {
            self.go(line.moved(n_moved, v), n_moved + 1, visit)?;
        }
        ControlFlow::Continue(())
    }
}
