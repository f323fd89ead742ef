//! The couplings set aside: everything else as one model for the leaf engine, whose solution may fit them by luck.
//!
//! Luck is common: variables in nothing but a coupling are slack and take up the difference. If it does not fit, or if
//! there is no solution even without the couplings, that is known too.

use super::leaf::{Halt, Leaf, Outcome};
use super::parts::Prepared;
use super::solve::blank;
use super::split::Mixed;
use crate::model::Assignment;
use crate::search::Budget;

/// What came of setting the couplings aside.
pub(super) enum Relaxed {
    /// There is no solution even so.
    Unsat,
    /// A solution that fits the couplings.
    Fits(Assignment),
    /// There is a solution, but the one found does not fit the couplings.
    Misses,
}

/// Asks the leaf engine for a solution without the couplings, and lets the slack take up the difference.
pub(super) fn relaxed(prepared: &Prepared, leaf: &mut dyn Leaf, budget: &Budget) -> Result<Relaxed, Halt> {
    let sub = prepared.submodel(&everything_else(prepared));
    let mut solution = blank(prepared);
    match leaf.solve(&sub.model, budget) {
        Outcome::Sat(values) => sub.lift(&values, &mut solution),
        Outcome::Unsat => return Ok(Relaxed::Unsat),
        Outcome::Unknown(halt) => return Err(halt),
    }
    Ok(if take_up(prepared, &mut solution) { Relaxed::Fits(solution) } else { Relaxed::Misses })
}

/// All components and mixed parts together.
fn everything_else(prepared: &Prepared) -> Mixed {
    let split = &prepared.split;
    let parts = split.components.iter().map(|c| split.as_mixed(c)).chain(split.mixed.iter().cloned());
    let mut all = Mixed { vars: Vec::new(), sums: Vec::new(), opaque: Vec::new() };
    for part in parts {
        all.vars.extend(part.vars);
        all.sums.extend(part.sums);
        all.opaque.extend(part.opaque);
    }
    all.vars.sort_unstable();
    all.sums.sort_unstable();
    all.opaque.sort_unstable();
    all
}

/// Makes slack variables true, one by one, until the couplings hold; false if they never do.
fn take_up(prepared: &Prepared, solution: &mut Assignment) -> bool {
    let split = &prepared.split;
    let weights = split.coupling.weights.iter().zip(&solution.values);
    let mut total: i64 = weights.map(|(weight, value)| weight * value).sum();
    for group in split.slack.iter().map(|g| &split.groups[*g as usize]) {
        for member in &group.members {
            if split.coupling.allows(total) {
                return true;
            }
            solution.values[*member as usize] = 1;
            total += group.weight;
        }
    }
    split.coupling.allows(total)
}
