//! A solver that knows which formula it was given at first, by a number: equal formulas have equal numbers.
//!
//! What a search adds later does not change it. The number is a hash of 64 bits: different formulas with the same one are
//! possible and as good as never met.

use super::{Answer, Solver};
use crate::cnf::{ClauseSink, Lit};
use crate::search::{Budget, Stats};
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A solver and the number of its formula.
pub(super) struct Signed {
    pub solver: Box<dyn Solver>,
    pub formula: u64,
}

/// Passes a formula on and computes its number.
pub(super) struct Signing<'a, S> {
    out: &'a mut S,
    hash: FxHasher,
}

impl<'a, S: ClauseSink> Signing<'a, S> {
    /// Nothing was passed on yet.
    pub fn new(out: &'a mut S) -> Signing<'a, S> {
        Signing { out, hash: FxHasher::default() }
    }

    /// The number of what was passed on, never 0.
    pub fn formula(&self) -> u64 {
        self.hash.finish().max(1)
    }
}

impl<S: ClauseSink> ClauseSink for Signing<'_, S> {
    fn fresh(&mut self) -> Lit {
        self.out.fresh()
    }

    fn clause(&mut self, lits: &[Lit]) {
        lits.iter().for_each(|lit| self.hash.write_i32(lit.dimacs()));
        self.hash.write_i32(0);
        self.out.clause(lits);
    }

    fn is_full(&self) -> bool {
        self.out.is_full()
    }
}

impl Solver for Signed {
    fn add(&mut self, clause: &[Lit]) {
        self.solver.add(clause);
    }

    fn reserve(&mut self, n_vars: u32) {
        self.solver.reserve(n_vars);
    }

    fn n_vars(&self) -> u32 {
        self.solver.n_vars()
    }

    fn attempt(&mut self, assumptions: &[Lit], budget: &Budget, n_conflicts: Option<u64>) -> Option<Answer> {
        self.solver.attempt(assumptions, budget, n_conflicts)
    }

    fn stats(&self) -> Stats {
        Stats { formula: self.formula, ..self.solver.stats() }
    }
}
