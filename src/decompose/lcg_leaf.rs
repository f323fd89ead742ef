//! A leaf engine: lazy clause generation.

use super::leaf::{Halt, Leaf, Outcome};
use super::leaves::over;
use crate::lcg::{Backend, Goal};
use crate::model::{Assignment, Model};
use crate::search::{Budget, End, Found, Stats};
use std::ops::ControlFlow;

/// Hands a part to a backend that takes models.
#[derive(Clone, Debug)]
pub struct LcgLeaf {
    /// Who solves it.
    pub backend: Backend,
    /// What was done so far, all parts together.
    pub stats: Stats,
}

impl LcgLeaf {
    /// A leaf with this backend.
    pub fn new(backend: Backend) -> LcgLeaf {
        LcgLeaf { backend, stats: Stats::default() }
    }

    fn search(&mut self, model: &Model, budget: &Budget, found: &mut Found) -> Result<End, Halt> {
        let (end, stats) = (self.backend.row().solve)(model, Goal::All, budget, found)?;
        self.stats.add(&stats);
        Ok(end)
    }
}

impl Leaf for LcgLeaf {
    fn solve(&mut self, model: &Model, budget: &Budget) -> Outcome {
        let mut first: Option<Assignment> = None;
        let end = self.search(model, budget, &mut |solution| {
            first = Some(solution);
            ControlFlow::Break(())
        });
        match (first, end) {
            (Some(solution), _) => Outcome::Sat(solution),
            (None, Err(halt)) => Outcome::Unknown(halt),
            (None, Ok(End::OutOfBudget(stop))) => Outcome::Unknown(Halt::Stop(stop)),
            (None, Ok(_)) => Outcome::Unsat,
        }
    }

    fn enumerate(&mut self, model: &Model, budget: &Budget, found: &mut Found) -> Result<bool, Halt> {
        self.search(model, budget, found).and_then(over)
    }
}
