//! A domain with its values numbered from 0, so that a value is found by its number and the number by its value.
//!
//! Both take a binary search among the ranges; a domain of one range stores nothing beside it.

use crate::model::Domain;

/// The values of a variable in increasing order.
#[derive(Clone, Debug)]
pub struct Values {
    domain: Domain,
    /// How many values lie before each range; empty when there is one range.
    before: Vec<u64>,
    n: u64,
}

impl Values {
    /// The values of a domain.
    pub fn new(domain: Domain) -> Values {
        let mut before = Vec::new();
        if domain.ranges().len() > 1 {
            let sizes = domain.ranges().iter().map(|(lo, hi)| hi.abs_diff(*lo) + 1);
            before = sizes.scan(0, |n, size| Some(std::mem::replace(n, *n + size))).collect();
        }
        let n = domain.size();
        Values { domain, before, n }
    }

    /// The set of values.
    pub fn domain(&self) -> &Domain {
        &self.domain
    }

    /// The number of values.
    pub fn len(&self) -> u64 {
        self.n
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// The smallest value, 0 if there is none.
    pub fn min(&self) -> i64 {
        if self.is_empty() { 0 } else { self.domain.min() }
    }

    /// The largest value, 0 if there is none.
    pub fn max(&self) -> i64 {
        if self.is_empty() { 0 } else { self.domain.max() }
    }

    /// The value with a number below [`Values::len`].
    pub fn nth(&self, index: u64) -> i64 {
        let range = self.before.partition_point(|n| *n <= index).saturating_sub(1);
        let within = index - self.before.get(range).copied().unwrap_or(0);
        self.domain.ranges()[range].0.wrapping_add_unsigned(within)
    }

    /// The number of values that are at most `value`.
    pub fn n_at_most(&self, value: i64) -> u64 {
        let range = self.domain.ranges().partition_point(|(lo, _)| *lo <= value);
        let Some(range) = range.checked_sub(1) else { return 0 };
        let (lo, hi) = self.domain.ranges()[range];
        self.before.get(range).copied().unwrap_or(0) + value.min(hi).abs_diff(lo).saturating_add(1)
    }

    /// The number of a value, if it is one of the domain.
    pub fn index_of(&self, value: i64) -> Option<u64> {
        self.domain.contains(value).then(|| self.n_at_most(value) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::Values;
    use crate::model::Domain;

    #[test]
    fn numbers_and_values_agree() {
        for domain in [Domain::range(-2, 3), Domain::from_values([-5, -4, 0, 2, 3, 9]), Domain::singleton(7)] {
            let values = Values::new(domain.clone());
            let list: Vec<i64> = domain.iter().collect();
            assert_eq!(values.len(), list.len() as u64);
            for v in -7..12 {
                assert_eq!(values.n_at_most(v), list.iter().filter(|x| **x <= v).count() as u64);
                assert_eq!(values.index_of(v), list.iter().position(|x| *x == v).map(|i| i as u64));
            }
            assert_eq!((0..values.len()).map(|i| values.nth(i)).collect::<Vec<_>>(), list);
        }
    }
}
