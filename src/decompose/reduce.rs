//! What can be fixed at the root, and simpler sums over the rest.
//!
//! Three rules to a fixpoint: bounds propagation; *probing* (a value whose propagation ends in contradiction is gone,
//! Freeman 1995); and *subset reasoning* (from `A = k` and `lo <= A + B <= hi` follows `lo - k <= B <= hi - k`, and the
//! second sum is replaced by the shorter one, which is what makes the constraint graph fall apart). The solutions stay
//! exactly the same. Near-linear: a probe only touches the neighbourhood that it changes.

use super::kernel::{Kernel, Sum};
use super::propagate::{Occurrences, Propagator};
use super::substitute::substitute;
use crate::search::{Budget, Stop};

/// The kernel after reduction: ranges of all variables, and sums over the variables that are not fixed.
#[derive(Debug)]
pub(super) struct Reduced {
    pub ranges: Vec<(i32, i32)>,
    pub sums: Vec<Sum>,
}

/// Sums longer than this carry no news from one variable to its neighbours worth another probe.
const NEIGHBOURHOOD: usize = 24;
/// Rounds of probing and subset reasoning; later ones seldom find anything.
const ROUNDS: usize = 4;
/// Changes that probing may try per variable, on average: a model in which every probe reaches far is not one that falls apart.
const CHANGES_PER_VAR: usize = 100;
/// Probes between two looks at the clock.
const PROBES_PER_CHECK: usize = 256;

/// Reduces the kernel; `None` if it has no solution.
pub(super) fn reduce(kernel: &Kernel, budget: &Budget) -> Result<Option<Reduced>, Stop> {
    if kernel.contradiction {
        return Ok(None);
    }
    let mut reduced = Reduced { ranges: kernel.ranges.clone(), sums: kernel.sums.clone() };
    let mut patience = CHANGES_PER_VAR * (kernel.ranges.len() + 1000);
    for _ in 0..ROUNDS {
        let occurrences = Occurrences::new(reduced.ranges.len(), &reduced.sums);
        let mut propagator = Propagator::new(&reduced.sums, &occurrences, reduced.ranges.clone());
        if !propagator.propagate() || !probe(&mut propagator, &kernel.is_bool, &mut patience, budget)? {
            return Ok(None);
        }
        let ranges = std::mem::take(&mut propagator.ranges);
        let before = (reduced.sums.len(), reduced.sums.iter().map(|s| s.terms.len()).sum::<usize>());
        let Some(sums) = residual(&reduced.sums, &ranges).and_then(|sums| substitute(sums, ranges.len())) else {
            return Ok(None);
        };
        reduced = Reduced { ranges, sums };
        if before == (reduced.sums.len(), reduced.sums.iter().map(|s| s.terms.len()).sum::<usize>()) {
            break;
        }
    }
    Ok(Some(reduced))
}

/// Tries both values of every Boolean in reach of a sum; false if neither is possible for one of them.
fn probe(propagator: &mut Propagator, is_bool: &[bool], patience: &mut usize, budget: &Budget) -> Result<bool, Stop> {
    propagator.commit();
    let mut waiting: Vec<u32> = (0..is_bool.len() as u32).rev().collect();
    let mut is_waiting = vec![true; is_bool.len()];
    let mut n_probes = 0usize;
    while let Some(var) = waiting.pop() {
        is_waiting[var as usize] = false;
        if propagator.is_fixed(var) || propagator.occurrences.of(var).is_empty() {
            continue;
        }
        if *patience == 0 {
            break;
        }
        n_probes += 1;
        if n_probes.is_multiple_of(PROBES_PER_CHECK)
            && let Some(stop) = budget.spent()
        {
            return Err(stop);
        }
        for value in [0, 1] {
            if propagator.is_fixed(var) || is_possible(propagator, var, value, patience) {
                continue;
            }
            if !propagator.restrict(var, 1 - value, 1 - value) || !propagator.propagate() {
                return Ok(false);
            }
            wake(propagator, &mut waiting, &mut is_waiting);
            propagator.commit();
        }
    }
    Ok(true)
}

fn is_possible(propagator: &mut Propagator, var: u32, value: i32, patience: &mut usize) -> bool {
    let possible = propagator.restrict(var, value, value) && propagator.propagate();
    *patience = patience.saturating_sub(propagator.changed_since(0).count());
    propagator.undo(0);
    possible
}

/// Marks everything near the changed variables for another probe.
fn wake(propagator: &Propagator, waiting: &mut Vec<u32>, is_waiting: &mut [bool]) {
    for changed in propagator.changed_since(0) {
        for (s, _) in propagator.occurrences.of(changed) {
            let terms = &propagator.sums[*s as usize].terms;
            for (v, _) in terms.iter().filter(|_| terms.len() <= NEIGHBOURHOOD) {
                if !propagator.is_fixed(*v) && !std::mem::replace(&mut is_waiting[*v as usize], true) {
                    waiting.push(*v);
                }
            }
        }
    }
}

/// The sums without the fixed variables; those always true are dropped. `None` if one is always false.
pub(super) fn residual(sums: &[Sum], ranges: &[(i32, i32)]) -> Option<Vec<Sum>> {
    let mut out = Vec::new();
    for sum in sums {
        let (min, max) = sum.extent(ranges);
        if min > sum.hi || max < sum.lo {
            return None;
        }
        if min >= sum.lo && max <= sum.hi {
            continue;
        }
        let value = |v: &u32| (ranges[*v as usize].0 == ranges[*v as usize].1).then_some(ranges[*v as usize].0);
        let fixed: i64 = sum.terms.iter().filter_map(|(v, c)| value(v).map(|x| c * i64::from(x))).sum();
        let terms = sum.terms.iter().filter(|(v, _)| value(v).is_none()).copied().collect();
        out.push(Sum { terms, lo: sum.lo - fixed, hi: sum.hi - fixed });
    }
    Some(out)
}
