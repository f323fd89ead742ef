//! A line on standard error for long work, shown to a person at a terminal, or to a program that asks for lines by
//! `QUANDARY_PROGRESS=lines`.
//!
//! A thread of its own rewrites the line, so that work which never looks up is still seen to go on.

use super::{failure, watch};
use crate::search::{Budget, resident_bytes};
use crate::solve::{Problem, Run};
use std::io::{IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Work that takes less than this shows no line.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the line is rewritten.
const TICK: Duration = Duration::from_millis(250);

/// A progress line, from its making to its end.
pub struct Progress {
    text: Arc<Mutex<String>>,
    /// What a search says about itself.
    news: Arc<Mutex<String>>,
    painter: Option<(mpsc::Sender<()>, JoinHandle<()>)>,
}

/// Does the work on a problem with a line above it, within a budget that reports to the line.
pub fn watched<T>(problem: &Problem, run: &Run, work: impl FnOnce(&Run) -> T) -> T {
    let line = Progress::new(&problem.title);
    work(&Run { budget: line.watching(&run.budget), ..run.clone() })
}

impl Progress {
    /// A line with this text, the time and the memory.
    pub fn new(text: &str) -> Progress {
        let text = Arc::new(Mutex::new(text.to_string()));
        let news = Arc::new(Mutex::new(String::new()));
        let painter = style().and_then(|style| paint(style, text.clone(), news.clone()));
        Progress { text, news, painter }
    }

    /// The same budget, with news that show up in the line.
    pub fn watching(&self, budget: &Budget) -> Budget {
        match self.painter {
            Some(_) => budget.clone().with_news(self.news.clone()),
            None => budget.clone(),
        }
    }

    /// Changes the text. Costs nothing when nobody looks.
    pub fn say(&self, text: impl FnOnce() -> String) {
        if let (Some(_), Ok(mut place)) = (&self.painter, self.text.lock()) {
            *place = text();
        }
    }
}

/// How far a number of runs is, and about how long the rest will take.
pub struct Eta {
    n_before: usize,
    n_done: usize,
    n_all: usize,
    started: Instant,
}

impl Eta {
    /// So many of all are done already.
    pub fn new(n_done: usize, n_all: usize) -> Eta {
        Eta { n_before: n_done, n_done, n_all, started: Instant::now() }
    }

    /// One more is done; the line that says so.
    pub fn step(&mut self, last: &str) -> String {
        self.n_done += 1;
        let each = self.started.elapsed().as_secs_f64() / (self.n_done - self.n_before) as f64;
        let rest = each * (self.n_all - self.n_done) as f64;
        let width = 20;
        let full = width * self.n_done / self.n_all.max(1);
        let bar = format!("{}{}", "#".repeat(full), "-".repeat(width - full));
        format!("[{bar}] {} of {}, about {rest:.0} s to go; {last}", self.n_done, self.n_all)
    }
}

/// How the line is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// A line that is written over again, at a terminal.
    Rewritten,
    /// A new line each time, for a program that reads them.
    Lines,
}

/// How somebody wants to see it, if anybody does.
fn style() -> Option<Style> {
    match std::env::var("QUANDARY_PROGRESS").as_deref() {
        Ok("lines") => Some(Style::Lines),
        _ => std::io::stderr().is_terminal().then_some(Style::Rewritten),
    }
}

/// Starts the thread that rewrites the line until told to stop, if the system gives one.
fn paint(
    style: Style,
    text: Arc<Mutex<String>>,
    news: Arc<Mutex<String>>,
) -> Option<(mpsc::Sender<()>, JoinHandle<()>)> {
    let (sender, stop) = mpsc::channel();
    let started = Instant::now();
    let n_left_behind = watch::n_left_behind();
    let work = move || {
        let mut wait = PATIENCE;
        let is_on = || n_left_behind == watch::n_left_behind();
        while stop.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) && is_on() {
            let shown = text.lock().map(|t| t.clone()).unwrap_or_default();
            let (seconds, megabytes) = (started.elapsed().as_secs(), resident_bytes() >> 20);
            let news = news.lock().map(|n| n.clone()).unwrap_or_default();
            let comma = if news.is_empty() { "" } else { ", " };
            let line = format!("{shown}: {seconds} s, {megabytes} MB{comma}{news}");
            match style {
                Style::Rewritten => failure::aside(&format!("\r\x1b[K{line}")),
                Style::Lines => failure::warn(&format!("progress: {line}")),
            }
            let _ = std::io::stderr().flush();
            wait = TICK;
        }
        if wait == TICK && style == Style::Rewritten {
            failure::aside("\r\x1b[K");
        }
    };
    std::thread::Builder::new().spawn(work).ok().map(|painter| (sender, painter))
}

/// The line goes away with the work it was about.
impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, painter)) = self.painter.take() {
            drop(sender);
            let _ = painter.join();
        }
    }
}
