//! A problem is a model with its data, and for a puzzle the instance it comes from.

use super::SolveError;
use super::flat::Flat;
use crate::engine::Engine;
use crate::front::{Data, Diagnostic, Halt, Program, Source};
use crate::model::Model;
use crate::puzzles::{Instance, Puzzle};
use crate::search::Budget;
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
    /// What the model at hand is called: a formulation of the row, or the file of the user's own model.
    pub formulation: String,
    /// The number of steps the user fixed.
    horizon: Option<usize>,
    /// Whether the model was flattened: searches do without.
    is_flat: bool,
    program: Program,
}

/// A program and what it is called.
#[derive(Clone)]
pub struct Formulated {
    /// A formulation of the puzzle's row, or the file of a model of the user's own.
    pub name: String,
    /// The program.
    pub program: Program,
}

impl Formulated {
    /// A formulation of a puzzle by name; the first one if none is given.
    pub fn of_row(row: &Puzzle, name: Option<&str>) -> Result<Formulated, SolveError> {
        let formulation = match name {
            Some(name) => row.formulation(name).map_err(SolveError::NotApplicable)?,
            None => &row.models[0],
        };
        let program = Program::parse(&[Source::new(formulation.file, formulation.text)]);
        let program = program.map_err(|e| SolveError::Model(e.to_string()))?;
        Ok(Formulated { name: formulation.name.to_string(), program })
    }
}

impl Problem {
    /// A puzzle's instance under a program, with a number of steps if the user fixed one. The model is empty: engines that
    /// need it have it flattened by [`solve`](super::solve); others want [`flattened`](Problem::flattened).
    pub fn of_puzzle(
        row: &'static Puzzle,
        instance: Box<dyn Instance>,
        model: &Formulated,
        title: String,
        horizon: Option<usize>,
    ) -> Problem {
        let instance: Rc<dyn Instance> = instance.into();
        let horizons = instance.horizons().filter(|_| horizon.is_none());
        let id = instance.id().map(str::to_string);
        let Formulated { name: formulation, program } = model.clone();
        let puzzle = Puzzled { row, instance, horizons, formulation, horizon, is_flat: false, program };
        Problem { title, id, puzzle: Some(puzzle), flat: Flat::of_model(Model::default()), flatten_seconds: 0.0 }
    }

    /// The same problem with its model flattened, for the first horizon if there are several.
    pub fn flattened(self) -> Result<Problem, Diagnostic> {
        Ok(self.flattened_within(&Budget::unlimited())?)
    }

    /// The same within a budget.
    pub fn flattened_within(mut self, budget: &Budget) -> Result<Problem, Halt> {
        if let Some(puzzle) = self.puzzle.as_mut().filter(|p| !p.is_flat) {
            let first = puzzle.horizon.or_else(|| puzzle.horizons.as_ref().map(|h| *h.start()));
            (self.flat, self.flatten_seconds) = puzzle.flatten(first, budget)?;
            puzzle.is_flat = true;
        }
        Ok(self)
    }

    /// The problem as an engine wants it: in the formulation the engine names, and flattened unless there are several
    /// horizons, each to be flattened in its turn. `None` if it is so already.
    pub(super) fn for_engine(&self, engine: &Engine) -> Result<Option<Problem>, SolveError> {
        let Some(puzzle) = &self.puzzle else {
            let wrong = engine.formulation().map(|name| format!("a model has no formulation `{name}`: puzzles have"));
            return wrong.map_or(Ok(None), |why| Err(SolveError::NotApplicable(why)));
        };
        let other = engine.formulation().filter(|name| *name != puzzle.formulation);
        if !engine.needs_model() || (other.is_none() && (puzzle.is_flat || puzzle.horizons.is_some())) {
            return Ok(None);
        }
        let mut puzzle = Puzzled { is_flat: false, ..puzzle.clone() };
        if let Some(name) = other {
            let model = Formulated::of_row(puzzle.row, Some(name))?;
            (puzzle.formulation, puzzle.program) = (model.name, model.program);
        }
        let (flat, flatten_seconds) = (Flat::of_model(Model::default()), 0.0);
        let bare =
            Problem { title: self.title.clone(), id: self.id.clone(), puzzle: Some(puzzle), flat, flatten_seconds };
        if bare.puzzle.as_ref().is_some_and(|p| p.horizons.is_some()) {
            return Ok(Some(bare));
        }
        bare.flattened().map(Some).map_err(|e| SolveError::Model(e.to_string()))
    }

