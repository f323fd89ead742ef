//! What solving commands share: the engine chosen, the budget, and the exit code of several instances.

use super::args::{EngineArgs, LimitArgs, Target};
use super::failure::Usage;
use super::signals::Signals;
use super::{input, signals};
use crate::engine::{Engine, MODES};
use crate::puzzles::Puzzle;
use crate::search::Budget;
use crate::solve::{Problem, Status};

/// The engine the user asked for.
fn engine(args: &EngineArgs, row: Option<&'static Puzzle>, wants_all: bool) -> anyhow::Result<Engine> {
    match (&args.engine, args.mode.as_deref()) {
        (Some(engine), _) => Ok(engine.clone()),
        (None, None) => default_engine(row, wants_all),
        (None, Some("search")) => Ok(Engine::Search(first_search(row)?)),
        (None, Some(mode)) if MODES.iter().any(|m| m.name == mode) => Ok(mode.parse().map_err(Usage)?),
        (None, Some(mode)) => Err(Usage(format!("no mode `{mode}`; expected sat, csp or search")).into()),
    }
}

/// The puzzle's own choice; SAT for a model, and where all solutions are wanted and that choice does not list them.
fn default_engine(row: Option<&'static Puzzle>, wants_all: bool) -> anyhow::Result<Engine> {
    let own = row.filter(|row| !wants_all || row.default_lists_all()).map(|row| row.engine.parse().map_err(Usage));
    Ok(own.transpose()?.unwrap_or_default())
}

fn first_search(row: Option<&'static Puzzle>) -> anyhow::Result<String> {
    let search = row.and_then(|r| r.searches.first());
    search
        .map(|s| s.name.to_string())
        .ok_or_else(|| Usage(format!("{} has no search of its own", row.map_or("a model", |r| r.name))).into())
}

/// The budget of one instance, from now on.
fn budget(limits: &LimitArgs, signals: &Signals) -> Budget {
    const MEGABYTE: u64 = 1 << 20;
    let timed = limits.timeout.map_or_else(Budget::unlimited, Budget::seconds);
    timed.with_memory(limits.memory.map(|m| m.saturating_mul(MEGABYTE))).with_interrupt(signals.interrupt.clone())
}

/// One problem, the engine for it, and its budget.
pub struct Task {
    /// What to solve.
    pub problem: Problem,
    /// By whom.
    pub engine: Engine,
    /// Within what.
    pub budget: Budget,
    /// Whether the user named more than one problem.
    pub is_one_of_several: bool,
}

/// How one problem ended.
pub struct Ended {
    /// The exit code if it is the only one.
    pub code: u8,
    /// Whether the question was answered.
    pub decided: bool,
}

impl From<Status> for Ended {
    fn from(status: Status) -> Ended {
        Ended { code: status.exit_code(), decided: status != Status::Unknown }
    }
}

/// Does one thing for each problem the user named, until a signal comes. `wants_all`: the question is about all solutions.
pub fn each(
    target: &Target,
    engine_args: &EngineArgs,
    limits: &LimitArgs,
    wants_all: bool,
    mut work: impl FnMut(&Task) -> anyhow::Result<Ended>,
) -> anyhow::Result<u8> {
    let signals = signals::listen();
    let mut tally = Tally::default();
    let jobs = input::load(target)?;
    let is_one_of_several = jobs.len() > 1;
    for job in jobs {
        if signals.exit_code().is_some() {
            break;
        }
        let engine = engine(engine_args, job.row(), wants_all)?;
        let problem = job.problem_for(&engine)?;
        let budget = budget(limits, &signals);
        tally.add(work(&Task { problem, engine, budget, is_one_of_several })?);
    }
    Ok(tally.exit_code(&signals))
}

/// How several instances ended together.
#[derive(Default)]
struct Tally {
    codes: Vec<u8>,
    undecided: bool,
}

impl Tally {
    fn add(&mut self, ended: Ended) {
        self.codes.push(ended.code);
        self.undecided |= !ended.decided;
    }

    /// The code of the only instance; of several 0 if all were decided, 1 if not. A signal goes before.
    fn exit_code(&self, signals: &Signals) -> u8 {
        match (signals.exit_code(), self.codes.as_slice()) {
            (Some(code), _) => code,
            (None, [only]) => *only,
            (None, _) => u8::from(self.undecided),
        }
    }
}
