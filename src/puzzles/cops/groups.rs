//! States waiting to be expanded, grouped by their inner vertices, and what each group has seen.
//!
//! A group belongs to one set of inner vertices up to symmetry. Without an advance its states differ only in where the cops can
//! go, so a new placement that one of them reached need not be looked at again: one bit per placement says so. The bits are
//! a cache: a group whose bits would need too much memory goes without.

use super::bits::Bits;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// In which order states are expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The largest clean sets first: decides.
    Best,
    /// Layer by layer: finds a shortest sweep.
    Layers,
}

/// The states of one set of inner vertices.
pub(super) struct Group {
    number: usize,
    /// States to be expanded and the permutation that brings their inner vertices to those of the group.
    pub pending: Vec<(u32, u16)>,
    /// One bit per placement that was reached without an advance.
    seen: Vec<u64>,
}

/// All groups.
pub(super) struct Groups<B> {
    groups: Vec<Group>,
    by_inner: FxHashMap<B, usize>,
    /// Groups with pending states, by the number of their inner vertices.
    waiting: BTreeSet<(u32, usize)>,
    /// 64-bit words of `seen` per group.
    n_words: usize,
    n_words_left: usize,
}

/// How many 64-bit words all `seen` together may have: 1 GiB.
const SEEN_LIMIT: usize = 1 << 27;

/// How many groups are expanded between two merges, best first.
const ROUND: usize = 8;

impl Group {
    /// Marks the placement of a rank as seen; whether it was before.
    #[inline]
    pub fn has_seen(&mut self, rank: u32) -> bool {
        let (at, bit) = (rank as usize / 64, 1 << (rank % 64));
        // Without memory for the bits nothing was seen.
        let Some(word) = self.seen.get_mut(at) else { return false };
        let before = *word & bit != 0;
        *word |= bit;
        before
    }
}

impl<B: Bits> Groups<B> {
    /// No groups yet, for so many placements.
    pub fn new(n_placements: Option<usize>) -> Groups<B> {
        let n_words = n_placements.unwrap_or(0).div_ceil(64);
        let (groups, by_inner, waiting) = (Vec::new(), FxHashMap::default(), BTreeSet::new());
        Groups { groups, by_inner, waiting, n_words, n_words_left: SEEN_LIMIT }
    }

    /// Adds a state to the group of its inner vertices.
    pub fn push(&mut self, inner: B, id: u32, g: u16) {
        let next = self.groups.len();
        let number = *self.by_inner.entry(inner).or_insert(next);
        if number == next {
            self.groups.push(Group { number, pending: Vec::new(), seen: Vec::new() });
        }
        self.groups[number].pending.push((id, g));
        self.waiting.insert((inner.count(), number));
    }

    /// Takes the groups to be expanded next out; none if nothing waits.
    pub fn next(&mut self, order: Order) -> Vec<Group> {
        let mut round = Vec::new();
        while let Some((_, number)) = self.waiting.pop_last() {
            if self.groups[number].seen.is_empty() && self.n_words_left >= self.n_words {
                self.groups[number].seen = vec![0; self.n_words];
                self.n_words_left -= self.n_words;
            }
            let empty = Group { number, pending: Vec::new(), seen: Vec::new() };
            round.push(std::mem::replace(&mut self.groups[number], empty));
            if order == Order::Best && round.len() == ROUND {
                break;
            }
        }
        round
    }

    /// Puts expanded groups back.
    pub fn give_back(&mut self, round: Vec<Group>) {
        for group in round {
            let number = group.number;
            self.groups[number] = group;
        }
    }
}
