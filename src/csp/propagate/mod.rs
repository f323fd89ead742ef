//! What a constraint says about domains: one file per way of reasoning.
//!
//! A propagator removes values that cannot be part of a solution of its one constraint. What holds for each: it never
//! removes a value that has a solution within the current domains, and when all variables are fixed it reports a
//! conflict exactly when `Constraint::holds` is false. Between the two it is as strong as is cheap.

mod all_different;
mod arithmetic;
mod element;
mod extremum;
mod generic;
mod global;
mod hall;
mod linear;
mod matching;
pub(super) mod reified;
mod relax;
mod strong;
mod sum;
mod table;

pub(super) use all_different::AllDifferent;
pub(super) use reified::Probe;
pub(super) use relax::{Relaxation, relaxations};
pub(super) use sum::Sums;
pub(super) use table::Table;

use super::domains::{Conflict, Domains, Kept};
use super::reversible::Reversible;
use crate::model::{Constraint, Var};

/// A constraint with what its reasoning remembers.
pub(super) enum Propagator<'m> {
    /// Clauses, counts and linear sums, reified or not: counters kept by [`Sums`].
    Sum(u32),
    /// The same, and what it leaves of the objective.
    Relaxed(u32, Vec<Relaxation>),
    /// Values used up by fixed variables, then a matching.
    AllDifferent(Box<AllDifferent>),
    /// The rows still alive.
    Table(Table<'m>),
    /// No memory.
    Other(&'m Constraint),
}

impl<'m> Propagator<'m> {
    /// The propagator of a constraint; sums go to `sums`, counters to `ints`.
    pub fn new(constraint: &'m Constraint, domains: &Domains, sums: &mut Sums, ints: &mut Reversible<u32>) -> Self {
        match (sums.add(constraint, domains), constraint) {
            (Some(sum), _) => Propagator::Sum(sum),
            (None, Constraint::AllDifferent(vars)) => Propagator::AllDifferent(Box::new(AllDifferent::new(vars, ints))),
            (None, Constraint::Table { vars, rows }) => Propagator::Table(Table::new(vars, rows, ints)),
            (None, other) => Propagator::Other(other),
        }
    }
}

impl Propagator<'_> {
    /// A sum that says also what it leaves of the objective.
    pub fn with(self, relaxation: Relaxation) -> Self {
        match self {
            Propagator::Sum(sum) => Propagator::Relaxed(sum, vec![relaxation]),
            Propagator::Relaxed(sum, mut all) => {
                all.push(relaxation);
                Propagator::Relaxed(sum, all)
            }
            other => other,
        }
    }

    /// Whether a run costs so much that the others should go first.
    pub fn is_slow(&self) -> bool {
        use Propagator::{AllDifferent, Other, Relaxed};
        matches!(self, AllDifferent(_) | Relaxed(..) | Other(Constraint::Global(_)))
    }
}

/// Whether all variables are fixed.
fn all_fixed(scope: &[Var], domains: &Domains) -> bool {
    scope.iter().all(|x| domains.value(*x).is_some())
}
