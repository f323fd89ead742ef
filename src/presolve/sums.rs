//! Sums of ranged variables, and bounds propagation over them with a trail: for probing, and for the search of the
//! decomposition.
//!
//! Each sum keeps the least and the greatest value it can still have, so that a change of a variable costs one update
//! per occurrence, and a sum of a hundred thousand terms is looked at only when it is tight enough to imply anything.
//! What holds between calls: `min` and `max` of every sum fit the ranges; after `propagate` returned true, no single
//! sum can tighten a range any more.

use crate::model::{Atom, Cmp, Constraint};

/// `lo <= sum of terms <= hi`, each variable once, no coefficient 0, sorted by variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sum {
    pub terms: Vec<(u32, i64)>,
    pub lo: i64,
    pub hi: i64,
}

impl Sum {
    /// The smallest and the largest value the terms can have.
    pub fn extent(&self, ranges: &[(i32, i32)]) -> (i64, i64) {
        let ends = |&(v, c): &(u32, i64)| {
            let (lo, hi) = ranges[v as usize];
            let (a, b) = (c * i64::from(lo), c * i64::from(hi));
            (a.min(b), a.max(b))
        };
        self.terms.iter().map(ends).fold((0, 0), |(min, max), (a, b)| (min + a, max + b))
    }

    /// Whether it counts: no weight but 1 and -1.
    pub fn is_count(&self) -> bool {
        self.terms.iter().all(|(_, c)| c.abs() == 1)
    }

    /// The sum over Booleans as a clause or counts if its weights allow, else as linear constraints; `atom` says what is
    /// true when a column is 1.
    pub fn constraints(&self, atom: &dyn Fn(u32) -> Atom) -> Vec<Constraint> {
        let least: i64 = self.terms.iter().map(|(_, c)| (*c).min(0)).sum();
        let most: i64 = self.terms.iter().map(|(_, c)| (*c).max(0)).sum();
        let exact = (self.lo == self.hi).then_some((Cmp::Eq, self.lo));
        let above = (self.lo < self.hi && least < self.lo).then_some((Cmp::Ge, self.lo));
        let below = (self.lo < self.hi && most > self.hi).then_some((Cmp::Le, self.hi));
        let sides = exact.into_iter().chain(above).chain(below);
        let literal = |&(v, c): &(u32, i64)| if c > 0 { atom(v) } else { !atom(v) };
        let constraint = |(cmp, bound): (Cmp, i64)| match (self.is_count(), cmp, bound - least) {
            (true, Cmp::Ge, 1) => Constraint::Clause(self.terms.iter().map(literal).collect()),
            (true, _, bound) => Constraint::Count { atoms: self.terms.iter().map(literal).collect(), cmp, bound },
            (false, ..) => {
                Constraint::Linear { terms: self.terms.iter().map(|(v, c)| (*c, atom(*v).var)).collect(), cmp, bound }
            }
        };
        sides.map(constraint).collect()
    }
}

/// For each variable the sums it occurs in with its coefficient, as one flat list.
#[derive(Debug, Default)]
pub(crate) struct Occurrences {
    starts: Vec<u32>,
    entries: Vec<(u32, i64)>,
}

impl Occurrences {
    /// The occurrences of `n_vars` variables in the sums.
    pub fn new(n_vars: usize, sums: &[Sum]) -> Occurrences {
        let mut starts = vec![0u32; n_vars + 1];
        sums.iter().flat_map(|s| &s.terms).for_each(|(v, _)| starts[*v as usize + 1] += 1);
        (0..n_vars).for_each(|v| starts[v + 1] += starts[v]);
        let mut next = starts.clone();
        let mut entries = vec![(0, 0); starts[n_vars] as usize];
        for (s, sum) in sums.iter().enumerate() {
            for (v, c) in &sum.terms {
                entries[next[*v as usize] as usize] = (s as u32, *c);
                next[*v as usize] += 1;
            }
        }
        Occurrences { starts, entries }
    }

    /// The sums a variable occurs in, in their order.
    pub fn of(&self, var: u32) -> &[(u32, i64)] {
        &self.entries[self.starts[var as usize] as usize..self.starts[var as usize + 1] as usize]
    }
}

/// In the place of a sum: somebody outside said so.
const DECISION: u32 = u32::MAX;

/// Ranges under propagation.
pub(crate) struct Propagator<'a> {
    pub sums: &'a [Sum],
    pub occurrences: &'a Occurrences,
    pub ranges: Vec<(i32, i32)>,
    /// The least and greatest value of each sum under the ranges.
    pub extents: Vec<(i64, i64)>,
    /// The largest `|c| * (hi - lo)` of a term at the start: a sum with more room than this implies nothing.
    widest: Vec<i64>,
    /// What changed: the variable, its range before, and the sum that said so.
    trail: Vec<(u32, (i32, i32), u32)>,
    /// The sum at hand; after a contradiction, the one that failed.
    cause: u32,
    queue: Vec<u32>,
    queued: Vec<bool>,
}

