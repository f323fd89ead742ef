//! `campaign submit`: hands a campaign to our own pool, to GNU parallel or to Slurm.

use super::args::{SubmitArgs, SubmitEngine};
use super::campaign::{failed, program};
use super::failure::{Resources, Usage};
use super::{campaign_collect, output, watch};
use crate::campaign::{self, Campaign, Element};
use std::path::Path;
use std::process::Command;

/// What a task may take beyond its limit.
const GRACE: f64 = 6.0;
/// What an element may take beyond its tasks, in seconds: starting, waiting for a lease.
const SLACK: f64 = 120.0;
/// The `MaxArraySize` of a Slurm that does not tell.
const MAX_ARRAY_SIZE: usize = 1001;

/// Runs the command.
pub fn run(args: &SubmitArgs) -> anyhow::Result<u8> {
    let campaign = Campaign::open(&args.folder).map_err(failed)?;
    match args.engine {
        SubmitEngine::Local if args.dry_run => {
            output::line(&format!("{} campaign run {}", program()?, args.folder.display()))?;
            Ok(0)
        }
        SubmitEngine::Local => campaign_collect::through(&campaign, args.jobs),
        SubmitEngine::Parallel => parallel(args, &campaign),
        SubmitEngine::Slurm => slurm(args, &campaign),
    }
}

/// How many shares, and how long one may take.
fn shares(args: &SubmitArgs, campaign: &Campaign) -> anyhow::Result<(usize, f64, u64)> {
    let tasks = campaign.tasks().map_err(failed)?;
    let done = campaign.done().map_err(failed)?;
    let missing = tasks.iter().filter(|task| !done.contains(&task.id)).count();
    let longest = tasks.iter().map(|task| task.limits.seconds).fold(0.0, f64::max) + GRACE;
    let megabytes = tasks.iter().map(|task| task.limits.megabytes).max().unwrap_or(0);
    let at_once = args.jobs.unwrap_or(1).max(1);
    // As if every task took its whole limit: a share lasts no longer than was asked for, unless one task does.
    let per_share = ((args.minutes * 60.0 * at_once as f64 / longest).floor() as usize).max(1);
    let n = args.shares.map_or_else(|| missing.div_ceil(per_share), |n| n as usize).clamp(1, missing.max(1));
    let seconds = (tasks.len().div_ceil(n).div_ceil(at_once) as f64) * longest + SLACK;
    Ok((n, seconds, megabytes))
}

fn parallel(args: &SubmitArgs, campaign: &Campaign) -> anyhow::Result<u8> {
    let (n_elements, seconds, megabytes) = shares(args, campaign)?;
    let (program, folder) = (program()?, absolute(&args.folder)?);
    let n_jobs = args.jobs.unwrap_or(1).max(1);
    let element = Element { program: &program, folder: &folder, n_elements, n_jobs, seconds, megabytes, sbatch: &[] };
    let words = campaign::parallel(&element, &args.hosts);
    if args.dry_run {
        output::line(&super::compare::typed("parallel", words.into_iter()))?;
        return Ok(0);
    }
    let status = Command::new("parallel").args(&words).status();
    status.map_err(|e| Resources(format!("cannot run GNU parallel: {e}")))?;
    watch::close();
    campaign_collect::collect(campaign, false)
}

fn slurm(args: &SubmitArgs, campaign: &Campaign) -> anyhow::Result<u8> {
    let (n_elements, seconds, megabytes) = shares(args, campaign)?;
    let (program, folder) = (program()?, absolute(&args.folder)?);
    let n_jobs = args.jobs.unwrap_or(1).max(1);
    let element =
        Element { program: &program, folder: &folder, n_elements, n_jobs, seconds, megabytes, sbatch: &args.sbatch };
    let most = if args.dry_run { MAX_ARRAY_SIZE } else { max_array_size()? };
    let scripts: Vec<String> =
        campaign::arrays(n_elements, most).iter().map(|array| campaign::script(&element, array)).collect();
    if args.dry_run {
        scripts.iter().try_for_each(|script| output::text(script))?;
        output::text(&campaign::collector(&element))?;
        return Ok(0);
    }
    let logs = folder.join("logs");
    let mut jobs = Vec::new();
    for (n, script) in scripts.iter().enumerate() {
        jobs.push(submitted(&logs.join(format!("array-{}.sh", n + 1)), script, None)?);
    }
    let after = format!("--dependency=afterany:{}", jobs.join(":"));
    let last = submitted(&logs.join("collect.sh"), &campaign::collector(&element), Some(&after))?;
    output::line(&format!("{n_elements} shares in the jobs {}; {last} collects", jobs.join(", ")))?;
    Ok(0)
}

/// Hands a script to Slurm; the number of the job.
fn submitted(path: &Path, script: &str, option: Option<&str>) -> anyhow::Result<String> {
    output::file(path, script.as_bytes())?;
    let mut sbatch = Command::new("sbatch");
    sbatch.arg("--parsable").args(option).arg(path);
    let said = sbatch.output().map_err(|e| Resources(format!("cannot run sbatch: {e}")))?;
    let words = String::from_utf8_lossy(&said.stdout).into_owned();
    let number = words.trim().split(';').next().unwrap_or("").to_string();
    match said.status.success() && !number.is_empty() {
        true => Ok(number),
        false => Err(Resources(format!("sbatch: {}", String::from_utf8_lossy(&said.stderr).trim())).into()),
    }
}

/// The largest array that Slurm takes.
fn max_array_size() -> anyhow::Result<usize> {
    let said = Command::new("scontrol").args(["show", "config"]).output();
    let said = said.map_err(|e| Usage(format!("there is no Slurm here: scontrol: {e}")))?;
    let text = String::from_utf8_lossy(&said.stdout).into_owned();
    let line = text.lines().find(|line| line.trim_start().starts_with("MaxArraySize"));
    Ok(line.and_then(|line| line.split('=').nth(1)).and_then(|n| n.trim().parse().ok()).unwrap_or(MAX_ARRAY_SIZE))
}

fn absolute(folder: &Path) -> anyhow::Result<std::path::PathBuf> {
    Ok(std::fs::canonicalize(folder).map_err(|e| Resources(format!("{}: {e}", folder.display())))?)
}
