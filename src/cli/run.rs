//! What solving commands share: the engine chosen, the budget, and the exit code of several instances.

use super::args::{EngineArgs, LimitArgs, Target};
use super::failure::Usage;
use super::input::{self, Job};
use super::unanswered::{Current, Form, Unanswered};
pub use super::watch::Ended;
use super::watch::{self, Doing, LastWords};
use super::{output, signals};
use crate::engine::{Engine, MODES};
use crate::front::Halt;
use crate::puzzles::Puzzle;
use crate::search::Budget;
use crate::solve::{Problem, Status};
use std::time::Instant;

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

/// The budget of one thing to do. What comes first has less: the program began before it.
fn budget(limits: &LimitArgs, is_first: bool) -> Budget {
    const MEGABYTE: u64 = 1 << 20;
    let age = if is_first { watch::age().as_secs_f64() } else { 0.0 };
    let timed = limits.timeout.map_or_else(Budget::unlimited, |limit| Budget::seconds(limit - age));
    let interrupt = signals::listen().interrupt;
    timed.with_memory(limits.memory.map(|m| m.saturating_mul(MEGABYTE))).with_interrupt(interrupt)
}

/// Does one thing within limits; `form` says how to speak of it when it is not done in time.
pub fn once<T>(limits: &LimitArgs, form: Form, work: impl FnOnce(&Budget) -> anyhow::Result<T>) -> anyhow::Result<T> {
    let budget = budget(limits, true);
    begin(&budget, &form.current.clone(), 0, 1, &form.words(Vec::new()));
    work(&budget)
}

fn begin(budget: &Budget, current: &Current, number: usize, n_all: usize, words: &LastWords) {
    current.begin(Instant::now());
    watch::begin(Doing { budget: budget.clone(), number, n_all, words: words.clone(), answered: None });
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
    form: Form,
    mut work: impl FnMut(&Task) -> anyhow::Result<Ended>,
) -> anyhow::Result<u8> {
    let current = form.current.clone();
    // What an earlier worker answered, or did not, is over.
    let n_ended = watch::tally().n_ended;
    let mut first = Some(budget(limits, n_ended == 0));
    let reading = first.clone().expect("just made");
    let unread = form.clone().words(Vec::new());
    begin(&reading, &current, 0, 1, &unread);
    let jobs = match input::load(target, &reading) {
        Ok(jobs) => jobs,
        Err(error) => return undecided(error, &unread, 0).map(|ended| watch::end(ended)).map(|()| exit_code()),
    };
    let engines: Vec<Engine> =
        jobs.iter().map(|job| engine(engine_args, job.row(), wants_all)).collect::<anyhow::Result<_>>()?;
    let words = form.words(jobs.iter().zip(&engines).map(unanswered).collect());
    let n_all = jobs.len();
    for (number, (job, engine)) in jobs.into_iter().zip(engines).enumerate().skip(n_ended) {
        if signals::listen().exit_code().is_some() {
            break;
        }
        let budget = first.take().unwrap_or_else(|| self::budget(limits, false));
        begin(&budget, &current, number, n_all, &words);
        watch::end(match job.problem_for(&engine, &budget) {
            Ok(problem) => work(&Task { problem, engine, budget, is_one_of_several: n_all > 1 })?,
            Err(error) => undecided(error, &words, number)?,
        });
        if number + 1 == n_all {
            watch::finish(exit_code());
        }
    }
    Ok(exit_code())
}

/// A limit was reached before there was a problem to solve: the same words as when it is reached later. Other errors stay.
fn undecided(error: anyhow::Error, words: &LastWords, number: usize) -> anyhow::Result<Ended> {
    let Some(Halt::Stop(stop)) = error.downcast_ref::<Halt>() else { return Err(error) };
    let words = words(number, *stop);
    output::answer(&words.out, words.ended)?;
    Ok(words.ended)
}

fn unanswered((job, engine): (&Job, &Engine)) -> Unanswered {
    let id = job.instance().and_then(|instance| instance.id()).map(str::to_string);
    let puzzle = Some(job.row().map_or("model", |row| row.name));
    Unanswered { id, puzzle, engine: Some(engine.to_string()) }
}

/// A signal goes before what the instances say.
fn exit_code() -> u8 {
    signals::listen().exit_code().unwrap_or_else(|| watch::tally().exit_code())
}
