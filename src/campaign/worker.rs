//! A worker: takes what is missing of its share, one task for each thread, until everything has a result.
//!
//! What somebody else works at is waited for: it gets a result, or its worker is gone and the task is free. So when a worker
//! ends by itself, nothing of its share is left to do.

use super::journal::Journal;
use super::{Campaign, Claimed, Finished, Kind, Standing, Station, Task, Trouble};
use serde_json::{Map, Value, json};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often a worker says that it lives.
const BEAT: Duration = Duration::from_secs(5);
/// How long it waits before it asks again for what others work at: little at first.
const PAUSES: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(1));

/// Does one task. `None` if it was told to stop.
pub type Perform<'a> = &'a (dyn Fn(&Task, &Arc<AtomicBool>) -> Result<Option<Map<String, Value>>, Undone> + Sync);

/// Why a task was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undone {
    /// It cannot be done, wherever one tries: this is kept as its result.
    Failed(String),
    /// The folder or this machine is not what it should be. The task stays open.
    Trouble(Trouble),
}

impl From<String> for Undone {
    fn from(why: String) -> Undone {
        Undone::Failed(why)
    }
}

impl From<Trouble> for Undone {
    fn from(trouble: Trouble) -> Undone {
        Undone::Trouble(trouble)
    }
}

/// How a campaign is worked off here.
pub struct Crew<'a> {
    /// Which share of how many; all of it if none is named.
    pub share: Option<(usize, usize)>,
    /// How many tasks at once.
    pub n_threads: usize,
    /// Where we are, for the log.
    pub place: Value,
    /// Up when the user wants it to end.
    pub stop: Arc<AtomicBool>,
    /// Told of every result of ours.
    pub progress: &'a (dyn Fn(&Task, &Standing) + Sync),
}

/// Works off what is missing; how far the share is in the end.
pub fn work(campaign: &Campaign, crew: &Crew, perform: Perform) -> Result<Standing, Trouble> {
    campaign.furnish()?;
    let station = Station::open(&campaign.claims())?;
    let journal = Journal::begin(campaign, &station.who, &crew.place, crew.share)?;
    let queue = Queue::new(campaign, crew, &station)?;
    let shift = Shift {
        campaign,
        crew,
        station: &station,
        journal: &journal,
        queue: Mutex::new(queue),
        perform,
        halt: Arc::default(),
        refused: Mutex::default(),
    };
    let is_over = AtomicBool::new(false);
    let ended = std::thread::scope(|scope| {
        let beat = scope.spawn(|| shift.beat(&is_over));
        let others: Vec<_> = (1..crew.n_threads.max(1)).map(|_| scope.spawn(|| shift.go())).collect();
        let mut ended = shift.go();
        for other in others {
            ended = ended.and(other.join().unwrap_or_else(|_| Err(Trouble::System("a thread fell over".to_string()))));
        }
        is_over.store(true, Ordering::Relaxed);
        beat.thread().unpark();
        ended
    });
    journal.note(&json!({"did": "ended"}));
    let standing = shift.lock().standing;
    let refused = shift.refused.into_inner().unwrap_or_else(PoisonError::into_inner);
    ended.and(refused.map_or(Ok(standing), Err))
}

/// What is still to be done by a worker.
struct Queue {
    ready: VecDeque<Task>,
    /// What others work at.
    busy: VecDeque<Task>,
    /// How many our threads work at.
    n_taken: usize,
    standing: Standing,
}

impl Queue {
    /// The share, without what is done. Workers begin at different places, so that they seldom want the same.
    fn new(campaign: &Campaign, crew: &Crew, station: &Station) -> Result<Queue, Trouble> {
        let is_ours = |task: &Task| crew.share.is_none_or(|(index, of)| task.share(of) == index);
        let done = campaign.done()?;
        let mut standing = Standing::default();
        let mut ready = VecDeque::new();
        for task in campaign.tasks()?.into_iter().filter(is_ours) {
            standing.tasks += 1;
            match done.contains(&task.id) && campaign.head.kind != Kind::Cube {
                true => standing.done += 1,
                false => ready.push_back(task),
            }
        }
        standing.missing = ready.len();
        let first = if crew.share.is_some() { 0 } else { station.who.pid as usize * 7919 % ready.len().max(1) };
        ready.rotate_left(first);
        Ok(Queue { ready, busy: VecDeque::new(), n_taken: 0, standing })
    }
}

/// What the threads of a worker share.
struct Shift<'a> {
    campaign: &'a Campaign,
    crew: &'a Crew<'a>,
    station: &'a Station,
    journal: &'a Journal,
    queue: Mutex<Queue>,
    perform: Perform<'a>,
    /// Up when tasks at work are to end: the user wants it, or the answer is known.
    halt: Arc<AtomicBool>,
    /// What is wrong with the folder at a task; the others may be well.
    refused: Mutex<Option<Trouble>>,
}

