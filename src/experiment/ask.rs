//! One engine on one instance, judged, as an experiment's run wants it.

use crate::engine::Engine;
use crate::puzzles::{Instance, Puzzle, Solution};
use crate::search::Budget;
use crate::solve::{Outcome, Problem, Run, SolveError, solve};
use serde_json::{Map, Value, json};
use std::ops::ControlFlow;
use std::time::Instant;

/// What an engine made of an instance.
pub struct Asked {
    /// The outcome; an error if the engine does not take the instance or a judge rejected its answer.
    pub outcome: Result<Outcome, SolveError>,
    /// Wall-clock seconds, the front end included.
    pub seconds: f64,
}

/// Solves an instance of a puzzle.
pub fn ask(row: &'static Puzzle, instance: Box<dyn Instance>, engine: &Engine, budget: &Budget) -> Asked {
    let started = Instant::now();
    let run = Run::one(engine.clone(), budget.clone());
    let outcome = solve(&Problem::of_puzzle(row, instance), &run, &mut |_| ControlFlow::Continue(()));
    Asked { outcome, seconds: started.elapsed().as_secs_f64() }
}

impl Asked {
    /// The word for how it ended: the status, why it stopped, or what went wrong.
    pub fn word(&self) -> String {
        match &self.outcome {
            Ok(Outcome { reason: Some(stop), .. }) => stop.word().to_string(),
            Ok(outcome) => outcome.status.word().to_string(),
            Err(error) => error.to_string(),
        }
    }

    /// The solution, if there is one.
    pub fn solution(&self) -> Option<&Solution> {
        self.outcome.as_ref().ok()?.best.as_ref()?.solution.as_ref()
    }

    /// What every experiment keeps of a run; an answer that a judge rejected ends the experiment.
    pub fn fields(&self) -> Result<Map<String, Value>, String> {
        if let Err(error @ SolveError::Rejected(_)) = &self.outcome {
            return Err(error.to_string());
        }
        let nodes = self.outcome.as_ref().map_or(0, |o| o.stats.nodes);
        let fields = json!({"status": self.word(), "seconds": self.seconds, "nodes": nodes});
        Ok(fields.as_object().cloned().unwrap_or_default())
    }
}
