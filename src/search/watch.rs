//! A budget as seen from inside a loop that asks very often whether to stop.
//!
//! Only every sixty-fourth question reads the clock: a question then costs about a nanosecond, and even a loop that
//! needs ten milliseconds between two questions stops within a second.

use super::{Budget, End, Stop};
use std::cell::Cell;
use std::fmt;

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

    /// The same as an error, for loops inside functions that may fail.
    pub fn check(&self) -> Result<(), Stop> {
        if self.is_over() { self.stop.get().map_or(Ok(()), Err) } else { Ok(()) }
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

/// So that a limit can travel where errors do.
impl std::error::Error for Stop {}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl From<Stop> for End {
    fn from(stop: Stop) -> End {
        End::OutOfBudget(stop)
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Stop, Watch};
    use std::sync::atomic::Ordering;

    /// An interrupt is noticed within sixty-four questions, and stays noticed.
    #[test]
    fn a_spent_budget_is_noticed_soon_and_stays_spent() {
        assert_eq!(Watch::new(&Budget::seconds(0.0)).check(), Err(Stop::Timeout));
        let budget = Budget::unlimited();
        let watch = Watch::new(&budget);
        assert!((0..1000).all(|_| watch.check().is_ok()));
        budget.interrupt().store(true, Ordering::Relaxed);
        assert!((0..64).any(|_| watch.is_over()));
        budget.interrupt().store(false, Ordering::Relaxed);
        assert_eq!((watch.check(), watch.stop()), (Err(Stop::Interrupted), Some(Stop::Interrupted)));
    }
}
