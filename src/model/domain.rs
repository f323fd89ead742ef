//! A finite set of integers as sorted, disjoint, non-adjacent ranges.
//!
//! One range needs no allocation, so a model of a hundred thousand Booleans stays small. Size and iteration cost what
//! the values cost; every other operation is linear in the number of ranges.

use smallvec::{SmallVec, smallvec};
use std::fmt;

/// The values a variable may take.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Domain {
    /// Sorted, `lo <= hi`, and a gap of at least one between neighbours.
    ranges: SmallVec<[(i64, i64); 1]>,
}

impl Domain {
    /// No value at all.
    pub fn empty() -> Domain {
        Domain::default()
    }

    /// `{0, 1}`.
    pub fn boolean() -> Domain {
        Domain::range(0, 1)
    }

    /// All values from `lo` to `hi`, both included; empty when `lo > hi`.
    pub fn range(lo: i64, hi: i64) -> Domain {
        if lo > hi { Domain::empty() } else { Domain { ranges: smallvec![(lo, hi)] } }
    }

    /// Just one value.
    pub fn singleton(value: i64) -> Domain {
        Domain::range(value, value)
    }

    /// The given values, in any order, repeated or not.
    pub fn from_values(values: impl IntoIterator<Item = i64>) -> Domain {
        Domain::from_ranges(values.into_iter().map(|v| (v, v)))
    }

    /// The union of the given ranges, in any order; empty ranges are ignored.
    pub fn from_ranges(ranges: impl IntoIterator<Item = (i64, i64)>) -> Domain {
        let mut sorted: Vec<(i64, i64)> = ranges.into_iter().filter(|(lo, hi)| lo <= hi).collect();
        sorted.sort_unstable();
        let mut out: SmallVec<[(i64, i64); 1]> = SmallVec::new();
        for (lo, hi) in sorted {
            match out.last_mut() {
                Some(last) if lo <= last.1.saturating_add(1) => last.1 = last.1.max(hi),
                _ => out.push((lo, hi)),
            }
        }
        Domain { ranges: out }
    }

    /// The ranges, sorted and disjoint.
    pub fn ranges(&self) -> &[(i64, i64)] {
        &self.ranges
    }

    /// Whether no value is left.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// The smallest value. The domain must not be empty.
    pub fn min(&self) -> i64 {
        self.ranges.first().expect("an empty domain has no minimum").0
    }

    /// The largest value. The domain must not be empty.
    pub fn max(&self) -> i64 {
        self.ranges.last().expect("an empty domain has no maximum").1
    }

    /// The only value, if there is just one.
    pub fn value(&self) -> Option<i64> {
        match self.ranges.as_slice() {
            [(lo, hi)] if lo == hi => Some(*lo),
            _ => None,
        }
    }

    /// The number of values, as far as it fits.
    pub fn size(&self) -> u64 {
        self.ranges.iter().fold(0u64, |n, (lo, hi)| n.saturating_add(hi.abs_diff(*lo)).saturating_add(1))
    }

    /// Whether the value is in the set.
    pub fn contains(&self, value: i64) -> bool {
        let after = self.ranges.partition_point(|(_, hi)| *hi < value);
        self.ranges.get(after).is_some_and(|(lo, _)| *lo <= value)
    }

