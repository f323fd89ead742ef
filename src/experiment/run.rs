//! Doing an experiment: what the log has is not done again, the rest is shared by threads, and the report comes last.

use super::{Experiment, Settings, Step};
use crate::report::Report;
use crate::runs::{Log, Record, for_each};
use crate::search::Budget;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How to do an experiment.
#[derive(Clone, Debug, Default)]
pub struct Conduct {
    /// What the experiment is told.
    pub settings: Settings,
    /// The folder of the log; no log if there is none.
    pub folder: Option<PathBuf>,
    /// How many runs go on at once.
    pub n_threads: usize,
    /// The limit of one run in seconds.
    pub limit: Option<f64>,
    /// Up when the user wants it to end.
    pub interrupt: Arc<AtomicBool>,
}

/// Does what is left of an experiment and reports on all of it. `progress` is told how many of all runs are done.
pub fn run(experiment: &Experiment, how: &Conduct, progress: &mut dyn FnMut(usize, usize)) -> Result<Report, String> {
    let steps = (experiment.steps)(&how.settings)?;
    let mut log = open(experiment, how)?;
    let left: Vec<&Step> = steps.iter().filter(|u| !log.has(&u.key)).collect();
    let (mut n_done, n_all) = (steps.len() - left.len(), steps.len());
    progress(n_done, n_all);
    let work = |step: &&Step| (experiment.run)(&how.settings, step, &budget(how));
    for_each(&left, how.n_threads, &how.interrupt, work, |step, result: Result<Map<String, Value>, String>| {
        // A run that was told to stop says nothing about its question.
        if how.interrupt.load(Ordering::Relaxed) {
            return Ok::<(), String>(());
        }
        log.add(Record { key: step.key.clone(), fields: result? }).map_err(|e| e.to_string())?;
        n_done += 1;
        progress(n_done, n_all);
        Ok(())
    })?;
    Ok((experiment.report)(&how.settings, &in_order(&steps, log.records())))
}

fn open(experiment: &Experiment, how: &Conduct) -> Result<Log, String> {
    let Some(folder) = &how.folder else { return Ok(Log::in_memory()) };
    std::fs::create_dir_all(folder).map_err(|e| format!("cannot make the folder {}: {e}", folder.display()))?;
    let head = json!({"experiment": experiment.name, "settings": how.settings.json(), "limit": how.limit});
    Log::open(&folder.join("runs.jsonl"), &head).map_err(|e| e.to_string())
}

fn budget(how: &Conduct) -> Budget {
    how.limit.map_or_else(Budget::unlimited, Budget::seconds).with_interrupt(how.interrupt.clone())
}

/// The records in the order of their steps: threads end as they like.
fn in_order(steps: &[Step], records: &[Record]) -> Vec<Record> {
    let by_key: std::collections::HashMap<&str, &Record> = records.iter().map(|r| (r.key.as_str(), r)).collect();
    steps.iter().filter_map(|u| by_key.get(u.key.as_str()).map(|r| (*r).clone())).collect()
}
