//! What comes out of a run: a status, the last answer, statistics, and where the time went.

use super::{Evidence, Problem, Statement};
use crate::engine::Engine;
use crate::front::{Diagnostic, Halt};
use crate::model::{Assignment, Objective, Var};
use crate::puzzles::Solution;
use crate::puzzles::text::InputError;
use crate::search::{self, Stats, Stop};
use serde_json::Value;
use std::fmt;
use std::sync::Arc;

/// The verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There is a solution.
    Satisfiable,
    /// There is none, and that is proved.
    Unsatisfiable,
    /// There is a solution, and none is better.
    Optimal,
    /// The budget was spent first.
    Unknown,
}

impl Status {
    /// The word in reports and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Status::Satisfiable => "satisfiable",
            Status::Unsatisfiable => "unsatisfiable",
            Status::Optimal => "optimal",
            Status::Unknown => "unknown",
        }
    }

    /// The exit code of the field.
    pub fn exit_code(self) -> u8 {
        match self {
            Status::Satisfiable => 10,
            Status::Unsatisfiable => 20,
            Status::Optimal => 30,
            Status::Unknown => 0,
        }
    }
}

/// An answer that both judges accepted.
#[derive(Clone)]
pub struct Accepted {
    /// What it answers, with a value for every variable of the model; `None` for a dedicated search, which has no model.
    pub stated: Option<(Arc<Statement>, Assignment)>,
    /// The puzzle's solution; `None` for a model of the user's own.
    pub solution: Option<Solution>,
    /// Why the file of a model of the user's own could not judge it; `None` if it did, or if there is none.
    pub not_judged: Option<String>,
    /// What was known when it was found: no answer has a better value of the objective. `None` without an objective.
    pub bound: Option<i64>,
}

impl Accepted {
    /// A value for every variable of the model, if there is a model.
    pub fn assignment(&self) -> Option<&Assignment> {
        self.stated.as_ref().map(|(_, assignment)| assignment)
    }

    /// What it costs, if the puzzle counts that.
    pub fn cost(&self, problem: &Problem) -> Option<i64> {
        problem.instance()?.cost(self.solution.as_ref()?)
    }

    /// The value of the objective, if the model has one.
    pub fn objective(&self) -> Option<i64> {
        self.stated.as_ref().and_then(|(statement, assignment)| statement.objective(assignment))
    }

    /// What users see under `solution`: the puzzle's form, or the declared variables by name.
    pub fn shown(&self) -> Value {
        let named = |(statement, assignment): &(Arc<Statement>, Assignment)| {
            statement.named(assignment).map_or(Value::Null, Value::Object)
        };
        self.solution.as_ref().map(Solution::json).or_else(|| self.stated.as_ref().map(named)).unwrap_or(Value::Null)
    }
}

/// Where the time went, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Phases {
    /// From the model's text to the waist.
    pub flatten: f64,
    /// From the waist to clauses.
    pub encode: f64,
    /// Looking for answers.
    pub solve: f64,
    /// Judging them.
    pub judge: f64,
}

impl Phases {
    /// Both together.
    pub fn add(&mut self, other: &Phases) {
        self.flatten += other.flatten;
        self.encode += other.encode;
        self.solve += other.solve;
        self.judge += other.judge;
    }

    /// All of it.
    pub fn total(&self) -> f64 {
        self.flatten + self.encode + self.solve + self.judge
    }
}

/// The result of a run.
#[derive(Clone)]
#[must_use = "an outcome says whether there was an answer"]
#[non_exhaustive]
pub struct Outcome {
    /// The verdict.
    pub status: Status,
    /// Who really solved: an engine that was told to take models apart may have had to take this one whole.
    pub engine: Engine,
    /// Why that one was chosen, if the user left the choice.
    pub why: Option<&'static str>,
    /// The model it is about, if there is one; of the last number of steps if there were several.
    pub statement: Option<Arc<Statement>>,
    /// Why the run did not end by itself.
    pub reason: Option<Stop>,
    /// Whether every answer was found (or, with an objective, the best one).
    pub complete: bool,
    /// The last answer; with an objective the best one.
    pub best: Option<Accepted>,
    /// The value of the objective in it, if there is one.
    pub objective: Option<i64>,
    /// No answer has a better value of the objective, as far as was shown; `None` without an objective.
    pub bound: Option<i64>,
    /// The number of steps it ended at, if it looked for the fewest.
    pub horizon: Option<usize>,
    /// How many answers were found.
    pub n_answers: u64,
    /// What the verdict rests on.
    pub evidence: Evidence,
    /// What was done.
    pub stats: Stats,
    /// Where the time went.
    pub phases: Phases,
}

