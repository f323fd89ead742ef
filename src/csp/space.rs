//! The state of a search: domains, propagators, which variables have values, and how each constraint fares.
//!
//! What holds between decisions: `n_open[c]` counts the variables of constraint `c` without a value, `last[c]` is the
//! one left when that count reached one, and `degree` and `weighted` of an open variable sum up 1 and the weight over
//! its constraints that have another open variable. All of it is undone by [`Space::undo`]; weights only grow. A
//! variable "has a value" when it was branched on, or, under full propagation, when its domain has one value.

use super::domains::{Conflict, Domains, Kept};
use super::order::LookAhead;
use super::propagate::{Probe, Propagator, Sums, reified};
use super::reversible::Reversible;
use crate::model::{Assignment, Atom, Model, Var};
use crate::search::{Budget, Stats, Stop};
use std::collections::VecDeque;

/// Work between two looks at the clock, in variables and rows visited: about a millisecond.
const PATIENCE: u64 = 100_000;

/// A state to come back to.
#[derive(Clone, Copy, Default)]
pub(super) struct Mark {
    domains: usize,
    sums: (usize, usize),
    ints: usize,
    assigned: usize,
}

/// The state of a search.
pub(super) struct Space<'m> {
    model: &'m Model,
    /// The current domains.
    pub domains: Domains,
    /// What the search did so far.
    pub stats: Stats,
    /// Why the search must stop, if it must.
    pub stop: Option<Stop>,
    budget: &'m Budget,
    look_ahead: LookAhead,
    /// Whether weights are wanted; raising one costs the scope of the constraint.
    learns_weights: bool,
    sums: Sums,
    ints: Reversible<u32>,
    propagators: Vec<Propagator<'m>>,
    scopes: Vec<Vec<Var>>,
    /// By variable: the constraints with it in scope.
    constraints_on: Vec<Vec<u32>>,
    /// By variable: the constraints to run at any change; sums find out themselves.
    wakes: Vec<Vec<u32>>,
    sum_constraint: Vec<u32>,
    n_open: Vec<u32>,
    open_sum: Vec<u64>,
    last: Vec<Var>,
    weight: Vec<u64>,
    degree: Vec<u32>,
    weighted: Vec<u64>,
    has_value: Vec<bool>,
    assigned: Vec<Var>,
    queue: VecDeque<u32>,
    is_queued: Vec<bool>,
    scratch: Assignment,
    work: u64,
}

impl<'m> Space<'m> {
    /// The state before any decision; a conflict if a domain is empty.
    pub fn new(
        model: &'m Model,
        look_ahead: LookAhead,
        learns_weights: bool,
        budget: &'m Budget,
    ) -> Result<Self, Conflict> {
        let n = model.vars.len();
        let n_constraints = model.constraints.len();
        let mut space = Space {
            model,
            domains: Domains::new(model)?,
            stats: Stats::default(),
            stop: None,
            budget,
            look_ahead,
            learns_weights,
            sums: Sums::new(n),
            ints: Reversible::new(),
            propagators: Vec::with_capacity(n_constraints),
            scopes: Vec::with_capacity(n_constraints),
            constraints_on: vec![Vec::new(); n],
            wakes: vec![Vec::new(); n],
            sum_constraint: Vec::new(),
            n_open: Vec::with_capacity(n_constraints),
            open_sum: Vec::with_capacity(n_constraints),
            last: Vec::with_capacity(n_constraints),
            weight: vec![1; n_constraints],
            degree: vec![0; n],
            weighted: vec![0; n],
            has_value: vec![false; n],
            assigned: Vec::new(),
            queue: VecDeque::new(),
            is_queued: vec![false; n_constraints],
            scratch: Assignment::new(vec![0; n]),
            work: 0,
        };
        (0..n_constraints as u32).for_each(|c| space.add_constraint(c));
        Ok(space)
    }

    fn add_constraint(&mut self, c: u32) {
        let constraint = &self.model.constraints[c as usize].constraint;
        let scope = constraint.scope();
        let propagator = Propagator::new(constraint, &self.domains, &mut self.sums, &mut self.ints);
        match propagator {
            Propagator::Sum(sum) => {
                self.sum_constraint.push(c);
                self.wakes_of(self.sums.guard(sum).as_slice(), c);
            }
            _ => self.wakes_of(&scope, c),
        }
        self.propagators.push(propagator);
        let others = u32::from(scope.len() > 1);
        for x in &scope {
            self.constraints_on[x.index()].push(c);
            self.degree[x.index()] += others;
            self.weighted[x.index()] += u64::from(others);
        }
        self.n_open.push(scope.len() as u32);
        self.open_sum.push(scope.iter().map(|x| u64::from(x.0)).sum());
        self.last.push(scope.first().copied().unwrap_or(Var(0)));
        self.scopes.push(scope);
    }

