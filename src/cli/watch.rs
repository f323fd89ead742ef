//! What the program is doing right now: the worker says so, the supervisor looks.
//!
//! Whoever prints the answer of an instance takes it out of here first, so that it is printed once: by the worker, or by
//! the supervisor when the worker is late. While the lock is held nothing is allocated and nothing is printed, so a worker
//! that sleeps for want of memory cannot hold it. A worker that finds its instance taken has nothing more to say: it
//! sleeps until the program ends.

use crate::search::{Budget, Stop};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// How one instance ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The exit code if it is the only one.
    pub code: u8,
    /// Whether the question was answered.
    pub decided: bool,
}

/// What is said of an instance whose time is up.
pub struct Words {
    /// What goes to standard output.
    pub out: String,
    /// What goes to standard error.
    pub err: String,
    /// What it counts as.
    pub ended: Ended,
}

/// What to say of the instance with this number.
pub type LastWords = Arc<dyn Fn(usize, Stop) -> Words + Send + Sync>;

/// The instance at hand.
#[derive(Clone)]
pub struct Doing {
    /// Within what.
    pub budget: Budget,
    /// Which of all it is.
    pub number: usize,
    /// How many there are.
    pub n_all: usize,
    /// What to say of it, and of those after it, should the budget end before the worker does.
    pub words: LastWords,
    /// What it counts as once its answer is printed, though there may be a picture to write.
    pub answered: Option<Ended>,
}

/// How several instances ended together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// How many ended.
    pub n_ended: usize,
    last_code: u8,
    is_undecided: bool,
    /// The exit code of what could not be answered at all.
    failure: Option<u8>,
}

struct State {
    doing: Option<Doing>,
    tally: Tally,
    /// The exit code, once all is said: what is left to do is to throw things away.
    code: Option<u8>,
}

static STATE: Mutex<State> = Mutex::new(State {
    doing: None,
    tally: Tally { n_ended: 0, last_code: 0, is_undecided: false, failure: None },
    code: None,
});
/// Whether the system refused memory.
static RAN_OUT: AtomicBool = AtomicBool::new(false);
/// How many workers were left behind; they are numbered from 0.
static LEFT_BEHIND: AtomicUsize = AtomicUsize::new(0);
/// Whether some answer to the instance at hand is known.
static HAS_ANSWER: AtomicBool = AtomicBool::new(false);
/// Whether a command of many runs reports on what was done.
static CLOSING: AtomicBool = AtomicBool::new(false);
static STARTED: OnceLock<Instant> = OnceLock::new();

thread_local! {
    /// The number of this worker; other threads are never left behind.
    static WORKER: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// Called by the allocator when the system refuses memory. Allocates nothing.
pub fn memory_ran_out() {
    RAN_OUT.store(true, Ordering::Relaxed);
}

/// Whether the supervisor has given this thread up. Allocates nothing.
#[inline]
pub fn is_left_behind() -> bool {
    let n_left = LEFT_BEHIND.load(Ordering::Relaxed);
    n_left > 0 && WORKER.try_with(|number| number.get() < n_left).unwrap_or(false)
}

pub(super) fn has_memory_run_out() -> bool {
    RAN_OUT.load(Ordering::Relaxed)
}

/// Says that the runs are over, and a report on them is made, which takes its time.
pub(super) fn close() {
    CLOSING.store(true, Ordering::Relaxed);
}

pub(super) fn is_closing() -> bool {
    CLOSING.load(Ordering::Relaxed)
}

/// Makes this thread the worker.
pub(super) fn be_worker() {
    WORKER.set(LEFT_BEHIND.load(Ordering::Relaxed));
}

/// How many workers were left behind.
pub(super) fn n_left_behind() -> usize {
    LEFT_BEHIND.load(Ordering::Relaxed)
}

/// Gives the worker up.
pub(super) fn leave_worker_behind() {
    LEFT_BEHIND.fetch_add(1, Ordering::Relaxed);
}

/// The time since the program began.
pub(super) fn age() -> Duration {
    STARTED.get_or_init(Instant::now).elapsed()
}

/// Says that some answer to the instance at hand is known.
pub(super) fn note_answer() {
    HAS_ANSWER.store(true, Ordering::Relaxed);
}

pub(super) fn has_answer() -> bool {
    HAS_ANSWER.load(Ordering::Relaxed)
}

/// Begins an instance, or the reading of all.
pub(super) fn begin(doing: Doing) {
    HAS_ANSWER.store(false, Ordering::Relaxed);
    let before = match is_left_behind() {
        true => sleep_for_ever(),
        false => state().doing.replace(doing),
    };
    drop(before);
}

/// Takes the right to print the answer: from now on the supervisor will say nothing else about this instance. False if
/// the supervisor has said it already.
pub(super) fn claim(ended: Ended) -> bool {
    match &mut state().doing {
        Some(doing) if !is_left_behind() => doing.answered.replace(ended).is_none(),
        _ => false,
    }
}

/// From here on only a signal ends the instance at hand: a person looks at what was found.
pub(super) fn take_your_time() {
    if let Some(doing) = &mut state().doing {
        doing.budget = doing.budget.without_limits();
    }
}

/// Ends the instance.
pub(super) fn end(ended: Ended) {
    add(ended, Tally::add);
}

/// Ends the instance with an error.
pub(super) fn refuse(ended: Ended) {
    add(ended, Tally::refuse);
}

fn add(ended: Ended, how: fn(&mut Tally, Ended)) {
    let mut state = state();
    let taken = if is_left_behind() { None } else { state.doing.take() };
    if taken.is_some() {
        how(&mut state.tally, ended);
    }
    drop(state);
    if taken.is_none() {
        sleep_for_ever();
    }
}

/// Says that all is done but for the tidying up, which the end of the program does faster.
pub(super) fn finish(code: u8) {
    state().code = Some(code);
}

/// The exit code, if all is done.
pub(super) fn finished() -> Option<u8> {
    state().code
}

/// What is being done.
pub(super) fn doing() -> Option<Doing> {
    state().doing.clone()
}

/// Takes the instance with this number from the worker, unless the worker has just ended it.
pub(super) fn take(number: usize) -> Option<Doing> {
    state().doing.take_if(|doing| doing.number == number)
}

/// How the instances ended so far.
pub(super) fn tally() -> Tally {
    state().tally
}

/// Counts an instance that the worker did not end.
pub(super) fn count(ended: Ended) {
    state().tally.add(ended);
}

/// A thread that is too late says nothing more.
pub(super) fn sleep_for_ever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

/// A worker that panicked leaves the state as it was.
fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Tally {
    fn add(&mut self, ended: Ended) {
        self.n_ended += 1;
        self.last_code = ended.code;
        self.is_undecided |= !ended.decided;
    }

    /// A failed judge goes before all other failures, and otherwise the first one counts.
    fn refuse(&mut self, ended: Ended) {
        const UNJUDGED: u8 = 4;
        self.add(ended);
        self.failure = self.failure.filter(|_| ended.code != UNJUDGED).or(Some(ended.code));
    }

    /// The code of the only instance, or of a failure; of several 0 if all were decided, 1 if not.
    pub fn exit_code(&self) -> u8 {
        let together = if self.n_ended == 1 { self.last_code } else { u8::from(self.is_undecided) };
        self.failure.unwrap_or(together)
    }
}
