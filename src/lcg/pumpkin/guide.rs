//! Who looks over the backend's shoulder: counts its decisions, tells it when to stop, and makes it leap.
//!
//! A leap is a first decision: the objective is better than the best answer by a step that doubles as long as leaps
//! succeed. It is a decision like any other, so what is learned under it holds without it, and a leap that is refuted is a
//! bound. One that takes too many conflicts is given up.

use crate::search::{Budget, Incumbent, Pace, Stop};
use pumpkin_core::DefaultBrancher;
use pumpkin_core::branching::{Brancher, BrancherEvent, SelectionContext};
use pumpkin_core::predicates::Predicate;
use pumpkin_core::results::SolutionReference;
use pumpkin_core::statistics::StatisticLogger;
use pumpkin_core::termination::TerminationCondition;
use pumpkin_core::variables::DomainId;
use std::cell::Cell;
use std::rc::Rc;

/// Conflicts that a leap may take.
const PATIENCE: u64 = 200;

/// What the two observers of a search share.
#[derive(Debug, Default)]
pub struct Counters {
    /// How many decisions were made.
    pub n_decisions: Cell<u64>,
    /// How many of them ended in a conflict.
    pub n_conflicts: Cell<u64>,
    /// Whether a decision was the last thing that happened.
    pub is_deciding: Cell<bool>,
}

/// Asked between two decisions whether to stop.
pub struct Poll {
    /// What is watched.
    pub budget: Budget,
    /// How often.
    pub pace: Pace,
    /// What others may reach.
    pub incumbent: Option<Incumbent>,
    /// The version of the incumbent that was looked at.
    pub version: u64,
    /// The value that is posted as a bound.
    pub best: Option<i64>,
    /// What happened so far.
    pub counters: Rc<Counters>,
    /// The limit that was reached.
    pub stop: Option<Stop>,
}

impl TerminationCondition for Poll {
    fn should_stop(&mut self) -> bool {
        self.stop = self.pace.spent(&self.budget);
        self.stop.is_some() || self.counters.is_deciding.get() && self.has_news()
    }
}

impl Poll {
    /// Whether somebody reached a better value. New bounds are no news.
    fn has_news(&mut self) -> bool {
        let Some(incumbent) = self.incumbent.as_ref().filter(|i| i.version() != self.version) else { return false };
        self.version = incumbent.version();
        incumbent.known().best != self.best
    }
}

/// The backend's own order of decisions, with somebody who counts them and now and then goes first.
#[derive(Debug)]
pub struct Guide {
    /// The order of decisions.
    pub inner: DefaultBrancher,
    /// What happened so far.
    pub counters: Rc<Counters>,
    /// What is decided before anything else, and up to which number of conflicts.
    leap: Option<(Predicate, u64)>,
}

impl Guide {
    /// Decisions as the backend likes them.
    pub fn new(inner: DefaultBrancher) -> Guide {
        Guide { inner, counters: Rc::default(), leap: None }
    }

    /// What is tried first from now on.
    pub fn leap(&mut self, to: Option<Predicate>) {
        self.leap = to.map(|predicate| (predicate, self.counters.n_conflicts.get() + PATIENCE));
    }

    /// Whether the last leap was neither refuted nor given up.
    pub fn is_leaping(&self) -> bool {
        self.leap.is_some()
    }

    /// The leap, if it is still open.
    fn next_leap(&mut self, context: &SelectionContext) -> Option<Predicate> {
        let (predicate, last) = self.leap?;
        match truth(predicate, context) {
            None if self.counters.n_conflicts.get() < last => return Some(predicate),
            Some(true) => (),
            None | Some(false) => self.leap = None,
        }
        None
    }
}

/// Whether a bound is met, if that is known.
fn truth(bound: Predicate, context: &SelectionContext) -> Option<bool> {
    let (of, value) = (bound.get_domain(), bound.get_right_hand_side());
    let (lo, hi) = (context.lower_bound(of), context.upper_bound(of));
    match bound.is_lower_bound_predicate() {
        true => (lo >= value || hi < value).then_some(lo >= value),
        false => (hi <= value || lo > value).then_some(hi <= value),
    }
}

impl Brancher for Guide {
    fn next_decision(&mut self, context: &mut SelectionContext) -> Option<Predicate> {
        let decision = self.next_leap(context).or_else(|| self.inner.next_decision(context));
        self.counters.is_deciding.set(decision.is_some());
        self.counters.n_decisions.update(|n| n + u64::from(decision.is_some()));
        decision
    }

    fn on_conflict(&mut self) {
        self.counters.is_deciding.set(false);
        self.counters.n_conflicts.update(|n| n + 1);
        self.inner.on_conflict();
    }

    fn on_backtrack(&mut self) {
        self.counters.is_deciding.set(false);
        self.inner.on_backtrack();
    }

    fn log_statistics(&self, logger: StatisticLogger) {
        self.inner.log_statistics(logger);
    }

    fn on_solution(&mut self, solution: SolutionReference) {
        self.inner.on_solution(solution);
    }

    fn on_unassign_integer(&mut self, variable: DomainId, value: i32) {
        self.inner.on_unassign_integer(variable, value);
    }

    fn on_appearance_in_conflict_predicate(&mut self, predicate: Predicate) {
        self.inner.on_appearance_in_conflict_predicate(predicate);
    }

    fn on_restart(&mut self) {
        self.inner.on_restart();
    }

    fn synchronise(&mut self, context: &mut SelectionContext) {
        self.inner.synchronise(context);
    }

    fn is_restart_pointless(&mut self) -> bool {
        self.inner.is_restart_pointless()
    }

    fn subscribe_to_events(&self) -> Vec<BrancherEvent> {
        self.inner.subscribe_to_events()
    }
}