    /// Like [`for_engine`](Problem::for_engine), for questions about all solutions: not every engine and problem takes them.
    pub(super) fn for_listing(&self, engine: &Engine) -> Result<Option<Problem>, SolveError> {
        let Some(puzzle) = &self.puzzle else { return self.for_engine(engine) };
        if puzzle.horizons.is_some() {
            let why = "solutions of how many steps? fix the number, as with --horizon";
            return Err(SolveError::NotApplicable(why.to_string()));
        }
        if let Engine::Search(name) = engine
            && puzzle.row.searches.iter().any(|s| s.name == name && !s.lists_all)
        {
            return Err(SolveError::NotApplicable(format!("{engine} does not list all solutions")));
        }
        self.for_engine(engine)
    }

    /// The same problem with a fixed number of steps.
    pub(super) fn at(&self, horizon: usize, budget: &Budget) -> Result<Problem, Halt> {
        let puzzle = self.puzzle.as_ref().expect("only puzzles have horizons");
        let (flat, flatten_seconds) = puzzle.flatten(Some(horizon), budget)?;
        let puzzle = Puzzled { horizons: None, horizon: Some(horizon), is_flat: true, ..puzzle.clone() };
        Ok(Problem { title: self.title.clone(), id: self.id.clone(), puzzle: Some(puzzle), flat, flatten_seconds })
    }

    /// A model of the user's own with its data.
    pub fn of_program(program: &Program, data: &Data, title: String) -> Result<Problem, Diagnostic> {
        Ok(Problem::of_program_within(program, data, title, &Budget::unlimited())?)
    }

    /// The same within a budget.
    pub fn of_program_within(program: &Program, data: &Data, title: String, budget: &Budget) -> Result<Problem, Halt> {
        let started = Instant::now();
        let flat = Flat::of_instance(program.instantiate_within(data, budget)?);
        let flatten_seconds = started.elapsed().as_secs_f64();
        Ok(Problem { title, id: None, puzzle: None, flat, flatten_seconds })
    }

    /// A model built by Rust code.
    pub fn of_model(model: Model) -> Problem {
        let flat = Flat::of_model(model);
        Problem { title: "model".to_string(), id: None, puzzle: None, flat, flatten_seconds: 0.0 }
    }

    /// What the formulation at hand changes of the puzzle's rules, if the engine solves that.
    pub fn variant(&self, engine: &Engine) -> Option<&'static str> {
        let puzzle = self.puzzle.as_ref().filter(|_| engine.needs_model())?;
        let name = engine.formulation().unwrap_or(&puzzle.formulation);
        puzzle.row.models.iter().find(|m| m.name == name)?.variant
    }

    /// The name of the puzzle, or `model`.
    pub fn kind(&self) -> &'static str {
        self.puzzle.as_ref().map_or("model", |p| p.row.name)
    }
}

impl Puzzled {
    /// The model with the data of this number of steps, and how long that took.
    fn flatten(&self, horizon: Option<usize>, budget: &Budget) -> Result<(Flat, f64), Halt> {
        let started = Instant::now();
        let data = horizon.map_or_else(|| self.instance.data(), |h| self.instance.data_at(h));
        let flat = Flat::of_instance(self.program.instantiate_within(&data, budget)?);
        Ok((flat, started.elapsed().as_secs_f64()))
    }
}
