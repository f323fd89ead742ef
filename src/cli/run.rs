//! What solving commands share: the engine chosen, the budget, and the exit code of several instances.

use super::args::{EngineArgs, LimitArgs};
use super::failure::Usage;
use super::signals::Signals;
use crate::engine::{Engine, MODES};
use crate::puzzles;
use crate::search::Budget;
use crate::solve::Problem;

/// The engine the user asked for.
pub fn engine(args: &EngineArgs, problem: &Problem) -> anyhow::Result<Engine> {
    match (&args.engine, args.mode.as_deref()) {
        (Some(engine), _) => Ok(engine.clone()),
        (None, None) => Ok(Engine::default()),
        (None, Some("search")) => Ok(Engine::Search(first_search(problem)?)),
        (None, Some(mode)) if MODES.iter().any(|m| m.name == mode) => Ok(mode.parse().map_err(Usage)?),
        (None, Some(mode)) => Err(Usage(format!("no mode `{mode}`; expected sat, csp or search")).into()),
    }
}

fn first_search(problem: &Problem) -> anyhow::Result<String> {
    let row: Option<&puzzles::Puzzle> = problem.puzzle.as_ref().map(|p| p.row);
    let search = row.and_then(|r| r.searches.first());
    search
        .map(|s| s.name.to_string())
        .ok_or_else(|| Usage(format!("{} has no search of its own", problem.kind())).into())
}

/// The budget of one instance, from now on.
pub fn budget(limits: &LimitArgs, signals: &Signals) -> Budget {
    const MEGABYTE: u64 = 1 << 20;
    let timed = limits.timeout.map_or_else(Budget::unlimited, Budget::seconds);
    timed.with_memory(limits.memory.map(|m| m.saturating_mul(MEGABYTE))).with_interrupt(signals.interrupt.clone())
}

/// How several instances ended together.
#[derive(Default)]
pub struct Tally {
    codes: Vec<u8>,
    undecided: bool,
}

impl Tally {
    /// One more instance ended with this code, decided or not.
    pub fn add(&mut self, code: u8, decided: bool) {
        self.codes.push(code);
        self.undecided |= !decided;
    }

    /// The code of the only instance; of several 0 if all were decided, 1 if not. A signal goes before.
    pub fn exit_code(&self, signals: &Signals) -> u8 {
        match (signals.exit_code(), self.codes.as_slice()) {
            (Some(code), _) => code,
            (None, [only]) => *only,
            (None, _) => u8::from(self.undecided),
        }
    }
}
