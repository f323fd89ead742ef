//! Subset reasoning: a sum that contains an exact sum is replaced by the difference.
//!
//! From `A = k` and `lo <= A + B <= hi` follows `lo - k <= B <= hi - k`, and with `A = k` still there the second sum need
//! not say more. Each step removes terms, so it ends; a step costs the occurrences of one variable. The board-wide count
//! of a Minesweeper board loses every clue that lies in it this way, which is what makes the board fall apart.

use super::sums::Sum;
use crate::search::{Budget, Stop};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Subtractions between two looks at the clock.
const STEPS_PER_CHECK: usize = 1024;

/// What was done to the sums, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// The first lost the terms of the second, or took over its bounds.
    Shrunk(u32, u32),
    /// The first says what the second says, and is gone.
    Merged(u32, u32),
}

/// A sum whose removed terms have coefficient 0 until the end.
struct Shrinking {
    sum: Sum,
    n_terms: usize,
    /// Whether it is in the queue: a board-wide sum that loses a thousand subsets is looked at once, not a thousand times.
    is_waiting: bool,
}

impl Shrinking {
    fn position(&self, var: u32) -> Option<usize> {
        self.sum.terms.binary_search_by_key(&var, |(v, _)| *v).ok()
    }

    fn is_exact(&self) -> bool {
        self.sum.lo == self.sum.hi && self.n_terms > 0
    }

    fn contains(&self, terms: &[(u32, i64)]) -> bool {
        self.n_terms >= terms.len()
            && terms.iter().all(|(v, c)| self.position(*v).is_some_and(|i| self.sum.terms[i].1 == *c))
    }

    fn subtract(&mut self, terms: &[(u32, i64)], value: i64) {
        for (v, _) in terms {
            let at = self.position(*v).expect("the sum contains the terms");
            self.sum.terms[at].1 = 0;
        }
        self.n_terms -= terms.len();
        self.sum.lo -= value;
        self.sum.hi -= value;
    }

    fn live(&self) -> Vec<(u32, i64)> {
        self.sum.terms.iter().filter(|(_, c)| *c != 0).copied().collect()
    }
}

/// Shortens the sums, which speak of `n_columns` columns, in place: one that is gone has no terms and says `0 = 0`; one
/// that cannot hold has bounds that say so. Returns what was done, in order.
pub(super) fn shorten(sums: &mut [Sum], n_columns: usize, budget: &Budget) -> Result<Vec<Change>, Stop> {
    let mut changes = Vec::new();
    let mut occurs: Vec<Vec<u32>> = vec![Vec::new(); n_columns];
    for (s, sum) in sums.iter().enumerate() {
        sum.terms.iter().for_each(|(v, _)| occurs[*v as usize].push(s as u32));
    }
    let shrinking = |sum: &Sum| Shrinking { n_terms: sum.terms.len(), sum: sum.clone(), is_waiting: false };
    let mut shrunk: Vec<Shrinking> = sums.iter().map(shrinking).collect();
    shrunk.iter_mut().for_each(|sum| sum.is_waiting = sum.is_exact());
    let mut exact: Vec<u32> = (0..shrunk.len() as u32).filter(|s| shrunk[*s as usize].is_waiting).collect();
    exact.sort_by_key(|s| shrunk[*s as usize].n_terms);
    let mut waiting: VecDeque<u32> = exact.into();
    let mut n_steps = 0usize;
    while let Some(a) = waiting.pop_front() {
        n_steps += 1;
        if n_steps.is_multiple_of(STEPS_PER_CHECK) {
            budget.spent().map_or(Ok(()), Err)?;
        }
        shrunk[a as usize].is_waiting = false;
        let (terms, value) = (shrunk[a as usize].live(), shrunk[a as usize].sum.lo);
        let Some((rarest, _)) = terms.iter().min_by_key(|(v, _)| occurs[*v as usize].len()) else { continue };
        for b in &occurs[*rarest as usize] {
            let larger = &mut shrunk[*b as usize];
            if *b != a && larger.contains(&terms) {
                larger.subtract(&terms, value);
                changes.push(Change::Shrunk(*b, a));
                if larger.is_exact() && !std::mem::replace(&mut larger.is_waiting, true) {
                    waiting.push_back(*b);
                }
            }
        }
    }
    for (sum, shrunk) in sums.iter_mut().zip(&shrunk).filter(|(_, shrunk)| shrunk.n_terms < shrunk.sum.terms.len()) {
        *sum = Sum { terms: shrunk.live(), ..shrunk.sum };
    }
    merge(sums, &mut changes);
    Ok(changes)
}

/// Makes one of those with the same terms, and leaves nothing of the others.
pub(super) fn merge(sums: &mut [Sum], changes: &mut Vec<Change>) {
    let mut seen: FxHashMap<Vec<(u32, i64)>, u32> = FxHashMap::default();
    for s in 0..sums.len() as u32 {
        let Sum { terms, lo, hi } = sums[s as usize].clone();
        if terms.is_empty() {
            continue;
        }
        let first = *seen.entry(terms).or_insert(s);
        if first != s {
            let kept = &mut sums[first as usize];
            if kept.lo < lo || hi < kept.hi {
                (kept.lo, kept.hi) = (kept.lo.max(lo), kept.hi.min(hi));
                changes.push(Change::Shrunk(first, s));
            }
            changes.push(Change::Merged(s, first));
            sums[s as usize] = Sum { terms: Vec::new(), lo: 0, hi: 0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, shorten};
    use crate::presolve::sums::Sum;
    use crate::search::Budget;

    fn sum(vars: &[u32], lo: i64, hi: i64) -> Sum {
        Sum { terms: vars.iter().map(|v| (*v, 1)).collect(), lo, hi }
    }

    #[test]
    fn subsets_are_subtracted() {
        let cases: &[(&[Sum], &[Sum], &[Change])] = &[
            (
                &[sum(&[0, 1], 1, 1), sum(&[0, 1, 2], 2, 2)],
                &[sum(&[0, 1], 1, 1), sum(&[2], 1, 1)],
                &[Change::Shrunk(1, 0)],
            ),
            (
                &[sum(&[0, 1, 2], 0, 2), sum(&[0, 1], 1, 1)],
                &[sum(&[2], -1, 1), sum(&[0, 1], 1, 1)],
                &[Change::Shrunk(0, 1)],
            ),
            (&[sum(&[0, 1], 1, 1), sum(&[0, 1], 2, 2)], &[sum(&[0, 1], 1, 1), sum(&[], 1, 1)], &[Change::Shrunk(1, 0)]),
            (
                &[sum(&[0, 1], 0, 1), sum(&[0, 1], 1, 2)],
                &[sum(&[0, 1], 1, 1), sum(&[], 0, 0)],
                &[Change::Shrunk(0, 1), Change::Merged(1, 0)],
            ),
            (&[sum(&[0, 1], 0, 1), sum(&[1, 2], 1, 2)], &[sum(&[0, 1], 0, 1), sum(&[1, 2], 1, 2)], &[]),
        ];
        for (input, expected, changes) in cases {
            let mut sums = input.to_vec();
            let done = shorten(&mut sums, 3, &Budget::unlimited()).expect("no limit");
            assert_eq!((sums.as_slice(), done.as_slice()), (*expected, *changes));
        }
    }
}
