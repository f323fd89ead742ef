//! What a campaign costs besides its tasks: planning, claiming, keeping and collecting so many empty ones, as a table.
//!
//! `cargo run --release --example scale -- 1000 10000 100000` prints a line for each number.

use quandary::campaign::{self, Campaign, Crew, Kind, Limits, Task};
use quandary::report::{self, Comparison};
use quandary::search::peak_bytes;
use quandary::solve::Named;
use serde_json::{Map, Value, json};
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

const ENGINES: usize = 21;

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<usize> = std::env::args().skip(1).map(|word| word.parse()).collect::<Result<_, _>>()?;
    println!("| tasks | plan | claim, keep, release | status | collect | peak |\n|---|---|---|---|---|---|");
    for n in if numbers.is_empty() { vec![1000, 10_000] } else { numbers } {
        let folder = tempfile::tempdir()?;
        measure(&folder.path().join("campaign"), n)?;
    }
    Ok(())
}

fn measure(path: &Path, n: usize) -> Result<(), Box<dyn Error>> {
    let started = Instant::now();
    let campaign = planned(path, n).map_err(|e| e.to_string())?;
    let plan = started.elapsed().as_secs_f64();
    let started = Instant::now();
    let crew = Crew {
        share: None,
        n_threads: 1,
        place: Value::Null,
        stop: Arc::new(AtomicBool::new(false)),
        progress: &|_, _| (),
    };
    campaign::work(&campaign, &crew, &|task, _| Ok(Some(answered(task)))).map_err(|e| e.to_string())?;
    let work = started.elapsed().as_secs_f64();
    let started = Instant::now();
    let standing = campaign.standing().map_err(|e| e.to_string())?;
    assert_eq!((standing.done, standing.missing), (n, 0), "every task has a result");
    let status = started.elapsed().as_secs_f64();
    let started = Instant::now();
    let n_bytes = collected(&campaign)?;
    let collect = started.elapsed().as_secs_f64();
    let each = |seconds: f64| format!("{seconds:.2} s, {:.0} us a task", seconds * 1e6 / n as f64);
    let megabytes = peak_bytes() >> 20;
    println!(
        "| {n} | {} | {} | {} | {} ({} kB) | {megabytes} MB |",
        each(plan),
        each(work),
        each(status),
        each(collect),
        n_bytes >> 10
    );
    Ok(())
}

/// A plan like that of 21 engines on many small instances.
fn planned(path: &Path, n: usize) -> Result<Campaign, campaign::Trouble> {
    let texts: Vec<Vec<u8>> = (0..n.div_ceil(ENGINES))
        .map(|i| json!(Named { title: format!("instance {i}"), ..Named::default() }).to_string().into_bytes())
        .collect();
    let digests: Vec<String> = texts.iter().map(|text| quandary::cnf::dimacs::sha256(text)).collect();
    let task = |i: usize| Task {
        id: Task::number(i + 1),
        kind: Kind::Compare,
        arguments: ["--engine", &format!("engine-{}", i % ENGINES), "--repeat", "1"].map(str::to_string).to_vec(),
        limits: Limits { seconds: 10.0, megabytes: 2048 },
        inputs: vec![digests[i / ENGINES].clone()],
    };
    let command = ["compare".to_string()];
    Campaign::plan(path, Kind::Compare, &command, Value::Null, (0..n).map(task), texts.iter().map(Vec::as_slice))
}

/// What an empty task finds at once.
fn answered(task: &Task) -> Map<String, Value> {
    let number: usize = task.id.parse().unwrap_or(0);
    let found = json!({
        "instance": format!("instance {}", (number - 1) / ENGINES), "puzzle": "model", "size": null,
        "engine": task.option("--engine"), "is_variant": false, "state": "ok", "verdict": "satisfiable", "value": null,
        "is_maximised": false, "message": null, "seconds": 0.001, "wall_seconds": 0.002, "flatten_seconds": 0.0,
        "encode_seconds": 0.0, "solve_seconds": 0.0, "judge_seconds": 0.0, "nodes": 1, "backtracks": 0, "variables": 0,
        "clauses": 0, "literals": 0, "peak_bytes": 1_000_000, "solution": null, "repeat": 1, "cpu_seconds": 0.0, "formula": null, "gbdhash": null,
    });
    found.as_object().cloned().unwrap_or_default()
}

/// Puts the report together; how long it is.
fn collected(campaign: &Campaign) -> Result<usize, Box<dyn Error>> {
    let done = campaign::trials(campaign).map_err(|e| e.to_string())?;
    let (plan, all) = (done.plan, done.trials);
    let runs = quandary::compare::middle(&all);
    let comparison = Comparison {
        runs: &runs,
        all: &all,
        limit: 10.0,
        baseline: None,
        command: "quandary compare".to_string(),
        n_planned: plan.len(),
        pictures: Vec::new(),
        places: Vec::new(),
    };
    Ok(report::comparison_files(&comparison).iter().map(|(_, text)| text.len()).sum())
}