impl Outcome {
    /// Nothing found by this engine, for this reason.
    pub fn unknown(engine: Engine, reason: Stop) -> Outcome {
        let (stats, phases) = Default::default();
        let (statement, best, objective, bound, horizon, n_answers) = (None, None, None, None, None, 0);
        let (status, reason, complete) = (Status::Unknown, Some(reason), false);
        Outcome {
            status,
            engine,
            why: None,
            statement,
            reason,
            complete,
            best,
            objective,
            bound,
            horizon,
            n_answers,
            evidence: Evidence::NONE,
            stats,
            phases,
        }
    }

    /// Nothing to be found.
    pub fn unsatisfiable(engine: Engine) -> Outcome {
        let base = Outcome::unknown(engine, Stop::Timeout);
        Outcome { status: Status::Unsatisfiable, reason: None, complete: true, ..base }
    }

    /// Whether it says that something is impossible: any answer, a better one, or another one.
    pub fn denies(&self) -> bool {
        matches!(self.status, Status::Unsatisfiable | Status::Optimal) || self.complete
    }

    /// Whether it says that something is impossible, and nobody checked that.
    pub fn is_unchecked(&self) -> bool {
        self.denies() && !self.evidence.checked
    }

    /// Whether more is better.
    pub fn is_maximised(&self) -> bool {
        self.statement.as_ref().is_some_and(|s| matches!(s.model.objective, Objective::Maximise(_)))
    }

    /// The value of a variable of the model in the best answer.
    pub fn value(&self, var: Var) -> Option<i64> {
        self.best.as_ref()?.assignment().map(|assignment| assignment[var])
    }
}

/// Why a run has no outcome.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SolveError {
    /// A judge rejected an answer: a bug in the program, told loudly.
    Rejected(String),
    /// The formula or the search does not fit.
    Resources(String),
    /// The engine cannot be used on this problem.
    NotApplicable(String),
    /// A backend did not do its work.
    Backend(String),
    /// The model or its data is wrong.
    Model(Box<Diagnostic>),
    /// The text of an instance or a formula is wrong.
    Input(InputError),
    /// What was named cannot be read, or does not say what it is.
    Unreadable(String),
    /// A limit was reached before there was an outcome.
    Stopped(Stop),
}

impl From<Halt> for SolveError {
    fn from(halt: Halt) -> SolveError {
        match halt {
            Halt::Wrong(diagnostic) => diagnostic.into(),
            Halt::Stop(stop) => SolveError::Stopped(stop),
        }
    }
}

impl From<search::Halt> for SolveError {
    fn from(halt: search::Halt) -> SolveError {
        match halt {
            search::Halt::Stop(stop) => SolveError::Stopped(stop),
            search::Halt::TooLarge(why) => SolveError::Resources(why),
            search::Halt::Failed(why) => SolveError::Backend(why),
        }
    }
}

impl From<Diagnostic> for SolveError {
    fn from(error: Diagnostic) -> SolveError {
        SolveError::Model(Box::new(error))
    }
}

impl From<InputError> for SolveError {
    fn from(error: InputError) -> SolveError {
        SolveError::Input(error)
    }
}

impl SolveError {
    /// The exit code.
    pub fn exit_code(&self) -> u8 {
        match self {
            SolveError::Rejected(_) => 4,
            SolveError::Resources(_) => 5,
            SolveError::NotApplicable(_) => 2,
            SolveError::Backend(_) => 5,
            SolveError::Stopped(_) => 0,
            SolveError::Model(_) | SolveError::Input(_) | SolveError::Unreadable(_) => 3,
        }
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Rejected(why) => write!(f, "an answer failed verification: {why}"),
            SolveError::Resources(why) => write!(f, "out of resources: {why}"),
            SolveError::NotApplicable(why) => write!(f, "{why}"),
            SolveError::Backend(why) => write!(f, "the backend failed: {why}"),
            SolveError::Model(why) => write!(f, "{why}"),
            SolveError::Input(why) => write!(f, "{why}"),
            SolveError::Unreadable(why) => write!(f, "{why}"),
            SolveError::Stopped(stop) => write!(f, "stopped too early: {}", stop.word()),
        }
    }
}

impl std::error::Error for SolveError {}
