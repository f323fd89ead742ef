//! Where the search goes on after a failure: at the next value, further up, or anew from the root.
//!
//! A frame that has no value left is given up. Without further words its predecessor goes on. With `cbj` every frame
//! collects whom to blame: the decisions that its failures, and the absence of its other values, follow from. Frames
//! that are not among them are skipped, since another value there would fail the same way (Prosser, Computational
//! Intelligence 1993). When solutions are listed, all decisions are to blame for the end of a solution, so that none is
//! lost; when one is improved, those that led to its value. With `lc` the variable given up is the next to be tried,
//! wherever that is (Lecoutre, Sais, Tabary and Vidal 2009). A restart gives up all frames, and keeps what they refuted
//! if the order says `nogoods`. Listing goes on without restarts after the first solution, so that none comes twice.

use super::causes::Levels;
use super::nogoods::LONGEST;
use super::tree::{Goal, Tree};
use crate::model::{Atom, Var};
use crate::search::Event;

/// Decisions that share in a failure.
#[derive(Default)]
pub(super) struct Blame {
    levels: Levels,
    is_all: bool,
}

impl Blame {
    fn includes(&self, level: usize) -> bool {
        self.is_all || self.levels.contains(&(level as u32))
    }

    fn add(&mut self, mut other: Blame) {
        self.levels.append(&mut other.levels);
        self.is_all |= other.is_all;
    }
}

impl Tree<'_> {
    /// The next value of the last frame.
    pub(super) fn next_value(&mut self) -> Option<Atom> {
        self.space.go_back(self.frames.last()?.mark, self.frames.len() - 1);
        let within = self.keeps_bound();
        if !within {
            self.blame_failure();
            return None;
        }
        let frame = self.frames.last_mut()?;
        let next = frame.values.next(frame.var, &self.space.domains);
        if self.order.nogoods {
            frame.tried.extend(next);
        }
        if self.order.backjump {
            // Values that are not tried are missing for a reason, which a bound may change from value to value.
            let levels = self.space.culprits_for(frame.var);
            frame.blame.levels.extend(levels);
        }
        next
    }

    /// Gives up the last frame; `false` if that ends the search.
    pub(super) fn give_up(&mut self, goal: Goal) -> bool {
        let frame = self.frames.pop().expect("there is a frame to give up");
        if self.order.last_conflict {
            self.last_conflict.get_or_insert(frame.var);
        }
        let component = frame.group / 2;
        if self.order.backjump {
            self.jump(&frame.blame, component);
        }
        if !self.leave(component, goal) {
            return false;
        }
        if let Some(last) = self.frames.last_mut().filter(|_| self.order.backjump) {
            last.blame.add(frame.blame);
        }
        true
    }

    /// Skips the frames of the component that are not to blame.
    fn jump(&mut self, blame: &Blame, component: u32) {
        while let Some(level) = self.frames.len().checked_sub(1) {
            if blame.includes(level) || self.frames[level].group / 2 != component {
                return;
            }
            self.frames.pop();
        }
    }

    /// The last decision failed, or the bound did.
    pub(super) fn blame_failure(&mut self) {
        if let Some(frame) = self.frames.last_mut().filter(|_| self.order.backjump) {
            let levels = self.space.culprits();
            frame.blame.levels.extend(levels);
        }
    }

    /// A solution ends where it ends: nothing may be skipped.
    pub(super) fn blame_all(&mut self) {
        self.frames.iter_mut().rev().take(1).for_each(|frame| frame.blame.is_all = true);
    }

    /// A solution is no better than the value of this variable.
    pub(super) fn blame_value(&mut self, x: Var) {
        if let Some(frame) = self.frames.last_mut().filter(|_| self.order.backjump) {
            let levels = self.space.culprits_for(x);
            frame.blame.levels.extend(levels);
        }
    }

    /// Begins anew at the root; `false` if there is nothing to search.
    pub(super) fn restart(&mut self) -> bool {
        self.schedule.begin();
        let refuted = if self.order.nogoods { self.refuted() } else { Vec::new() };
        self.frames.clear();
        self.space.tell(|| Event::Restart);
        self.space.undo(self.root);
        let mut is_open = self.keeps_bound();
        for atoms in refuted {
            is_open = is_open && self.space.stop.is_none() && self.space.forbid(atoms).is_ok();
        }
        self.root = self.space.mark();
        self.space.take_root();
        is_open
    }

    /// What was given up on the path: each such value with the decisions above it.
    fn refuted(&self) -> Vec<Vec<Atom>> {
        let mut above: Vec<Atom> = Vec::new();
        let mut refuted = Vec::new();
        for (level, frame) in self.frames.iter().enumerate().take(LONGEST) {
            let is_last = level + 1 == self.frames.len();
            let n_refuted = frame.tried.len() - usize::from(!is_last);
            let with = |atom: &Atom| above.iter().chain([atom]).copied().collect();
            refuted.extend(frame.tried[..n_refuted].iter().map(with));
            above.extend(frame.tried.last().filter(|_| !is_last));
        }
        refuted
    }
}
