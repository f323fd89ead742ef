//! A problem: an instance of a puzzle, a model with its data, or a model that Rust code built.
//!
//! What engines solve is a [`Statement`] of it: the model for one formulation and one number of steps. It is made when
//! it is asked for and the last one is kept, so that whoever solves, shows and draws the same one has it made once.

use super::formulations::{formulation, program};
use super::named::{Language, Named};
use super::{SolveError, Statement, places};
use crate::engine::Engine;
use crate::front::{Data, Program, Source};
use crate::model::{Model, Objective, Owner, Rules};
use crate::puzzles::{Instance, Puzzle};
use crate::search::Budget;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Something to solve.
pub struct Problem {
    /// What messages call it.
    pub title: String,
    /// Its name, if its file gives one.
    pub id: Option<String>,
    origin: Origin,
    /// The last statement made, and of what.
    last: Mutex<Option<(Key, Arc<Statement>)>>,
}

/// What tells the statements of a problem apart: the formulation and the number of steps.
type Key = (Option<String>, Option<usize>);

/// Where a problem comes from.
enum Origin {
    Puzzle(Box<Posed>),
    Program(Box<Programmed>),
    Built(Arc<Statement>, Option<Box<Named>>),
}

/// An instance of a puzzle, and what was said about its model.
struct Posed {
    row: &'static Puzzle,
    instance: Arc<dyn Instance>,
    model: Replaced,
    horizon: Option<usize>,
}

/// The model of a puzzle.
#[derive(Clone, Default)]
pub struct Replaced {
    /// The formulation that was asked for.
    pub formulation: Option<String>,
    /// The user's own model in the place of the puzzle's: its texts, and the program they are.
    pub own: Option<(Arc<Vec<Source>>, Program)>,
}

/// A program of the user's own with its data.
struct Programmed {
    program: Program,
    data: Data,
    named: Named,
}

impl Problem {
    /// An instance of a puzzle.
    pub fn of_puzzle(row: &'static Puzzle, instance: Box<dyn Instance>) -> Problem {
        Problem::posed(row, instance, Replaced::default(), None)
    }

    /// An instance of a puzzle under a model of the user's choice, with a number of steps if it is fixed.
    pub fn posed(
        row: &'static Puzzle,
        instance: Box<dyn Instance>,
        model: Replaced,
        horizon: Option<usize>,
    ) -> Problem {
        let instance: Arc<dyn Instance> = instance.into();
        let id = instance.id().map(str::to_string);
        let title = id.clone().unwrap_or_else(|| row.name.to_string());
        Problem::new(title, id, Origin::Puzzle(Box::new(Posed { row, instance, model, horizon })))
    }

    /// A model of the user's own with its data.
    pub fn of_program(program: Program, data: Data, named: Named) -> Problem {
        let title = named.title.clone();
        Problem::new(title, None, Origin::Program(Box::new(Programmed { program, data, named })))
    }

    /// A model built by Rust code.
    pub fn of_model(model: Model) -> Problem {
        Problem::new("model".to_string(), None, Origin::Built(Arc::new(Statement::of_model(model)), None))
    }

    /// A statement that is made already, under a title.
    pub fn of_statement(title: &str, statement: Statement) -> Problem {
        Problem::new(title.to_string(), None, Origin::Built(Arc::new(statement), None))
    }

    /// A statement that others have, too.
    pub(super) fn of_made(statement: Arc<Statement>) -> Problem {
        Problem::new("model".to_string(), None, Origin::Built(statement, None))
    }

    /// A formula that was read as a model.
    pub fn of_formula(model: Model, named: Named) -> Problem {
        let statement = Arc::new(Statement::of_model(model));
        Problem::new(named.title.clone(), None, Origin::Built(statement, Some(Box::new(named))))
    }

    fn new(title: String, id: Option<String>, origin: Origin) -> Problem {
        Problem { title, id, origin, last: Mutex::default() }
    }

    /// The same problem under another title.
    pub fn titled(self, title: String) -> Problem {
        Problem { title, ..self }
    }

