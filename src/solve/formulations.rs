//! The models that puzzles bring along, parsed once for the whole program.

use super::SolveError;
use crate::front::{Program, Source};
use crate::puzzles::Puzzle;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// By file.
static PARSED: Mutex<BTreeMap<&'static str, Program>> = Mutex::new(BTreeMap::new());

/// The program of a puzzle's formulation; of the first one if none is named.
pub(super) fn program(row: &Puzzle, name: Option<&str>) -> Result<Program, SolveError> {
    let formulation = match name {
        Some(name) => row.formulation(name).map_err(SolveError::NotApplicable)?,
        None => &row.models[0],
    };
    // What is in the table is whole, whoever was lost while holding it.
    let known = || PARSED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(program) = known().get(formulation.file) {
        return Ok(program.clone());
    }
    let program = Program::parse(&[Source::new(formulation.file, formulation.text)])?;
    known().insert(formulation.file, program.clone());
    Ok(program)
}
