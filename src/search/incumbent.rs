//! What is known of the best value of an objective: shared by engines that work on one model side by side.
//!
//! The best value that was reached never gets worse and the bound never gets weaker, whoever tells them and in whatever
//! order. Looking whether there is news costs one relaxed load, so a search may do it at every node.

use super::{Ear, Event};
use crate::model::{Atom, Objective};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The best value and the bound of one objective. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Incumbent(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    version: AtomicU64,
    known: Mutex<Known>,
    ear: Option<Ear>,
}

/// What is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The best value that an accepted answer has.
    pub best: Option<i64>,
    /// No answer is better than this.
    pub bound: Option<i64>,
}

impl Incumbent {
    /// Nothing is known yet; who listens hears everything new.
    pub fn heard_by(ear: Option<Ear>) -> Incumbent {
        Incumbent(Arc::new(Shared { ear, ..Shared::default() }))
    }

    /// An answer with this value was accepted.
    pub fn reached(&self, objective: Objective, value: i64) {
        self.change(|known| known.best = Some(better(objective, known.best.unwrap_or(value), value)));
    }

    /// It was shown that no answer is better than this value.
    pub fn bounded(&self, objective: Objective, value: i64) {
        self.change(|known| known.bound = Some(worse(objective, known.bound.unwrap_or(value), value)));
    }

    /// What is known now.
    pub fn known(&self) -> Known {
        *self.0.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number that grows with everything new.
    #[inline]
    pub fn version(&self) -> u64 {
        self.0.version.load(Ordering::Relaxed)
    }

    /// What a better answer has to meet; `None` before there is one. False for every value where none can be better.
    pub fn demand(&self, objective: Objective) -> Option<Atom> {
        let best = self.known().best?;
        match objective {
            Objective::Minimise(var) => Some(!var.at_least(best)),
            Objective::Maximise(var) => Some(var.more_than(best)),
            Objective::Satisfy => None,
        }
    }

    fn change(&self, change: impl FnOnce(&mut Known)) {
        let mut known = self.0.known.lock().unwrap_or_else(PoisonError::into_inner);
        let before = *known;
        change(&mut known);
        if *known == before {
            return;
        }
        self.0.version.fetch_add(1, Ordering::Relaxed);
        let Known { best, bound } = *known;
        drop(known);
        if let Some(ear) = &self.0.ear {
            ear.tell(&Event::Known(best, bound));
        }
    }
}

fn better(objective: Objective, a: i64, b: i64) -> i64 {
    match objective {
        Objective::Minimise(_) => a.min(b),
        Objective::Maximise(_) => a.max(b),
        Objective::Satisfy => a,
    }
}

fn worse(objective: Objective, a: i64, b: i64) -> i64 {
    match objective {
        Objective::Minimise(_) => a.max(b),
        Objective::Maximise(_) => a.min(b),
        Objective::Satisfy => a,
    }
}

#[cfg(test)]
mod tests {
    use super::{Incumbent, Known};
    use crate::model::{Model, Objective};

    #[test]
    fn nothing_known_is_lost_or_weakened() {
        let mut model = Model::new();
        let x = model.int("x", 0..=9);
        let (down, up) = (Objective::Minimise(x), Objective::Maximise(x));
        let shared = Incumbent::default();
        assert_eq!(shared.demand(down), None);
        for value in [5, 3, 4] {
            shared.clone().reached(down, value);
        }
        for value in [0, 2, 1] {
            shared.bounded(down, value);
        }
        assert_eq!(shared.known(), Known { best: Some(3), bound: Some(2) });
        assert_eq!(shared.version(), 4, "what is no news is no version");
        assert_eq!(shared.demand(down), Some(!x.at_least(3)));
        let other = Incumbent::default();
        [5, 7, 6].into_iter().for_each(|value| other.reached(up, value));
        [9, 8].into_iter().for_each(|value| other.bounded(up, value));
        assert_eq!(other.known(), Known { best: Some(7), bound: Some(8) });
        assert_eq!(other.demand(up), Some(x.more_than(7)));
    }
}
