//! What every search shares: a budget to keep, a way to hand out what it found, and a reason why it stopped.
//!
//! A search is a generator: it calls `found` for each solution, and `found` says whether to go on. One signature thus
//! covers find one, enumerate, count, prove unique, prove unsatisfiable and optimise.

use crate::model::Assignment;
use std::io::Read;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

mod ear;
mod halt;
mod incumbent;
mod watch;

pub use ear::{Ear, Event, Listener, Rule};
pub use halt::Halt;
pub use incumbent::{Incumbent, Known};
pub use watch::Watch;

/// What a search calls for each solution; `Break` ends the search.
pub type Found<'a> = dyn FnMut(Assignment) -> ControlFlow<()> + 'a;

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// There is nothing more to find.
    Exhausted,
    /// The receiver of the solutions had enough.
    Cut,
    /// The budget was spent before the search was over.
    OutOfBudget(Stop),
}

/// Which part of the budget was spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time limit passed.
    Timeout,
    /// The memory limit was reached.
    Memory,
    /// The user interrupted.
    Interrupted,
    /// The search looks at a part of all cases only: what it did not find there may be elsewhere.
    Incomplete,
}

impl Stop {
    /// The word for it in reports.
    pub fn word(self) -> &'static str {
        match self {
            Stop::Timeout => "timeout",
            Stop::Memory => "memory",
            Stop::Interrupted => "interrupted",
            Stop::Incomplete => "incomplete",
        }
    }
}

/// How long a search that pauses sleeps at a time.
const NAP: Duration = Duration::from_millis(2);

/// How long a search may go on. Clones share the interrupt, and once memory ran out for one, it did for all.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    memory: Option<u64>,
    /// Memory that was freed since does not make a run one that kept its limit.
    is_full: Arc<AtomicBool>,
    interrupt: Arc<AtomicBool>,
    /// While it is true, whoever asks waits.
    pause: Option<Arc<AtomicBool>>,
    news: Option<Arc<Mutex<String>>>,
    ear: Option<Ear>,
}

impl Budget {
    /// No limit at all.
    pub fn unlimited() -> Budget {
        Budget::default()
    }

    /// A time limit from now on, in seconds. A limit that is not a number or too large is none.
    pub fn seconds(seconds: f64) -> Budget {
        let limit = Duration::try_from_secs_f64(seconds.max(0.0)).ok();
        Budget { deadline: limit.and_then(|d| Instant::now().checked_add(d)), ..Budget::default() }
    }

    /// The same budget with a limit on the memory of the whole process, in bytes.
    pub fn with_memory(self, bytes: Option<u64>) -> Budget {
        Budget { memory: bytes, is_full: Arc::default(), ..self }
    }

    /// The same interrupt, and no limit.
    pub fn without_limits(&self) -> Budget {
        Budget { deadline: None, memory: None, is_full: Arc::default(), ..self.clone() }
    }

    /// The same budget, also ended when the flag becomes true.
    pub fn with_interrupt(self, interrupt: Arc<AtomicBool>) -> Budget {
        Budget { interrupt, ..self }
    }

    /// The same budget, for a search that sleeps whenever it asks while the flag is true.
    pub fn with_pause(self, pause: Arc<AtomicBool>) -> Budget {
        Budget { pause: Some(pause), ..self }
    }

    /// The same budget, with a place where searches say how far they are.
    pub fn with_news(self, news: Arc<Mutex<String>>) -> Budget {
        Budget { news: Some(news), ..self }
    }

    /// Says how far the search is. Costs nothing when nobody looks or listens.
    pub fn tell(&self, text: impl FnOnce() -> String) {
        if self.news.is_none() && self.ear.is_none() {
            return;
        }
        let text = text();
        if let Some(ear) = &self.ear {
            ear.tell(&Event::News(&text));
        }
        if let Some(mut place) = self.news.as_ref().and_then(|news| news.lock().ok()) {
            *place = text;
        }
    }

    /// The same budget, for a search that tells what it does, or for one that no longer does.
    pub fn with_ear(self, ear: Option<Ear>) -> Budget {
        Budget { ear, ..self }
    }

    /// Who wants to know what the search does.
    pub fn ear(&self) -> Option<&Ear> {
        self.ear.as_ref()
    }

    /// The same interrupt, but at most so many seconds from now on.
    pub fn at_most(&self, seconds: f64) -> Budget {
        let shorter = Budget::seconds(seconds);
        let deadline = [self.deadline, shorter.deadline].into_iter().flatten().min();
        Budget { deadline, ..self.clone() }
    }

