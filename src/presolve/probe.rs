//! Probing: a value of a Boolean whose propagation ends in contradiction is gone (Freeman 1995).
//!
//! Near-linear: a probe only touches the neighbourhood that it changes, and the whole may change no more than
//! [`CHANGES_PER_VAR`] ranges per variable on average.

use super::kernel::Kernel;
use super::log::Log;
use super::sums::{Occurrences, Propagator};
use crate::model::{Domain, Var};
use crate::search::{Budget, Stop};

/// Sums longer than this carry no news from one variable to its neighbours worth another probe.
const NEIGHBOURHOOD: usize = 24;
/// Changes that probing may try per variable, on average: a model in which every probe reaches far is not one that falls apart.
const CHANGES_PER_VAR: usize = 100;
/// Probes between two looks at the clock.
const PROBES_PER_CHECK: usize = 256;

/// How many changes probing may still try.
pub(super) struct Patience(usize);

impl Patience {
    /// The patience for a model of so many variables.
    pub fn new(n_vars: usize) -> Patience {
        Patience(CHANGES_PER_VAR * (n_vars + 1000))
    }
}

/// A kernel under probes.
struct Prober<'a> {
    propagator: Propagator<'a>,
    waiting: Vec<u32>,
    is_waiting: Vec<bool>,
    patience: &'a mut Patience,
    /// The original constraint of each sum.
    origins: &'a [u32],
    log: &'a mut Log,
}

/// The range of each column after probing; `None` if there is no solution.
pub(super) fn probe(
    kernel: &Kernel,
    origins: &[u32],
    patience: &mut Patience,
    log: &mut Log,
    budget: &Budget,
) -> Result<Option<Vec<(i32, i32)>>, Stop> {
    let n_vars = kernel.ranges.len();
    let occurrences = Occurrences::new(n_vars, &kernel.sums);
    let mut prober = Prober {
        propagator: Propagator::new(&kernel.sums, &occurrences, kernel.ranges.clone()),
        waiting: (0..n_vars as u32).rev().collect(),
        is_waiting: vec![true; n_vars],
        patience,
        origins,
        log,
    };
    if !prober.settle() || !prober.try_all(budget)? {
        return Ok(None);
    }
    Ok(Some(prober.propagator.ranges))
}

impl Prober<'_> {
    /// Tries both values of every Boolean in reach of a sum; false if neither is possible for one of them.
    fn try_all(&mut self, budget: &Budget) -> Result<bool, Stop> {
        let mut n_probes = 0usize;
        while let Some(var) = self.waiting.pop() {
            self.is_waiting[var as usize] = false;
            if self.propagator.is_fixed(var) || self.propagator.occurrences.of(var).is_empty() {
                continue;
            }
            if self.patience.0 == 0 {
                break;
            }
            if n_probes.is_multiple_of(PROBES_PER_CHECK) {
                budget.spent().map_or(Ok(()), Err)?;
            }
            n_probes += 1;
            if !self.try_both(var) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn try_both(&mut self, var: u32) -> bool {
        for value in [0, 1] {
            if self.propagator.is_fixed(var) || self.is_possible(var, value) {
                continue;
            }
            if !self.propagator.restrict(var, 1 - value, 1 - value) || !self.settle() {
                return false;
            }
        }
        true
    }

    /// Whether a value leads to no contradiction at once; if it does, the log is told that it is gone.
    fn is_possible(&mut self, var: u32, value: i32) -> bool {
        let possible = self.propagator.restrict(var, value, value) && self.propagator.propagate();
        let n_changes = self.propagator.changed_since(0).count();
        self.patience.0 = self.patience.0.saturating_sub(n_changes);
        if !possible && self.log.records() {
            let because = self.originals(&self.propagator.blamed(0));
            self.log.narrowed(Var(var), &Domain::boolean(), &Domain::singleton((1 - value).into()), &because);
        }
        self.propagator.undo(0);
        possible
    }

    /// Propagates what was said and makes it final; false on contradiction.
    fn settle(&mut self) -> bool {
        let possible = self.propagator.propagate();
        if self.log.records() {
            self.record(possible);
        }
        self.wake();
        self.propagator.commit();
        possible
    }

    fn record(&mut self, possible: bool) {
        for (var, cause) in self.propagator.causes_since(0) {
            let value = self.propagator.ranges[var as usize].0;
            if let Some(sum) = cause {
                let because = self.origins[sum as usize];
                self.log.narrowed(Var(var), &Domain::boolean(), &Domain::singleton(value.into()), &[because]);
            }
        }
        if !possible {
            let because = self.originals(&self.propagator.blamed(0));
            self.log.contradiction(&because);
        }
    }

    fn originals(&self, sums: &[u32]) -> Vec<u32> {
        sums.iter().map(|sum| self.origins[*sum as usize]).collect()
    }

    /// Marks everything near the changed variables for another probe.
    fn wake(&mut self) {
        let propagator = &self.propagator;
        for changed in propagator.changed_since(0) {
            for (s, _) in propagator.occurrences.of(changed) {
                let terms = &propagator.sums[*s as usize].terms;
                if terms.len() > NEIGHBOURHOOD {
                    continue;
                }
                for (v, _) in terms {
                    if !propagator.is_fixed(*v) && !std::mem::replace(&mut self.is_waiting[*v as usize], true) {
                        self.waiting.push(*v);
                    }
                }
            }
        }
    }
}
