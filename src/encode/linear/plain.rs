//! Plain sums: a clause for each least way to pass the bound, and no variable.
//!
//! "At most `k`" forbids every choice of steps that sums up to more than `k` and would not if any of them were one smaller; for
//! `x + y + z = w` that is one clause per composition of each number. Propagates best, and grows like a binomial: for
//! few terms of few values.

use super::{Plan, Row, Term, note_goal, or_adder, size_or_adder};
use crate::cnf::{ClauseSink, Lit};

/// The row of this file.
pub const ROW: Row = Row {
    name: "plain",
    summary: "a clause per least way to pass the bound, no variables",
    reference: "folklore; for sums of order-encoded integers Tamura et al. 2009",
    encode: |terms, cmp, bound, sink| or_adder(at_most, terms, cmp, bound, sink),
    n_clauses: |terms, cmp, bound, most| size_or_adder(at_most, terms, cmp, bound, most),
    certified: true,
};

/// More clauses than this are never written: they grow so fast that any other row is better by then.
pub const MOST: usize = 100_000;

/// The clauses of "at most", if they are no more than that.
pub(super) fn at_most(terms: &[Term], bound: u128, most: usize) -> Option<Plan> {
    let mut chains: Vec<&[(u128, Lit)]> = Vec::with_capacity(terms.len());
    for term in terms {
        // Of a choice only equalities are known, which would take more clauses than steps do.
        let Term::Chain(steps) = term else { return None };
        chains.push(steps);
    }
    // Large terms first: what is left to choose is then least.
    chains.sort_by_key(|steps| std::cmp::Reverse(steps.last().map(|(weight, _)| *weight)));
    let after = chains.iter().rev().scan(0u128, |sum, steps| {
        *sum += steps.last().map_or(0, |(weight, _)| *weight);
        Some(*sum)
    });
    let mut left: Vec<u128> = after.collect();
    left.reverse();
    let most = most.min(MOST);
    let mut ways = Ways { chains, left, bound, most, n_looks: 0, chosen: Vec::new(), clauses: Vec::new() };
    ways.go_on(0, 0)?;
    let (clauses, terms) = (ways.clauses, terms.to_vec());
    let n_clauses = clauses.len();
    let write = move |sink: &mut dyn ClauseSink| {
        note_goal(&terms, sink);
        clauses.iter().for_each(|clause| sink.clause(clause));
    };
    Some(Plan { n_clauses, write: Box::new(write) })
}

/// The search for all least ways to pass the bound.
struct Ways<'a> {
    chains: Vec<&'a [(u128, Lit)]>,
    /// What the chains from each on can add at most.
    left: Vec<u128>,
    bound: u128,
    most: usize,
    n_looks: usize,
    /// The chains that take part, and their steps.
    chosen: Vec<(usize, usize)>,
    clauses: Vec<Vec<Lit>>,
}

impl Ways<'_> {
    /// Every way that goes on from the steps chosen so far; `None` when there are too many.
    fn go_on(&mut self, at: usize, sum: u128) -> Option<()> {
        /// Looks that may come to nothing, for each clause.
        const PATIENCE: usize = 8;
        self.n_looks += 1;
        if self.clauses.len() > self.most || self.n_looks / PATIENCE > self.most {
            return None;
        }
        if sum > self.bound {
            self.write(sum);
            return Some(());
        }
        if self.left.get(at).is_none_or(|left| sum + left <= self.bound) {
            return Some(());
        }
        self.go_on(at + 1, sum)?;
        let steps = self.chains[at];
        // Steps beyond the first that passes the bound would not be least.
        let first = steps.partition_point(|(weight, _)| sum + weight <= self.bound);
        for (step, (weight, _)) in steps.iter().enumerate().take(first + 1) {
            self.chosen.push((at, step));
            self.go_on(at + 1, sum + weight)?;
            self.chosen.pop();
        }
        Some(())
    }

    /// A clause against the chosen steps, if none of them could be one smaller.
    fn write(&mut self, sum: u128) {
        let is_needed = |(at, step): &(usize, usize)| {
            let steps = self.chains[*at];
            let before = step.checked_sub(1).map_or(0, |before| steps[before].0);
            sum - (steps[*step].0 - before) <= self.bound
        };
        if self.chosen.iter().all(is_needed) {
            self.clauses.push(self.chosen.iter().map(|(at, step)| !self.chains[*at][*step].1).collect());
        }
    }
}