    /// The values in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = i64> + '_ {
        self.ranges.iter().flat_map(|(lo, hi)| *lo..=*hi)
    }

    /// The values from `lo` to `hi` in increasing order.
    pub fn within(&self, lo: i64, hi: i64) -> impl Iterator<Item = i64> + '_ {
        self.touching((lo, hi)).flat_map(move |(from, to)| (*from).max(lo)..=(*to).min(hi))
    }

    /// The values in both.
    pub fn intersect(&self, other: &Domain) -> Domain {
        let clip = |a: &(i64, i64), b: &(i64, i64)| (a.0.max(b.0), a.1.min(b.1));
        let pairs = self.ranges.iter().flat_map(|a| other.touching(*a).map(move |b| clip(a, b)));
        Domain::from_ranges(pairs)
    }

    /// The ranges that have a value in common with this one.
    fn touching(&self, (lo, hi): (i64, i64)) -> impl Iterator<Item = &(i64, i64)> {
        let from = self.ranges.partition_point(|range| range.1 < lo);
        self.ranges[from..].iter().take_while(move |range| range.0 <= hi)
    }

    /// The values of either.
    pub fn union(&self, other: &Domain) -> Domain {
        Domain::from_ranges(self.ranges.iter().chain(&other.ranges).copied())
    }

    /// The values not in `other`.
    pub fn minus(&self, other: &Domain) -> Domain {
        let mut left = Vec::new();
        for (lo, hi) in &self.ranges {
            let mut from = Some(*lo);
            for (start, end) in other.touching((*lo, *hi)) {
                left.extend(from.filter(|from| from < start).map(|from| (from, start - 1)));
                from = end.checked_add(1);
            }
            left.extend(from.filter(|from| from <= hi).map(|from| (from, *hi)));
        }
        Domain::from_ranges(left)
    }

    /// The largest value of the set that is at most `value`.
    pub fn at_or_below(&self, value: i64) -> Option<i64> {
        let after = self.ranges.partition_point(|(lo, _)| *lo <= value);
        after.checked_sub(1).map(|i| self.ranges[i].1.min(value))
    }

    /// The smallest value of the set that is at least `value`.
    pub fn at_or_above(&self, value: i64) -> Option<i64> {
        let at = self.ranges.partition_point(|(_, hi)| *hi < value);
        self.ranges.get(at).map(|(lo, _)| (*lo).max(value))
    }
}

/// `1..3, 7` as MiniZinc would write the ranges.
impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("{}");
        }
        for (i, (lo, hi)) in self.ranges.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            if lo == hi { write!(f, "{comma}{lo}")? } else { write!(f, "{comma}{lo}..{hi}")? }
        }
        Ok(())
    }
}

impl fmt::Debug for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::Domain;

    fn set(values: &[i64]) -> Domain {
        Domain::from_values(values.iter().copied())
    }

    #[test]
    fn ranges_are_merged_and_sorted() {
        assert_eq!(set(&[3, 1, 2, 7, 7]).ranges(), &[(1, 3), (7, 7)]);
        assert_eq!(Domain::from_ranges([(5, 4), (1, 2), (2, 3)]).ranges(), &[(1, 3)]);
        assert_eq!(set(&[3, 1, 2, 7]).to_string(), "1..3, 7");
    }

    #[test]
    fn operations_agree_with_sets_of_values() {
        let sets: Vec<Vec<i64>> = (0..64u32).map(|bits| (0..6).filter(|i| bits >> i & 1 == 1).collect()).collect();
        for a in &sets {
            for b in &sets {
                let keep = |f: &dyn Fn(&i64) -> bool| (0..6).filter(f).collect::<Vec<i64>>();
                let values = |d: Domain| d.iter().collect::<Vec<_>>();
                assert_eq!(values(set(a).intersect(&set(b))), keep(&|v| a.contains(v) && b.contains(v)));
                assert_eq!(values(set(a).union(&set(b))), keep(&|v| a.contains(v) || b.contains(v)));
                assert_eq!(values(set(a).minus(&set(b))), keep(&|v| a.contains(v) && !b.contains(v)));
            }
            for v in -1..7 {
                assert_eq!(set(a).contains(v), a.contains(&v));
                assert_eq!(set(a).at_or_below(v), a.iter().copied().filter(|x| *x <= v).max());
                assert!(set(a).within(v, v + 2).eq(a.iter().copied().filter(|x| (v..=v + 2).contains(x))));
                assert_eq!(set(a).at_or_above(v), a.iter().copied().filter(|x| *x >= v).min());
            }
            assert_eq!(set(a).size(), a.len() as u64);
        }
    }

    #[test]
    fn sets_with_many_gaps_stay_small() {
        let (even, third) =
            (Domain::from_values((0..2000).map(|i| 2 * i)), Domain::from_values((0..2000).map(|i| 3 * i)));
        assert!(even.minus(&even).is_empty());
        assert_eq!(even.minus(&third).size() + even.intersect(&third).size(), even.size());
    }

    #[test]
    fn extreme_values_do_not_overflow() {
        let all = Domain::range(i64::MIN, i64::MAX);
        assert_eq!(all.size(), u64::MAX);
        assert_eq!(all.minus(&Domain::singleton(i64::MAX)).max(), i64::MAX - 1);
        assert_eq!(all.union(&Domain::singleton(i64::MAX)), all);
    }
}