    fn wakes_of(&mut self, vars: &[Var], c: u32) {
        vars.iter().for_each(|x| self.wakes[x.index()].push(c));
    }

    /// What must be done before the first decision: constraints without variables, then one look at each constraint
    /// for forward checking, and a fixpoint for full propagation.
    pub fn start(&mut self) -> Kept {
        self.stop = self.budget.spent();
        let before = self.domains.removed;
        let kept = match self.look_ahead {
            LookAhead::None => self.start_plain(),
            LookAhead::Forward => self.start_forward(),
            LookAhead::Full => self.start_full(),
        };
        self.stats.propagations += self.domains.removed - before;
        kept
    }

    fn start_plain(&mut self) -> Kept {
        for c in (0..self.scopes.len()).filter(|c| self.scopes[*c].is_empty()) {
            self.stats.checks += 1;
            if !self.model.constraints[c].constraint.holds(&self.scratch) {
                return Err(Conflict);
            }
        }
        Ok(())
    }

    fn start_forward(&mut self) -> Kept {
        for c in 0..self.scopes.len() as u32 {
            self.run(c)?;
            self.drain();
        }
        Ok(())
    }

    fn start_full(&mut self) -> Kept {
        for x in self.model.all_vars() {
            if self.domains.value(x).is_some() {
                self.give_value(x);
            }
        }
        (0..self.scopes.len() as u32).for_each(|c| self.enqueue(c));
        self.fixpoint()
    }

    /// Makes the atom true and looks ahead as far as the order says.
    pub fn decide(&mut self, atom: Atom) -> Kept {
        self.domains.make(atom)?;
        if self.domains.value(atom.var).is_some() && !self.has_value[atom.var.index()] {
            self.give_value(atom.var);
        }
        self.spend(1 + self.constraints_on[atom.var.index()].len() as u64);
        self.look_ahead(atom.var)
    }

    /// Keeps the variable, which is no decision, below or above a bound, and looks ahead.
    pub fn tighten(&mut self, atom: Atom) -> Kept {
        if self.domains.decided(atom) == Some(true) {
            return Ok(());
        }
        self.domains.make(atom)?;
        if self.look_ahead == LookAhead::None { Ok(()) } else { self.look_ahead(atom.var) }
    }

    fn look_ahead(&mut self, x: Var) -> Kept {
        let before = self.domains.removed;
        let kept = match self.look_ahead {
            LookAhead::None => self.check(x),
            LookAhead::Forward => self.consult(x),
            LookAhead::Full => self.fixpoint(),
        };
        self.stats.propagations += self.domains.removed - before;
        kept
    }

    /// What one decision removes with one look at each constraint on the variable; `None` if it fails. Undo it after.
    pub fn preview(&mut self, atom: Atom) -> Option<u64> {
        let before = self.domains.removed;
        let weights = std::mem::replace(&mut self.learns_weights, false);
        let kept = self.domains.make(atom).and_then(|()| self.consult(atom.var));
        self.learns_weights = weights;
        self.empty_queue();
        kept.ok().map(|()| self.domains.removed - before)
    }

    /// Plain backtracking: asks each constraint whose last variable this was.
    fn check(&mut self, x: Var) -> Kept {
        self.drain();
        for i in 0..self.constraints_on[x.index()].len() {
            let c = self.constraints_on[x.index()][i];
            if self.n_open[c as usize] == 0 {
                self.stats.checks += 1;
                self.spend(self.scopes[c as usize].len() as u64);
                if !self.model.constraints[c as usize].constraint.holds(&self.scratch) {
                    self.blame(c);
                    return Err(Conflict);
                }
            }
        }
        Ok(())
    }

    /// Forward checking: runs each constraint on the variable once.
    fn consult(&mut self, x: Var) -> Kept {
        self.drain();
        for i in 0..self.constraints_on[x.index()].len() {
            self.run(self.constraints_on[x.index()][i])?;
            self.drain();
        }
        Ok(())
    }

    /// Full propagation: runs constraints until no domain changes.
    fn fixpoint(&mut self) -> Kept {
        let kept = self.run_queue();
        self.empty_queue();
        kept
    }

    fn empty_queue(&mut self) {
        while let Some(c) = self.queue.pop_front() {
            self.is_queued[c as usize] = false;
        }
    }

    fn run_queue(&mut self) -> Kept {
        self.drain();
        while let Some(c) = self.queue.pop_front() {
            self.is_queued[c as usize] = false;
            self.run(c)?;
            self.drain();
            if self.stop.is_some() {
                return Err(Conflict);
            }
        }
        Ok(())
    }

