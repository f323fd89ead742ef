//! The propagator that every constraint has: try all that is left, if that is little.
//!
//! It knows nothing but [`Constraint::holds`]. With one open variable it is textbook forward checking; with more, as
//! long as there are at most [`FEW`] combinations, it leaves exactly the values that are part of a solution. A run
//! costs one check per combination.

use super::reified::Probe;
use super::{Conflict, Domains, Kept};
use crate::model::{Constraint, Domain, Var};

/// As many combinations of values are tried.
const FEW: u64 = 256;

/// What is known after all combinations were tried.
pub(super) struct Tried {
    n_true: u64,
    n_false: u64,
    open: Vec<Var>,
    /// By open variable: the values with which the constraint came out as wanted.
    good: Vec<Vec<i64>>,
}

/// Leaves only values with which the constraint can be `wanted`; nothing happens if that would cost too much.
pub(super) fn filter(constraint: &Constraint, wanted: bool, domains: &mut Domains, probe: &mut Probe) -> Kept {
    let Some(tried) = try_all(constraint, wanted, domains, probe) else { return Ok(()) };
    if (if wanted { tried.n_true } else { tried.n_false }) == 0 {
        return Err(Conflict);
    }
    let mut pairs = tried.open.into_iter().zip(tried.good);
    pairs.try_for_each(|(x, good)| domains.intersect(x, &Domain::from_values(good)))
}

/// Whether the constraint comes out the same for all combinations that are left.
pub(super) fn decided(constraint: &Constraint, domains: &Domains, probe: &mut Probe) -> Option<bool> {
    let tried = try_all(constraint, true, domains, probe)?;
    match (tried.n_true, tried.n_false) {
        (0, _) => Some(false),
        (_, 0) => Some(true),
        _ => None,
    }
}

fn try_all(constraint: &Constraint, wanted: bool, domains: &Domains, probe: &mut Probe) -> Option<Tried> {
    let scope = constraint.scope();
    let n_combinations = scope.iter().fold(1u64, |n, x| n.saturating_mul(domains.size(*x)));
    let (fixed, open): (Vec<Var>, Vec<Var>) = scope.into_iter().partition(|x| domains.value(*x).is_some());
    if n_combinations > if open.len() <= 1 { super::super::domains::WIDEST_BITS } else { FEW } {
        return None;
    }
    for x in fixed.iter().chain(&open) {
        probe.scratch[*x] = domains.lo(*x);
    }
    let mut tried = Tried { n_true: 0, n_false: 0, good: vec![Vec::new(); open.len()], open };
    loop {
        *probe.checks += 1;
        let holds = constraint.holds(probe.scratch);
        *(if holds { &mut tried.n_true } else { &mut tried.n_false }) += 1;
        if holds == wanted {
            tried.open.iter().zip(&mut tried.good).for_each(|(x, good)| good.push(probe.scratch[*x]));
        }
        if !advance(&tried.open, domains, probe) {
            return Some(tried);
        }
    }
}

/// The next combination, like an odometer; `false` when it is back at the first.
fn advance(open: &[Var], domains: &Domains, probe: &mut Probe) -> bool {
    for x in open {
        match probe.scratch[*x].checked_add(1).and_then(|v| domains.at_or_above(*x, v)) {
            Some(value) => {
                probe.scratch[*x] = value;
                return true;
            }
            None => probe.scratch[*x] = domains.lo(*x),
        }
    }
    false
}
