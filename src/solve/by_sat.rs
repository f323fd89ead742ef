//! Solving by SAT: one answer, all answers, or the best one.
//!
//! One answer of a model that falls apart is looked for part by part; everything else is one formula. An objective is
//! improved step by step: each solution found adds the demand for a better one, until there is none.

use super::{Run, SolveError};
use crate::decompose::{self, Halt, Outcome, SatLeaf};
use crate::encode::VarMap;
use crate::engine::SatEngine;
use crate::model::{Atom, Objective};
use crate::sat::{self, Answer, Feed, Loaded, Solver};
use crate::search::{End, Stats, Stop};
use std::ops::ControlFlow;
use std::time::Instant;

pub(super) fn run(engine: &SatEngine, run: &mut Run) -> Result<(End, Stats), SolveError> {
    match (run.optimises(), run.wants_one() && engine.split) {
        (true, _) => best(engine, run),
        (false, true) => by_parts(engine, run),
        (false, false) => all(engine, run),
    }
}

fn by_parts(engine: &SatEngine, run: &mut Run) -> Result<(End, Stats), SolveError> {
    let mut leaf = SatLeaf::new(engine.encoding, engine.backend.clone());
    let outcome = decompose::solve_split(run.model(), &mut leaf, &run.request.budget);
    let end = match outcome {
        Outcome::Sat(assignment) => ended(run.accept_assignment(assignment)),
        Outcome::Unsat => End::Exhausted,
        Outcome::Unknown(Halt::Stop(stop)) => End::OutOfBudget(stop),
        Outcome::Unknown(Halt::TooLarge(why)) => return Err(SolveError::Resources(why)),
        Outcome::Unknown(Halt::Failed(why)) => return Err(SolveError::Backend(why)),
    };
    Ok((end, leaf.stats))
}

fn ended(flow: ControlFlow<()>) -> End {
    if flow.is_break() { End::Cut } else { End::Exhausted }
}

/// The whole model as clauses in a solver, or which limit was reached on the way.
fn load(engine: &SatEngine, run: &mut Run) -> Result<Result<Loaded, Stop>, SolveError> {
    let started = Instant::now();
    let loaded = sat::load_model(run.model(), &engine.encoding, &engine.backend, &run.request.budget);
    run.phases.encode += started.elapsed().as_secs_f64();
    match loaded {
        Ok(loaded) => Ok(Ok(loaded)),
        Err(Halt::Stop(stop)) => Ok(Err(stop)),
        Err(Halt::TooLarge(why)) => Err(SolveError::Resources(why)),
        Err(Halt::Failed(why)) => Err(SolveError::Backend(why)),
    }
}

fn all(engine: &SatEngine, run: &mut Run) -> Result<(End, Stats), SolveError> {
    let (mut solver, map) = match load(engine, run)? {
        Ok(loaded) => loaded,
        Err(stop) => return Ok((End::OutOfBudget(stop), Stats::default())),
    };
    let projection = map.projection();
    let budget = &run.request.budget;
    let mut found = |valuation: &crate::cnf::Valuation| run.accept_assignment(map.decode(valuation));
    let end = sat::enumerate(solver.as_mut(), &projection, budget, &mut found).map_err(SolveError::Backend)?;
    Ok((end, solver.stats()))
}

fn best(engine: &SatEngine, run: &mut Run) -> Result<(End, Stats), SolveError> {
    let (mut solver, mut map) = match load(engine, run)? {
        Ok(loaded) => loaded,
        Err(stop) => return Ok((End::OutOfBudget(stop), Stats::default())),
    };
    loop {
        let end = match solver.solve(&[], &run.request.budget) {
            Answer::Sat(valuation) => improve(&valuation, solver.as_mut(), &mut map, run),
            Answer::Unsat(_) => Some(End::Exhausted),
            Answer::Unknown(stop) => Some(End::OutOfBudget(stop)),
            Answer::Failed(why) => return Err(SolveError::Backend(why)),
        };
        if let Some(end) = end {
            return Ok((end, solver.stats()));
        }
    }
}

/// Hands the solution out and demands a better one.
fn improve(valuation: &crate::cnf::Valuation, solver: &mut dyn Solver, map: &mut VarMap, run: &mut Run) -> Option<End> {
    let assignment = map.decode(valuation);
    let better = better_than(run.model().objective, &assignment);
    if run.accept_assignment(assignment) == ControlFlow::Break(()) {
        return Some(End::Cut);
    }
    let lit = map.lit(better, &mut Feed(solver));
    solver.add(&[lit]);
    None
}

fn better_than(objective: Objective, assignment: &crate::model::Assignment) -> Atom {
    match objective {
        Objective::Minimise(var) => !var.at_least(assignment[var]),
        Objective::Maximise(var) => var.more_than(assignment[var]),
        Objective::Satisfy => unreachable!("only called with an objective"),
    }
}
