//! `compare`: engines times instances, agreement first. Every run is a process of its own and a line of the log.

use super::args::{CompareArgs, CompareFormat};
use super::failure::{Rejected, Resources, Usage};
use super::progress::{Eta, Progress};
use super::{
    campaign as campaigning, campaign_collect, compare_pictures, compare_places, compare_plan, failure, output,
};
use super::{signals, watch};
use crate::campaign::{self, Campaign};
use crate::compare::{self, Limits, Planned, Trial};
use crate::report::{self, Comparison};
use crate::runs::{Log, LogError, for_each};
use serde_json::json;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Runs the command. Exit code 4 if engines contradict each other or an answer is rejected.
pub fn run(args: &CompareArgs) -> anyhow::Result<u8> {
    if let Some(folder) = &args.campaign {
        return campaign_collect::through(&continued(args, folder)?, args.jobs);
    }
    let signals = signals::listen();
    let plan = compare_plan::plan(args)?;
    let mut log = open(args)?;
    if let Some(folder) = args.out.as_ref().filter(|_| plan.iter().any(|t| !log.has(&t.key()))) {
        compare_places::note(folder, n_jobs(args))?;
    }
    perform(args, &plan, &mut log, &signals.interrupt)?;
    watch::close();
    let all = in_order(&plan, &log);
    let places = args.out.as_ref().map_or(Ok(Vec::new()), |folder| compare_places::read(folder))?;
    let told = Told { command: as_typed(std::env::args().skip(1)), folder: args.out.clone(), places };
    let code = conclude(args, &plan, &all, &told)?;
    Ok(signals.exit_code().unwrap_or(code))
}

/// What a report says besides its runs, and where it is written.
pub struct Told {
    /// The command that made the runs.
    pub command: String,
    /// Where the report goes as files.
    pub folder: Option<PathBuf>,
    /// Where the runs were made.
    pub places: Vec<Vec<(String, String)>>,
}

/// Says what the runs say together: printed, and as files.
pub fn conclude(args: &CompareArgs, plan: &[Planned], all: &[Trial], told: &Told) -> anyhow::Result<u8> {
    let runs = compare::middle(all);
    let comparison = Comparison {
        runs: &runs,
        all,
        limit: args.timeout,
        baseline: args.baseline.as_ref().map(|e| e.to_string()),
        command: told.command.clone(),
        n_planned: plan.len(),
        pictures: told.folder.as_ref().map_or(Vec::new(), |_| compare_pictures::pictures(plan, &runs)),
        places: told.places.clone(),
    };
    print(args, &comparison)?;
    if let Some(folder) = &told.folder {
        std::fs::create_dir_all(folder).map_err(|e| Resources(format!("{}: {e}", folder.display())))?;
        for (name, text) in report::comparison_files(&comparison) {
            output::file(&folder.join(name), text.as_bytes())?;
        }
    }
    Ok(if compare::disagreements(all).is_empty() { 0 } else { 4 })
}

/// The campaign of a comparison in a folder: the one that is there, if it is of the same runs, or a new one.
fn continued(args: &CompareArgs, folder: &Path) -> anyhow::Result<Campaign> {
    let mut command: Vec<String> = std::env::args().skip(1).collect();
    if let Some(at) = command.iter().position(|word| word == "--campaign") {
        command.drain(at..(at + 2).min(command.len()));
    }
    command.retain(|word| !word.starts_with("--campaign="));
    if !folder.join("campaign.json").exists() {
        return planned(args, folder, &command);
    }
    let there = Campaign::open(folder).map_err(campaigning::failed)?;
    match there.head.command == command {
        true => Ok(there),
        false => Err(Usage(format!(
            "{} is the campaign of `{}`",
            folder.display(),
            as_typed(there.head.command.into_iter())
        ))
        .into()),
    }
}

/// Plans a comparison as a campaign.
pub fn planned(args: &CompareArgs, folder: &Path, command: &[String]) -> anyhow::Result<Campaign> {
    if args.campaign.is_some() && command.iter().any(|word| word.starts_with("--campaign")) {
        return Err(Usage("a campaign within a campaign: leave out --campaign".to_string()).into());
    }
    let plan = compare_plan::plan(args)?;
    if plan.is_empty() {
        return Err(Rejected("there is nothing to run: no engine takes these instances".to_string()).into());
    }
    let limits = campaign::Limits { seconds: args.timeout, megabytes: args.memory };
    campaign::planned_compare(folder, command, &plan, limits).map_err(campaigning::failed)
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

/// How many cores there are.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A command of this program as one would type it into a shell.
pub fn as_typed(words: impl Iterator<Item = String>) -> String {
    typed("quandary", words)
}

/// A command as one would type it into a shell.
pub fn typed(program: &str, words: impl Iterator<Item = String>) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,+=@%".contains(c);
    let quoted = |word: String| match !word.is_empty() && word.chars().all(is_plain) {
        true => word,
        false => format!("'{}'", word.replace('\'', "'\\''")),
    };
    std::iter::once(program.to_string()).chain(words.map(quoted)).collect::<Vec<_>>().join(" ")
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
