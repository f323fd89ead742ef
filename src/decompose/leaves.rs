//! Two leaf engines: a formula for a SAT backend, and the backtracker.

use super::leaf::{Halt, Leaf, Outcome};
use crate::csp::{self, Order};
use crate::encode::Encoding;
use crate::model::{Assignment, Atom, Model};
use crate::sat::{self, Backend, Loaded};
use crate::search::{Budget, End, Found, Stats};
use std::ops::ControlFlow;
use std::time::Instant;

/// Encodes a part into clauses and asks a SAT backend.
#[derive(Clone, Debug, Default)]
pub struct SatLeaf {
    /// How a model becomes clauses.
    pub encoding: Encoding,
    /// Who solves the formula.
    pub backend: Backend,
    /// What was done so far, all parts together.
    pub stats: Stats,
    /// How much of the time went into making clauses.
    pub encode_seconds: f64,
}

impl SatLeaf {
    /// A leaf with this encoding and backend.
    pub fn new(encoding: Encoding, backend: Backend) -> SatLeaf {
        SatLeaf { encoding, backend, stats: Stats::default(), encode_seconds: 0.0 }
    }

    fn load(&mut self, model: &Model, budget: &Budget) -> Result<Loaded, Halt> {
        let started = Instant::now();
        let loaded = sat::load_model(model, &self.encoding, &self.backend, budget);
        self.encode_seconds += started.elapsed().as_secs_f64();
        loaded
    }
}

impl Leaf for SatLeaf {
    fn solve(&mut self, model: &Model, budget: &Budget) -> Outcome {
        let found = self.load(model, budget).and_then(|mut loaded| {
            let found = sat::solution(&mut loaded, budget);
            self.stats.add(&loaded.0.stats());
            found
        });
        match found {
            Ok(Some(solution)) => Outcome::Sat(solution),
            Ok(None) => Outcome::Unsat,
            Err(halt) => Outcome::Unknown(halt),
        }
    }

    fn enumerate(&mut self, model: &Model, budget: &Budget, found: &mut Found) -> Result<bool, Halt> {
        let mut loaded = self.load(model, budget)?;
        let end = sat::solutions(&mut loaded, budget, found);
        self.stats.add(&loaded.0.stats());
        over(end?)
    }

    fn backbone(&mut self, model: &Model, atoms: &[Atom], budget: &Budget) -> Result<Vec<Atom>, Halt> {
        let mut loaded = self.load(model, budget)?;
        let fixed = sat::fixed_atoms(&mut loaded, atoms, budget);
        self.stats.add(&loaded.0.stats());
        fixed
    }
}

/// Searches a part by backtracking.
#[derive(Clone, Debug)]
pub struct CspLeaf {
    /// How to branch and look ahead.
    pub order: Order,
    /// What was done so far, all parts together.
    pub stats: Stats,
}

impl CspLeaf {
    /// A leaf that searches in this order.
    pub fn new(order: Order) -> CspLeaf {
        CspLeaf { order, stats: Stats::default() }
    }

    fn search(&mut self, model: &Model, budget: &Budget, found: &mut Found) -> End {
        let (end, stats) = csp::search(model, &self.order, budget, found);
        self.stats.add(&stats);
        end
    }
}

impl Leaf for CspLeaf {
    fn solve(&mut self, model: &Model, budget: &Budget) -> Outcome {
        let mut first: Option<Assignment> = None;
        let end = self.search(model, budget, &mut |solution| {
            first = Some(solution);
            ControlFlow::Break(())
        });
        match (first, end) {
            (Some(solution), _) => Outcome::Sat(solution),
            (None, End::OutOfBudget(stop)) => Outcome::Unknown(Halt::Stop(stop)),
            (None, _) => Outcome::Unsat,
        }
    }

    fn enumerate(&mut self, model: &Model, budget: &Budget, found: &mut Found) -> Result<bool, Halt> {
        over(self.search(model, budget, found))
    }
}

/// True if there is no more, false if the receiver had enough.
pub(super) fn over(end: End) -> Result<bool, Halt> {
    match end {
        End::Exhausted => Ok(true),
        End::Cut => Ok(false),
        End::OutOfBudget(stop) => Err(Halt::Stop(stop)),
    }
}
