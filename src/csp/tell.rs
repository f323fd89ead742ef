//! Telling what the search does: who lost which values to whom.
//!
//! The teller remembers the domains as it told them last, so that what a piece of the trail removed is the difference. It
//! is there only if somebody listens, costs the domains that changed, and nothing more once the listener has enough.

use super::causes::Cause;
use super::domains::Domains;
use crate::model::{Domain, Model, Var};
use crate::search::{Ear, Event};

/// What was told so far, along the current path.
pub(super) struct Teller {
    ear: Ear,
    /// Whether the listener wants to hear more.
    is_heard: bool,
    /// By variable its values as they were told.
    told: Vec<Domain>,
    /// How far the trail of the domains was told.
    end: usize,
    /// What was told of a variable before the trail had this length.
    before: Vec<(usize, Var, Domain)>,
}

impl Teller {
    /// Nothing was told but the model.
    pub fn new(ear: Ear, model: &Model) -> Teller {
        let told = model.vars.iter().map(|var| var.domain.clone()).collect();
        Teller { ear, is_heard: true, told, end: 0, before: Vec::new() }
    }

    /// Tells one event.
    pub fn tell(&mut self, event: &Event) {
        self.is_heard = self.is_heard && self.ear.tell(event);
    }

    /// Tells what was removed since the last time, all of it by one cause.
    pub fn removals(&mut self, domains: &Domains, cause: Cause) {
        if !self.is_heard {
            return;
        }
        let start = std::mem::replace(&mut self.end, domains.mark());
        for var in domains.changed(start..self.end) {
            let left = domains.to_domain(var);
            let removed = self.told[var.index()].minus(&left);
            if removed.is_empty() {
                continue;
            }
            self.tell(&Event::Removal { var, removed: &removed, left: &left, by: cause.rule() });
            let old = std::mem::replace(&mut self.told[var.index()], left);
            self.before.push((self.end, var, old));
        }
    }

    /// The trail was undone to this length.
    pub fn undo(&mut self, end: usize) {
        self.end = self.end.min(end);
        while let Some((_, var, old)) = self.before.pop_if(|(at, ..)| *at > end) {
            self.told[var.index()] = old;
        }
    }

    /// Whether anything was told after the trail had this length.
    pub fn has_told_after(&self, end: usize) -> bool {
        self.end > end
    }
}