    /// The puzzle, if it is one.
    pub fn row(&self) -> Option<&'static Puzzle> {
        self.puzzle().map(|puzzle| puzzle.row)
    }

    /// The puzzle's instance, if it is one.
    pub fn instance(&self) -> Option<&dyn Instance> {
        self.puzzle().map(|puzzle| puzzle.instance.as_ref())
    }

    fn puzzle(&self) -> Option<&Posed> {
        match &self.origin {
            Origin::Puzzle(puzzle) => Some(puzzle),
            Origin::Program(_) | Origin::Built(..) => None,
        }
    }

    /// The name of the puzzle, or `model`.
    pub fn kind(&self) -> &'static str {
        self.row().map_or("model", |row| row.name)
    }

    /// The numbers of steps to try, if the model has such a number and nobody fixed it.
    pub fn horizons(&self) -> Option<RangeInclusive<usize>> {
        self.puzzle().filter(|puzzle| puzzle.horizon.is_none())?.instance.horizons()
    }

    /// The number of steps the user fixed.
    pub fn horizon(&self) -> Option<usize> {
        self.puzzle()?.horizon
    }

    /// The problem as a model in the formulation the engine asks for; of the first number of steps if there are several.
    pub fn statement(&self, engine: &Engine, budget: &Budget) -> Result<Arc<Statement>, SolveError> {
        self.statement_at(engine, self.horizons().map(|horizons| *horizons.start()), budget)
    }

    /// The problem as a model with this number of steps, or with the one that was fixed.
    pub fn statement_at(
        &self,
        engine: &Engine,
        horizon: Option<usize>,
        budget: &Budget,
    ) -> Result<Arc<Statement>, SolveError> {
        let key = (engine.formulation().map(str::to_string), horizon);
        let mut last = self.last.lock().map_err(|_| SolveError::Resources("a thread was lost".to_string()))?;
        match &*last {
            Some((known, statement)) if *known == key => Ok(statement.clone()),
            _ => {
                let made = self.make(engine.formulation(), horizon, budget)?;
                *last = Some((key, made.clone()));
                Ok(made)
            }
        }
    }

    /// The model alone, when nobody will ask what its solutions mean: all it was made of is given back.
    pub fn into_model(self, budget: &Budget) -> Result<Model, SolveError> {
        match self.origin {
            Origin::Program(own) => {
                let Programmed { program, data, named } = *own;
                drop(named);
                Ok(program.into_model_within(data, budget)?)
            }
            Origin::Puzzle(_) | Origin::Built(..) => {
                let statement = self.statement(&Engine::default(), budget)?;
                drop(self);
                Ok(Arc::try_unwrap(statement).map_or_else(|shared| shared.model.clone(), |own| own.model))
            }
        }
    }

    /// What the user must know of the model that was made last.
    pub fn warnings(&self) -> Vec<String> {
        let last = self.last.try_lock().ok();
        last.and_then(|last| last.as_ref().map(|(_, made)| made.warnings.clone())).unwrap_or_default()
    }

    fn make(
        &self,
        formulation: Option<&str>,
        horizon: Option<usize>,
        budget: &Budget,
    ) -> Result<Arc<Statement>, SolveError> {
        if let (Some(name), Origin::Program(_) | Origin::Built(..)) = (formulation, &self.origin) {
            return Err(SolveError::NotApplicable(format!("a model has no formulation `{name}`: puzzles have")));
        }
        let started = Instant::now();
        let instance = match &self.origin {
            Origin::Built(statement, _) => return Ok(statement.clone()),
            Origin::Program(own) => own.program.instantiate_within(&own.data, budget),
            Origin::Puzzle(puzzle) => {
                let program = puzzle.program(formulation)?;
                let made = program.instantiate_within(&puzzle.data(formulation, horizon)?, budget);
                made.map(|instance| puzzle.told_apart(instance, &program))
            }
        };
        let statement = Statement::of_instance(instance?, started.elapsed().as_secs_f64());
        Ok(Arc::new(if self.is_own() { statement.with_file_as_judge() } else { statement }))
    }

    /// The problem as a model with its rules, in the formulation the user asked for and with this number of steps.
    pub fn with_rules(&self, horizon: Option<usize>, budget: &Budget) -> Result<(Arc<Statement>, Rules), SolveError> {
        let started = Instant::now();
        let instance = match &self.origin {
            Origin::Built(statement, _) => return Ok((statement.clone(), self.numbered(&statement.model))),
            Origin::Program(own) => own.program.instantiate_with_rules(&own.data, budget),
            Origin::Puzzle(puzzle) => {
                let program = puzzle.program(None)?;
                let made = program.instantiate_with_rules(&puzzle.data(None, horizon)?, budget);
                made.map(|instance| puzzle.told_apart(instance, &program))
            }
        };
        let statement = Statement::of_instance(instance?, started.elapsed().as_secs_f64());
        let rules = statement.rules().cloned().unwrap_or_default();
        let statement = if self.is_own() { statement.with_file_as_judge() } else { statement };
        Ok((Arc::new(statement), rules))
    }

    /// The rules of a formula are its clauses, by their numbers and places.
    fn numbered(&self, model: &Model) -> Rules {
        let mut rules = Rules::of_model(model, "constraint");
        let Origin::Built(_, Some(named)) = &self.origin else { return rules };
        if let (true, Some(last)) = (model.objective != Objective::Satisfy, rules.owners.last_mut()) {
            // The sum that is to be small says nothing of its own.
            *last = Owner::Definition(None);
        }
        let placed = named.model.first().map_or_else(Vec::new, |source| places::rules(named.language, source));
        if placed.len() <= rules.list.len() {
            rules.list.iter_mut().zip(placed).for_each(|(rule, placed)| *rule = placed);
        }
        rules
    }

    /// The program, if it is a model of the user's own.
    pub(super) fn program(&self) -> Option<&Program> {
        match &self.origin {
            Origin::Program(own) => Some(&own.program),
            Origin::Puzzle(_) | Origin::Built(..) => None,
        }
    }

    /// The formulation that the engine or else the user named.
    pub(super) fn formulation<'a>(&'a self, engine: &'a Engine) -> Option<&'a str> {
        engine.formulation().or_else(|| self.puzzle()?.model.formulation.as_deref())
    }

    /// Whether the model is the user's own.
    pub(super) fn is_own(&self) -> bool {
        match &self.origin {
            Origin::Puzzle(puzzle) => puzzle.model.own.is_some(),
            Origin::Program(_) => true,
            Origin::Built(..) => false,
        }
    }

    /// What the formulation at hand changes of the puzzle's rules, if the engine solves that.
    pub fn variant(&self, engine: &Engine) -> Option<&'static str> {
        let puzzle = self.puzzle().filter(|puzzle| engine.needs_model() && puzzle.model.own.is_none())?;
        self.formulation(engine)
            .map_or(Some(&puzzle.row.models[0]), |name| puzzle.row.models.iter().find(|m| m.name == name))?
            .variant
    }

    /// The language of the user's text, if it is a model's or a formula's.
    pub fn language(&self) -> Option<Language> {
        match &self.origin {
            Origin::Built(_, named) => named.as_ref().map(|named| named.language),
            Origin::Program(own) => Some(own.named.language),
            Origin::Puzzle(_) => None,
        }
    }

    /// What the user named; `None` for a model that Rust code built.
    pub fn named(&self) -> Option<Named> {
        match &self.origin {
            Origin::Built(_, named) => named.as_deref().cloned(),
            Origin::Program(own) => Some(Named { title: self.title.clone(), ..own.named.clone() }),
            Origin::Puzzle(puzzle) => Some(puzzle.named(&self.title)),
        }
    }
}