    /// What is spent, if anything is. Reads the clock, so call it every few hundred steps, not at each.
    pub fn spent(&self) -> Option<Stop> {
        loop {
            let stop = self.gone();
            if stop.is_some() || !self.is_paused() {
                return stop;
            }
            std::thread::sleep(NAP);
        }
    }

    fn is_paused(&self) -> bool {
        self.pause.as_ref().is_some_and(|pause| pause.load(Ordering::Relaxed))
    }

    fn gone(&self) -> Option<Stop> {
        if self.interrupt.load(Ordering::Relaxed) {
            return Some(Stop::Interrupted);
        }
        if self.is_over_memory() {
            return Some(Stop::Memory);
        }
        self.deadline.is_some_and(|d| Instant::now() >= d).then_some(Stop::Timeout)
    }

    fn is_over_memory(&self) -> bool {
        if self.is_full.load(Ordering::Relaxed) {
            return true;
        }
        let is_over = self.memory.is_some_and(|limit| resident_bytes() > limit);
        self.is_full.fetch_or(is_over, Ordering::Relaxed);
        is_over
    }

    /// The limit on memory, in bytes.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// What showing an answer may cost: what is left, yet enough to print the best so far when the search has spent it all.
    pub fn for_showing(&self) -> Budget {
        const SECONDS: Duration = Duration::from_millis(300);
        const BYTES: u64 = 128 << 20;
        let interrupted = self.interrupt.load(Ordering::Relaxed);
        let soon = Instant::now() + SECONDS;
        let at_least_soon = |deadline: Instant| if interrupted { soon } else { deadline.max(soon) };
        let deadline = self.deadline.map_or(interrupted.then_some(soon), |d| Some(at_least_soon(d)));
        let memory = self.memory.map(|limit| limit.max(resident_bytes().saturating_add(BYTES)));
        let interrupt = if interrupted { Arc::default() } else { self.interrupt.clone() };
        Budget { deadline, memory, is_full: Arc::default(), interrupt, pause: None, news: self.news.clone(), ear: None }
    }

    /// Whether so many bytes more would pass the memory limit.
    pub fn lacks(&self, bytes: u64) -> Option<Stop> {
        self.memory.is_some_and(|limit| resident_bytes().saturating_add(bytes) > limit).then_some(Stop::Memory)
    }

    /// The time left, if there is a limit.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|d| d.saturating_duration_since(Instant::now()))
    }

    /// The flag that interrupts every search with this budget.
    pub fn interrupt(&self) -> Arc<AtomicBool> {
        self.interrupt.clone()
    }
}

/// Looks at a budget by time, whatever a step costs: every few steps at the clock, every few milliseconds at the budget.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    n_steps: u32,
    last: Option<Instant>,
}

impl Pace {
    /// Steps between two looks at the clock.
    const STRIDE: u32 = 64;
    /// Time between two looks at the budget.
    const REST: Duration = Duration::from_millis(5);

    /// What is spent, if anything is. Call it at each step, of which none may take longer than a few milliseconds.
    #[inline]
    pub fn spent(&mut self, budget: &Budget) -> Option<Stop> {
        self.n_steps = self.n_steps.wrapping_add(1);
        if self.n_steps % Pace::STRIDE != 1 {
            return None;
        }
        self.look(budget)
    }

    #[cold]
    fn look(&mut self, budget: &Budget) -> Option<Stop> {
        let now = Instant::now();
        if self.last.is_some_and(|last| now.duration_since(last) < Pace::REST) {
            return None;
        }
        self.last = Some(now);
        budget.spent()
    }
}

/// Calls `work` in so many threads at once, this one among them, or in fewer where the system gives no more; what they
/// return.
pub fn in_threads<T: Send>(n_threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let start = |_| std::thread::Builder::new().spawn_scoped(scope, &work).ok();
        let threads: Vec<_> = (1..n_threads).map_while(start).collect();
        let own = work();
        let joined = threads.into_iter().map(|t| t.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        std::iter::once(own).chain(joined).collect()
    })
}

/// What the process occupies in memory; 0 where the system does not say.
pub fn resident_bytes() -> u64 {
    const PAGE: u64 = 4096;
    // No string is made: this is asked often, also when there is no memory left to make one.
    let mut text = [0; 128];
    let read = std::fs::File::open("/proc/self/statm").and_then(|mut file| file.read(&mut text)).unwrap_or(0);
    let mut words = text[..read].split(|b| *b == b' ');
    let pages = words.nth(1).and_then(|word| std::str::from_utf8(word).ok()?.parse::<u64>().ok());
    pages.unwrap_or(0) * PAGE
}

