//! The budget inside the front end: every loop that can be long counts its steps here.
//!
//! The clock is looked at once in [`EVERY`] steps, so a step may cost a microsecond without a limit being passed by much.
//! Who is about to do more in one go says so beforehand, in steps or in bytes.

use super::diagnostic::{Outcome, stopped};
use crate::search::Budget;

/// How many steps go by between two looks at the budget.
const EVERY: u64 = 2048;

/// A budget with a counter.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meter {
    budget: Budget,
    left: u64,
}

impl Meter {
    pub fn new(budget: &Budget) -> Meter {
        Meter { budget: budget.clone(), left: 0 }
    }

    /// The budget itself, for work that counts its own steps.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Counts steps, and ends the work when the budget is spent.
    pub fn tick(&mut self, n: u64) -> Outcome<()> {
        match self.left.checked_sub(n) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => self.look(),
        }
    }

    #[cold]
    fn look(&mut self) -> Outcome<()> {
        self.left = EVERY;
        self.budget.spent().map_or(Ok(()), stopped)
    }

    /// Ends the work if so many bytes more would pass the memory limit.
    pub fn room(&mut self, bytes: u64) -> Outcome<()> {
        self.budget.lacks(bytes).map_or(Ok(()), stopped)
    }
}
