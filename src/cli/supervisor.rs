//! The supervisor: limits and signals hold even where nobody looks at them.
//!
//! The work is done by a thread of its own. The main thread looks every few milliseconds whether the budget of the
//! instance at hand is spent, and whether a signal came. Work that notices by itself has a moment to say what it found. Work
//! that does not is left behind: the supervisor says `unknown` in its place. The rest of a list is carried on by
//! a new worker; after the last instance the program ends, whatever the old worker is at.

use super::failure;
use super::output::{self, Floor};
use super::signals::{self, Signals};
use super::watch::{self, Doing};
use crate::front::deep_thread;
use crate::outside;
use crate::search::{Stop, resident_bytes};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How often the supervisor looks.
const TICK: Duration = Duration::from_millis(20);
/// How long work that notices its end may take to say so when it has an answer to show.
const PATIENCE: Duration = Duration::from_millis(450);
/// The same when it has none: what it would say is what the supervisor says.
const SHORT_PATIENCE: Duration = Duration::from_millis(250);
/// The same for commands that have heard the signal and report on what was done by then.
const LONG_PATIENCE: Duration = Duration::from_secs(5);

/// A command, as often as it has to be begun.
pub type Work = Arc<dyn Fn() -> anyhow::Result<u8> + Send + Sync>;

/// Does the work, within its limits.
pub fn supervise(work: Work) -> ExitCode {
    watch::age();
    let signals = signals::listen();
    loop {
        let worker = match start(work.clone()) {
            Ok(worker) => worker,
            Err(error) => {
                return failure::report(&failure::Resources(format!("cannot start a thread: {error}")).into());
            }
        };
        match attend(&worker, &signals) {
            Next::Return(Ok(code)) => return ExitCode::from(code),
            Next::Return(Err(error)) => return failure::report(&error),
            Next::Exit(code) => leave(code),
            Next::CarryOn => watch::leave_worker_behind(),
        }
    }
}

/// What becomes of a worker.
enum Next {
    Return(anyhow::Result<u8>),
    Exit(u8),
    /// It is left behind, and another one does the rest.
    CarryOn,
}

fn start(work: Work) -> std::io::Result<Receiver<anyhow::Result<u8>>> {
    let (sender, receiver) = mpsc::channel();
    deep_thread(move || {
        watch::be_worker();
        let result = work();
        if !watch::is_left_behind() {
            // The receiver waits unless it has left us behind.
            drop(sender.send(result));
        }
    })?;
    Ok(receiver)
}

fn attend(worker: &Receiver<anyhow::Result<u8>>, signals: &Signals) -> Next {
    let mut since = None;
    loop {
        match worker.recv_timeout(TICK) {
            Ok(result) => return Next::Return(result),
            // It panicked, and has said so.
            Err(RecvTimeoutError::Disconnected) => return Next::Exit(101),
            Err(RecvTimeoutError::Timeout) => (),
        }
        if let Some(code) = watch::finished() {
            return Next::Exit(code);
        }
        if let Some(code) = signals.hurry() {
            return Next::Exit(code);
        }
        if let Some(late) = overdue(signals, &mut since)
            && let Some(next) = give_up(&late, signals)
        {
            return next;
        }
    }
}

/// A limit that was passed too long ago.
struct Late {
    stop: Stop,
    /// The instance at hand, if there is one.
    number: Option<usize>,
}

/// The limit that was passed longer ago than patience lasts. `since` is when that was first seen, of which instance.
fn overdue(signals: &Signals, since: &mut Option<(Option<usize>, Instant)>) -> Option<Late> {
    let doing = watch::doing();
    let number = doing.as_ref().map(|doing| doing.number);
    if watch::has_memory_run_out() || doing.as_ref().is_some_and(is_far_over) {
        return Some(Late { stop: Stop::Memory, number });
    }
    let (patience, stop) = match &doing {
        Some(doing) if watch::has_answer() => (PATIENCE, doing.budget.spent()),
        Some(doing) => (SHORT_PATIENCE, doing.budget.spent()),
        None => (patience(), signals.exit_code().map(|_| Stop::Interrupted)),
    };
    let stop = stop?;
    let first = match *since {
        Some((same, first)) if same == number => first,
        _ => since.insert((number, Instant::now())).1,
    };
    (first.elapsed() >= patience).then_some(Late { stop, number })
}

fn patience() -> Duration {
    if watch::is_closing() { LONG_PATIENCE } else { PATIENCE }
}

/// Memory is taken so fast that waiting for the worker would mean to pass the limit by far.
fn is_far_over(doing: &Doing) -> bool {
    const SLACK: u64 = 16 << 20;
    doing.budget.memory().is_some_and(|limit| resident_bytes() > limit.saturating_add(limit / 10 + SLACK))
}

/// Says what is to be said in the worker's place. `None` if the worker was faster after all.
fn give_up(late: &Late, signals: &Signals) -> Option<Next> {
    let Some(floor) = output::free_floor() else {
        // The worker waits for its reader, and so do we, unless a signal says that nobody wants to.
        return signals.exit_code().map(Next::Exit);
    };
    // While we speak, a further signal ends the program at once.
    signals.disarm();
    let next = match late.number {
        Some(number) => watch::take(number).map(|doing| speak(&floor, &doing, late.stop, signals)),
        None => Some(Next::Exit(without_words(&floor, late.stop, signals))),
    };
    signals.rearm();
    next
}

fn speak(floor: &Floor, doing: &Doing, stop: Stop, signals: &Signals) -> Next {
    let say = |number| {
        let words = (doing.words)(number, stop);
        output::in_place_of_the_worker(floor, &words.out, &words.err);
        words.ended
    };
    watch::count(doing.answered.unwrap_or_else(|| say(doing.number)));
    let rest = doing.number + 1..doing.n_all;
    match stop {
        Stop::Interrupted => Next::Exit(signals.exit_code().unwrap_or(130)),
        Stop::Timeout | Stop::Incomplete if !rest.is_empty() => Next::CarryOn,
        Stop::Timeout | Stop::Incomplete | Stop::Memory => {
            // What is used up is not given back: those that follow have no chance.
            rest.for_each(|number| watch::count(say(number)));
            Next::Exit(watch::tally().exit_code())
        }
    }
}

fn without_words(floor: &Floor, stop: Stop, signals: &Signals) -> u8 {
    if stop == Stop::Memory {
        output::in_place_of_the_worker(floor, "", "error: out of memory\n");
    }
    signals.exit_code().unwrap_or(5)
}

/// Ends the program with its workers, leaving no process and no unfinished file.
fn leave(code: u8) -> ! {
    outside::clean_up();
    std::process::exit(i32::from(code))
}
