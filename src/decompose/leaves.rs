//! The two leaf engines: a formula for a SAT backend, and the backtracker.

use super::leaf::{Halt, Leaf, Outcome};
use crate::csp::{self, Order};
use crate::encode::Encoding;
use crate::model::{Assignment, Atom, Model};
use crate::sat::{self, Answer, Backend, Feed, Loaded};
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
        Ok(loaded?)
    }
}

impl Leaf for SatLeaf {
    fn solve(&mut self, model: &Model, budget: &Budget) -> Outcome {
        let (mut solver, map) = match self.load(model, budget) {
            Ok(loaded) => loaded,
            Err(halt) => return Outcome::Unknown(halt),
        };
        let answer = solver.solve(&[], budget);
        self.stats.add(&solver.stats());
        match answer {
            Answer::Sat(valuation) => Outcome::Sat(map.decode(&valuation)),
            Answer::Unsat(_) => Outcome::Unsat,
            Answer::Unknown(stop) => Outcome::Unknown(Halt::Stop(stop)),
            Answer::Failed(why) => Outcome::Unknown(Halt::Failed(why)),
        }
    }

    fn enumerate(&mut self, model: &Model, budget: &Budget, found: &mut Found) -> Result<bool, Halt> {
        let (mut solver, map) = self.load(model, budget)?;
        let mut each = |valuation: &crate::cnf::Valuation| found(map.decode(valuation));
        let end = sat::enumerate(solver.as_mut(), &map.projection(), budget, &mut each);
        self.stats.add(&solver.stats());
        over(end.map_err(Halt::Failed)?)
    }

    fn backbone(&mut self, model: &Model, atoms: &[Atom], budget: &Budget) -> Result<Vec<Atom>, Halt> {
        let (mut solver, mut map) = self.load(model, budget)?;
        let lits: Vec<_> = atoms.iter().map(|atom| map.lit(*atom, &mut Feed(solver.as_mut()))).collect();
        let backbone = sat::backbone(solver.as_mut(), &lits, budget).map_err(Halt::Failed)?;
        self.stats.add(&solver.stats());
        over(backbone.end)?;
        let fixed = rustc_hash::FxHashSet::from_iter(backbone.fixed);
        Ok(atoms.iter().zip(&lits).filter(|(_, lit)| fixed.contains(lit)).map(|(atom, _)| *atom).collect())
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
fn over(end: End) -> Result<bool, Halt> {
    match end {
        End::Exhausted => Ok(true),
        End::Cut => Ok(false),
        End::OutOfBudget(stop) => Err(Halt::Stop(stop)),
    }
}
