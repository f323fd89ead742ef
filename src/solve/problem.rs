//! A problem is a model with its data, and for a puzzle the instance it comes from.

use super::flat::Flat;
use crate::front::{Data, Diagnostic, Program};
use crate::model::Model;
use crate::puzzles::{Instance, Puzzle};
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::time::Instant;

/// Something to solve.
pub struct Problem {
    /// What messages call it.
    pub title: String,
    /// Its name, if its file gives one.
    pub id: Option<String>,
    /// The puzzle it is an instance of.
    pub puzzle: Option<Puzzled>,
    /// The model, flattened, with its output; of the first horizon if there are several.
    pub flat: Flat,
    /// How long the front end took.
    pub flatten_seconds: f64,
}

/// The puzzle side of a problem.
#[derive(Clone)]
pub struct Puzzled {
    /// Which puzzle.
    pub row: &'static Puzzle,
    /// Which instance.
    pub instance: Rc<dyn Instance>,
    /// The numbers of steps to try, if the model has one and nobody fixed it.
    pub horizons: Option<RangeInclusive<usize>>,
    program: Program,
}

impl Problem {
    /// A puzzle's instance under a program, with a number of steps if the user fixed one.
    pub fn of_puzzle(
        row: &'static Puzzle,
        instance: Box<dyn Instance>,
        program: &Program,
        title: String,
        horizon: Option<usize>,
    ) -> Result<Problem, Diagnostic> {
        let instance: Rc<dyn Instance> = instance.into();
        let horizons = instance.horizons().filter(|_| horizon.is_none());
        let first = horizon.or_else(|| horizons.as_ref().map(|h| *h.start()));
        let puzzle = Puzzled { row, instance, horizons, program: program.clone() };
        let id = puzzle.instance.id().map(str::to_string);
        let (flat, flatten_seconds) = puzzle.flatten(first)?;
        Ok(Problem { title, id, puzzle: Some(puzzle), flat, flatten_seconds })
    }

    /// The same problem with a fixed number of steps.
    pub(super) fn at(&self, horizon: usize) -> Result<Problem, Diagnostic> {
        let puzzle = self.puzzle.as_ref().expect("only puzzles have horizons");
        let (flat, flatten_seconds) = puzzle.flatten(Some(horizon))?;
        let puzzle = Puzzled { horizons: None, ..puzzle.clone() };
        Ok(Problem { title: self.title.clone(), id: self.id.clone(), puzzle: Some(puzzle), flat, flatten_seconds })
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

impl Puzzled {
    /// The model with the data of this number of steps, and how long that took.
    fn flatten(&self, horizon: Option<usize>) -> Result<(Flat, f64), Diagnostic> {
        let started = Instant::now();
        let data = horizon.map_or_else(|| self.instance.data(), |h| self.instance.data_at(h));
        let flat = Flat::of_instance(self.program.instantiate(&data)?);
        Ok((flat, started.elapsed().as_secs_f64()))
    }
}
