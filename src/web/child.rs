//! The process of a job: started in a group of its own, listened to, ended when its time is up or nobody wants it.
//!
//! It keeps the limits of the command line itself. Should it not, it is killed a little later with everything it started,
//! and its address space is bounded. After [`run`] it is gone, in every case.

use super::events::Teller;
use super::task::Task;
use super::{Limits, MOST_SAID};
use crate::outside::{self, Folder};
use crate::runs::child::bounded;
use serde_json::json;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::Instant;

/// How much longer than its own limit a child may take.
const GRACE: f64 = 2.0;
/// What a child may map beyond what it may use, in kilobytes: code, stacks, what the allocator sets aside.
const RESERVE: u64 = 4 << 20;
/// What a child may complain, in bytes; the rest is not passed on.
const MOST_TOLD: u64 = 1 << 20;
/// The file that is the child's standard input: it never waits for us, nor we for it.
const TYPED: &str = "typed.txt";
/// How a line of progress begins.
const PROGRESS: &str = "progress: ";

/// How a child ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By itself.
    Code(i32),
    /// By a signal that was not ours.
    Signal,
    /// Because nobody wanted it any more.
    Cancelled,
    /// Because its time was up.
    Late,
    /// Because it said too much.
    Wordy,
}

impl Ended {
    /// Its exit code, if it had one.
    pub fn code(self) -> Option<i32> {
        if let Ended::Code(code) = self { Some(code) } else { None }
    }

    /// The limit that ended it.
    pub fn limit(self) -> Option<&'static str> {
        match self {
            Ended::Late => Some("time"),
            Ended::Wordy => Some("output"),
            // Nobody else ends a child, but for a system without memory.
            Ended::Signal => Some("memory"),
            Ended::Code(_) | Ended::Cancelled => None,
        }
    }
}

/// Runs a task to its end and tells what it says.
pub fn run(task: &Task, limits: Limits, teller: &Teller, is_unwanted: &dyn Fn() -> bool) -> io::Result<Ended> {
    let folder = Folder::new()?;
    for (name, text) in &task.files {
        std::fs::write(folder.join(name), text)?;
    }
    std::fs::write(folder.join(TYPED), &task.input)?;
    let mut child = start(task, limits, &folder)?;
    let said = Arc::new(AtomicU64::new(0));
    let is_wordy = Arc::new(AtomicBool::new(false));
    let pipes = child.pipes();
    let out = listen(pipes.stdout.take(), {
        let (teller, is_json, said, is_wordy) = (teller.clone(), task.speaks_json, said.clone(), is_wordy.clone());
        move |pipe| hear_answers(pipe, is_json, &teller, &said, &is_wordy)
    })?;
    let err = listen(pipes.stderr.take(), {
        let teller = teller.clone();
        move |pipe| hear_asides(pipe, &teller)
    })?;
    let began = Instant::now();
    let reason = || match is_unwanted() {
        true => Some(Ended::Cancelled),
        false if is_wordy.load(Ordering::Relaxed) => Some(Ended::Wordy),
        false => (began.elapsed().as_secs_f64() > task.seconds + GRACE).then_some(Ended::Late),
    };
    let ended = child.wait(reason)?.map_or_else(|reason| reason, |status| ended(&status));
    // Their pipes are closed now.
    let _ = (out.map(JoinHandle::join), err.map(JoinHandle::join));
    let ended = if is_wordy.load(Ordering::Relaxed) { Ended::Wordy } else { ended };
    match ended.code() {
        Some(_) => Ok(tell_files(task, &folder, teller, &said).unwrap_or(ended)),
        None => Ok(ended),
    }
}

/// Starts the child in its folder, confined, with nothing of our surroundings but where programs are.
fn start(task: &Task, limits: Limits, folder: &Folder) -> io::Result<outside::Child> {
    let program = std::env::current_exe()?;
    let kilobytes = (limits.megabytes << 10).saturating_mul(2).saturating_add(RESERVE);
    let mut command = bounded(&program.to_string_lossy(), &task.args, Some(kilobytes));
    command.env_clear().envs(std::env::vars_os().filter(|(name, _)| name == "PATH" || name == "TMPDIR"));
    command.env(outside::CONFINED, "1").env("QUANDARY_PROGRESS", "lines").env("NO_COLOR", "1");
    command
        .current_dir(folder.join(""))
        .stdin(File::open(folder.join(TYPED))?)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    outside::Child::start(&mut command)
}

fn listen<P: Read + Send + 'static>(
    pipe: Option<P>,
    hear: impl FnOnce(P) + Send + 'static,
) -> io::Result<Option<JoinHandle<()>>> {
    pipe.map(|pipe| Builder::new().spawn(move || hear(pipe))).transpose()
}

/// Passes on what is said on standard output: line by line, or as one text.
fn hear_answers(pipe: impl Read, is_json: bool, teller: &Teller, said: &AtomicU64, is_wordy: &AtomicBool) {
    let mut pipe = BufReader::new(pipe.take(MOST_SAID + 1));
    let mut bytes = Vec::new();
    loop {
        let read = if is_json { pipe.read_until(b'\n', &mut bytes) } else { pipe.read_to_end(&mut bytes) };
        let n_read = read.unwrap_or(0) as u64;
        if said.fetch_add(n_read, Ordering::Relaxed) + n_read > MOST_SAID {
            is_wordy.store(true, Ordering::Relaxed);
            return;
        }
        if n_read == 0 {
            return;
        }
        let text = String::from_utf8_lossy(&bytes);
        let heard = match is_json {
            true => teller.pass_on(text.trim_end()),
            false => teller.tell("answer", &json!({ "text": text })),
        };
        if !heard {
            return;
        }
        bytes.clear();
    }
}

/// Passes on what is said on standard error, line by line; a child that complains without end is heard out, not quoted.
fn hear_asides(mut pipe: impl Read, teller: &Teller) {
    let mut quoted = BufReader::new((&mut pipe).take(MOST_TOLD));
    let mut bytes = Vec::new();
    while quoted.read_until(b'\n', &mut bytes).is_ok_and(|n_read| n_read > 0) {
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end();
        match line.strip_prefix(PROGRESS) {
            Some(progress) => teller.mention("progress", &json!({ "line": progress })),
            None => teller.tell("told", &json!({ "line": line })),
        };
        bytes.clear();
    }
    let _ = io::copy(&mut pipe, &mut io::sink());
}

/// Tells the files that the child made.
fn tell_files(task: &Task, folder: &Folder, teller: &Teller, said: &AtomicU64) -> Option<Ended> {
    for name in &task.made {
        let file = std::fs::metadata(folder.join(name)).ok().filter(std::fs::Metadata::is_file);
        let Some(size) = file.map(|file| file.len()) else { continue };
        if said.fetch_add(size, Ordering::Relaxed) + size > MOST_SAID {
            return Some(Ended::Wordy);
        }
        let bytes = std::fs::read(folder.join(name)).unwrap_or_default();
        teller.tell("answer", &json!({"name": name, "text": String::from_utf8_lossy(&bytes)}));
    }
    None
}

fn ended(status: &ExitStatus) -> Ended {
    status.code().map_or(Ended::Signal, Ended::Code)
}
