//! What solving commands share: the engine chosen, the budget, and the exit code of several instances.

use super::args::{EngineArgs, LimitArgs, Target};
use super::failure::{Settled, Usage};
use super::nearest::unknown;
use super::unanswered::{Current, Form, Unanswered};
pub use super::watch::Ended;
use super::watch::{Doing, LastWords};
use super::{failure, input, output, signals, watch};
use crate::engine::{Engine, MODES};
use crate::puzzles::Puzzle;
use crate::search::Budget;
use crate::solve::intake::Taken;
use crate::solve::{Problem, Run, SolveError, Status};
use std::time::Instant;

/// The engine the user asked for.
fn engine(asked: &Asked, taken: &Taken) -> anyhow::Result<Engine> {
    // Nobody will be asked about what could not be taken in.
    let Ok(problem) = &taken.problem else { return Ok(Engine::default()) };
    let row = problem.row();
    chosen(asked.engine, row, || match problem.horizon() {
        // Only engines on the model take a number of steps.
        Some(_) => Ok(Engine::default()),
        None => default_engine(row, asked.wanted),
    })
}

/// The engine that was named, or else the default, presolving as much as the user says.
pub fn chosen(
    args: &EngineArgs,
    row: Option<&'static Puzzle>,
    default: impl FnOnce() -> anyhow::Result<Engine>,
) -> anyhow::Result<Engine> {
    let modes = || MODES.iter().map(|m| m.name).collect::<Vec<_>>();
    let engine = match (&args.engine, args.mode.as_deref()) {
        (Some(engine), _) => engine.clone(),
        (None, None) => default()?,
        (None, Some("search")) => Engine::Search(first_search(row)?),
        (None, Some(mode)) if modes().contains(&mode) => mode.parse().map_err(Usage)?,
        (None, Some(mode)) => return Err(Usage(unknown("mode", mode, &modes())).into()),
    };
    Ok(engine.with_presolve(args.presolve))
}

/// The puzzle's own choice; `auto` for a model; SAT where the puzzle's choice does not answer the question.
fn default_engine(row: Option<&'static Puzzle>, wanted: Wanted) -> anyhow::Result<Engine> {
    let Some(row) = row else { return Ok(Engine::auto()) };
    let own: Engine = row.engine.parse().map_err(Usage)?;
    let answers = match wanted {
        Wanted::One => true,
        Wanted::All => row.default_lists_all(),
        Wanted::Certain => !matches!(own, Engine::Search(_)),
    };
    Ok(if answers { own } else { Engine::default() })
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
    let current = form.current.clone();
    current.begin(Instant::now());
    within(limits, form.words(Vec::new()), work)
}

/// Does one thing within limits; `words` are said of it when it is not done in time.
pub fn within<T>(
    limits: &LimitArgs,
    words: LastWords,
    work: impl FnOnce(&Budget) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let budget = budget(limits, true);
    watch::begin(Doing { budget: budget.clone(), number: 0, n_all: 1, words, answered: None });
    work(&budget)
}

/// The exit code of a command that has said all it had to say; throwing things away is not waited for.
pub fn done(code: u8) -> anyhow::Result<u8> {
    watch::finish(code);
    Ok(code)
}

fn begin(budget: &Budget, current: &Current, number: usize, n_all: usize, words: &LastWords) {
    current.begin(Instant::now());
    watch::begin(Doing { budget: budget.clone(), number, n_all, words: words.clone(), answered: None });
}

impl From<Status> for Ended {
    fn from(status: Status) -> Ended {
        Ended { code: status.exit_code(), decided: status != Status::Unknown }
    }
}

/// What a question is about.
#[derive(Clone, Copy)]
pub enum Wanted {
    /// One solution, or the best.
    One,
    /// All solutions: their list or number.
    All,
    /// What is the same in all solutions, which searches do not look for.
    Certain,
}

/// What the commands that solve have in common.
pub struct Asked<'a> {
    /// What to work on.
    pub target: &'a Target,
    /// By whom.
    pub engine: &'a EngineArgs,
    /// Within what.
    pub limits: &'a LimitArgs,
    /// What the question is about.
    pub wanted: Wanted,
    /// How to speak of what is not answered in time.
    pub form: Form,
    /// Whether several problems are told apart by headings.
    pub headed: bool,
}

