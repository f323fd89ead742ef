//! Who changed the domains: from a failure back to the decisions that matter, for backjumping.
//!
//! What holds: the trail of the domains is cut into pieces, each with its cause. A change by a constraint follows from
//! the domains of what it looks at, as they were; a decision needs nothing. So a walk back over the trail, from the variables of
//! the constraint that failed, meets exactly the decisions that this failure was derived from, and others cannot help
//! it (Prosser 1993, with the reasons found when they are needed, as in an implication graph). A walk costs the trail
//! since the root.

use super::domains::Domains;
use super::nogoods::Nogoods;
use crate::model::Var;
use crate::search::Rule;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Decisions, by their place in the stack.
pub(super) type Levels = BTreeSet<u32>;

/// Who changed domains.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cause {
    /// The decision of the level; `true` if it left one value, whatever was there before.
    Decision(u32, bool),
    /// The reasoning of a constraint.
    Constraint(u32),
    /// A nogood.
    Nogood(u32),
    /// The bound of the objective, which always holds.
    Bound,
}

/// What failed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Failure {
    /// A constraint.
    Constraint(u32),
    /// A nogood.
    Nogood(u32),
    /// A variable that had none of the values wanted.
    Variable(Var),
}

impl Cause {
    /// Who it is, to those who listen.
    pub fn rule(self) -> Rule {
        match self {
            Cause::Decision(..) => Rule::Decision,
            Cause::Constraint(c) => Rule::Constraint(c),
            Cause::Nogood(_) => Rule::Nogood,
            Cause::Bound => Rule::Bound,
        }
    }
}

impl Failure {
    /// Who it is, to those who listen. A variable has none of the values wanted when a bound takes them.
    pub fn rule(self) -> Rule {
        match self {
            Failure::Constraint(c) => Rule::Constraint(c),
            Failure::Nogood(_) => Rule::Nogood,
            Failure::Variable(_) => Rule::Bound,
        }
    }
}

/// The causes of all changes since the root.
pub(super) struct Causes {
    /// By constraint what it looks at besides its scope.
    beyond: FxHashMap<u32, Vec<Var>>,
    /// Where the root is.
    floor: usize,
    /// By piece of the trail where it ends, and its cause.
    pieces: Vec<(usize, Cause)>,
    is_marked: Vec<bool>,
    marked: Vec<Var>,
}

impl Causes {
    /// Nothing happened yet. `beyond` says by constraint what it looks at besides its scope.
    pub fn new(n_vars: usize, beyond: FxHashMap<u32, Vec<Var>>) -> Causes {
        Causes { beyond, floor: 0, pieces: Vec::new(), is_marked: vec![false; n_vars], marked: Vec::new() }
    }

    /// What happened until now holds for good.
    pub fn begin(&mut self, end: usize) {
        self.floor = end;
        self.pieces.clear();
    }

    /// The changes since the last note have this cause.
    pub fn note(&mut self, end: usize, cause: Cause) {
        if end > self.end() {
            self.pieces.push((end, cause));
        }
    }

    /// Forgets what was undone.
    pub fn undo(&mut self, end: usize) {
        while self.pieces.pop_if(|piece| piece.0 > end).is_some() {}
        self.floor = self.floor.min(end);
    }

    /// How much there is to walk over.
    pub fn len(&self) -> usize {
        self.end() - self.floor
    }

    fn end(&self) -> usize {
        self.pieces.last().map_or(self.floor, |piece| piece.0)
    }

    /// The decisions that the failure follows from.
    pub fn levels(&mut self, of: Failure, domains: &Domains, scopes: &[Vec<Var>], nogoods: &Nogoods) -> Levels {
        match of {
            Failure::Constraint(c) => self.mark_seen_by(c, scopes),
            Failure::Nogood(n) => nogoods.atoms[n as usize].iter().for_each(|atom| self.mark(atom.var)),
            Failure::Variable(x) => self.mark(x),
        }
        let mut levels = Levels::new();
        for at in (0..self.pieces.len()).rev() {
            let (end, cause) = self.pieces[at];
            let start = if at == 0 { self.floor } else { self.pieces[at - 1].0 };
            let Some(x) = domains.changed(start..end).rev().find(|x| self.is_marked[x.index()]) else { continue };
            match cause {
                Cause::Decision(level, alone) => {
                    levels.insert(level);
                    // One value is left because it was chosen; what was removed before does not matter.
                    self.is_marked[x.index()] = !alone;
                }
                Cause::Constraint(c) => self.mark_seen_by(c, scopes),
                Cause::Nogood(n) => nogoods.atoms[n as usize].iter().for_each(|atom| self.mark(atom.var)),
                Cause::Bound => {}
            }
        }
        self.marked.drain(..).for_each(|x| self.is_marked[x.index()] = false);
        levels
    }

    fn mark_seen_by(&mut self, c: u32, scopes: &[Vec<Var>]) {
        scopes[c as usize].iter().for_each(|x| self.mark(*x));
        for at in 0..self.beyond.get(&c).map_or(0, Vec::len) {
            self.mark(self.beyond[&c][at]);
        }
    }

    fn mark(&mut self, x: Var) {
        if !std::mem::replace(&mut self.is_marked[x.index()], true) {
            self.marked.push(x);
        }
    }
}
