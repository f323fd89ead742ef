//! Bounds until they stand still: every rule, first in first out, again whenever a variable it watches has news.
//!
//! Only values that no solution has are removed, so it may stop at any point, and does when the work is out of proportion
//! to the model: bounds that creep (`x < y`, `y < x`) are left to the engines. Cost: linear in the model for each round
//! of news.

use super::log::Log;
use super::rules::{draw, watched};
use super::store::{Contradiction, Store};
use crate::model::{Domain, Model, Posted, Var};
use crate::search::{Budget, Stop};
use std::collections::VecDeque;

/// Atoms and terms visited between two looks at the clock.
const WORK_PER_CHECK: usize = 50_000;
/// However small the model, so much may be visited.
const WORK: usize = 20_000_000;
/// Visits of the whole model, on average, after which it is enough.
const ROUNDS: usize = 20;
/// The same where only variables without bounds are wanted: more seldom help.
const ROUNDS_FOR_BOUNDS: usize = 200;

/// Which constraints to look at when a variable has news, as one flat list.
struct Watchers {
    starts: Vec<u32>,
    entries: Vec<u32>,
}

impl Watchers {
    fn new(n_vars: usize, constraints: &[Posted]) -> Watchers {
        let mut starts = vec![0u32; n_vars + 1];
        constraints.iter().for_each(|posted| watched(&posted.constraint, &mut |var| starts[var.index() + 1] += 1));
        (0..n_vars).for_each(|v| starts[v + 1] += starts[v]);
        let mut next = starts.clone();
        let mut entries = vec![0; starts[n_vars] as usize];
        for (index, posted) in constraints.iter().enumerate() {
            watched(&posted.constraint, &mut |var| {
                entries[next[var.index()] as usize] = index as u32;
                next[var.index()] += 1;
            });
        }
        Watchers { starts, entries }
    }

    fn of(&self, var: Var) -> &[u32] {
        &self.entries[self.starts[var.index()] as usize..self.starts[var.index() + 1] as usize]
    }
}

/// Constraints waiting for a look, each once.
struct Waiting {
    queue: VecDeque<u32>,
    is_queued: Vec<bool>,
}

impl Waiting {
    fn new(n_constraints: usize, first: impl Iterator<Item = u32>) -> Waiting {
        let mut waiting = Waiting { queue: VecDeque::new(), is_queued: vec![false; n_constraints] };
        first.for_each(|index| waiting.push(index));
        waiting
    }

    fn push(&mut self, index: u32) {
        if !std::mem::replace(&mut self.is_queued[index as usize], true) {
            self.queue.push_back(index);
        }
    }

    fn pop(&mut self) -> Option<u32> {
        let index = self.queue.pop_front()?;
        self.is_queued[index as usize] = false;
        Some(index)
    }
}

/// What to look at and for how long.
pub(super) struct Task<'a> {
    /// The constraints.
    pub constraints: &'a [Posted],
    /// The original that each of them comes from, for the log; the same index if it is not there.
    pub origins: &'a [u32],
    /// The constraints to begin with, beside those that watch what the store says has changed.
    pub first: Vec<u32>,
    /// The visits that are enough.
    pub work: usize,
}

/// The work that is in proportion to a model.
pub(super) fn patience(constraints: &[Posted]) -> usize {
    WORK.max(ROUNDS * size(constraints))
}

fn size(constraints: &[Posted]) -> usize {
    let mut size = constraints.len();
    constraints.iter().for_each(|posted| posted.constraint.visit(&mut |_| size += 1));
    size
}

/// Narrows the store's domains until no rule can.
pub(super) fn fixpoint(store: &mut Store, task: &Task, budget: &Budget) -> Result<Result<(), Contradiction>, Stop> {
    let watchers = Watchers::new(store.domains.len(), task.constraints);
    let mut waiting = Waiting::new(task.constraints.len(), task.first.iter().copied());
    let (start, mut checked) = (store.work, None);
    wake(store, &watchers, &mut waiting);
    while let Some(index) = waiting.pop() {
        if checked.is_none_or(|at| store.work - at > WORK_PER_CHECK) {
            checked = Some(store.work);
            budget.spent().map_or(Ok(()), Err)?;
        }
        if store.work - start > task.work {
            break;
        }
        store.at = task.origins.get(index as usize).copied().unwrap_or(index);
        let drawn = draw(store, &task.constraints[index as usize].constraint);
        if drawn.is_err() && !store.is_lenient() {
            store.log.contradiction(&[store.at]);
            return Ok(Err(Contradiction));
        }
        wake(store, &watchers, &mut waiting);
    }
    store.changed.clear();
    Ok(Ok(()))
}

fn wake(store: &mut Store, watchers: &Watchers, waiting: &mut Waiting) {
    while let Some(var) = store.changed.pop() {
        watchers.of(var).iter().for_each(|index| waiting.push(*index));
    }
}

/// The domains of a model in which only some variables are narrowed, and none to nothing: how a front end finds bounds for
/// variables that were declared without.
pub(crate) fn bounded(model: &Model, only: Vec<bool>, budget: &Budget) -> Result<Vec<Domain>, Stop> {
    // A variable without values has no bounds to reckon with; any value does until an engine refuses it.
    let some = |domain: &Domain| if domain.is_empty() { Domain::singleton(0) } else { domain.clone() };
    let domains = model.vars.iter().map(|decl| some(&decl.domain)).collect();
    let mut store = Store::new(domains, Log::default()).narrowing_only(only);
    let first = (0..model.constraints.len() as u32).collect();
    let work = ROUNDS_FOR_BOUNDS * size(&model.constraints);
    let task = Task { constraints: &model.constraints, origins: &[], first, work };
    // Contradictions are left to the engines, so there is none to hear of.
    let _ = fixpoint(&mut store, &task, budget)?;
    Ok(store.domains)
}

/// The bounds of a model alone, without any other step; `None` on a contradiction.
#[cfg(test)]
pub(crate) fn all_bounds(model: &Model) -> Option<Vec<Domain>> {
    let mut store = Store::new(model.vars.iter().map(|decl| decl.domain.clone()).collect(), Log::default());
    let first = (0..model.constraints.len() as u32).collect();
    let task = Task { constraints: &model.constraints, origins: &[], first, work: usize::MAX };
    fixpoint(&mut store, &task, &Budget::unlimited()).expect("nothing limits it").ok().map(|()| store.domains)
}
