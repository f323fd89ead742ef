//! The smallest set that meets every set of a family, by branch and bound.
//!
//! A node branches over the members of the smallest set that is not met yet, each member excluded from the branches after
//! its own. Sets that share no member each cost one, which is the lower bound. Exact as long as the steps last.

use rustc_hash::{FxHashMap, FxHashSet};

/// How many nodes may be looked at for one answer.
const STEPS: u64 = 200_000;

/// A smallest set that meets all sets and has fewer than `below` members.
pub enum Hit {
    /// This one.
    Set(Vec<u32>),
    /// There is none.
    None,
    /// The steps were spent first.
    Spent,
}

/// Looks for it.
pub fn smallest(sets: &[Vec<u32>], below: usize) -> Hit {
    let mut sets: Vec<&Vec<u32>> = sets.iter().collect();
    sets.sort_by_key(|set| set.len());
    let mut search = Search { sets, best: None, below, steps: STEPS, chosen: Vec::new(), banned: FxHashSet::default() };
    search.look();
    match (search.best, search.steps) {
        (_, 0) => Hit::Spent,
        (Some(set), _) => Hit::Set(set),
        (None, _) => Hit::None,
    }
}

struct Search<'a> {
    sets: Vec<&'a Vec<u32>>,
    best: Option<Vec<u32>>,
    below: usize,
    steps: u64,
    chosen: Vec<u32>,
    banned: FxHashSet<u32>,
}

impl Search<'_> {
    fn look(&mut self) {
        if self.steps == 0 {
            return;
        }
        self.steps -= 1;
        let Some((bound, branch)) = self.open() else { return };
        if self.chosen.len() + bound >= self.below {
            return;
        }
        let Some(branch) = branch else {
            self.below = self.chosen.len();
            self.best = Some(self.chosen.clone());
            return;
        };
        let mut tried = Vec::new();
        for member in branch {
            self.chosen.push(member);
            self.look();
            self.chosen.pop();
            self.banned.insert(member);
            tried.push(member);
        }
        for member in tried {
            self.banned.remove(&member);
        }
    }

    /// A lower bound for what is left, and the members of a smallest set that is open; nothing if one cannot be met.
    fn open(&self) -> Option<(usize, Option<Vec<u32>>)> {
        let mut used: FxHashSet<u32> = FxHashSet::default();
        let (mut bound, mut branch): (usize, Option<Vec<u32>>) = (0, None);
        let mut often: FxHashMap<u32, u32> = FxHashMap::default();
        for set in self.sets.iter().filter(|set| !set.iter().any(|member| self.chosen.contains(member))) {
            let left: Vec<u32> = set.iter().copied().filter(|member| !self.banned.contains(member)).collect();
            if left.is_empty() {
                return None;
            }
            left.iter().for_each(|member| *often.entry(*member).or_default() += 1);
            if left.iter().all(|member| !used.contains(member)) {
                bound += 1;
                used.extend(&left);
            }
            if branch.as_ref().is_none_or(|best| left.len() < best.len()) {
                branch = Some(left);
            }
        }
        // Members that meet many sets first.
        if let Some(members) = &mut branch {
            members.sort_by_key(|member| std::cmp::Reverse(often[member]));
        }
        Some((bound, branch))
    }
}

#[cfg(test)]
mod tests {
    use super::{Hit, smallest};

    fn check(sets: &[&[u32]], below: usize, expected: Option<usize>) {
        let sets: Vec<Vec<u32>> = sets.iter().map(|set| set.to_vec()).collect();
        match smallest(&sets, below) {
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
            let Hit::Set(found) = smallest(&sets, 9) else { panic!("there is one: {sets:?}") };
            assert_eq!(Some(found.len() as u32), by_hand, "{sets:?}");
        }
    }
}
