//! Solving by SAT: one answer, all answers, or the best one.
//!
//! One answer of a model that falls apart is looked for part by part; everything else is one formula, and the engine
//! that is reported is the one that takes models whole. An objective is improved step by step: each solution found adds
//! the demand for a better one, until there is none; steps grow as long as they succeed.

use super::collect::Collector;
use super::descent::Descent;
use super::on_model::Goal;
use super::presolved::{Use, presolved};
use super::{SolveError, Statement};
use crate::cnf::Lit;
use crate::decompose::{self, Halt, Outcome, SatLeaf};
use crate::encode::VarMap;
use crate::engine::{Engine, SatEngine};
use crate::model::{Assignment, Atom, Objective};
use crate::sat::{self, Answer, Feed, Loaded, Solver};
use crate::search::{Budget, End, Stats, Stop};
use std::ops::ControlFlow;
use std::time::Instant;

/// Who really ran, why it ended, what was done.
type Ran = Result<(Engine, End, Stats), SolveError>;

pub(super) fn run(engine: &SatEngine, of: &Statement, goal: Goal, out: &mut Collector) -> Ran {
    let (end, stats) = match (goal, out.run.limit == Some(1) && engine.split) {
        (Goal::Any, true) => return by_parts(engine, of, out),
        (Goal::Any, false) => all(engine, of, out)?,
        (Goal::Best, _) => best(engine, of, out)?,
    };
    Ok((Engine::Sat(SatEngine { split: false, ..engine.clone() }), end, stats))
}

fn by_parts(engine: &SatEngine, of: &Statement, out: &mut Collector) -> Ran {
    let mut leaf = SatLeaf::new(engine.encoding, engine.backend.clone());
    let (run, started) = (out.run, Instant::now());
    let given = presolved(of, &run.assumptions, &run.engine, Use::Apart, &run.budget);
    out.phases.encode += started.elapsed().as_secs_f64();
    let outcome = match given {
        Ok(Some(given)) => decompose::solve_split(&out.take(given), &mut leaf, &run.budget),
        Ok(None) => Outcome::Unsat,
        Err(stop) => Outcome::Unknown(Halt::Stop(stop)),
    };
    out.phases.encode += leaf.encode_seconds;
    let end = match outcome {
        Outcome::Sat(assignment) => ended(out.assignment(assignment)),
        Outcome::Unsat => End::Exhausted,
        Outcome::Unknown(Halt::Stop(stop)) => End::OutOfBudget(stop),
        Outcome::Unknown(Halt::TooLarge(why)) => return Err(SolveError::Resources(why)),
        Outcome::Unknown(Halt::Failed(why)) => return Err(SolveError::Backend(why)),
    };
    Ok((Engine::Sat(engine.clone()), end, leaf.stats))
}

fn ended(flow: ControlFlow<()>) -> End {
    if flow.is_break() { End::Cut } else { End::Exhausted }
}

/// The whole model as clauses in a solver, or which limit was reached on the way.
fn load(engine: &SatEngine, of: &Statement, out: &mut Collector) -> Result<Result<Loaded, Stop>, SolveError> {
    let (run, started) = (out.run, Instant::now());
    // Assumptions are literals of the formula, so they play no part before it is written.
    let given = presolved(of, &[], &run.engine, Use::Whole, &run.budget).map_err(Halt::Stop);
    let loaded = given.and_then(|given| {
        let model = out.take(given.expect("nothing was assumed"));
        sat::load_model(&model, &engine.encoding, &engine.backend, &run.budget)
    });
    out.phases.encode += started.elapsed().as_secs_f64();
    match loaded {
        Ok(loaded) => Ok(Ok(loaded)),
        Err(Halt::Stop(stop)) => Ok(Err(stop)),
        Err(Halt::TooLarge(why)) => Err(SolveError::Resources(why)),
        Err(Halt::Failed(why)) => Err(SolveError::Backend(why)),
    }
}

