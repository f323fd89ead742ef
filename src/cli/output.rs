//! Standard output and files: written whole, flushed, and honest about failure.

use super::failure::{PipeClosed, Resources, Usage};
use crate::puzzles::Show;
use crate::solve::Problem;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;

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
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(PipeClosed.into()),
        Err(error) => Err(Resources(format!("cannot write to standard output: {error}")).into()),
    }
}

/// Writes a file.
pub fn file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let failed = |error| Resources(format!("cannot write {}: {error}", path.display()));
    Ok(std::fs::write(path, bytes).map_err(failed)?)
}

/// Writes a picture of a puzzle.
pub fn svg(path: &Path, problem: &Problem, show: Show) -> anyhow::Result<()> {
    match &problem.puzzle {
        Some(puzzle) => file(path, puzzle.instance.svg(show).as_bytes()),
        None => Err(Usage("--svg draws puzzles; a model of your own has no picture".to_string()).into()),
    }
}

/// Whether standard output is a terminal that wants colour.
pub fn wants_colour() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}
