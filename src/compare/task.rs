//! One run to be done, and doing it: the program itself, called once more in a process of its own.

use super::{Run, State};
use crate::runs::child::{self, Ended, Spoken};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::sync::atomic::AtomicBool;

/// One engine on one instance, to be run.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// What tables call the instance.
    pub instance: String,
    /// The puzzle, or `model`.
    pub puzzle: String,
    /// The size, if the instance is one of a family.
    pub size: Option<u64>,
    /// The engine, written in full.
    pub engine: String,
    /// What `solve` is called with to read the instance.
    pub arguments: Vec<String>,
    /// What it reads on standard input.
    pub input: String,
}

/// The limits of each run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Seconds.
    pub seconds: f64,
    /// Megabytes.
    pub megabytes: u64,
}

/// The program stops by itself at its limit; after so many seconds more it is killed.
const GRACE: f64 = 5.0;
/// Address space beyond the limit on resident memory: stacks and what is reserved but not used.
const RESERVE: u64 = 1 << 20;
/// Longer solutions are not kept, in bytes of JSON.
const LONGEST_SOLUTION: usize = 1 << 14;

impl Task {
    /// What tells the run from all others: the instance as it is read, and the engine.
    pub fn key(&self) -> String {
        let mut hash = Sha256::new();
        for part in self.arguments.iter().chain([&self.input]) {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
        let digest: String = hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        format!("{} {digest} {}", self.instance, self.engine)
    }
}

/// Does a run with this program. `None` if the user stopped it.
pub fn perform(program: &str, task: &Task, limits: Limits, stop: &AtomicBool) -> Result<Option<Run>, String> {
    let own = ["solve".to_string()].into_iter().chain(task.arguments.iter().cloned());
    let options = [
        "--engine".to_string(),
        task.engine.clone(),
        "--timeout".to_string(),
        limits.seconds.to_string(),
        "--memory".to_string(),
        limits.megabytes.to_string(),
        "--json".to_string(),
    ];
    let arguments: Vec<String> = own.chain(options).collect();
    let kilobytes = Some((limits.megabytes << 10).saturating_mul(2).saturating_add(RESERVE));
    let bounds = child::Limits { seconds: limits.seconds + GRACE, kilobytes };
    let spoken = child::run(program, &arguments, task.input.as_bytes(), bounds, stop)?;
    Ok(if spoken.ended == Ended::Interrupted { None } else { Some(run_of(task, &spoken)) })
}

/// The run that a child's words stand for.
fn run_of(task: &Task, spoken: &Spoken) -> Run {
    let answer: Value = spoken.out.lines().last().and_then(|l| serde_json::from_str(l).ok()).unwrap_or(Value::Null);
    let stats = &answer["stats"];
    let seconds = |name: &str| stats[name].as_f64().unwrap_or(0.0);
    let number = |name: &str| stats[name].as_u64().unwrap_or(0);
    let (state, verdict) = state(spoken, &answer);
    let message = spoken.err.lines().last().map(|line| line.trim_start_matches("error: ").to_string());
    Run {
        instance: task.instance.clone(),
        puzzle: task.puzzle.clone(),
        size: task.size,
        engine: task.engine.clone(),
        is_variant: answer.get("variant").is_some(),
        state,
        verdict,
        value: value(&answer).filter(|_| state == State::Ok),
        is_maximised: answer["maximise"] == true,
        message: message.filter(|_| state != State::Ok),
        seconds: stats["seconds"].as_f64().unwrap_or(spoken.seconds),
        wall_seconds: spoken.seconds,
        flatten_seconds: seconds("flatten_seconds"),
        encode_seconds: seconds("encode_seconds"),
        solve_seconds: seconds("solve_seconds"),
        judge_seconds: seconds("judge_seconds"),
        nodes: number("nodes"),
        backtracks: number("backtracks"),
        variables: number("variables"),
        clauses: number("clauses"),
        literals: number("literals"),
        peak_bytes: number("peak_bytes"),
        solution: kept(task, &answer["solution"]).filter(|_| state == State::Ok),
    }
}

/// The solution, if it is one of a puzzle and short enough for a log of many runs.
fn kept(task: &Task, solution: &Value) -> Option<Value> {
    let is_wanted = task.puzzle != "model" && !solution.is_null() && solution.to_string().len() <= LONGEST_SOLUTION;
    is_wanted.then(|| solution.clone())
}

/// What the answer costs.
fn value(answer: &Value) -> Option<i64> {
    ["objective", "cost", "horizon"].iter().find_map(|name| answer[name].as_i64())
}

/// How the run ended, and the verdict if there is one.
fn state(spoken: &Spoken, answer: &Value) -> (State, Option<String>) {
    let status = answer["status"].as_str();
    let decided = answer["reason"].is_null() && status.is_some_and(|s| s != "unknown");
    match (&spoken.ended, answer["reason"].as_str()) {
        (Ended::Late, _) | (Ended::Code(_), Some("timeout")) => (State::Timeout, None),
        (Ended::Code(_), Some("memory")) => (State::Memout, None),
        (Ended::Code(0 | 10 | 20 | 30), _) if decided => (State::Ok, status.map(str::to_string)),
        (Ended::Code(0), _) if status == Some("unknown") => (State::Unknown, None),
        (Ended::Code(2), _) => (State::NotApplicable, None),
        (Ended::Code(4), _) => (State::Rejected, None),
        _ => (State::Crash, None),
    }
}
