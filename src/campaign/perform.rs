//! Tasks of comparisons and experiments: how they are planned, how one is done, and what comes back of them.

use super::{Campaign, Finished, Kind, Limits, Task, Trouble, Undone, refute};
use crate::cnf::dimacs::sha256;
use crate::compare::{self, Planned, State, Trial};
use crate::experiment::{self, Experiment, Settings, Step};
use crate::puzzles::Options;
use crate::runs::Record;
use crate::search::Budget;
use crate::solve::Named;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a worker waits after a crash to see whether it is ended, too.
const SECOND_THOUGHT: Duration = Duration::from_secs(2);

/// Plans a comparison: a task for each run, an input for each problem.
pub fn planned_compare(path: &Path, command: &[String], plan: &[Planned], limits: Limits) -> Result<Campaign, Trouble> {
    let mut digests: HashMap<*const Named, String> = HashMap::new();
    let mut texts: Vec<Vec<u8>> = Vec::new();
    for run in plan {
        digests.entry(Arc::as_ptr(&run.named)).or_insert_with(|| {
            let text = json!(*run.named).to_string().into_bytes();
            let digest = sha256(&text);
            texts.push(text);
            digest
        });
    }
    let task = |(n, run): (usize, &Planned)| {
        let mut arguments = vec!["--engine".to_string(), run.engine.clone()];
        arguments.extend(["--repeat".to_string(), run.repeat.to_string()]);
        arguments.extend(run.size.iter().flat_map(|size| ["--size".to_string(), size.to_string()]));
        let inputs = vec![digests[&Arc::as_ptr(&run.named)].clone()];
        Task { id: Task::number(n + 1), kind: Kind::Compare, arguments, limits, inputs }
    };
    let tasks = plan.iter().enumerate().map(task);
    Campaign::plan(path, Kind::Compare, command, Value::Null, tasks, texts.iter().map(Vec::as_slice))
}

/// Plans an experiment: a task for each step.
pub fn planned_experiment(
    path: &Path,
    command: &[String],
    row: &Experiment,
    options: &Options,
    limits: Limits,
) -> Result<Campaign, Trouble> {
    let steps = (row.steps)(&Settings::new(options.clone())).map_err(Trouble::Refused)?;
    let shared = json!({"experiment": row.name, "settings": options});
    let task = |(n, step): (usize, Step)| {
        let arguments = ["--key", &step.key, "--data", &step.data.to_string()].map(str::to_string).to_vec();
        Task { id: Task::number(n + 1), kind: Kind::Experiment, arguments, limits, inputs: Vec::new() }
    };
    Campaign::plan(path, Kind::Experiment, command, shared, steps.into_iter().enumerate().map(task), std::iter::empty())
}

/// What tasks are done with.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// This program, for runs in processes of their own.
    pub program: &'a str,
    /// How many engines `auto` may run at once.
    pub jobs: usize,
    /// How many tasks this process does at once. What a process may use is what all of them may use.
    pub n_at_once: usize,
}

impl Means<'_> {
    /// The budget of a task that is done in this process.
    pub(super) fn budget(&self, task: &Task, stop: &Arc<AtomicBool>) -> Budget {
        let megabytes = task.limits.megabytes.saturating_mul(self.n_at_once.max(1) as u64);
        let memory = Some(megabytes.saturating_mul(1 << 20)).filter(|bytes| *bytes > 0);
        Budget::seconds(task.limits.seconds).with_memory(memory).with_interrupt(stop.clone())
    }
}

/// Does a task of a campaign.
pub fn perform(
    campaign: &Campaign,
    means: Means,
    task: &Task,
    stop: &Arc<AtomicBool>,
) -> Result<Option<Map<String, Value>>, Undone> {
    match task.kind {
        Kind::Compare => compared(campaign, means, task, stop),
        Kind::Experiment => experimented(campaign, means, task, stop),
        Kind::Cube => refute::perform(campaign, means, task, stop),
    }
}

fn compared(
    campaign: &Campaign,
    means: Means,
    task: &Task,
    stop: &AtomicBool,
) -> Result<Option<Map<String, Value>>, Undone> {
    let planned = planned_of(task, |digest| named(campaign, digest))?;
    let limits = compare::Limits { seconds: task.limits.seconds, megabytes: task.limits.megabytes, jobs: means.jobs };
    // A machine on which nothing can be started says nothing about the task.
    let attempt = || compare::perform(means.program, &planned, limits, stop).map_err(Trouble::System);
    let mut trial = attempt()?;
    if trial.as_ref().is_some_and(|trial| trial.state == State::Crash) {
        // A cluster that takes its node away ends children before workers. So a crash counts if we outlive it and it comes again.
        std::thread::sleep(SECOND_THOUGHT);
        trial = attempt()?;
    }
    Ok(trial.map(|trial| trial.record(String::new()).fields))
}

