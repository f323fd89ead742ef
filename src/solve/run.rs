//! How a problem is to be solved.

use crate::engine::Engine;
use crate::model::Atom;
use crate::search::{Budget, Incumbent};

/// One run: who solves, how much is wanted, and within what.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Who solves.
    pub engine: Engine,
    /// The budget of the whole run, the front end included.
    pub budget: Budget,
    /// Stop after so many answers; `None` for all. With an objective, one answer is the best, and all are all the best.
    pub limit: Option<u64>,
    /// What is taken for granted about the model's variables, in this run only. Dedicated searches take nothing so.
    pub assumptions: Vec<Atom>,
    /// What engines that work on the same model side by side know of the best value; `None` for a run on its own. Only
    /// better answers than that are looked for: a run that ends without one has shown that there is none.
    pub incumbent: Option<Incumbent>,
    /// How many engines `auto` may run at once. With one (or none said) a run does the same each time.
    pub jobs: usize,
}

impl Run {
    /// One answer by this engine within this budget.
    pub fn one(engine: Engine, budget: Budget) -> Run {
        Run { engine, budget, limit: Some(1), assumptions: Vec::new(), incumbent: None, jobs: 1 }
    }
}
