//! `--trace`: the file that a run is written to, event by event.

use super::args_watch::TraceArgs;
use super::failure::Resources;
use crate::search::{Budget, Ear};
use crate::solve::{Outcome, Problem, Run, SolveError};
use crate::trace::Lines;
use serde_json::{Value, json};
use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// A trace that is being written.
pub struct Tracing {
    path: PathBuf,
    lines: Arc<Mutex<Lines<BufWriter<File>>>>,
}

impl Tracing {
    /// The trace that was asked for, if one was.
    pub fn of(args: &TraceArgs) -> anyhow::Result<Option<Tracing>> {
        const MEGABYTE: u64 = 1 << 20;
        let Some(path) = args.trace.clone() else { return Ok(None) };
        let failed = |error| Resources(format!("cannot write {}: {error}", path.display()));
        let file = BufWriter::new(File::create(&path).map_err(failed)?);
        let lines = Lines::new(file, args.trace_limit.saturating_mul(MEGABYTE));
        Ok(Some(Tracing { path, lines: Arc::new(Mutex::new(lines)) }))
    }

    /// Begins the trace of a run; the budget with which it is heard.
    pub fn begin(&self, problem: &Problem, run: &Run) -> Budget {
        self.lines().begin(&problem.title, &run.engine.to_string());
        run.budget.clone().with_ear(Some(Ear::new(self.lines.clone())))
    }

    /// Ends the trace of a run.
    pub fn end(&self, outcome: &Result<Outcome, SolveError>) -> anyhow::Result<()> {
        let failed = |error| Resources(format!("cannot write {}: {error}", self.path.display()));
        Ok(self.lines().end(ended(outcome)).map_err(failed)?)
    }

    fn lines(&self) -> std::sync::MutexGuard<'_, Lines<BufWriter<File>>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What came of the run, for the last line.
fn ended(outcome: &Result<Outcome, SolveError>) -> Value {
    match outcome {
        Err(error) => json!({"status": "failed", "message": error.to_string()}),
        Ok(outcome) => json!({
            "status": outcome.status.word(),
            "engine": outcome.engine.to_string(),
            "nodes": outcome.stats.nodes,
            "backtracks": outcome.stats.backtracks,
            "answers": outcome.n_answers,
            "objective": outcome.objective,
            "bound": outcome.bound,
        }),
    }
}
