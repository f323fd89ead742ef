//! The source's search: try every capture, queen by queen, and take it back.
//!
//! *Potential*: a queen's value doubles at most once per queen on its lines, so queens with a small potential cannot be last and
//! move first. The order is ascending by exponent plus twice the number of queens seen at the start. The same thought gives a
//! test: the `k` largest potentials must reach the sum of all values. Nothing is remembered, so the same board is searched again
//! in every order of its captures: exponential in the number of captures. Z. Królikowski, 2016.

use super::board::{Board, Capture};
use super::rays::Rays;
use super::sight::Sight;
use crate::search::{Budget, End, Stats, Stop};
use std::ops::ControlFlow;

/// Takes a solution; `Break` ends the search.
pub type FoundCaptures<'a> = dyn FnMut(&[Capture]) -> ControlFlow<()> + 'a;

/// Hands out all ways to leave at most `limit` queens, each ending when it has. `ordered` sorts queens by potential.
pub fn search(board: &Board, limit: usize, ordered: bool, budget: &Budget, found: &mut FoundCaptures) -> (End, Stats) {
    let rays = Rays::new(board);
    let sight = Sight::new(board, &rays);
    let n = board.queens().len();
    let weight = (0..n).map(|q| 2 * sight.degree(q)).collect();
    let (stands, trail, stats) = (vec![true; n], Vec::new(), Stats::default());
    let mut search =
        Search { board, limit, ordered, budget, found, rays: &rays, sight, weight, stands, trail, stats, n_steps: 0 };
    let end = match search.run() {
        Ok(()) => End::Exhausted,
        Err(end) => end,
    };
    (end, search.stats)
}

struct Search<'a, 'f> {
    board: &'a Board,
    limit: usize,
    ordered: bool,
    budget: &'a Budget,
    found: &'a mut FoundCaptures<'f>,
    rays: &'a Rays,
    sight: Sight,
    /// What a queen's place adds to its exponent in the order.
    weight: Vec<usize>,
    stands: Vec<bool>,
    trail: Vec<Capture>,
    stats: Stats,
    /// Queens looked at since the clock was read.
    n_steps: usize,
}

impl Search<'_, '_> {
    /// Searches from the board at hand; the error is why it ended early.
    fn run(&mut self) -> Result<(), End> {
        self.spend().map_err(End::OutOfBudget)?;
        self.stats.nodes += 1;
        if self.sight.n_standing() <= self.limit {
            return (self.found)(&self.trail).is_break().then_some(End::Cut).map_or(Ok(()), Err);
        }
        if !self.can_suffice() {
            return Ok(());
        }
        for queen in self.queens() {
            for other in self.sight.equals(queen) {
                self.step(queen, other)?;
            }
        }
        self.stats.backtracks += 1;
        Ok(())
    }

    fn step(&mut self, from: usize, into: usize) -> Result<(), End> {
        let done = self.sight.capture(from, into);
        self.stands[from] = false;
        let square = |queen: usize| self.board.queens()[queen].at;
        self.trail.push(Capture { from: square(from), into: square(into) });
        self.run()?;
        self.trail.pop();
        self.stands[from] = true;
        self.sight.undo(done);
        Ok(())
    }

    /// The standing queens in the order in which they are to move.
    fn queens(&self) -> Vec<usize> {
        let mut queens: Vec<usize> = (0..self.stands.len()).filter(|&q| self.stands[q]).collect();
        if self.ordered {
            queens.sort_by_key(|&q| usize::from(self.sight.exponent(q)) + self.weight[q]);
        }
        queens
    }

    /// Whether the `limit` largest potentials reach the sum.
    fn can_suffice(&self) -> bool {
        let potential = |q: usize| {
            let n_doublings = self.rays.aligned(q).filter(|&other| self.stands[other]).count();
            // Anything from 2^60 up is more than all values together.
            1u128 << (usize::from(self.sight.exponent(q)) + n_doublings).min(60)
        };
        let mut potentials: Vec<u128> = (0..self.stands.len()).filter(|&q| self.stands[q]).map(potential).collect();
        potentials.sort_unstable_by(|a, b| b.cmp(a));
        potentials.iter().take(self.limit).sum::<u128>() >= u128::from(self.board.sum())
    }

    /// Reads the clock every few thousand queens.
    fn spend(&mut self) -> Result<(), Stop> {
        self.n_steps += self.stands.len();
        if self.n_steps < 4096 && self.stats.nodes > 0 {
            return Ok(());
        }
        self.n_steps = 0;
        self.budget.spent().map_or(Ok(()), Err)
    }
}
