//! Engines of a race that share a core: one works while the others sleep, a while each.
//!
//! Who sleeps does so where it looks at its budget, so its search stands still and is not lost. Who has ended, or has not
//! started, has no turn.

use crate::search::Budget;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a turn takes.
const TURN: Duration = Duration::from_millis(500);

/// Whose turn it is.
pub(super) struct Turns {
    /// By engine what makes it sleep.
    pauses: Vec<Arc<AtomicBool>>,
    /// Those that take turns, in this order; none if there is a core for each.
    ring: Vec<usize>,
    /// Whose turn it is, by its place in the ring.
    at: usize,
    since: Instant,
}

impl Turns {
    /// Everybody works.
    pub fn new(n: usize, ring: Vec<usize>) -> Turns {
        Turns { pauses: (0..n).map(|_| Arc::default()).collect(), ring, at: 0, since: Instant::now() }
    }

    /// The budget of an engine, which sleeps when it is not its turn.
    pub fn heeded(&self, number: usize, budget: Budget) -> Budget {
        match self.ring.contains(&number) {
            true => budget.with_pause(self.pauses[number].clone()),
            false => budget,
        }
    }

    /// Passes the turn on when its time is over; `ended` tells who has ended, and so many have started.
    pub fn pass<T>(&mut self, ended: &[Option<T>], n_started: usize) {
        let is_there = |number: usize| number < n_started && ended[number].is_none();
        let n = self.ring.len();
        let works = self.ring.get(self.at).is_some_and(|number| is_there(*number));
        if works && self.since.elapsed() < TURN {
            return;
        }
        let next = (1..=n).map(|step| (self.at + step) % n).find(|at| is_there(self.ring[*at]));
        if let Some(next) = next {
            // Who works alone gives way as soon as somebody comes.
            if next != self.at {
                self.since = Instant::now();
            }
            self.at = next;
            for (at, number) in self.ring.iter().enumerate() {
                self.pauses[*number].store(at != next, Ordering::Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{TURN, Turns};
    use crate::search::{Budget, Stop};
    use std::sync::atomic::Ordering;
    use std::time::Instant;

    impl Turns {
        fn sleepers(&self) -> Vec<usize> {
            (0..self.pauses.len()).filter(|number| self.pauses[*number].load(Ordering::Relaxed)).collect()
        }

        /// As if a turn's time had passed.
        fn later(&mut self, ended: &[Option<()>], n_started: usize) -> Vec<usize> {
            self.since = Instant::now().checked_sub(TURN).expect("the clock has run for a moment");
            self.pass(ended, n_started);
            self.sleepers()
        }
    }

    #[test]
    fn one_works_until_all_others_have_ended() {
        let mut turns = Turns::new(4, vec![1, 2, 3]);
        let (none, some) = (None::<()>, Some(()));
        assert_eq!(turns.later(&[none; 4], 1), [] as [usize; 0], "nobody who shares has started");
        assert_eq!(turns.later(&[none; 4], 2), [2, 3], "the others have not started");
        assert_eq!(turns.later(&[none; 4], 3), [1, 3]);
        turns.pass::<()>(&[none; 4], 4);
        assert_eq!(turns.sleepers(), [1, 3], "its turn is not over");
        assert_eq!(turns.later(&[none; 4], 4), [1, 2]);
        assert_eq!(turns.later(&[none; 4], 4), [2, 3]);
        turns.pass(&[none, some, none, none], 4);
        assert_eq!(turns.sleepers(), [1, 3], "who has ended needs no time");
        assert_eq!(turns.later(&[none, some, none, some], 4), [1, 3]);
        assert_eq!(turns.later(&[none, some, some, some], 4), [1, 3], "nobody is left to sleep for");
        assert_eq!(Turns::new(3, Vec::new()).later(&[none; 3], 3), [] as [usize; 0]);
    }

    #[test]
    fn who_sleeps_hears_an_interrupt_and_its_limit() {
        let mut turns = Turns::new(3, vec![1, 2]);
        turns.later(&[None; 3], 3);
        assert_eq!(turns.heeded(1, Budget::seconds(0.01)).spent(), Some(Stop::Timeout));
        let budget = turns.heeded(1, Budget::unlimited());
        budget.interrupt().store(true, Ordering::Relaxed);
        assert_eq!(budget.spent(), Some(Stop::Interrupted));
        assert_eq!(turns.heeded(2, Budget::unlimited()).spent(), None);
        turns.later(&[None; 3], 3);
        assert_eq!(turns.heeded(1, Budget::unlimited()).spent(), None);
    }
}
