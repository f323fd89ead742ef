//! What comes out of a run: a status, the last answer, statistics, and where the time went.

use super::Problem;
use crate::model::Assignment;
use crate::puzzles::Solution;
use crate::search::{Stats, Stop};
use serde_json::Value;
use std::fmt;

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

    /// The line of a SAT competition solver.
    pub fn competition_line(self) -> &'static str {
        match self {
            Status::Satisfiable => "s SATISFIABLE",
            Status::Unsatisfiable => "s UNSATISFIABLE",
            Status::Optimal => "s OPTIMUM FOUND",
            Status::Unknown => "s UNKNOWN",
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
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// A value for every variable of the model; `None` for a dedicated search, which has no model.
    pub assignment: Option<Assignment>,
    /// The puzzle's solution; `None` for a model of the user's own.
    pub solution: Option<Solution>,
}

impl Answer {
    /// What it costs, if the puzzle counts that.
    pub fn cost(&self, problem: &Problem) -> Option<i64> {
        problem.puzzle.as_ref()?.instance.cost(self.solution.as_ref()?)
    }

    /// What users see under `solution`: the puzzle's form, or the declared variables by name.
    pub fn shown(&self, problem: &Problem) -> Value {
        let named = |assignment| problem.flat.named(assignment).map_or(Value::Null, Value::Object);
        self.solution
            .as_ref()
            .map(Solution::json)
            .or_else(|| self.assignment.as_ref().map(named))
            .unwrap_or(Value::Null)
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
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The verdict.
    pub status: Status,
    /// Why the run did not end by itself.
    pub reason: Option<Stop>,
    /// Whether every answer was found (or, with an objective, the best one).
    pub complete: bool,
    /// The last answer; with an objective the best one.
    pub best: Option<Answer>,
    /// The value of the objective in it, if there is one.
    pub objective: Option<i64>,
    /// The number of steps it ended at, if it looked for the fewest.
    pub horizon: Option<usize>,
    /// How many answers were found.
    pub n_answers: u64,
    /// What was done.
    pub stats: Stats,
    /// Where the time went.
    pub phases: Phases,
}

impl Outcome {
    /// Nothing found, for this reason.
    pub fn unknown(reason: Stop) -> Outcome {
        let (stats, phases) = Default::default();
        let (best, objective, horizon, n_answers) = (None, None, None, 0);
        let (status, reason, complete) = (Status::Unknown, Some(reason), false);
        Outcome { status, reason, complete, best, objective, horizon, n_answers, stats, phases }
    }

    /// Nothing to be found.
    pub fn unsatisfiable() -> Outcome {
        let base = Outcome::unknown(Stop::Timeout);
        Outcome { status: Status::Unsatisfiable, reason: None, complete: true, ..base }
    }
}

/// Why a run has no outcome.
#[derive(Clone, Debug, PartialEq)]
pub enum SolveError {
    /// A judge rejected an answer: a bug in the program, told loudly.
    Rejected(String),
    /// The formula or the search does not fit.
    Resources(String),
    /// The engine cannot be used on this problem.
    NotApplicable(String),
    /// A backend did not do its work.
    Backend(String),
    /// The model does not take the data of a horizon.
    Model(String),
}

impl SolveError {
    /// The exit code.
    pub fn exit_code(&self) -> u8 {
        match self {
            SolveError::Rejected(_) => 4,
            SolveError::Resources(_) => 5,
            SolveError::NotApplicable(_) => 2,
            SolveError::Backend(_) => 5,
            SolveError::Model(_) => 3,
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
        }
    }
}

impl std::error::Error for SolveError {}
