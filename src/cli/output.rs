//! Standard output and files: written whole, flushed, and honest about failure.
//!
//! Who writes has the floor, so that the supervisor never speaks into an answer. A worker that waits for a slow reader
//! keeps the floor as long as that takes; only a signal ends it.

use super::failure::{PipeClosed, Resources, Usage, settled};
use super::watch::{self, Ended};
use crate::cnf::Limited;
use crate::outside;
use crate::puzzles::Show;
use crate::solve::Problem;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

static FLOOR: Mutex<()> = Mutex::new(());

/// The right to write to standard output.
pub struct Floor(#[expect(dead_code, reason = "held, not looked at")] MutexGuard<'static, ()>);

/// Writes a text to standard output.
pub fn text(text: &str) -> anyhow::Result<()> {
    bytes(text.as_bytes())
}

/// Writes a text and a line break to standard output.
pub fn line(line: &str) -> anyhow::Result<()> {
    text(&format!("{line}\n"))
}

/// Writes bytes to standard output.
pub fn bytes(bytes: &[u8]) -> anyhow::Result<()> {
    written(write(&floor(), bytes))
}

/// Writes the answer of the instance at hand, unless the supervisor already said that there is none.
pub fn answer(text: &str, ended: Ended) -> anyhow::Result<()> {
    let floor = floor();
    if !watch::claim(ended) {
        drop(floor);
        watch::sleep_for_ever();
    }
    settled(written(write(&floor, text.as_bytes())), ended.code)
}

/// The floor, for the worker. One that was left behind never gets it.
fn floor() -> Floor {
    let floor = Floor(FLOOR.lock().unwrap_or_else(PoisonError::into_inner));
    if watch::is_left_behind() {
        drop(floor);
        watch::sleep_for_ever();
    }
    floor
}

/// The floor, for the supervisor, if nobody has it.
pub fn free_floor() -> Option<Floor> {
    match FLOOR.try_lock() {
        Ok(guard) => Some(Floor(guard)),
        Err(TryLockError::Poisoned(poisoned)) => Some(Floor(poisoned.into_inner())),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// Writes what the supervisor has to say. A reader who went away misses it.
pub fn in_place_of_the_worker(floor: &Floor, out: &str, err: &str) {
    let mut stderr = std::io::stderr();
    if stderr.is_terminal() {
        // In the place of the progress line.
        let _ = stderr.write_all(b"\r\x1b[K");
    }
    let _ = write(floor, out.as_bytes());
    let _ = stderr.write_all(err.as_bytes());
}

fn write(_: &Floor, bytes: &[u8]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush())
}

fn written(result: std::io::Result<()>) -> anyhow::Result<()> {
    match result {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(PipeClosed.into()),
        Err(error) => Err(Resources(format!("cannot write to standard output: {error}")).into()),
    }
}

/// Writes a file: whole, or not at all.
pub fn file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let failed = |error| Resources(format!("cannot write {}: {error}", path.display()));
    Ok(outside::write_whole(path, bytes).map_err(failed)?)
}

/// Writes a file piece by piece: whole, or not at all. A limit that is reached meanwhile is no failure of writing.
pub fn file_by(path: &Path, by: &mut dyn FnMut(&mut dyn Write) -> std::io::Result<()>) -> anyhow::Result<()> {
    let failed = |error: std::io::Error| match Limited::stop(&error) {
        Some(stop) => stop.into(),
        None => anyhow::Error::from(Resources(format!("cannot write {}: {error}", path.display()))),
    };
    outside::write_whole_by(path, by).map_err(failed)
}

/// Writes a picture of a puzzle.
pub fn svg(path: &Path, problem: &Problem, show: Show) -> anyhow::Result<()> {
    match problem.instance() {
        Some(instance) => file(path, instance.svg(show).as_bytes()),
        None => Err(Usage("--svg draws puzzles; a model of your own has no picture".to_string()).into()),
    }
}

/// Refuses a picture of what has none, before any work is done for it.
pub fn can_draw(svg: Option<&Path>, problem: &Problem) -> anyhow::Result<()> {
    match (svg, problem.instance()) {
        (Some(_), None) => Err(Usage("--svg draws puzzles; a model of your own has no picture".to_string()).into()),
        (Some(_), Some(_)) | (None, _) => Ok(()),
    }
}

/// Whether standard output is a terminal that wants colour.
pub fn wants_colour() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}
