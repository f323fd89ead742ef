//! Engines times instances: who solves what, how fast, at what size, and do they agree?
//!
//! Disagreement is a bug in Quandary, so it is looked for first and reported before anything else.

mod agreement;
mod tabulate;

pub use agreement::disagreements;
pub use tabulate::{run_json, summary, table};

use crate::engine::Engine;
use crate::search::{Budget, Stats, Stop};
use crate::solve::{self, Outcome, Phases, Problem, Request, SolveError, Status};
use std::ops::ControlFlow;
use std::time::Instant;

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Decided, with the value of the objective if there is one.
    Decided(Status, Option<i64>),
    /// Stopped by its limits.
    Stopped(Stop),
    /// The engine does not take this problem.
    NotApplicable(String),
    /// No answer: the formula does not fit, or a backend failed.
    Failed(String),
    /// An answer that a judge rejected.
    Rejected(String),
}

impl Verdict {
    /// The word in tables.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Decided(status, _) => status.word(),
            Verdict::Stopped(stop) => stop.word(),
            Verdict::NotApplicable(_) => "not applicable",
            Verdict::Failed(_) => "failed",
            Verdict::Rejected(_) => "REJECTED",
        }
    }
}

/// One engine on one instance.
#[derive(Clone, Debug)]
pub struct Run {
    /// The instance.
    pub instance: String,
    /// The engine, written in full.
    pub engine: String,
    /// Whether the engine solves a variant of the puzzle: then only its answers mean something for the puzzle.
    pub is_variant: bool,
    /// How it ended.
    pub verdict: Verdict,
    /// Wall-clock seconds of the engine, without the front end.
    pub seconds: f64,
    /// Where they went.
    pub phases: Phases,
    /// What was done.
    pub stats: Stats,
}

/// Runs one engine on one problem within a budget.
pub fn run(problem: &Problem, engine: &Engine, budget: Budget) -> Run {
    let started = Instant::now();
    let request = Request { budget, limit: Some(1) };
    let result = solve::solve(problem, engine, &request, &mut |_| ControlFlow::Continue(()));
    let seconds = started.elapsed().as_secs_f64();
    let (phases, stats) = result.as_ref().map(|o| (o.phases, o.stats)).unwrap_or_default();
    let verdict = verdict(result);
    let is_variant = problem.variant(engine).is_some();
    Run { instance: problem.title.clone(), engine: engine.to_string(), is_variant, verdict, seconds, phases, stats }
}

fn verdict(result: Result<Outcome, SolveError>) -> Verdict {
    match result {
        Ok(Outcome { reason: Some(stop), .. }) => Verdict::Stopped(stop),
        Ok(outcome) => Verdict::Decided(outcome.status, outcome.objective),
        Err(SolveError::Rejected(why)) => Verdict::Rejected(why),
        Err(SolveError::NotApplicable(why)) => Verdict::NotApplicable(why),
        Err(SolveError::Resources(why) | SolveError::Backend(why) | SolveError::Model(why)) => Verdict::Failed(why),
    }
}
