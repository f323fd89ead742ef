//! The state of a search, and how far a decision is thought through.
//!
//! What holds between decisions: the counters of the sums agree with the domains, nothing is queued, and everything
//! since a mark can be undone. A variable "has a value" when it was branched on, or, under full propagation, when its
//! domain has one value left. A decision costs the constraints on its variable when plain or checking forward, and
//! as many runs as it takes under full propagation.

mod imagine;
mod memory;

use super::causes::{Cause, Causes, Failure};
use super::domains::{Conflict, Domains, Kept};
use super::learn::{History, Learned};
use super::ledger::Ledger;
use super::nogoods::Nogoods;
use super::propagate::{Probe, Propagator, Relaxation, Sums, reified, relaxations};
use super::queue::Queue;
use super::reversible::Reversible;
use super::rows::LookAhead;
use super::tell::Teller;
use crate::model::{Assignment, Atom, Model, Objective, Rel, Var};
use crate::search::{Budget, End, Stats, Stop, Watch};

/// Work between two looks at the clock, in variables and rows visited: about a millisecond.
const PATIENCE: u64 = 100_000;

/// A state to come back to.
#[derive(Clone, Copy, Default)]
pub(super) struct Mark {
    domains: usize,
    sums: (usize, usize),
    ints: usize,
    given: usize,
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
    /// How the weights change; `None` if every failure counts one.
    history: Option<History>,
    /// What is known of the variables.
    pub learned: Learned,
    nogoods: Nogoods,
    /// Who changed what, if somebody wants to know.
    causes: Option<Causes>,
    /// Tells what happens, if somebody listens.
    pub teller: Option<Box<Teller>>,
    /// Whether changes are noted at all: for the causes or for the teller.
    is_noting: bool,
    /// What failed last.
    failure: Failure,
    /// Who has a value.
    pub ledger: Ledger,
    sums: Sums,
    ints: Reversible<u32>,
    propagators: Vec<Propagator<'m>>,
    /// By variable: the constraints to run at any change; sums find out themselves.
    wakes: Vec<Vec<u32>>,
    sum_constraint: Vec<u32>,
    queue: Queue,
    scratch: Assignment,
    work: u64,
}

impl<'m> Space<'m> {
    /// The state before any decision; the end of the search if a domain is empty or the budget is spent.
    pub fn new(
        model: &'m Model,
        look_ahead: LookAhead,
        learns_weights: bool,
        budget: &'m Budget,
        watch: &Watch,
    ) -> Result<Self, End> {
        let n = model.vars.len();
        let n_constraints = model.constraints.len();
        let mut space = Space {
            model,
            domains: Domains::new(model, watch)?,
            stats: Stats::default(),
            stop: None,
            budget,
            look_ahead,
            learns_weights,
            history: None,
            learned: Learned::Nothing,
            nogoods: Nogoods::new(n),
            causes: None,
            teller: None,
            is_noting: false,
            failure: Failure::Constraint(0),
            sums: Sums::new(n),
            ints: Reversible::new(),
            propagators: Vec::with_capacity(n_constraints),
            ledger: Ledger::new(n),
            wakes: vec![Vec::new(); n],
            sum_constraint: Vec::new(),
            queue: Queue::default(),
            scratch: Assignment::new(vec![0; n]),
            work: 0,
        };
        let relaxed = if look_ahead == LookAhead::Full { relaxations(model, watch)? } else { Vec::new() };
        for c in 0..n_constraints as u32 {
            watch.check()?;
            space.add_constraint(c, &relaxed);
        }
        Ok(space)
    }

    fn add_constraint(&mut self, c: u32, relaxed: &[Relaxation]) {
        let constraint = &self.model.constraints[c as usize].constraint;
        let scope = constraint.scope();
        let mut propagator = Propagator::new(constraint, &self.domains, &mut self.sums, &mut self.ints);
        match propagator {
            Propagator::Sum(sum) => {
                self.sum_constraint.push(c);
                self.wakes_of(self.sums.guard(sum).as_slice(), c);
                for relaxation in relaxed.iter().filter(|r| r.constraint == c) {
                    self.wakes_of(&relaxation.vars(), c);
                    propagator = propagator.with(relaxation.clone());
                }
            }
            _ => self.wakes_of(&scope, c),
        }
        self.queue.add(propagator.is_slow());
        self.propagators.push(propagator);
        self.ledger.add(scope);
    }

    /// Whether the variable is the one to be made small or large.
    pub fn is_objective(&self, x: Var) -> bool {
        matches!(self.model.objective, Objective::Minimise(z) | Objective::Maximise(z) if z == x)
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
        for c in (0..self.ledger.scopes.len()).filter(|c| self.ledger.scopes[*c].is_empty()) {
            self.stats.checks += 1;
            if !self.model.constraints[c].constraint.holds(&self.scratch) {
                return Err(Conflict);
            }
        }
        Ok(())
    }

    fn start_forward(&mut self) -> Kept {
        for c in 0..self.ledger.scopes.len() as u32 {
            self.run(c)?;
            self.drain();
            if self.stop.is_some() {
                return Err(Conflict);
            }
        }
        Ok(())
    }

    fn start_full(&mut self) -> Kept {
        for x in self.model.all_vars() {
            if self.domains.value(x).is_some() {
                self.give_value(x);
            }
        }
        (0..self.ledger.scopes.len() as u32).for_each(|c| self.queue.push(c));
        self.fixpoint()
    }

    /// Makes the atom true, the decision of this level, and looks ahead as far as the order says.
    pub fn decide(&mut self, atom: Atom, level: u32) -> Kept {
        let mark = self.domains.mark();
        let kept = self.follow(atom, level);
        self.learned.observe(atom.var, mark, kept.is_err(), &mut self.domains);
        kept
    }

