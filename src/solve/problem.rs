//! A problem is a model with its data, and for a puzzle the instance it comes from.

use super::flat::Flat;
use crate::front::{Data, Diagnostic, Program};
use crate::model::Model;
use crate::puzzles::{Instance, Puzzle};
use std::time::Instant;

/// Something to solve.
pub struct Problem {
    /// What messages call it.
    pub title: String,
    /// Its name, if its file gives one.
    pub id: Option<String>,
    /// The puzzle it is an instance of.
    pub puzzle: Option<Puzzled>,
    /// The model, flattened, with its output.
    pub flat: Flat,
    /// How long the front end took.
    pub flatten_seconds: f64,
}

/// The puzzle side of a problem.
pub struct Puzzled {
    /// Which puzzle.
    pub row: &'static Puzzle,
    /// Which instance.
    pub instance: Box<dyn Instance>,
}

impl Problem {
    /// A puzzle's instance under the puzzle's model, or under another one given by its sources.
    pub fn of_puzzle(
        row: &'static Puzzle,
        instance: Box<dyn Instance>,
        program: &Program,
        title: String,
    ) -> Result<Problem, Diagnostic> {
        let started = Instant::now();
        let flat = Flat::of_instance(program.instantiate(&instance.data())?);
        let id = instance.id().map(str::to_string);
        let flatten_seconds = started.elapsed().as_secs_f64();
        Ok(Problem { title, id, puzzle: Some(Puzzled { row, instance }), flat, flatten_seconds })
    }

    /// A model of the user's own with its data.
    pub fn of_program(program: &Program, data: &Data, title: String) -> Result<Problem, Diagnostic> {
        let started = Instant::now();
        let flat = Flat::of_instance(program.instantiate(data)?);
        let flatten_seconds = started.elapsed().as_secs_f64();
        Ok(Problem { title, id: None, puzzle: None, flat, flatten_seconds })
    }

    /// A model built by Rust code.
    pub fn of_model(model: Model) -> Problem {
        let flat = Flat::of_model(model);
        Problem { title: "model".to_string(), id: None, puzzle: None, flat, flatten_seconds: 0.0 }
    }

    /// The name of the puzzle, or `model`.
    pub fn kind(&self) -> &'static str {
        self.puzzle.as_ref().map_or("model", |p| p.row.name)
    }
}
