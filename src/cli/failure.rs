//! Errors on their way out: what is printed on standard error, and the exit code.

use super::output;
use crate::front::{Diagnostic, Halt};
use crate::puzzles::text::InputError;
use crate::solve::SolveError;
use serde_json::{Value, json};
use std::fmt;
use std::io::Write;
use std::process::ExitCode;

/// The command line makes sense to the parser but not to the command. Exit code 2.
#[derive(Debug)]
pub struct Usage(pub String);

/// A file could not be read or is not what it should be. Exit code 3.
#[derive(Debug)]
pub struct Rejected(pub String);

/// Something could not be written or did not fit. Exit code 5.
#[derive(Debug)]
pub struct Resources(pub String);

/// The reader of our output has gone away. Exit quietly.
#[derive(Debug)]
pub struct PipeClosed;

/// The same when the answer was known already: exit quietly with its code.
#[derive(Debug)]
pub struct Settled(pub u8);

macro_rules! shown_as_text {
    ($($name:ident),*) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
        impl std::error::Error for $name {}
    )*};
}
shown_as_text!(Usage, Rejected, Resources);

impl fmt::Display for PipeClosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the output was closed")
    }
}

impl std::error::Error for PipeClosed {}

impl fmt::Display for Settled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        PipeClosed.fmt(f)
    }
}

impl std::error::Error for Settled {}

/// What came of printing an answer whose exit code is known.
pub fn settled<T>(printed: anyhow::Result<T>, code: u8) -> anyhow::Result<T> {
    printed.map_err(|error| if error.is::<PipeClosed>() { Settled(code).into() } else { error })
}

/// The exit code of an error.
pub fn exit_code(error: &anyhow::Error) -> u8 {
    let codes = [
        error.downcast_ref::<Usage>().map(|_| 2),
        error.downcast_ref::<Rejected>().map(|_| 3),
        error.downcast_ref::<Diagnostic>().map(|_| 3),
        error.downcast_ref::<Halt>().map(|halt| if matches!(halt, Halt::Wrong(_)) { 3 } else { 0 }),
        error.downcast_ref::<InputError>().map(|_| 3),
        error.downcast_ref::<SolveError>().map(SolveError::exit_code),
        error.downcast_ref::<Resources>().map(|_| 5),
        error.downcast_ref::<PipeClosed>().map(|_| 0),
        error.downcast_ref::<Settled>().map(|settled| settled.0),
    ];
    codes.into_iter().flatten().next().unwrap_or(5)
}

/// Prints an error and turns it into an exit code.
pub fn report(error: &anyhow::Error) -> ExitCode {
    if !error.is::<PipeClosed>() && !error.is::<Settled>() {
        warn(&message(error));
    }
    ExitCode::from(exit_code(error))
}

/// Whether the error is about one instance, so that others can still be answered.
pub fn is_of_instance(error: &anyhow::Error) -> bool {
    match error.downcast_ref::<SolveError>() {
        Some(SolveError::Stopped(_)) => false,
        Some(_) => true,
        None => error.is::<Diagnostic>() || error.is::<InputError>() || error.is::<Rejected>(),
    }
}

/// What `--json` prints in the place of an instance that has no answer.
pub fn json(id: Option<&str>, error: &anyhow::Error) -> Value {
    let of_input = |e: &InputError| (e.message.clone(), Some((e.file.clone(), e.place.line, e.place.col)));
    let of_model = |e: &Diagnostic| {
        (e.message.clone(), e.place.as_ref().map(|place| (place.file.clone(), place.line, place.column)))
    };
    let (message, place) = match error.downcast_ref::<SolveError>() {
        Some(SolveError::Model(diagnostic)) => of_model(diagnostic),
        Some(SolveError::Input(input)) => of_input(input),
        Some(_) | None => match (error.downcast_ref::<Diagnostic>(), error.downcast_ref::<InputError>()) {
            (Some(diagnostic), _) => of_model(diagnostic),
            (None, Some(input)) => of_input(input),
            (None, None) => (format!("{error:#}"), None),
        },
    };
    let place = place.map(|(file, line, column)| format!("{file}:{line}:{column}"));
    json!({"id": id, "status": "error", "message": message, "place": place})
}

/// Says what went wrong with the only thing a command was about: with `--json` on standard output too.
pub fn told(json: bool, result: anyhow::Result<u8>) -> anyhow::Result<u8> {
    if let Some(error) = result.as_ref().err().filter(|error| json && is_of_instance(error)) {
        output::line(&self::json(None, error).to_string())?;
    }
    result
}

/// The error as the user sees it, beginning with `error:`.
pub fn message(error: &anyhow::Error) -> String {
    let text = format!("{error:#}");
    if text.starts_with("error") { text } else { format!("error: {text}") }
}

/// Prints what the argument parser says. Help and version are no errors.
pub fn report_usage(error: &clap::Error) -> ExitCode {
    // A closed pipe while printing help is nobody's problem.
    let _ = error.print();
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}

/// What was wrong with a model's output item. That it did not get ready in time is no error.
pub fn of_output(failed: Option<Halt>) -> anyhow::Result<()> {
    match failed {
        None => Ok(()),
        Some(Halt::Wrong(diagnostic)) => Err(diagnostic.into()),
        Some(Halt::Stop(stop)) => {
            warn(&format!("the model's output is not shown: {}", stop.word()));
            Ok(())
        }
    }
}

/// Writes a text to standard error as it is.
pub fn aside(text: &str) {
    // Who does not listen need not be told, and what is on standard output counts.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Says something on standard error that is not an error of the user's.
pub fn warn(text: &str) {
    aside(&format!("{text}\n"));
}
