//! Bundles about the number of solutions: a circuit that has just the solutions of the model, which is counted and checked.
//!
//! What is counted are solutions that differ in the answer, best or not; an objective plays no part. The circuit is about the
//! model itself, so that neither encoders nor solvers are believed.

use super::listing::{Asked, stated};
use super::make::{finished, keep, named};
use super::manifest::{Manifest, word};
use super::verify::{Bundle, Fault, broken};
use super::workplace::Workplace;
use crate::circuit::{self, Refusal};
use crate::engine::Engine;
use crate::search::Budget;
use crate::solve::{Problem, SolveError, Status};
use num_bigint::BigUint;
use num_traits::Zero;
use std::path::Path;

/// The circuit.
pub(super) const CIRCUIT: &str = "circuit.txt";

/// Counts the solutions of a problem and leaves the bundle in a folder.
pub(super) fn make_count(
    problem: &Problem,
    engine: &Engine,
    place: &Path,
    budget: &Budget,
) -> Result<Manifest, SolveError> {
    let work = Workplace::beside(place)?;
    let statement = stated(problem, engine, budget)?;
    let text = circuit::compile(&statement.model, budget)?.text;
    let n = circuit::count(&statement.model, text.as_bytes(), budget).map_err(|refusal| match refusal {
        Refusal::Wrong(line, why) => SolveError::Rejected(format!("the circuit does not hold: line {line}: {why}")),
        Refusal::TooLarge(why) => SolveError::Resources(why),
        Refusal::Stopped(stop) => SolveError::Stopped(stop),
    })?;
    let mut manifest = Manifest::new(named(problem)?, engine.to_string(), status(&n), &[]);
    manifest.variant = problem.variant(engine).map(str::to_string);
    manifest.asked = Asked::Count;
    manifest.count = Some(n.to_string());
    keep(&work.path, CIRCUIT, &text, &mut manifest)?;
    manifest.because = manifest.reason(word(problem));
    finished(work, manifest, budget)
}

fn status(n: &BigUint) -> Status {
    if n.is_zero() { Status::Unsatisfiable } else { Status::Satisfiable }
}

impl Bundle<'_> {
    /// The number follows from the circuit.
    pub(super) fn by_circuit(&self, problem: &Problem, engine: &Engine, claimed: Status) -> Result<(), Fault> {
        let Manifest { horizon, objective, values, n_solutions, refutations, .. } = self.manifest;
        let is_bare = horizon.is_none() && objective.is_none() && values.is_none() && n_solutions.is_none();
        if !is_bare || !refutations.is_empty() {
            return broken("a number of solutions has neither a solution nor refutations beside it");
        }
        let statement = stated(problem, engine, self.budget)?;
        let n = match circuit::count(&statement.model, &self.bytes(CIRCUIT)?, self.budget) {
            Ok(n) => n,
            Err(Refusal::Wrong(line, why)) => return broken(format!("{CIRCUIT}:{line}: {why}")),
            Err(Refusal::TooLarge(why)) => return Err(Fault::Other(SolveError::Resources(why))),
            Err(Refusal::Stopped(stop)) => return Err(Fault::Other(SolveError::Stopped(stop))),
        };
        if self.manifest.count != Some(n.to_string()) || status(&n) != claimed {
            return broken(format!("{CIRCUIT} has another number of solutions"));
        }
        match self.manifest.because == self.manifest.reason(word(problem)) {
            true => Ok(()),
            false => broken("the words do not say what the data say"),
        }
    }
}

/// How a number of solutions follows.
pub(super) fn reason_of_count(n: &str) -> String {
    let all = match n {
        "1" => "there is 1 solution".to_string(),
        n => format!("there are {n} solutions"),
    };
    format!("{all}: circuit.txt has just those of the model, as following it through the model shows")
}