    fn follow(&mut self, atom: Atom, level: u32) -> Kept {
        self.failure = Failure::Variable(atom.var);
        self.domains.make(atom)?;
        let is_alone = atom.rel == Rel::Eq;
        self.note(Cause::Decision(level, is_alone));
        if self.domains.value(atom.var).is_some() && !self.ledger.has_value(atom.var) {
            self.give_value(atom.var);
        }
        self.spend(1 + self.ledger.constraints_on[atom.var.index()].len() as u64);
        self.look_ahead(atom.var)
    }

    /// Makes an atom true that holds in all solutions still wanted, which is no decision, and looks ahead.
    pub fn tighten(&mut self, atom: Atom) -> Kept {
        if self.domains.decided(atom) == Some(true) {
            return Ok(());
        }
        self.failure = Failure::Variable(atom.var);
        self.domains.make(atom)?;
        self.note(Cause::Bound);
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

    /// Plain backtracking: asks each constraint whose last variable this was.
    fn check(&mut self, x: Var) -> Kept {
        self.drain();
        self.heed_nogoods()?;
        for i in 0..self.ledger.constraints_on[x.index()].len() {
            let c = self.ledger.constraints_on[x.index()][i];
            if self.ledger.is_full(c) {
                self.stats.checks += 1;
                self.spend(self.ledger.scopes[c as usize].len() as u64);
                if !self.model.constraints[c as usize].constraint.holds(&self.scratch) {
                    self.blame(c);
                    self.failure = Failure::Constraint(c);
                    return Err(Conflict);
                }
            }
        }
        Ok(())
    }

    /// Forward checking: runs each constraint on the variable once.
    fn consult(&mut self, x: Var) -> Kept {
        self.drain();
        for i in 0..self.ledger.constraints_on[x.index()].len() {
            self.run(self.ledger.constraints_on[x.index()][i])?;
            self.drain();
        }
        self.heed_nogoods()
    }

    /// Full propagation: runs constraints until no domain changes.
    fn fixpoint(&mut self) -> Kept {
        let kept = self.run_queue();
        self.queue.clear();
        kept
    }

    fn run_queue(&mut self) -> Kept {
        self.drain();
        loop {
            self.heed_nogoods()?;
            let Some(c) = self.queue.pop() else { return Ok(()) };
            self.run(c)?;
            self.drain();
            if self.stop.is_some() {
                return Err(Conflict);
            }
        }
    }

    fn run(&mut self, c: u32) -> Kept {
        self.stats.checks += 1;
        let Space { domains, sums, ints, scratch, stats, .. } = self;
        let scope = &self.ledger.scopes[c as usize];
        let strong = self.look_ahead == LookAhead::Full;
        let before = domains.mark();
        let mut probe = Probe { scratch, checks: &mut stats.checks };
        let (kept, work) = match &mut self.propagators[c as usize] {
            Propagator::Sum(sum) => (sums.propagate(*sum, domains), sums.len(*sum) / 64),
            Propagator::Relaxed(sum, all) => {
                let kept =
                    sums.propagate(*sum, domains).and_then(|()| all.iter().try_for_each(|r| r.propagate(domains)));
                (kept, 4 * sums.len(*sum))
            }
            Propagator::AllDifferent(it) => (it.propagate(ints, domains, strong), scope.len()),
            Propagator::Table(it) => (it.propagate(ints, domains), it.n_live(ints) as usize * scope.len()),
            Propagator::Other(it) => (reified::propagate(it, scope, domains, &mut probe), 16 * scope.len()),
        };
        // Every change costs again when it is drained and when it is undone.
        let n_changes = self.domains.mark() - before;
        self.spend((work + 4 * n_changes + 4) as u64);
        self.note(Cause::Constraint(c));
        if kept.is_err() {
            self.blame(c);
            self.failure = Failure::Constraint(c);
        }
        kept
    }

    /// Brings everything that depends on changed domains up to date.
    fn drain(&mut self) {
        while let Some((x, moved)) = self.domains.pop_touched() {
            let full = self.look_ahead == LookAhead::Full;
            let Space { sums, domains, queue, sum_constraint, .. } = self;
            let mut changed = |c: u32| {
                if full {
                    queue.push(c)
                }
            };
            sums.update(x, moved, domains, |sum| changed(sum_constraint[sum as usize]));
            self.wakes[x.index()].iter().for_each(|c| changed(*c));
            self.nogoods.wake(x);
            if full && self.domains.value(x).is_some() && !self.ledger.has_value(x) {
                self.give_value(x);
            }
        }
    }

    fn give_value(&mut self, x: Var) {
        self.scratch[x] = self.domains.lo(x);
        self.ledger.give(x, &mut self.domains);
    }

    fn blame(&mut self, c: u32) {
        match &mut self.history {
            _ if !self.learns_weights => {}
            None => self.ledger.blame(c, &mut self.domains),
            Some(history) => self.ledger.weigh(c, history.failed(c), &mut self.domains),
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

    /// The state to come back to.
    pub fn mark(&self) -> Mark {
        Mark { domains: self.domains.mark(), sums: self.sums.mark(), ints: self.ints.mark(), given: self.ledger.mark() }
    }

    /// Back to the state at the mark.
    pub fn undo(&mut self, mark: Mark) {
        self.ledger.undo(mark.given, &mut self.domains);
        self.domains.undo(mark.domains);
        self.sums.undo(mark.sums);
        self.ints.undo(mark.ints);
        self.nogoods.forget_woken();
        if self.is_noting {
            self.forget(mark.domains);
        }
    }
}