/// The most the process ever occupied in memory; 0 where the system does not say.
pub fn peak_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|l| l.split_whitespace().next()).and_then(|n| n.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

/// The time that processors worked for this process, all threads together, in seconds.
pub fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// What a search did, in numbers. Engines fill in what they have; 0 means "not counted".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes of a search tree, or decisions of a SAT solver.
    pub nodes: u64,
    /// Times a search tree gave a value up, or conflicts of a SAT solver.
    pub backtracks: u64,
    /// Constraint checks.
    pub checks: u64,
    /// Values removed or literals implied.
    pub propagations: u64,
    /// Calls of a SAT solver.
    pub solver_calls: u64,
    /// Variables of the formula.
    pub variables: u64,
    /// Clauses of the formula.
    pub clauses: u64,
    /// Literals of the formula.
    pub literals: u64,
    /// A number of the formula: equal ones have equal numbers.
    pub formula: u64,
    /// Times that a SAT solver said that there is no solution.
    pub refutations: u64,
    /// How many of them have a proof that was checked.
    pub checked: u64,
    /// How many of them have a proof that does not hold.
    pub broken: u64,
}

impl Stats {
    /// Both together: work adds up, formula sizes too.
    pub fn add(&mut self, other: &Stats) {
        self.nodes += other.nodes;
        self.backtracks += other.backtracks;
        self.checks += other.checks;
        self.propagations += other.propagations;
        self.solver_calls += other.solver_calls;
        self.variables += other.variables;
        self.clauses += other.clauses;
        self.literals += other.literals;
        self.formula = self.formula.rotate_left(5) ^ other.formula;
        self.refutations += other.refutations;
        self.checked += other.checked;
        self.broken += other.broken;
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Pace, Stop, in_threads};
    use std::sync::atomic::Ordering;
    use std::sync::{Arc, Mutex};

    #[test]
    fn budgets_end() {
        assert_eq!(Budget::unlimited().spent(), None);
        assert_eq!(Budget::seconds(0.0).spent(), Some(Stop::Timeout));
        assert_eq!(Budget::seconds(f64::INFINITY).spent(), None);
        assert_eq!(Budget::seconds(1e9).at_most(0.0).spent(), Some(Stop::Timeout));
        let budget = Budget::seconds(1e9);
        let clone = budget.clone();
        budget.interrupt().store(true, Ordering::Relaxed);
        assert_eq!(clone.spent(), Some(Stop::Interrupted));
        assert_eq!(Budget::unlimited().with_memory(Some(1)).spent(), Some(Stop::Memory));
    }

    #[test]
    fn what_was_found_can_still_be_shown() {
        let spent = Budget::seconds(0.0).with_memory(Some(1));
        assert_eq!(spent.for_showing().spent(), None);
        assert!(spent.for_showing().remaining().is_some_and(|left| left.as_secs_f64() <= 0.3));
        spent.interrupt().store(true, Ordering::Relaxed);
        assert_eq!(spent.for_showing().spent(), None);
        let fresh = Budget::unlimited();
        let showing = fresh.for_showing();
        fresh.interrupt().store(true, Ordering::Relaxed);
        assert_eq!((showing.remaining(), showing.spent()), (None, Some(Stop::Interrupted)));
        assert_eq!(spent.lacks(0), Some(Stop::Memory));
        assert_eq!(fresh.lacks(u64::MAX), None);
    }

    #[test]
    fn a_pace_looks_at_once_and_then_by_the_clock() {
        assert_eq!(Pace::default().spent(&Budget::seconds(0.0)), Some(Stop::Timeout));
        let budget = Budget::seconds(0.02);
        let mut pace = Pace::default();
        let n_steps = (0u64..).find(|_| pace.spent(&budget).is_some());
        assert!(n_steps.is_some_and(|n| n > 0));
    }

    #[test]
    fn memory_that_ran_out_stays_so() {
        let budget = Budget::unlimited().with_memory(Some(1));
        assert_eq!(budget.at_most(0.0).spent(), Some(Stop::Memory), "before the time");
        assert_eq!(Budget { memory: None, ..budget }.spent(), Some(Stop::Memory));
    }

    #[test]
    fn threads_share_work() {
        let next = std::sync::atomic::AtomicUsize::new(0);
        let taken = in_threads(3, || {
            std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)).filter(|n| *n < 100)).collect::<Vec<_>>()
        });
        let mut all = taken.concat();
        all.sort();
        assert_eq!(all, (0..100).collect::<Vec<_>>());
        assert_eq!(in_threads(0, || 7), [7]);
    }

    #[test]
    fn news_reach_who_looks() {
        Budget::unlimited().tell(|| panic!("nobody looks"));
        let news = Arc::new(Mutex::new(String::new()));
        Budget::unlimited().with_news(news.clone()).at_most(1.0).tell(|| "half".to_string());
        assert_eq!(*news.lock().expect("nobody panicked"), "half");
    }
}
