//! The models that puzzles bring along, parsed once for the whole program, and which of them is used for what.

use super::{Problem, Run, SolveError};
use crate::engine::{Engine, SatEngine};
use crate::front::{Program, Source};
use crate::puzzles::{Formulation, Puzzle};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// By file.
static PARSED: Mutex<BTreeMap<&'static str, Program>> = Mutex::new(BTreeMap::new());

/// The formulation of a name; the first one if none is named.
pub(super) fn formulation(row: &Puzzle, name: Option<&str>) -> Result<&'static Formulation, SolveError> {
    name.map_or(Ok(&row.models[0]), |name| row.formulation(name).map_err(SolveError::NotApplicable))
}

/// The program of a puzzle's formulation, which may include another.
pub(super) fn program(row: &Puzzle, formulation: &'static Formulation) -> Result<Program, SolveError> {
    // What is in the table is whole, whoever was lost while holding it.
    let known = || PARSED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(program) = known().get(formulation.file) {
        return Ok(program.clone());
    }
    let source = |formulation: &Formulation| Source::new(formulation.file, formulation.text);
    let is_at = |file: &str, name: &str| file.strip_prefix("models/") == Some(name);
    let find = |name: &str, _: &str| row.models.iter().find(|m| is_at(m.file, name)).map(source);
    let program = Program::parse_with(&[source(formulation)], &find)?;
    known().insert(formulation.file, program.clone());
    Ok(program)
}

/// The engine for a run: for a single answer of a puzzle by SAT, one that asks for the formulation for that, unless the
/// user named one. A formulation that leaves answers out is refused where they are all asked for.
pub(super) fn engine_for(problem: &Problem, run: &Run) -> Result<Engine, SolveError> {
    let is_one = run.limit == Some(1) && run.assumptions.is_empty();
    match (problem.formulation(&run.engine), &run.engine) {
        (Some(_), _) if !is_one => keeps_all(problem, &run.engine).map(|()| run.engine.clone()),
        (None, Engine::Sat(sat)) if is_one && !problem.is_own() => {
            let formulation = problem.row().and_then(Puzzle::for_one).map(|m| m.name.to_string());
            Ok(Engine::Sat(SatEngine { formulation, ..sat.clone() }))
        }
        _ => Ok(run.engine.clone()),
    }
}

/// Refuses a formulation that leaves answers out.
pub(super) fn keeps_all(problem: &Problem, engine: &Engine) -> Result<(), SolveError> {
    let (Some(row), Some(name)) = (problem.row(), problem.formulation(engine)) else { return Ok(()) };
    if !formulation(row, Some(name))?.leaves_out || problem.is_own() {
        return Ok(());
    }
    Err(SolveError::NotApplicable(format!(
        "the formulation {name} leaves out what symmetry makes of its answers: it is for a single answer"
    )))
}
