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

/// The engine for a run: for a single answer of a puzzle by SAT, one that asks for the formulation for that, and for many one that
/// asks for a formulation that has each answer once, unless the user named one.
pub(super) fn engine_for(problem: &Problem, run: &Run) -> Result<Engine, SolveError> {
    let is_one = run.limit == Some(1) && run.assumptions.is_empty();
    match (problem.formulation(&run.engine), &run.engine) {
        (_, engine) if !is_one => for_all(problem, engine),
        (None, Engine::Sat(sat)) if !problem.is_own() => {
            let formulation = problem.row().and_then(Puzzle::for_one).map(|m| m.name.to_string());
            Ok(Engine::Sat(SatEngine { formulation, ..sat.clone() }))
        }
        _ => Ok(run.engine.clone()),
    }
}

/// The engine on a formulation that has each answer once: the one that was named, which may be refused, or the first there is.
pub(crate) fn for_all(problem: &Problem, engine: &Engine) -> Result<Engine, SolveError> {
    let (Some(row), false) = (problem.row(), problem.is_own() || !engine.needs_model()) else {
        return Ok(engine.clone());
    };
    match problem.formulation(engine) {
        Some(name) => match formulation(row, Some(name))?.partial {
            None => Ok(engine.clone()),
            Some(why) => {
                Err(SolveError::NotApplicable(format!("the formulation {name} {why}: it is for a single answer")))
            }
        },
        None => {
            let whole = row.models.iter().find(|m| m.partial.is_none()).filter(|m| m.name != row.models[0].name);
            Ok(whole.map_or_else(|| engine.clone(), |m| engine.clone().at(Some(m.name))))
        }
    }
}
