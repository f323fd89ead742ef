//! `compare`: engines times instances, agreement first. Every run is a process of its own and a line of the log.

use super::args::{CompareArgs, CompareFormat};
use super::failure::{Resources, Usage};
use super::progress::{Eta, Progress};
use super::{compare_pictures, compare_places, compare_plan, failure, output, signals, watch};
use crate::compare::{self, Limits, Planned, Trial};
use crate::report::{self, Comparison};
use crate::runs::{Log, LogError, for_each};
use serde_json::json;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

/// Runs the command. Exit code 4 if engines contradict each other or an answer is rejected.
pub fn run(args: &CompareArgs) -> anyhow::Result<u8> {
    let signals = signals::listen();
    let plan = compare_plan::plan(args)?;
    let mut log = open(args)?;
    if let Some(folder) = args.out.as_ref().filter(|_| plan.iter().any(|t| !log.has(&t.key()))) {
        compare_places::note(folder, n_jobs(args))?;
    }
    perform(args, &plan, &mut log, &signals.interrupt)?;
    watch::close();
    let all = in_order(&plan, &log);
    let runs = compare::middle(&all);
    let comparison = Comparison {
        runs: &runs,
        all: &all,
        limit: args.timeout,
        baseline: args.baseline.as_ref().map(|e| e.to_string()),
        command: command(),
        n_planned: plan.len(),
        pictures: args.out.as_ref().map_or(Vec::new(), |_| compare_pictures::pictures(&plan, &runs)),
        places: args.out.as_ref().map_or(Ok(Vec::new()), |folder| compare_places::read(folder))?,
    };
    print(args, &comparison)?;
    if let Some(folder) = &args.out {
        for (name, text) in report::comparison_files(&comparison) {
            output::file(&folder.join(name), text.as_bytes())?;
        }
    }
    let wrong = compare::disagreements(&all);
    Ok(signals.exit_code().unwrap_or(if wrong.is_empty() { 0 } else { 4 }))
}

fn open(args: &CompareArgs) -> anyhow::Result<Log> {
    let Some(folder) = &args.out else { return Ok(Log::in_memory()) };
    let path = folder.join("runs.jsonl");
    if path.exists() && !args.resume {
        return Err(Usage(format!("{} exists: --resume continues it", path.display())).into());
    }
    let failed = |e: std::io::Error| Resources(format!("cannot make the folder {}: {e}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    let head = json!({"compare": {"seconds": args.timeout, "megabytes": args.memory}});
    Log::open(&path, &head).map_err(|error| match error {
        LogError::Refused(why) => Usage(why).into(),
        LogError::System(why) => Resources(why).into(),
    })
}

fn n_jobs(args: &CompareArgs) -> usize {
    args.jobs.unwrap_or_else(cores)
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The command as one would type it into a shell.
fn command() -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,+=@%".contains(c);
    let quoted = |word: String| match !word.is_empty() && word.chars().all(is_plain) {
        true => word,
        false => format!("'{}'", word.replace('\'', "'\\''")),
    };
    std::iter::once("quandary".to_string()).chain(std::env::args().skip(1).map(quoted)).collect::<Vec<_>>().join(" ")
}

/// Does the runs that the log does not have.
fn perform(args: &CompareArgs, plan: &[Planned], log: &mut Log, stop: &AtomicBool) -> anyhow::Result<()> {
    let program = std::env::current_exe().map_err(|e| Resources(format!("where am I? {e}")))?;
    let program = program.to_string_lossy();
    let left: Vec<&Planned> = plan.iter().filter(|t| !log.has(&t.key())).collect();
    // Runs that share the cores leave `auto` as many of them.
    let jobs = cores() / n_jobs(args).max(1);
    let limits = Limits { seconds: args.timeout, megabytes: args.memory, jobs };
    let progress = Progress::new("comparing");
    let mut eta = Eta::new(plan.len() - left.len(), plan.len());
    let work = |planned: &&Planned| compare::perform(&program, planned, limits, stop);
    for_each(&left, n_jobs(args), stop, work, |planned, result| {
        if let Some(run) = result? {
            progress.say(|| eta.step(&format!("{} by {}: {}", run.instance, run.engine, run.shown())));
            log.add(run.record(planned.key())).map_err(|e| e.to_string())?;
        }
        Ok::<(), String>(())
    })
    .map_err(|e| Resources(e).into())
}

/// The runs in the order they were planned: processes end as they like.
fn in_order(plan: &[Planned], log: &Log) -> Vec<Trial> {
    let by_key: HashMap<&str, Trial> =
        log.records().iter().filter_map(|r| Some((r.key.as_str(), Trial::of_record(r)?))).collect();
    plan.iter().filter_map(|t| by_key.get(t.key().as_str()).cloned()).collect()
}

fn print(args: &CompareArgs, comparison: &Comparison) -> anyhow::Result<()> {
    for sentence in compare::disagreements(comparison.all) {
        failure::warn(&format!("DISAGREEMENT: {sentence}"));
    }
    match if args.json { CompareFormat::Json } else { args.format } {
        CompareFormat::Text => output::text(&report::comparison(comparison).text()),
        CompareFormat::Markdown => output::text(&report::comparison(comparison).markdown()),
        CompareFormat::Csv => output::text(&report::runs_table(comparison.all).csv()),
        CompareFormat::Json => print_json(comparison.all),
    }
}

fn print_json(runs: &[Trial]) -> anyhow::Result<()> {
    let wrong = compare::disagreements(runs);
    for run in runs {
        output::line(&json!(run).to_string())?;
    }
    output::line(&json!({ "agreement": wrong.is_empty(), "disagreements": wrong }).to_string())
}
