//! A solver without proofs whose refutations another one repeats: varisat, whose proofs are checked.
//!
//! The other solver is given every clause too and is asked only about what was refuted. It may take a few times as long as
//! the first one did; if that is not enough, the refutation stays unchecked, and the statistics say so.

use super::varisat::Varisat;
use super::{Answer, Solver};
use crate::cnf::Lit;
use crate::search::{Budget, Stats};
use std::time::Instant;

/// How long the other solver may take: seconds, and seconds for each second that the first one took.
const PATIENCE: (f64, f64) = (0.5, 3.0);

pub(super) struct Confirmed {
    solver: Box<dyn Solver>,
    prover: Varisat,
    /// How long the first one took for all its answers.
    seconds: f64,
    n_refuted: u64,
    n_broken: u64,
}

impl Confirmed {
    pub fn new(solver: Box<dyn Solver>) -> Confirmed {
        let mut prover = Varisat::default();
        prover.check_refutations();
        Confirmed { solver, prover, seconds: 0.0, n_refuted: 0, n_broken: 0 }
    }

    fn confirm(&mut self, core: &[Lit], budget: &Budget) {
        self.n_refuted += 1;
        let patience = budget.at_most(PATIENCE.0 + PATIENCE.1 * self.seconds);
        if let Answer::Sat(_) = self.prover.solve(core, &patience) {
            self.n_broken += 1;
        }
    }
}

impl Solver for Confirmed {
    fn add(&mut self, clause: &[Lit]) {
        self.solver.add(clause);
        self.prover.add(clause);
    }

    fn reserve(&mut self, n_vars: u32) {
        self.solver.reserve(n_vars);
    }

    fn n_vars(&self) -> u32 {
        self.solver.n_vars()
    }

    fn attempt(&mut self, assumptions: &[Lit], budget: &Budget, n_conflicts: Option<u64>) -> Option<Answer> {
        let started = Instant::now();
        let answer = self.solver.attempt(assumptions, budget, n_conflicts);
        self.seconds += started.elapsed().as_secs_f64();
        if let Some(Answer::Unsat(core)) = &answer {
            self.confirm(core, budget);
        }
        answer
    }

    fn stats(&self) -> Stats {
        let prover = self.prover.stats();
        let broken = self.n_broken + prover.broken;
        Stats { refutations: self.n_refuted, checked: prover.checked, broken, ..self.solver.stats() }
    }
}
