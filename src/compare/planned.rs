//! One run to be done, and doing it: the program itself, called once more in a process of its own.

use super::{State, Trial, outside};
use crate::cnf::dimacs;
use crate::runs::child::{self, Ended, Spoken};
use crate::solve::{Language, Named};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// One engine on one problem, to be run.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// The problem; its title is what tables call it.
    pub named: Arc<Named>,
    /// The size, if the problem is one of a family.
    pub size: Option<u64>,
    /// The engine, written in full.
    pub engine: String,
    /// Which of several equal runs it is, from 1.
    pub repeat: u32,
}

/// The limits of each run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Seconds.
    pub seconds: f64,
    /// Megabytes.
    pub megabytes: u64,
    /// Engines that `auto` may run at once.
    pub jobs: usize,
}

/// The program stops by itself at its limit; after so many seconds more it is killed.
pub(super) const GRACE: f64 = 5.0;
/// Address space beyond the limit on resident memory: stacks and what is reserved but not used.
const RESERVE: u64 = 1 << 20;
/// Longer solutions are not kept, in bytes of JSON.
const LONGEST_SOLUTION: usize = 1 << 14;

impl Planned {
    /// The puzzle, or `model`.
    pub fn puzzle(&self) -> &str {
        self.named.puzzle.as_deref().unwrap_or("model")
    }

    /// The number by which the field's database knows the problem, if that is a formula in DIMACS.
    pub fn gbdhash(&self) -> Option<String> {
        let source = self.named.model.first().filter(|_| self.named.language == Language::Dimacs)?;
        dimacs::read(source.text.as_bytes()).ok().map(|(cnf, _)| dimacs::gbdhash(&cnf))
    }

    /// What tells the run from all others: the problem as it is read, the engine, and which of equal runs it is.
    pub fn key(&self) -> String {
        let mut hash = Sha256::new();
        for part in parts(&self.named) {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
        let digest: String = hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let again = if self.repeat > 1 { format!(" #{}", self.repeat) } else { String::new() };
        format!("{} {digest} {}{again}", self.named.title, self.engine)
    }
}

/// What a problem is made of. For a puzzle these are the words that older logs were made with, so that they can be
/// continued.
fn parts(named: &Named) -> Vec<String> {
    match (&named.puzzle, named.data.as_slice()) {
        (Some(puzzle), [instance]) => {
            let horizon = named.horizon.map(|h| ["--horizon".to_string(), h.to_string()]);
            let words = [puzzle.clone(), "-".to_string()].into_iter().chain(horizon.into_iter().flatten());
            words.chain([instance.text.clone()]).collect()
        }
        _ => vec![json!(Named { title: String::new(), ..named.clone() }).to_string()],
    }
}

/// Does a run with this program. `None` if the user stopped it.
pub fn perform(program: &str, planned: &Planned, limits: Limits, stop: &AtomicBool) -> Result<Option<Trial>, String> {
    if let Some(solver) = outside::solver(&planned.engine) {
        return outside::perform(planned, solver, limits, stop);
    }
    let [seconds, megabytes, jobs] =
        [limits.seconds.to_string(), limits.megabytes.to_string(), limits.jobs.max(1).to_string()];
    let within = ["--timeout", &seconds, "--memory", &megabytes, "--jobs", &jobs];
    let words = ["solve", "--named", "-", "--json", "--engine", &planned.engine].into_iter().chain(within);
    let arguments: Vec<String> = words.map(str::to_string).collect();
    let kilobytes = Some((limits.megabytes << 10).saturating_mul(2).saturating_add(RESERVE));
    let bounds = child::Limits { seconds: limits.seconds + GRACE, kilobytes };
    let spoken = child::run(program, &arguments, json!(*planned.named).to_string().as_bytes(), bounds, stop)?;
    Ok(if spoken.ended == Ended::Interrupted { None } else { Some(trial_of(planned, &spoken)) })
}

/// The run that a child's words stand for.
fn trial_of(planned: &Planned, spoken: &Spoken) -> Trial {
    let answer: Value = spoken.out.lines().last().and_then(|l| serde_json::from_str(l).ok()).unwrap_or(Value::Null);
    let stats = &answer["stats"];
    let seconds = |name: &str| stats[name].as_f64().unwrap_or(0.0);
    let number = |name: &str| stats[name].as_u64().unwrap_or(0);
    let (state, verdict) = state(spoken, &answer);
    let message = spoken.err.lines().last().map(|line| line.trim_start_matches("error: ").to_string());
    Trial {
        is_variant: !answer["variant"].is_null(),
        state,
        verdict,
        value: value(&answer).filter(|_| state == State::Ok),
        is_maximised: answer["maximise"] == true,
        message: message.filter(|_| state != State::Ok),
        seconds: stats["seconds"].as_f64().unwrap_or(spoken.seconds),
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
        cpu_seconds: seconds("cpu_seconds"),
        formula: stats["formula"].as_str().map(str::to_string),
        solution: kept(planned, &answer["solution"]).filter(|_| state == State::Ok),
        ..Trial::nothing(planned, spoken.seconds)
    }
}

/// The solution, if it is one of a puzzle and short enough for a log of many runs.
fn kept(planned: &Planned, solution: &Value) -> Option<Value> {
    let is_wanted =
        planned.named.puzzle.is_some() && !solution.is_null() && solution.to_string().len() <= LONGEST_SOLUTION;
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
