//! `campaign`: a folder of tasks that many machines work off together.

use super::args::{CampaignArgs, CampaignCommand, CampaignRunArgs, CompareLine, CubeLine, PlanArgs, StatusArgs};
use super::failure::{Rejected, Resources, Usage};
use super::progress::{Eta, Progress};
use super::{campaign_collect, campaign_submit, compare, compare_places, cube, experiment, output, signals, watch};
use crate::campaign::{self, Campaign, Crew, Means, Standing, Task, Trouble};
use clap::Parser;
use serde_json::json;
use std::path::Path;
use std::sync::Mutex;

/// Runs the command.
pub fn run(args: &CampaignArgs) -> anyhow::Result<u8> {
    match &args.command {
        CampaignCommand::Plan(args) => plan(args),
        CampaignCommand::Run(args) => work(args),
        CampaignCommand::Submit(args) => campaign_submit::run(args),
        CampaignCommand::Status(args) => status(args),
        CampaignCommand::Collect(args) => campaign_collect::run(args),
    }
}

/// Why a campaign does not go on, with its exit code.
pub fn failed(trouble: Trouble) -> anyhow::Error {
    match trouble {
        Trouble::Refused(why) => Rejected(why).into(),
        Trouble::System(why) => Resources(why).into(),
    }
}

fn plan(args: &PlanArgs) -> anyhow::Result<u8> {
    let campaign = match args.words.split_first() {
        Some((first, words)) if first == "compare" => {
            compare::planned(&parsed::<CompareLine>(first, words)?.args, &args.folder, &args.words)?
        }
        Some((first, words)) if first == "experiment" => experiment::planned(words, &args.folder, &args.words)?,
        Some((first, words)) if first == "cube" => {
            cube::planned(&parsed::<CubeLine>(first, words)?, &args.folder, &args.words)?
        }
        _ => return Err(Usage("a campaign is of `compare`, `experiment` or `cube`".to_string()).into()),
    };
    output::line(&format!("{}: {} tasks", args.folder.display(), campaign.head.tasks))?;
    Ok(0)
}

/// Words as the command would read them. Help is printed and no error.
pub fn parsed<T: Parser>(first: &str, words: &[String]) -> anyhow::Result<T> {
    let command = format!("quandary campaign plan DIR {first}");
    let line = std::iter::once(command.as_str()).chain(words.iter().map(String::as_str));
    T::try_parse_from(line).map_err(|error| match error.use_stderr() {
        true => Usage(error.to_string().trim_start_matches("error: ").to_string()).into(),
        false => match output::text(&error.to_string()) {
            Ok(()) => super::failure::Settled(0).into(),
            Err(failed) => failed,
        },
    })
}

fn work(args: &CampaignRunArgs) -> anyhow::Result<u8> {
    let share = match (args.index, args.of) {
        (Some(index), Some(of)) if index < of => Some((index, of)),
        (Some(index), Some(of)) => {
            return Err(Usage(format!("--index {index}: shares are counted from 0 to {}", of.saturating_sub(1))).into());
        }
        _ => None,
    };
    let campaign = Campaign::open(&args.folder).map_err(failed)?;
    if args.retry {
        campaign.forget_failed().map_err(failed)?;
    }
    let standing = crew(&campaign, share, args.jobs)?;
    watch::close();
    output::line(&sentence(&standing))?;
    Ok(signals::listen().exit_code().unwrap_or(0))
}

/// Works off a campaign, or a share of it, in this process.
pub fn crew(campaign: &Campaign, share: Option<(usize, usize)>, jobs: Option<usize>) -> anyhow::Result<Standing> {
    let signals = signals::listen();
    let n_threads = jobs.unwrap_or_else(compare::cores).max(1);
    let program = program()?;
    let line = Progress::new("working");
    let eta: Mutex<Option<Eta>> = Mutex::new(None);
    let progress = |task: &Task, standing: &Standing| {
        let Ok(mut eta) = eta.lock() else { return };
        let n_over = standing.done + standing.failed;
        let eta = eta.get_or_insert_with(|| Eta::new(n_over.saturating_sub(1), standing.tasks));
        line.say(|| eta.step(&task.id));
    };
    let crew = Crew {
        share,
        n_threads,
        place: json!(compare_places::here(n_threads)),
        stop: signals.interrupt.clone(),
        progress: &progress,
    };
    let means = Means { program: &program, jobs: compare::cores() / n_threads, n_at_once: n_threads };
    campaign::work(campaign, &crew, &|task, stop| campaign::perform(campaign, means, task, stop)).map_err(failed)
}

/// This program, for those who call it.
pub fn program() -> anyhow::Result<String> {
    let program = std::env::current_exe().map_err(|e| Resources(format!("where am I? {e}")))?;
    Ok(program.to_string_lossy().into_owned())
}

fn status(args: &StatusArgs) -> anyhow::Result<u8> {
    let campaign = Campaign::look(&args.folder).map_err(failed)?;
    let (standing, told, wrong) = campaign_collect::standing(&campaign)?;
    let n_workers = workers(&campaign.claims());
    if args.json {
        let head = &campaign.head;
        let object = json!({
            "kind": head.kind, "version": head.version, "tasks": standing.tasks, "done": standing.done,
            "missing": standing.missing, "failed": standing.failed, "claims": n_workers, "contradictions": wrong,
            "verdict": told.as_ref().map(|told| told["verdict"].clone()), "share": told.as_ref().map(|told| told["share"].clone()),
        });
        output::line(&object.to_string())?;
    } else {
        output::line(&format!("{}: {}", campaign.head.kind.word(), sentence(&standing)))?;
        if n_workers > 0 {
            output::line(&format!("{n_workers} tasks are claimed"))?;
        }
        if let Some(told) = &told {
            output::line(&campaign_collect::shown(told))?;
        }
        wrong.iter().try_for_each(|sentence| output::line(&format!("CONTRADICTION: {sentence}")))?;
    }
    Ok(if wrong.is_empty() { 0 } else { 4 })
}

/// How many tasks somebody claims.
fn workers(claims: &Path) -> usize {
    let entries = std::fs::read_dir(claims).into_iter().flatten().flatten();
    entries.filter(|entry| entry.file_name().to_string_lossy().ends_with(".1")).count()
}

/// How far it is, in words.
pub fn sentence(standing: &Standing) -> String {
    let Standing { tasks, done, missing, failed } = standing;
    format!("{tasks} tasks: {done} done, {missing} missing, {failed} failed")
}
