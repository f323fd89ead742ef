//! Runs a suite of MiniZinc models that lies somewhere on the machine, and says how each case ended.
//!
//! `cargo run --release --example suite -- PATH [--timeout S] [--scope FILE] [--only TEXT] [--json FILE] [--program FILE]`.
//! A model may open with a comment `/*** ... ***/` of YAML documents that say what is expected, as MiniZinc's own suite has them
//! (`header.rs`); where no model below PATH has one, every model is run with each data file beside it and need only be
//! decided. Each case is a process of its own with limits, two at a time. Nothing of such a suite is part of this project.

mod expected;
mod header;
mod judge;
mod reason;
mod run;
mod table;
mod value;
mod verdict;
mod yaml;

use header::Case;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use verdict::{End, Verdict};

/// What the user asked for.
pub struct Options {
    root: PathBuf,
    timeout: f64,
    megabytes: u64,
    program: PathBuf,
    /// The cases to run, if not all: `path.mzn#number`.
    scope: Option<BTreeSet<String>>,
    only: String,
    json: Option<PathBuf>,
}

/// Cases run at the same time.
const AT_A_TIME: usize = 2;
const USAGE: &str =
    "suite PATH [--timeout SECONDS] [--memory MEGABYTES] [--scope FILE] [--only TEXT] [--json FILE] [--program FILE]";

fn main() -> ExitCode {
    match options().and_then(|options| suite(&options)) {
        Ok(code) => code,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::from(2)
        }
    }
}

/// Runs everything; fails if an answer was wrong or the program broke down.
fn suite(options: &Options) -> Result<ExitCode, String> {
    let mut cases = header::cases(&options.root)?;
    if let Some(scope) = &options.scope {
        let known: BTreeSet<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        let missing: Vec<&str> = scope.iter().map(String::as_str).filter(|name| !known.contains(name)).collect();
        if !missing.is_empty() {
            return Err(format!("there are no cases {}", missing.join(", ")));
        }
        cases.retain(|case| scope.contains(&case.name));
    }
    cases.retain(|case| case.name.contains(&options.only));
    let verdicts = all(&cases, options);
    let ended: Vec<(&Case, &Verdict)> = cases.iter().zip(&verdicts).collect();
    print!("{}", table::text(&ended));
    if let Some(path) = &options.json {
        std::fs::write(path, table::json(&ended)).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    let bad = verdicts.iter().any(|verdict| matches!(verdict.end, End::Wrong | End::Crashed));
    Ok(ExitCode::from(u8::from(bad)))
}

/// The verdicts in the order of the cases.
fn all(cases: &[Case], options: &Options) -> Vec<Verdict> {
    let next = AtomicUsize::new(0);
    let ended: Mutex<Vec<(usize, Verdict)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| {
                while let Some((at, case)) = take(&next, cases) {
                    let verdict = verdict::of(case, options);
                    ended.lock().unwrap_or_else(PoisonError::into_inner).push((at, verdict));
                }
            });
        }
    });
    let mut ended = ended.into_inner().unwrap_or_else(PoisonError::into_inner);
    ended.sort_by_key(|(at, _)| *at);
    ended.into_iter().map(|(_, verdict)| verdict).collect()
}

fn take<'a>(next: &AtomicUsize, cases: &'a [Case]) -> Option<(usize, &'a Case)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    cases.get(at).map(|case| (at, case))
}

fn options() -> Result<Options, String> {
    let beside = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.parent()?.join("quandary")));
    let mut words = std::env::args().skip(1);
    let mut options = Options {
        root: words.next().ok_or(USAGE)?.into(),
        timeout: 10.0,
        megabytes: 2000,
        program: beside.ok_or("where am I?")?,
        scope: None,
        only: String::new(),
        json: None,
    };
    while let Some(word) = words.next() {
        let value = words.next().ok_or(format!("{word} wants a value"))?;
        match word.as_str() {
            "--timeout" => options.timeout = value.parse().map_err(|_| "--timeout wants a number")?,
            "--memory" => options.megabytes = value.parse().map_err(|_| "--memory wants a number")?,
            "--program" => options.program = value.into(),
            "--scope" => options.scope = Some(scope(&value)?),
            "--only" => options.only = value,
            "--json" => options.json = Some(value.into()),
            other => return Err(format!("no option {other}; usage: {USAGE}")),
        }
    }
    match options.program.is_file() {
        true => Ok(options),
        false => Err(format!("{} is not there: cargo build --release", options.program.display())),
    }
}

/// One case a line; `#` begins a comment line.
fn scope(path: &str) -> Result<BTreeSet<String>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    Ok(text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')).map(str::to_string).collect())
}