    fn run(&mut self, c: u32) -> Kept {
        self.stats.checks += 1;
        let Space { domains, sums, ints, scratch, stats, .. } = self;
        let scope = &self.scopes[c as usize];
        let strong = self.look_ahead == LookAhead::Full;
        let mut probe = Probe { scratch, checks: &mut stats.checks };
        let (kept, work) = match &mut self.propagators[c as usize] {
            Propagator::Sum(sum) => (sums.propagate(*sum, domains), 1),
            Propagator::AllDifferent(it) => (it.propagate(ints, domains, strong), scope.len()),
            Propagator::Table(it) => (it.propagate(ints, domains), it.n_live(ints) as usize * scope.len()),
            Propagator::Other(it) => (reified::propagate(it, scope, domains, &mut probe), 16 * scope.len()),
        };
        self.spend(work as u64 + 4);
        if kept.is_err() {
            self.blame(c);
        }
        kept
    }

    /// Brings everything that depends on changed domains up to date.
    fn drain(&mut self) {
        while let Some(x) = self.domains.pop_touched() {
            let full = self.look_ahead == LookAhead::Full;
            let Space { sums, domains, queue, is_queued, sum_constraint, .. } = self;
            let mut changed = |c: u32| {
                if full && !std::mem::replace(&mut is_queued[c as usize], true) {
                    queue.push_back(c);
                }
            };
            sums.update(x, domains, |sum| changed(sum_constraint[sum as usize]));
            self.wakes[x.index()].iter().for_each(|c| changed(*c));
            if full && self.domains.value(x).is_some() && !self.has_value[x.index()] {
                self.give_value(x);
            }
        }
    }

    fn enqueue(&mut self, c: u32) {
        if !std::mem::replace(&mut self.is_queued[c as usize], true) {
            self.queue.push_back(c);
        }
    }

    fn give_value(&mut self, x: Var) {
        self.scratch[x] = self.domains.lo(x);
        self.has_value[x.index()] = true;
        self.assigned.push(x);
        self.domains.mark_dirty(x);
        for &c in &self.constraints_on[x.index()] {
            let c = c as usize;
            self.n_open[c] -= 1;
            self.open_sum[c] -= u64::from(x.0);
            if self.n_open[c] == 1 {
                let y = Var(self.open_sum[c] as u32);
                self.last[c] = y;
                self.degree[y.index()] -= 1;
                self.weighted[y.index()] -= self.weight[c];
                self.domains.mark_dirty(y);
            }
        }
    }

    fn take_value(&mut self, x: Var) {
        self.has_value[x.index()] = false;
        self.domains.mark_dirty(x);
        for &c in self.constraints_on[x.index()].iter().rev() {
            let c = c as usize;
            if self.n_open[c] == 1 {
                let y = self.last[c];
                self.degree[y.index()] += 1;
                self.weighted[y.index()] += self.weight[c];
                self.domains.mark_dirty(y);
            }
            self.n_open[c] += 1;
            self.open_sum[c] += u64::from(x.0);
        }
    }

    /// The constraint failed: its weight grows, for all variables that count it.
    fn blame(&mut self, c: u32) {
        if !self.learns_weights {
            return;
        }
        let c = c as usize;
        self.weight[c] += 1;
        for x in &self.scopes[c] {
            if self.n_open[c] > 1 || *x != self.last[c] {
                self.weighted[x.index()] += 1;
                self.domains.mark_dirty(*x);
            }
        }
    }

    /// Notes work done; looks at the clock now and then.
    pub fn spend(&mut self, work: u64) {
        self.work += work;
        if self.work >= PATIENCE {
            self.work = 0;
            self.stop = self.stop.or(self.budget.spent());
        }
    }

    /// Whether the variable has a value.
    pub fn has_value(&self, x: Var) -> bool {
        self.has_value[x.index()]
    }

    /// The constraints on the variable with other open variables.
    pub fn degree(&self, x: Var) -> u32 {
        self.degree[x.index()]
    }

    /// The weight of the constraints on the variable with other open variables.
    pub fn weighted_degree(&self, x: Var) -> u64 {
        self.weighted[x.index()]
    }

    /// The state to come back to.
    pub fn mark(&self) -> Mark {
        Mark {
            domains: self.domains.mark(),
            sums: self.sums.mark(),
            ints: self.ints.mark(),
            assigned: self.assigned.len(),
        }
    }

    /// Back to the state at the mark.
    pub fn undo(&mut self, mark: Mark) {
        while self.assigned.len() > mark.assigned {
            let x = self.assigned.pop().expect("longer than the mark");
            self.take_value(x);
        }
        self.domains.undo(mark.domains);
        self.sums.undo(mark.sums);
        self.ints.undo(mark.ints);
    }
}
