//! Solution checkers among the user's files: `x.mzc.mzn`, or `x.mzc`, which MiniZinc writes packed.

use super::args::Target;
use super::failure::Usage;
use super::{compress, input};
use crate::search::Budget;
use crate::solve::intake::bare;
use crate::solve::{Checker, Problem, SolveError};
use std::path::PathBuf;

/// Whether a file is a checker by its name.
pub fn is_checker(name: &str) -> bool {
    [".mzc", ".mzc.mzn"].iter().any(|ending| bare(name).ends_with(ending))
}

/// What is left of the target without its checker, and that; the user may have named it by an option instead.
pub fn apart(target: &Target, named: Option<&str>) -> Result<(Target, Option<String>), Usage> {
    let (mut checkers, inputs): (Vec<String>, Vec<String>) =
        target.inputs.iter().cloned().partition(|input| !target.named && is_checker(input));
    checkers.extend(named.map(String::from));
    match (checkers.len(), inputs.is_empty()) {
        (2.., _) => Err(Usage(format!("one solution checker is enough: {}", checkers.join(", ")))),
        (1, true) => Err(Usage(format!("which model? {} checks the solutions of one", checkers[0]))),
        _ => Ok((Target { inputs, ..target.clone() }, checkers.pop())),
    }
}

/// Reads the checker of a problem's solutions.
pub fn load(path: &str, include: &[PathBuf], problem: &Problem, budget: &Budget) -> Result<Checker, SolveError> {
    let mut read = input::Read::of(path)?;
    if let Some(unpacked) = compress::unpacked(&read.bytes) {
        let failed = |error| SolveError::Unreadable(format!("cannot read {}: {error}", read.name));
        read.bytes = unpacked.map_err(failed)?;
    }
    let (_, program) = input::with_includes(vec![read.source()?], include, budget)?;
    Checker::new(program, problem)
}
