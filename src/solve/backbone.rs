//! What is the same in every solution.

use super::count::{apart, known, listed};
use super::presolved::{Use, presolved};
use super::{Problem, Run, SolveError, Statement, Status, leaf};
use crate::decompose::{self, Halt};
use crate::engine::{Engine, SatEngine};
use crate::model::{Atom, Kind, Model, Var};
use crate::sat;
use crate::search::{Budget, Stop};
use rustc_hash::FxHashMap;
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::Instant;

/// What `backbone` found.
#[derive(Clone, Debug)]
pub struct Backbone {
    /// Satisfiable, unsatisfiable or unknown.
    pub status: Status,
    /// Why it is unknown.
    pub reason: Option<Stop>,
    /// What is certain, in the puzzle's form or by the model's names with `null` where solutions differ.
    pub shown: Value,
    /// Whether the model has an objective, which plays no part: all solutions are meant, best or not.
    pub optimises: bool,
    /// How long it took, with the front end.
    pub seconds: f64,
}

/// Finds what is the same in every solution.
pub fn backbone(problem: &Problem, run: &Run) -> Result<Backbone, SolveError> {
    let started = Instant::now();
    let unfit = || SolveError::NotApplicable(format!("{} does not look for backbones", run.engine));
    let statement = listed(problem, run)?.ok_or_else(unfit)?;
    let found = match (leaf::of(&run.engine), &run.engine) {
        (Some(_), _) => apart(&statement, run, || None, decompose::backbone),
        (None, Engine::Sat(sat)) => match presolved(&statement, &run.assumptions, &run.engine, Use::Whole, &run.budget)
        {
            Ok(Some(given)) => by_sat(&given.model, sat, &run.budget),
            Ok(None) => Ok(None),
            Err(stop) => Err(Halt::Stop(stop)),
        },
        (None, Engine::Auto(_) | Engine::Csp(_) | Engine::Lcg(_) | Engine::Search(_)) => return Err(unfit()),
    };
    let (fixed, reason) = known(found)?;
    let status = match &fixed {
        None => Status::Unknown,
        Some(None) => Status::Unsatisfiable,
        Some(Some(_)) => Status::Satisfiable,
    };
    // Without a solution nothing is certain, and a puzzle's lists are empty.
    let shown = match (fixed, problem.instance()) {
        (None, _) | (Some(None), None) => Value::Null,
        (Some(None), Some(instance)) => instance.backbone(&Map::new()),
        (Some(Some(atoms)), _) => what_is_fixed(problem, &statement, &atoms),
    };
    let (optimises, seconds) = (statement.optimises(), started.elapsed().as_secs_f64());
    Ok(Backbone { status, reason, shown, optimises, seconds })
}

/// What every solution of a statement says of its answer variables; `None` if it has no solution.
pub fn forced_atoms(statement: &Arc<Statement>, budget: &Budget) -> Result<Option<Vec<Atom>>, SolveError> {
    let run = Run { budget: budget.clone(), ..Run::default() };
    match known(apart(statement, &run, || None, decompose::backbone))? {
        (Some(found), _) => Ok(found),
        (None, stop) => Err(SolveError::Stopped(stop.unwrap_or(Stop::Timeout))),
    }
}

/// What is fixed, in the puzzle's form or by the model's names with `null` where nothing is.
pub fn what_is_fixed(problem: &Problem, statement: &Statement, atoms: &[Atom]) -> Value {
    let values: FxHashMap<Var, i64> = atoms.iter().map(|atom| (atom.var, atom.value)).collect();
    let model = &statement.model;
    let value = |var: Var| values.get(&var).map_or(Value::Null, |v| json_value(model.vars[var.index()].kind, *v));
    let named = statement.named_by(&value);
    match problem.instance() {
        Some(instance) => instance.backbone(&named),
        None => Value::Object(named),
    }
}

fn json_value(kind: Kind, value: i64) -> Value {
    match kind {
        Kind::Bool => Value::Bool(value != 0),
        Kind::Int => value.into(),
    }
}

/// The whole model as one formula: what the first solution says of each answer variable, kept if no other differs.
fn by_sat(model: &Model, engine: &SatEngine, budget: &Budget) -> Result<Option<Vec<Atom>>, Halt> {
    let backend = engine.backend.clone().checked(false);
    let mut loaded = sat::load_model(model, &engine.encoding, &backend, budget)?;
    let Some(first) = sat::solution(&mut loaded, budget)? else { return Ok(None) };
    let atoms: Vec<Atom> = model.answer.iter().map(|v| v.is(first[*v])).collect();
    sat::fixed_atoms(&mut loaded, &atoms, budget).map(Some)
}
