//! Constraints that stay whole: one file for each kind of reasoning.
//!
//! No memory: a run looks at the domains as they are. What holds for each: it removes only what has no solution, and
//! whether all fixed values are one is left to the definition.

mod bin_packing;
mod cardinality;
mod circuit;
mod cumulative;
mod diffn;
mod disjunctive;
mod inverse;
mod lex;
mod machine;
mod n_value;
mod overlap;
mod regular;
mod theta;

use super::matching::Matching;
use super::{Domains, Kept, all_different, hall};
use crate::model::{Global, Var};

/// With as many values in all domains together, a matching is worth its cost.
const FEW: u64 = 20_000;

/// Leaves only values with which the constraint can hold, as far as is cheap to see.
pub(super) fn propagate(global: &Global, domains: &mut Domains) -> Kept {
    match global {
        Global::Cumulative(it) => cumulative::propagate(it, domains),
        Global::Disjunctive(it) => disjunctive::propagate(it, domains),
        Global::Circuit(it) => circuit::propagate(it, domains),
        Global::Regular(it) => regular::propagate(it, domains),
        Global::Cardinality(it) => cardinality::propagate(it, domains),
        Global::Inverse(it) => inverse::propagate(it, domains),
        Global::Lex(it) => lex::propagate(it, domains),
        Global::BinPacking(it) => bin_packing::propagate(it, domains),
        Global::NValue(it) => n_value::propagate(it, domains),
        Global::Diffn(it) => diffn::propagate(it, domains),
        Global::Overlap(it) => overlap::propagate(it, domains),
    }
}

/// The variables are indices of an array.
fn within(vars: &[Var], first: i64, n: usize, domains: &mut Domains) -> Kept {
    let (first, last) = (i128::from(first), i128::from(first) + n as i128 - 1);
    vars.iter().try_for_each(|x| domains.at_least(*x, first).and_then(|()| domains.at_most(*x, last)))
}

/// The variables take different values.
fn different(vars: &[Var], domains: &mut Domains) -> Kept {
    all_different::eliminate(vars, domains)?;
    let lo = vars.iter().map(|x| domains.lo(*x)).min().unwrap_or(0);
    let hi = vars.iter().map(|x| domains.hi(*x)).max().unwrap_or(0);
    let n_values = vars.iter().fold(hi.abs_diff(lo), |n, x| n.saturating_add(domains.size(*x)));
    match n_values {
        _ if vars.len() < 2 => Ok(()),
        0..=FEW => Matching::default().propagate(vars, &mut vec![lo; vars.len()], lo, hi, domains),
        _ => hall::propagate(vars, domains),
    }
}