/// The assumptions as literals.
fn literals(assumptions: &[Atom], solver: &mut dyn Solver, map: &mut VarMap) -> Vec<Lit> {
    assumptions.iter().map(|atom| map.lit(*atom, &mut Feed(solver))).collect()
}

fn all(engine: &SatEngine, of: &Statement, out: &mut Collector) -> Result<(End, Stats), SolveError> {
    let mut loaded = match load(engine, of, out)? {
        Ok(loaded) => loaded,
        Err(stop) => return Ok((End::OutOfBudget(stop), Stats::default())),
    };
    let run = out.run;
    // The solver serves this run only: what is assumed may as well be a clause.
    let assumed = literals(&run.assumptions, loaded.0.as_mut(), &mut loaded.1);
    assumed.iter().for_each(|lit| loaded.0.add(&[*lit]));
    match sat::solutions(&mut loaded, &run.budget, &mut |solution| out.assignment(solution)) {
        Ok(end) => Ok((end, loaded.0.stats())),
        Err(halt) => Err(SolveError::Backend(halt.to_string())),
    }
}

fn best(engine: &SatEngine, of: &Statement, out: &mut Collector) -> Result<(End, Stats), SolveError> {
    let (mut solver, mut map) = match load(engine, of, out)? {
        Ok(loaded) => loaded,
        Err(stop) => return Ok((End::OutOfBudget(stop), Stats::default())),
    };
    let assumed = literals(&out.run.assumptions, solver.as_mut(), &mut map);
    let (mut descent, mut last) = (Descent::new(&of.model), Instant::now());
    loop {
        let leap = descent.leap;
        let asked: Vec<Lit> =
            assumed.iter().copied().chain(literals(leap.as_slice(), solver.as_mut(), &mut map)).collect();
        let end = match solver.solve(&asked, &patience(leap, last, &out.run.budget)) {
            Answer::Sat(valuation) => {
                let assignment = map.decode(&valuation);
                last = Instant::now();
                of.objective(&assignment).into_iter().for_each(|value| descent.reached(value));
                improve(assignment, of, solver.as_mut(), &mut map, out)
            }
            Answer::Unsat(_) => match descent.fell_short() {
                Some(leap) => {
                    literals(&[!leap], solver.as_mut(), &mut map).iter().for_each(|lit| solver.add(&[*lit]));
                    None
                }
                None => Some(End::Exhausted),
            },
            Answer::Unknown(stop) => match (descent.was_late(), out.run.budget.spent()) {
                (true, None) => None,
                (_, spent) => Some(End::OutOfBudget(spent.unwrap_or(stop))),
            },
            Answer::Failed(why) => return Err(SolveError::Backend(why)),
        };
        if let Some(end) = end {
            return Ok((end, solver.stats()));
        }
    }
}

/// A leap may take a moment, and as long as the last solution is ago; what must be answered may take all there is.
fn patience(leap: Option<Atom>, last: Instant, budget: &Budget) -> Budget {
    const MOMENT: f64 = 0.5;
    leap.map_or_else(|| budget.clone(), |_| budget.at_most(MOMENT + last.elapsed().as_secs_f64()))
}

/// Hands the solution out and demands a better one.
fn improve(
    assignment: Assignment,
    of: &Statement,
    solver: &mut dyn Solver,
    map: &mut VarMap,
    out: &mut Collector,
) -> Option<End> {
    let better = better_than(of.model.objective, &assignment);
    if out.assignment(assignment) == ControlFlow::Break(()) {
        return Some(End::Cut);
    }
    let lit = map.lit(better, &mut Feed(solver));
    solver.add(&[lit]);
    None
}

fn better_than(objective: Objective, assignment: &Assignment) -> Atom {
    match objective {
        Objective::Minimise(var) => !var.at_least(assignment[var]),
        Objective::Maximise(var) => var.more_than(assignment[var]),
        Objective::Satisfy => unreachable!("only called with an objective"),
    }
}