/// Does one thing for each problem the user named, until a signal comes. A problem that cannot be taken in or solved is
/// reported in its place, and the others go on.
pub fn each(asked: &Asked, mut work: impl FnMut(&Problem, &Run) -> anyhow::Result<Ended>) -> anyhow::Result<u8> {
    let current = &asked.form.current;
    // What an earlier worker answered, or did not, is over.
    let n_ended = watch::tally().n_ended;
    let reading = budget(asked.limits, n_ended == 0);
    let mut first = Some(reading.clone());
    let unread = asked.form.clone().words(Vec::new());
    begin(&reading, current, 0, 1, &unread);
    let all = match input::load(asked.target, &reading) {
        Ok(all) => all,
        Err(error) => return undecided(error, &unread, 0).map(watch::end).map(|()| exit_code()),
    };
    let engines: Vec<Engine> = all.iter().map(|taken| engine(asked, taken)).collect::<anyhow::Result<_>>()?;
    let words = asked.form.clone().words(all.iter().zip(&engines).map(unanswered).collect());
    let n_all = all.len();
    for (number, (taken, engine)) in all.into_iter().zip(engines).enumerate().skip(n_ended) {
        if number > n_ended && signals::listen().exit_code().is_some() {
            break;
        }
        let budget = first.take().unwrap_or_else(|| self::budget(asked.limits, false));
        begin(&budget, current, number, n_all, &words);
        if asked.headed && n_all > 1 {
            output::line(&format!("== {}", taken.title))?;
        }
        let run = Run { engine, budget, jobs: asked.engine.n_jobs(), ..Run::default() };
        let done = taken.problem.map_err(anyhow::Error::from).and_then(|problem| {
            let done = work(&problem, &run);
            problem.warnings().iter().for_each(|warning| failure::warn(&format!("warning: {warning}")));
            done
        });
        let done = done.or_else(|error| undecided(error, &words, number));
        if !went_on(asked, taken.id.as_deref(), done, number + 1 == n_all, n_all == 1)? {
            break;
        }
    }
    Ok(exit_code())
}

/// A limit was reached before there was a model to solve: the same words as when it is reached later. Other errors stay.
fn undecided(error: anyhow::Error, words: &LastWords, number: usize) -> anyhow::Result<Ended> {
    let Some(SolveError::Stopped(stop)) = error.downcast_ref::<SolveError>() else { return Err(error) };
    let words = words(number, *stop);
    output::answer(&words.out, words.ended)?;
    Ok(words.ended)
}

/// Counts how a problem ended; whether there is any use in the next one. An error that is not about a problem alone ends
/// the command, and so does any error about the only one, unless it gets an object.
fn went_on(
    asked: &Asked,
    id: Option<&str>,
    done: anyhow::Result<Ended>,
    is_last: bool,
    is_only: bool,
) -> anyhow::Result<bool> {
    let is_refused = |error: &anyhow::Error| failure::is_of_instance(error) && (asked.form.json || !is_only);
    match done {
        Ok(ended) => watch::end(ended),
        Err(error) if error.is::<Settled>() => {
            watch::end(Ended { code: failure::exit_code(&error), decided: is_last });
            return Ok(false);
        }
        Err(error) if is_refused(&error) => refuse(asked, id, &error)?,
        Err(error) => return Err(error),
    }
    if is_last {
        watch::finish(exit_code());
    }
    Ok(true)
}

/// Reports a problem without an answer.
fn refuse(asked: &Asked, id: Option<&str>, error: &anyhow::Error) -> anyhow::Result<()> {
    let ended = Ended { code: failure::exit_code(error), decided: false };
    failure::warn(&failure::message(error));
    if asked.form.json {
        output::answer(&format!("{}\n", failure::json(id, error)), ended)?;
    }
    watch::refuse(ended);
    Ok(())
}

fn unanswered((taken, engine): (&Taken, &Engine)) -> Unanswered {
    let puzzle = taken.problem.as_ref().ok().map(|problem| problem.kind());
    Unanswered { id: taken.id.clone(), puzzle, engine: Some(engine.to_string()) }
}

/// A signal goes before what the instances say.
fn exit_code() -> u8 {
    signals::listen().exit_code().unwrap_or_else(|| watch::tally().exit_code())
}
