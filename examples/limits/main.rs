//! Measures whether limits and signals are kept: `cargo run --release --example limits -- [--runs 300] [--interrupts 100]`.
//!
//! Runs the program (`target/release/quandary`, or `--program FILE`) one run at a time: first many runs with limits of 1
//! and 2 seconds over hard models, puzzles and commands, half of them with a capped address space, then runs that are
//! interrupted at random moments. Prints one line per run and the worst cases, and fails if a run is more than a second
//! late, ends by a signal, or leaves a process, a partial file or a torn log behind. `--only TEXT` takes the cases
//! whose name has that text.

mod cases;
mod interrupts;
mod run;

use std::path::PathBuf;
use std::process::ExitCode;

/// What the user asked for.
pub struct Options {
    n_runs: usize,
    n_interrupts: usize,
    program: PathBuf,
    only: String,
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(why) => {
            eprintln!("error: {why}");
            return ExitCode::from(2);
        }
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let n_late = run::measure(&options, folder.path());
    let n_bad = interrupts::measure(&options, folder.path());
    ExitCode::from(u8::from(n_late + n_bad > 0))
}

fn options() -> Result<Options, String> {
    let beside = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.parent()?.join("quandary")));
    let program = beside.ok_or("where am I?")?;
    let mut options = Options { n_runs: 300, n_interrupts: 100, program, only: String::new() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or(format!("{word} wants a value"))?;
        let number = || value.parse().map_err(|_| format!("{word} wants a number"));
        match word.as_str() {
            "--runs" => options.n_runs = number()?,
            "--interrupts" => options.n_interrupts = number()?,
            "--program" => options.program = PathBuf::from(value),
            "--only" => options.only = value,
            other => return Err(format!("no option {other}; there are --runs, --interrupts, --program, --only")),
        }
    }
    match options.program.is_file() {
        true => Ok(options),
        false => Err(format!("{} is not there: cargo build --release", options.program.display())),
    }
}
