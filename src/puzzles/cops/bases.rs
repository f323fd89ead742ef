//! States waiting to be expanded, by what will be clean for sure after their move.
//!
//! After a move the inner vertices are clean, the new cops', and those that cops left by an advance. A *base* is a set of inner and
//! advanced vertices, up to symmetry. A state waits once per set of advances it can make: those cops have their targets, the
//! others go where they like, and all that counts for what comes of it is the base and the new placement. There are far
//! fewer bases than states (6 x 6 with 5 cops: nine thousand, and 1.3 million states), so their moves are made together.

use super::bits::Bits;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A state and the advances it makes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    /// The state.
    pub id: u32,
    /// Which of its vertices with cops are left by an advance, one bit each.
    pub advance: u32,
    /// The permutation that takes its vertices to those of the base.
    pub g: u16,
}

/// The states of one base.
pub(super) struct Base<B> {
    /// The vertices that are clean after every move.
    pub set: B,
    /// The states that wait.
    pub pending: Vec<Waiting>,
}

/// All bases.
pub(super) struct Bases<B> {
    bases: Vec<Base<B>>,
    by_set: FxHashMap<B, usize>,
    /// Bases with pending states, by the number of their vertices.
    waiting: BTreeSet<(u32, usize)>,
    /// How many states wait.
    pub n_waiting: usize,
    /// The number of vertices of the largest base so far, and of the one expanded last.
    pub sizes: (u32, u32),
}

impl<B: Bits> Bases<B> {
    /// No bases yet.
    pub fn new() -> Bases<B> {
        Bases { bases: Vec::new(), by_set: FxHashMap::default(), waiting: BTreeSet::new(), n_waiting: 0, sizes: (0, 0) }
    }

    /// Lets a state wait at a base.
    pub fn push(&mut self, set: B, waiting: Waiting) {
        let next = self.bases.len();
        let number = *self.by_set.entry(set).or_insert(next);
        if number == next {
            self.bases.push(Base { set, pending: Vec::new() });
        }
        self.bases[number].pending.push(waiting);
        self.waiting.insert((set.count(), number));
        self.n_waiting += 1;
        self.sizes.0 = self.sizes.0.max(set.count());
    }

    /// The number of vertices of the largest base where states wait.
    pub fn largest(&self) -> u32 {
        self.waiting.last().map_or(0, |&(size, _)| size)
    }

    /// Takes out the largest bases where states wait, at most so many.
    pub fn next(&mut self, most: usize) -> Vec<Base<B>> {
        let mut round = Vec::new();
        while round.len() < most
            && let Some((_, number)) = self.waiting.pop_last()
        {
            let base = &mut self.bases[number];
            self.sizes.1 = base.set.count();
            self.n_waiting -= base.pending.len();
            round.push(Base { set: base.set, pending: std::mem::take(&mut base.pending) });
        }
        round
    }
}
