//! A smaller core: leave out one assumption after the other and see whether the contradiction remains.
//!
//! One solve per assumption at most; each answer's own core shortens the rest. Within the budget the result is minimal:
//! no assumption can be left out. Marques-Silva, Minimal unsatisfiability, 2010, the deletion-based algorithm.

use super::{Answer, Solver};
use crate::cnf::Lit;
use crate::search::{Budget, End};
use itertools::Itertools;
use rustc_hash::FxHashSet;

/// A minimal part of a core, or a smaller one when the budget is spent before. The error is a failure of the backend.
pub fn minimise_core(solver: &mut dyn Solver, core: &[Lit], budget: &Budget) -> Result<(Vec<Lit>, End), String> {
    let mut core: Vec<Lit> = core.iter().copied().unique().collect();
    let mut n_needed = 0;
    while n_needed < core.len() {
        let without: Vec<Lit> = core[..n_needed].iter().chain(&core[n_needed + 1..]).copied().collect();
        match solver.solve(&without, budget) {
            Answer::Sat(_) => n_needed += 1,
            Answer::Unsat(smaller) => keep(&mut core, &smaller, &mut n_needed),
            Answer::Unknown(stop) => return Ok((core, End::OutOfBudget(stop))),
            Answer::Failed(why) => return Err(why),
        }
    }
    Ok((core, End::Exhausted))
}

/// Shortens the core. What was found to be needed is in every contradictory part of it, and stays in front.
fn keep(core: &mut Vec<Lit>, smaller: &[Lit], n_needed: &mut usize) {
    let smaller: FxHashSet<Lit> = smaller.iter().copied().collect();
    *n_needed = core[..*n_needed].iter().filter(|lit| smaller.contains(lit)).count();
    core.retain(|lit| smaller.contains(lit));
}