impl Shift<'_> {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that we live, and hears whether to stop.
    fn beat(&self, is_over: &AtomicBool) {
        let mut last = Instant::now();
        while !is_over.load(Ordering::Relaxed) {
            std::thread::park_timeout(Duration::from_millis(100));
            if self.crew.stop.load(Ordering::Relaxed) {
                self.halt.store(true, Ordering::Relaxed);
            }
            if last.elapsed() >= BEAT {
                last = Instant::now();
                // One beat that fails is no reason to stop: the lease is several beats long.
                let _ = self.station.touch();
                self.halt.fetch_or(self.is_settled(), Ordering::Relaxed);
            }
        }
    }

    /// Whether somebody found the answer that ends a campaign of cubes.
    fn is_settled(&self) -> bool {
        self.campaign.head.kind == Kind::Cube && self.campaign.path.join("claims").join("found").exists()
    }

    /// Takes tasks until none is left.
    fn go(&self) -> Result<(), Trouble> {
        let mut pause = PAUSES.0;
        while !self.halt.load(Ordering::Relaxed) && !self.crew.stop.load(Ordering::Relaxed) {
            let mut queue = self.lock();
            if let Some(task) = queue.ready.pop_front() {
                queue.n_taken += 1;
                drop(queue);
                let ended = self.one(task);
                self.lock().n_taken -= 1;
                if ended? {
                    pause = PAUSES.0;
                }
                continue;
            }
            if queue.busy.is_empty() && queue.n_taken == 0 {
                return Ok(());
            }
            let again: Vec<Task> = queue.busy.drain(..).collect();
            queue.ready.extend(again);
            drop(queue);
            std::thread::sleep(pause);
            pause = (pause * 3 / 2).min(PAUSES.1);
        }
        Ok(())
    }

    /// One task: done before, somebody else's, or done now. Whether something came of it.
    fn one(&self, task: Task) -> Result<bool, Trouble> {
        if self.was_done(&task)? {
            return Ok(true);
        }
        if self.is_settled() {
            self.halt.store(true, Ordering::Relaxed);
            return Ok(false);
        }
        let claim = match self.station.claim(&task.id)? {
            Claimed::Mine(claim) => claim,
            Claimed::Busy => {
                self.lock().busy.push_back(task);
                return Ok(false);
            }
            Claimed::Spent(n) => {
                let why = format!("{n} workers were lost at it");
                return self
                    .finish(&task, Finished { id: task.id.clone(), found: None, failed: Some(why) })
                    .map(|()| true);
            }
        };
        // Who had it may have ended between our first look and our claim.
        let ended =
            self.was_done(&task).and_then(|was_done| if was_done { Ok(()) } else { self.perform(&task, claim.n_lost) });
        self.station.release(&claim);
        ended.map(|()| true)
    }

    fn was_done(&self, task: &Task) -> Result<bool, Trouble> {
        if self.campaign.head.kind != Kind::Cube {
            let is_done = self.campaign.result(&task.id).exists();
            is_done.then(|| self.count(task, false, Vec::new()));
            return Ok(is_done);
        }
        let Some(result) = self.campaign.finished(&task.id)? else { return Ok(false) };
        // Who found it may have ended before it told the others.
        self.halt.fetch_or(super::conquer::is_answer(task, &result), Ordering::Relaxed);
        self.count(task, result.failed.is_some(), super::conquer::parts(task, &result));
        Ok(true)
    }

    fn perform(&self, task: &Task, n_lost: u32) -> Result<(), Trouble> {
        let started = Instant::now();
        self.journal.note(&json!({"did": "took", "task": task.id, "lost": n_lost}));
        let (found, failed) = match (self.perform)(task, &self.halt) {
            Ok(Some(found)) => (Some(found), None),
            Ok(None) => {
                self.journal.note(&json!({"did": "left", "task": task.id}));
                return Ok(());
            }
            Err(Undone::Failed(why)) => (None, Some(why)),
            Err(Undone::Trouble(trouble)) => return self.troubled(task, trouble),
        };
        let seconds = started.elapsed().as_secs_f64();
        let result = Finished { id: task.id.clone(), found, failed };
        let word = if result.failed.is_some() { "failed" } else { "did" };
        self.finish(task, result)?;
        self.journal.note(&json!({"did": word, "task": task.id, "seconds": seconds}));
        Ok(())
    }

    /// Where the folder is damaged at this task we go on with others and say so in the end; a machine in trouble ends.
    fn troubled(&self, task: &Task, trouble: Trouble) -> Result<(), Trouble> {
        self.journal.note(&json!({"did": "left", "task": task.id, "why": trouble.to_string()}));
        if matches!(trouble, Trouble::System(_)) {
            return Err(trouble);
        }
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(trouble);
        Ok(())
    }

    fn finish(&self, task: &Task, result: Finished) -> Result<(), Trouble> {
        let is_first = self.campaign.keep(&result, &self.station.who.name())?;
        if !is_first {
            self.journal.note(&json!({"did": "came late", "task": task.id}));
            return Ok(());
        }
        if super::conquer::is_answer(task, &result) {
            let path = self.campaign.claims().join("found");
            std::fs::write(&path, &task.id).map_err(|error| Trouble::at(&path, &error))?;
            self.halt.store(true, Ordering::Relaxed);
        }
        self.count(task, result.failed.is_some(), super::conquer::parts(task, &result));
        Ok(())
    }

    fn count(&self, task: &Task, is_failed: bool, parts: Vec<Task>) {
        let mut queue = self.lock();
        queue.standing.missing = (queue.standing.missing + parts.len()).saturating_sub(1);
        queue.standing.tasks += parts.len();
        queue.standing.failed += usize::from(is_failed);
        queue.standing.done += usize::from(!is_failed);
        queue.ready.extend(parts);
        let standing = queue.standing;
        drop(queue);
        (self.crew.progress)(task, &standing);
    }
}
