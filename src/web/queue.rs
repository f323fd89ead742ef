//! Who runs and who waits: first come, first served, at most so many at once.
//!
//! A ticket stands for one job from its arrival to its end. Dropping it gives its place to the next, wherever it was.

use super::MOST_WAITING;
use super::refusal::Refusal;
use axum::http::StatusCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;

/// How often one who waits looks whether anybody waits for it.
const LOOK: Duration = Duration::from_millis(200);

/// The queue.
pub struct Queue {
    n_places: usize,
    state: Mutex<State>,
    moved: Notify,
}

#[derive(Default)]
struct State {
    n_seen: u64,
    waiting: Vec<Entry>,
    running: Vec<Entry>,
    is_closed: bool,
}

/// A job as the queue knows it.
#[derive(Clone)]
struct Entry {
    id: String,
    is_cancelled: Arc<AtomicBool>,
}

/// The place of one job.
pub struct Ticket {
    entry: Entry,
    queue: Arc<Queue>,
}

impl Queue {
    /// An empty queue for so many at once.
    pub fn new(n_places: usize) -> Arc<Queue> {
        Arc::new(Queue { n_places, state: Mutex::default(), moved: Notify::new() })
    }

    /// A place at the end, if there is room.
    pub fn enter(self: &Arc<Queue>) -> Result<Ticket, Refusal> {
        let mut state = self.state();
        if state.is_closed {
            return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping"));
        }
        if state.waiting.len() >= MOST_WAITING {
            let why = format!("{MOST_WAITING} jobs are waiting; try again when some are done");
            return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, why));
        }
        state.n_seen += 1;
        let entry = Entry { id: format!("job-{}", state.n_seen), is_cancelled: Arc::default() };
        state.waiting.push(entry.clone());
        Ok(Ticket { entry, queue: self.clone() })
    }

    /// Asks a job to end. False if there is none of this name.
    pub fn cancel(&self, id: &str) -> bool {
        let state = self.state();
        let found = state.waiting.iter().chain(&state.running).find(|entry| entry.id == id);
        found.is_some_and(|entry| {
            entry.is_cancelled.store(true, Ordering::Relaxed);
            self.moved.notify_waiters();
            true
        })
    }

    /// Asks all jobs to end, and takes no more.
    pub fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        let all = state.waiting.iter().chain(&state.running);
        all.for_each(|entry| entry.is_cancelled.store(true, Ordering::Relaxed));
        self.moved.notify_waiters();
    }

    /// Waits until nobody runs.
    pub async fn emptied(&self) {
        while !self.state().running.is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ticket {
    /// The name of the job.
    pub fn id(&self) -> &str {
        &self.entry.id
    }

    /// Whether somebody asked the job to end.
    pub fn is_cancelled(&self) -> bool {
        self.entry.is_cancelled.load(Ordering::Relaxed)
    }

    /// How many wait before it.
    pub fn n_ahead(&self) -> usize {
        self.queue.state().waiting.iter().position(|entry| entry.id == self.entry.id).unwrap_or(0)
    }

    /// Waits for its turn; `tell` hears how many are ahead each time that changes, and says whether to go on. False if the turn
    /// never came.
    pub async fn turn(&self, mut tell: impl FnMut(usize) -> bool) -> bool {
        loop {
            let moved = self.queue.moved.notified();
            let ahead = match self.ahead() {
                None => return true,
                Some(ahead) => ahead,
            };
            if self.is_cancelled() || !tell(ahead) {
                return false;
            }
            // Nobody is woken when a client leaves.
            let _ = tokio::time::timeout(LOOK, moved).await;
        }
    }

    /// How many are ahead; none if it runs from now on.
    fn ahead(&self) -> Option<usize> {
        let mut state = self.queue.state();
        let at = state.waiting.iter().position(|entry| entry.id == self.entry.id)?;
        if at > 0 || state.running.len() >= self.queue.n_places || self.is_cancelled() {
            return Some(at);
        }
        let entry = state.waiting.remove(at);
        state.running.push(entry);
        self.queue.moved.notify_waiters();
        None
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        state.waiting.retain(|entry| entry.id != self.entry.id);
        state.running.retain(|entry| entry.id != self.entry.id);
        self.queue.moved.notify_waiters();
    }
}
