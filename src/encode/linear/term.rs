//! A term: what one variable adds to a sum, told by literals.
//!
//! The contribution is the largest weight whose literal is true, or 0. In a chain every literal implies the ones
//! before it; in a choice exactly one is true. Weights are strictly increasing in a chain.

use crate::cnf::Lit;

/// A non-negative contribution to a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// `contribution >= weight` for each literal; the weights increase.
    Chain(Vec<(u128, Lit)>),
    /// `contribution = weight` for each literal, of which exactly one is true.
    Choice(Vec<(u128, Lit)>),
}

impl Term {
    /// A literal with a weight.
    pub fn weighted(weight: u128, lit: Lit) -> Term {
        Term::Chain(vec![(weight, lit)])
    }

    /// The weights with the literals that tell them.
    pub fn steps(&self) -> &[(u128, Lit)] {
        match self {
            Term::Chain(steps) | Term::Choice(steps) => steps,
        }
    }

    /// The largest contribution.
    pub fn largest(&self) -> u128 {
        self.steps().iter().map(|(weight, _)| *weight).max().unwrap_or(0)
    }

    /// The term that contributes what this one leaves of its largest contribution.
    pub fn complement(&self) -> Term {
        let largest = self.largest();
        match self {
            Term::Choice(steps) => Term::Choice(steps.iter().map(|(w, lit)| (largest - w, *lit)).collect()),
            Term::Chain(steps) => Term::Chain(reversed(steps, largest)),
        }
    }

    /// Independent weighted literals with the same sum, for adders.
    pub fn increments(&self) -> Vec<(u128, Lit)> {
        match self {
            Term::Choice(steps) => steps.iter().copied().filter(|(w, _)| *w > 0).collect(),
            Term::Chain(steps) => {
                let below = std::iter::once(0).chain(steps.iter().map(|(w, _)| *w));
                steps.iter().zip(below).map(|((w, lit), below)| (w - below, *lit)).collect()
            }
        }
    }

    /// The same with all weights divided; they must be multiples.
    pub fn divided(&self, divisor: u128) -> Term {
        let divide = |steps: &[(u128, Lit)]| steps.iter().map(|(w, lit)| (w / divisor, *lit)).collect();
        match self {
            Term::Chain(steps) => Term::Chain(divide(steps)),
            Term::Choice(steps) => Term::Choice(divide(steps)),
        }
    }
}

/// At least `w` is not reached exactly when at most the weight before it is, which leaves `largest - before`.
fn reversed(steps: &[(u128, Lit)], largest: u128) -> Vec<(u128, Lit)> {
    let below = std::iter::once(0).chain(steps.iter().map(|(w, _)| *w));
    let mut out: Vec<(u128, Lit)> = steps.iter().zip(below).map(|((_, lit), below)| (largest - below, !*lit)).collect();
    out.reverse();
    out
}