impl Posed {
    /// What the model is told.
    fn data(&self, name: Option<&str>, horizon: Option<usize>) -> Result<Data, SolveError> {
        let mut data = horizon.or(self.horizon).map_or_else(|| self.instance.data(), |h| self.instance.data_at(h));
        if self.model.own.is_none()
            && let Some(more) = formulation(self.row, name.or(self.model.formulation.as_deref()))?.one
        {
            data.extend(more(self.instance.as_ref()));
        }
        Ok(data)
    }

    /// The program of the formulation the engine asks for, the one the user asked for, or the first.
    fn program(&self, name: Option<&str>) -> Result<Program, SolveError> {
        match (&self.model.own, name) {
            (Some(_), Some(name)) => Err(SolveError::NotApplicable(format!(
                "the engine asks for the formulation {name}, and --model replaces it"
            ))),
            (Some((_, program)), None) => Ok(program.clone()),
            (None, name) => program(self.row, formulation(self.row, name.or(self.model.formulation.as_deref()))?),
        }
    }

    /// The puzzle's answers are told apart by what its model marks as output, and by nothing that only leads there.
    fn told_apart(&self, mut instance: crate::front::Instance, program: &Program) -> crate::front::Instance {
        let (marked, model) = (program.marked(), &mut instance.model);
        let is_marked = |name: &str| marked.contains(&name.split('[').next().unwrap_or(name));
        if self.model.own.is_none() && !marked.is_empty() {
            let names: Vec<bool> = model.vars.iter().map(|decl| is_marked(&decl.name)).collect();
            model.answer.retain(|var| names[var.index()]);
        }
        instance
    }

    fn named(&self, title: &str) -> Named {
        let text = self.instance.write("json").expect("every puzzle has a JSON form");
        let own = self.model.own.as_ref().map_or_else(Vec::new, |(texts, _)| texts.to_vec());
        Named {
            title: title.to_string(),
            puzzle: Some(self.row.name.to_string()),
            language: Language::Minizinc,
            model: own,
            data: vec![Source::new(title, text)],
            formulation: self.model.formulation.clone(),
            horizon: self.horizon,
            ..Named::default()
        }
    }
}
