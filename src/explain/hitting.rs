//! The smallest set that meets every set of a family, by branch and bound.
//!
//! Sizes are tried from below, so that the first set found is a smallest one. A node branches over the members of the smallest set that is not met yet, each member excluded from the branches after
//! its own. Sets that share no member each cost one, which is the lower bound. Exact as long as the steps last.

use itertools::Itertools;
use std::cmp::Reverse;

/// How many nodes may be looked at for one answer.
const STEPS: u64 = 50_000;

/// A smallest set that meets all sets and has fewer than `below` members.
pub enum Hit {
    /// This one.
    Set(Vec<u32>),
    /// There is none.
    None,
    /// The steps were spent first.
    Spent,
}

/// Looks for one with `from` members, then for larger ones. None has fewer than `from`.
pub fn smallest(sets: &[Vec<u32>], from: usize, below: usize) -> Hit {
    // Members that meet many sets come first.
    let often = sets.iter().flatten().copied().counts();
    let members: Vec<u32> = often.keys().copied().sorted_by_key(|member| (Reverse(often[member]), *member)).collect();
    let place: rustc_hash::FxHashMap<u32, usize> = members.iter().copied().zip(0..).collect();
    let n_words = members.len().div_ceil(64);
    let mask = |set: &Vec<u32>| {
        let mut mask = vec![0u64; n_words];
        set.iter().for_each(|member| mask[place[member] / 64] |= 1 << (place[member] % 64));
        mask
    };
    let sets = sets.iter().sorted_by_key(|set| set.len()).map(mask).collect();
    let nothing = vec![0u64; n_words];
    let mut search =
        Search { sets, found: None, most: 0, steps: STEPS, n_chosen: 0, chosen: nothing.clone(), banned: nothing };
    for most in from..below {
        search.most = most;
        search.look();
        match (search.found.take(), search.steps) {
            (Some(mask), _) => return Hit::Set(ones(&mask).map(|at| members[at]).collect()),
            (None, 0) => return Hit::Spent,
            (None, _) => (),
        }
    }
    Hit::None
}

/// Sets as bits, one for each member.
type Mask = Vec<u64>;

fn meets(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

fn ones(mask: &[u64]) -> impl Iterator<Item = usize> + '_ {
    (0..mask.len() * 64).filter(|at| mask[at / 64] >> (at % 64) & 1 == 1)
}

struct Search {
    sets: Vec<Mask>,
    found: Option<Mask>,
    /// How many members it may have.
    most: usize,
    steps: u64,
    n_chosen: usize,
    chosen: Mask,
    banned: Mask,
}

impl Search {
    fn look(&mut self) {
        if self.steps == 0 || self.found.is_some() {
            return;
        }
        self.steps -= 1;
        let Some((bound, branch)) = self.open() else { return };
        if self.n_chosen + bound > self.most {
            return;
        }
        let Some(branch) = branch else {
            self.found = Some(self.chosen.clone());
            return;
        };
        for at in ones(&branch) {
            self.flip(at, true);
            self.look();
            self.flip(at, false);
            self.banned[at / 64] |= 1 << (at % 64);
        }
        // None of them was banned before.
        self.banned.iter_mut().zip(&branch).for_each(|(banned, tried)| *banned &= !tried);
    }

    fn flip(&mut self, at: usize, is_chosen: bool) {
        self.chosen[at / 64] ^= 1 << (at % 64);
        self.n_chosen = if is_chosen { self.n_chosen + 1 } else { self.n_chosen - 1 };
    }

    /// A lower bound for what is left, and the members of a smallest set that is open; nothing if one cannot be met.
    fn open(&self) -> Option<(usize, Option<Mask>)> {
        let mut used = vec![0u64; self.chosen.len()];
        let mut left = used.clone();
        let (mut bound, mut branch): (usize, Option<(u32, Mask)>) = (0, None);
        for set in self.sets.iter().filter(|set| !meets(set, &self.chosen)) {
            left.iter_mut().zip(set).zip(&self.banned).for_each(|((left, set), banned)| *left = set & !banned);
            let n = left.iter().map(|word| word.count_ones()).sum::<u32>();
            if n == 0 {
                return None;
            }
            if !meets(&left, &used) {
                bound += 1;
                used.iter_mut().zip(&left).for_each(|(used, left)| *used |= left);
            }
            if branch.as_ref().is_none_or(|(least, _)| n < *least) {
                branch = Some((n, left.clone()));
            }
        }
        Some((bound, branch.map(|(_, members)| members)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Hit, smallest};

    fn check(sets: &[&[u32]], below: usize, expected: Option<usize>) {
        let sets: Vec<Vec<u32>> = sets.iter().map(|set| set.to_vec()).collect();
        match smallest(&sets, 0, below) {
            Hit::Set(found) => {
                assert_eq!(Some(found.len()), expected, "{sets:?}");
                assert!(sets.iter().all(|set| set.iter().any(|member| found.contains(member))), "{sets:?} {found:?}");
            }
            Hit::None => assert_eq!(None, expected, "{sets:?}"),
            Hit::Spent => panic!("it is small"),
        }
    }

    #[test]
    fn the_smallest_is_found() {
        check(&[], 9, Some(0));
        check(&[&[1]], 9, Some(1));
        check(&[&[1, 2], &[2, 3], &[3, 1]], 9, Some(2));
        check(&[&[1, 2], &[2, 3], &[3, 1]], 2, None);
        check(&[&[1, 9], &[2, 9], &[3, 9], &[4]], 9, Some(2));
        check(&[&[1], &[]], 9, None);
        check(&[&[1, 2, 3], &[4, 5], &[1, 4], &[2, 5], &[3, 4]], 9, Some(2));
    }

    #[test]
    fn the_same_as_by_trying_all_subsets() {
        // A small generator of families over eight members.
        let mut seed = 7u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 16
        };
        for _ in 0..200 {
            let n = 1 + next() % 8;
            let masks: Vec<u32> = (0..n).map(|_| next() % 256).filter(|mask| *mask > 0).collect();
            let members = |mask: &u32| (0..8).filter(|bit| mask >> bit & 1 == 1).collect::<Vec<u32>>();
            let sets: Vec<Vec<u32>> = masks.iter().map(members).collect();
            let by_hand =
                (0..256u32).filter(|pick| masks.iter().all(|mask| mask & pick != 0)).map(u32::count_ones).min();
            let Hit::Set(found) = smallest(&sets, 0, 9) else { panic!("there is one: {sets:?}") };
            assert_eq!(Some(found.len() as u32), by_hand, "{sets:?}");
        }
    }
}
