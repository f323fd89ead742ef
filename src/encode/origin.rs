//! Which clauses of a formula come from which constraint of its model.
//!
//! Clauses are numbered in the order in which they leave the encoder, from 0. A run is kept only where the owner
//! changes, so a formula of a million clauses takes a few numbers per constraint. What holds: every clause is in exactly
//! one run. Literals that several constraints may use (domains, equalities of order literals, bits) are defined by
//! clauses that belong to no constraint: the formula without the clauses of a constraint is, but for auxiliaries, the
//! formula of the model without it.

use std::ops::Range;

/// The runs of clauses, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins {
    /// The first clause of each run and whose it is.
    starts: Vec<(u64, Option<u32>)>,
    n_clauses: u64,
}

impl Origins {
    /// Notes one more clause.
    pub(super) fn push(&mut self, owner: Option<u32>) {
        if self.starts.last().is_none_or(|(_, last)| *last != owner) {
            self.starts.push((self.n_clauses, owner));
        }
        self.n_clauses += 1;
    }

    /// The number of clauses.
    pub fn n_clauses(&self) -> u64 {
        self.n_clauses
    }

    /// The runs in order: the index of the constraint, or `None` for what defines shared literals; and the clauses.
    pub fn runs(&self) -> impl Iterator<Item = (Option<u32>, Range<u64>)> + '_ {
        let ends = self.starts.iter().skip(1).map(|(start, _)| *start).chain([self.n_clauses]);
        self.starts.iter().zip(ends).map(|((start, owner), end)| (*owner, *start..end))
    }
}

#[cfg(test)]
mod tests {
    use super::Origins;

    #[test]
    fn runs_end_where_the_owner_changes() {
        let mut origins = Origins::default();
        assert_eq!(origins.runs().count(), 0);
        [None, None, Some(0), None, Some(0), Some(1), Some(1)].into_iter().for_each(|owner| origins.push(owner));
        let runs: Vec<_> = origins.runs().collect();
        assert_eq!(runs, [(None, 0..2), (Some(0), 2..3), (None, 3..4), (Some(0), 4..5), (Some(1), 5..7)]);
        assert_eq!(origins.n_clauses(), 7);
    }
}