fn experimented(
    campaign: &Campaign,
    means: Means,
    task: &Task,
    stop: &Arc<AtomicBool>,
) -> Result<Option<Map<String, Value>>, Undone> {
    let (row, settings) = told(campaign)?;
    let missing = |name: &str| format!("the task has no {name}");
    let data = task.option("--data").and_then(|text| serde_json::from_str(text).ok());
    let step = Step {
        key: task.option("--key").ok_or_else(|| missing("--key"))?.to_string(),
        data: data.ok_or_else(|| missing("--data"))?,
    };
    let found = (row.run)(&settings, &step, &means.budget(task, stop))?;
    // A run that was told to stop says nothing about its question.
    Ok((!stop.load(Ordering::Relaxed)).then_some(found))
}

/// The experiment that a campaign is of, and what it was told.
fn told(campaign: &Campaign) -> Result<(&'static Experiment, Settings), String> {
    let shared = &campaign.head.shared;
    let row = shared["experiment"].as_str().and_then(experiment::find);
    let options = serde_json::from_value(shared["settings"].clone()).map(Settings::new);
    match (row, options) {
        (Some(row), Ok(settings)) => Ok((row, settings)),
        _ => Err("campaign.json names no experiment of this program".to_string()),
    }
}

fn named(campaign: &Campaign, digest: &str) -> Result<Arc<Named>, Trouble> {
    let text = campaign.input(digest)?;
    let named = serde_json::from_slice(&text);
    named.map(Arc::new).map_err(|e| Trouble::Refused(format!("inputs/{digest}: nothing is named there: {e}")))
}

/// The run that a task of a comparison stands for.
pub fn planned_of(task: &Task, mut named: impl FnMut(&str) -> Result<Arc<Named>, Trouble>) -> Result<Planned, Trouble> {
    let wrong = || Trouble::Refused(format!("task {} is no run of an engine on a problem", task.id));
    Ok(Planned {
        named: named(task.inputs.first().ok_or_else(wrong)?)?,
        size: task.option("--size").and_then(|size| size.parse().ok()),
        engine: task.option("--engine").ok_or_else(wrong)?.to_string(),
        repeat: task.option("--repeat").and_then(|n| n.parse().ok()).ok_or_else(wrong)?,
    })
}

/// A comparison that was worked off, or a part of it.
pub struct Compared {
    /// The runs as planned.
    pub plan: Vec<Planned>,
    /// Those that were made, in that order.
    pub trials: Vec<Trial>,
    /// Why others could not be made.
    pub failed: Vec<String>,
}

/// The runs of a comparison.
pub fn trials(campaign: &Campaign) -> Result<Compared, Trouble> {
    let mut known: HashMap<String, Arc<Named>> = HashMap::new();
    let (mut plan, mut trials, mut failed) = (Vec::new(), Vec::new(), Vec::new());
    campaign.each(&mut |task, result| {
        plan.push(planned_of(task, |digest| match known.get(digest) {
            Some(named) => Ok(named.clone()),
            None => named(campaign, digest).inspect(|named| drop(known.insert(digest.to_string(), named.clone()))),
        })?);
        if let Some(Finished { found, failed: why, .. }) = result {
            let read = found.and_then(|fields| Trial::of_record(&Record { key: String::new(), fields }));
            trials.extend(read);
            failed.extend(why.map(|why| format!("{}: {why}", task.id)));
        }
        Ok(())
    })?;
    Ok(Compared { plan, trials, failed })
}

/// An experiment that was worked off, or a part of it.
pub struct Experimented {
    /// Which one.
    pub row: &'static Experiment,
    /// What it was told.
    pub settings: Settings,
    /// Its runs in the order of the steps.
    pub records: Vec<Record>,
    /// Why others could not be made.
    pub failed: Vec<String>,
}

/// The runs of an experiment.
pub fn records(campaign: &Campaign) -> Result<Experimented, Trouble> {
    let (row, settings) = told(campaign).map_err(Trouble::Refused)?;
    let (mut records, mut failed) = (Vec::new(), Vec::new());
    campaign.each(&mut |task, result| {
        if let Some(Finished { found, failed: why, .. }) = result {
            let key = task.option("--key").unwrap_or("").to_string();
            records.extend(found.map(|fields| Record { key, fields }));
            failed.extend(why.map(|why| format!("{}: {why}", task.id)));
        }
        Ok(())
    })?;
    Ok(Experimented { row, settings, records, failed })
}
