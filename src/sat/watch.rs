//! A budget as seen from inside a solver that asks very often whether to stop.
//!
//! Only every sixty-fourth question reads the clock: a question then costs about a nanosecond, and even a solver that
//! needs ten milliseconds between two questions stops within a second.

use crate::search::{Budget, Stop};
use std::cell::Cell;

/// A budget and what became of it. Once it is spent, it stays so.
#[derive(Debug, Default)]
pub struct Watch {
    budget: Budget,
    n_questions: Cell<u32>,
    stop: Cell<Option<Stop>>,
}

impl Watch {
    /// Watches a budget, beginning with a look at it.
    pub fn new(budget: &Budget) -> Watch {
        Watch { stop: Cell::new(budget.spent()), budget: budget.clone(), n_questions: Cell::new(0) }
    }

    /// Whether to stop; looks at the budget now and then.
    pub fn is_over(&self) -> bool {
        let n = self.n_questions.get().wrapping_add(1);
        self.n_questions.set(n);
        if n.is_multiple_of(64) { self.look().is_some() } else { self.stop.get().is_some() }
    }

    /// Looks at the budget now.
    pub fn look(&self) -> Option<Stop> {
        if self.stop.get().is_none() {
            self.stop.set(self.budget.spent());
        }
        self.stop.get()
    }

    /// What was spent when somebody last looked.
    pub fn stop(&self) -> Option<Stop> {
        self.stop.get()
    }
}
