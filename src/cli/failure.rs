//! Errors on their way out: what is printed on standard error, and the exit code.

use crate::front::{Diagnostic, Halt};
use crate::puzzles::text::InputError;
use crate::solve::SolveError;
use std::fmt;
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
    ];
    codes.into_iter().flatten().next().unwrap_or(5)
}

/// Prints an error and turns it into an exit code.
pub fn report(error: &anyhow::Error) -> ExitCode {
    if error.downcast_ref::<PipeClosed>().is_none() {
        eprintln!("{}", message(error));
    }
    ExitCode::from(exit_code(error))
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

/// Says something on standard error that is not an error of the user's.
pub fn warn(text: &str) {
    eprintln!("{text}");
}