impl<'a> Propagator<'a> {
    /// Nothing propagated yet; every sum is to be looked at.
    pub fn new(sums: &'a [Sum], occurrences: &'a Occurrences, ranges: Vec<(i32, i32)>) -> Propagator<'a> {
        let spread = |(v, c): &(u32, i64)| c.abs() * i64::from(ranges[*v as usize].1 - ranges[*v as usize].0);
        let widest = sums.iter().map(|s| s.terms.iter().map(spread).max().unwrap_or(0)).collect();
        let extents = sums.iter().map(|s| s.extent(&ranges)).collect();
        let queue = (0..sums.len() as u32).rev().collect();
        let queued = vec![true; sums.len()];
        Propagator { sums, occurrences, ranges, extents, widest, trail: Vec::new(), cause: DECISION, queue, queued }
    }

    /// Whether the variable has one value.
    pub fn is_fixed(&self, var: u32) -> bool {
        self.ranges[var as usize].0 == self.ranges[var as usize].1
    }

    /// Whether the ranges alone make the sum true.
    pub fn is_entailed(&self, sum: u32) -> bool {
        let ((min, max), s) = (self.extents[sum as usize], &self.sums[sum as usize]);
        min >= s.lo && max <= s.hi
    }

    /// A point to return to.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// The variables changed since the mark, possibly repeated.
    pub fn changed_since(&self, mark: usize) -> impl Iterator<Item = u32> + '_ {
        self.trail[mark..].iter().map(|(v, ..)| *v)
    }

    /// Undoes everything since the mark.
    pub fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let (var, range, _) = self.trail.pop().expect("the trail is longer than the mark");
            self.replace(var, range, false);
        }
        self.queue.drain(..).for_each(|s| self.queued[s as usize] = false);
        self.cause = DECISION;
    }

    /// The changes since the mark in order, each with the sum that said so, if one did.
    pub fn causes_since(&self, mark: usize) -> impl Iterator<Item = (u32, Option<u32>)> + '_ {
        self.trail[mark..].iter().map(|(v, _, cause)| (*v, Some(*cause).filter(|cause| *cause != DECISION)))
    }

    /// The sums behind the contradiction that was just found, as far as they spoke since the mark.
    pub fn blamed(&self, mark: usize) -> Vec<u32> {
        let mut blamed = Vec::new();
        let mut used = vec![false; self.ranges.len()];
        let mut blame = |sum: u32, used: &mut Vec<bool>| {
            blamed.push(sum);
            self.sums[sum as usize].terms.iter().for_each(|(v, _)| used[*v as usize] = true);
        };
        blame(self.cause, &mut used);
        for (var, _, cause) in self.trail[mark..].iter().rev() {
            if used[*var as usize] && *cause != DECISION {
                blame(*cause, &mut used);
            }
        }
        blamed
    }

    /// Makes all changes so far final.
    pub fn commit(&mut self) {
        self.trail.clear();
    }

    /// Cuts the range of a variable; false if nothing is left.
    pub fn restrict(&mut self, var: u32, lo: i32, hi: i32) -> bool {
        let old = self.ranges[var as usize];
        let new = (old.0.max(lo), old.1.min(hi));
        if new.0 > new.1 {
            return false;
        }
        if new != old {
            self.trail.push((var, old, self.cause));
            self.replace(var, new, true);
        }
        true
    }

    fn replace(&mut self, var: u32, new: (i32, i32), enqueue: bool) {
        let old = std::mem::replace(&mut self.ranges[var as usize], new);
        let (below, above) = (i64::from(new.0 - old.0), i64::from(new.1 - old.1));
        for &(s, c) in self.occurrences.of(var) {
            let extent = &mut self.extents[s as usize];
            let (min, max) = if c > 0 { (below, above) } else { (above, below) };
            extent.0 += c * min;
            extent.1 += c * max;
            if enqueue && !self.queued[s as usize] {
                self.queued[s as usize] = true;
                self.queue.push(s);
            }
        }
    }

    /// Tightens ranges until no single sum can; false on contradiction (then only `undo` is allowed).
    pub fn propagate(&mut self) -> bool {
        while let Some(s) = self.queue.pop() {
            self.queued[s as usize] = false;
            self.cause = s;
            if !self.look_at(s) {
                return false;
            }
        }
        self.cause = DECISION;
        true
    }

    fn look_at(&mut self, s: u32) -> bool {
        let (sum, (min, max)) = (&self.sums[s as usize], self.extents[s as usize]);
        let (up, down) = (sum.hi - min, max - sum.lo);
        if up < 0 || down < 0 {
            return false;
        }
        up.min(down) >= self.widest[s as usize] || sum.terms.iter().all(|(v, c)| self.tighten(*v, *c, up, down))
    }

    /// The term may rise by at most `up` above its least value and stay at most `down` below its greatest.
    fn tighten(&mut self, var: u32, c: i64, up: i64, down: i64) -> bool {
        let (lo, hi) = self.ranges[var as usize];
        let spread = c.abs() * i64::from(hi - lo);
        if lo == hi || (spread <= up && spread <= down) {
            return true;
        }
        let steps = |room: i64| i32::try_from(room / c.abs()).unwrap_or(i32::MAX);
        let (rise, fall) = if c > 0 { (steps(up), steps(down)) } else { (steps(down), steps(up)) };
        self.restrict(var, hi.saturating_sub(fall), lo.saturating_add(rise))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Var;

    #[test]
    fn a_sum_is_said_by_no_more_constraints_than_it_has_sides() {
        let atom = |v: u32| Var(v).is(1);
        let of = |lo, hi| Sum { terms: vec![(0, 1), (1, 1), (2, 1)], lo, hi }.constraints(&atom).len();
        for (lo, hi, n) in [(0, 3, 0), (0, 2, 1), (1, 3, 1), (1, 2, 2), (2, 2, 1), (0, 0, 1), (3, 3, 1)] {
            assert_eq!(of(lo, hi), n, "{lo}..{hi}");
        }
    }
}
