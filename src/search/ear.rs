//! Who listens to a search: it tells what it does, event by event, if somebody wants to know.
//!
//! What holds for a search tree: a try is a value of the last choice at its depth, what follows comes from it until the
//! next choice or `Back`, and `Back` restores the domains as they were at the choice of that depth. So the events alone
//! give the tree and the domains at each of its nodes. Without a listener an event costs one branch.

use super::Stop;
use crate::model::{Assignment, Atom, Domain, Model, Var};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// What happens in a search.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A search tree of this model begins.
    Begin(&'a Model),
    /// A variable is branched on, under so many decisions.
    Choice(usize, Var),
    /// A value of the variable chosen at this depth is tried, or a part of its domain: a node of the tree.
    Try(usize, Atom),
    /// A variable lost values to a rule, and these are left.
    Removal {
        /// The variable.
        var: Var,
        /// What it lost.
        removed: &'a Domain,
        /// What it has still.
        left: &'a Domain,
        /// Who took it.
        by: Rule,
    },
    /// The last try failed, or already the start if nothing was tried yet.
    Fail(Rule),
    /// All values of the variable chosen at this depth are used up.
    Exhausted(usize),
    /// The domains are again those at the choice of this depth.
    Back(usize),
    /// The search begins anew, of whatever kind it is.
    Restart,
    /// A solution of the model.
    Solution(&'a Assignment),
    /// A SAT solver learnt a clause with so many literals.
    Learnt(usize),
    /// What is known of the objective: the best value reached, and that none is better than the bound.
    Known(Option<i64>, Option<i64>),
    /// An answer passed its judges; what it is worth, if that is counted.
    Answer(Option<i64>),
    /// How far a search is, in its own words.
    News(&'a str),
    /// The budget was spent.
    Stopped(Stop),
}

/// Who removes values or fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The decision itself.
    Decision,
    /// The constraint of the model at this index.
    Constraint(u32),
    /// What a restart left behind.
    Nogood,
    /// A solution must be better than the best one.
    Bound,
}

/// Takes in what a search tells.
pub trait Listener: Send {
    /// Hears one event; whether it wants to hear more.
    fn hear(&mut self, event: &Event) -> bool;
}

/// A way to a listener. Clones reach the same one.
#[derive(Clone)]
pub struct Ear(Arc<Mutex<dyn Listener>>);

impl Ear {
    /// A way to this listener.
    pub fn new(listener: Arc<Mutex<dyn Listener>>) -> Ear {
        Ear(listener)
    }

    /// Tells the listener; whether it wants to hear more.
    pub fn tell(&self, event: &Event) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).hear(event)
    }
}

impl fmt::Debug for Ear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ear")
    }
}
