//! Two engines of a race that share a core: one sleeps while the other works, a while each.
//!
//! Who sleeps does so where it looks at its budget, so its search stands still and is not lost. When one of the two has
//! ended, or the other has not started, nobody sleeps.

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
    /// The two that take turns, the one that works first; none if there is a core for each.
    pair: Option<[usize; 2]>,
    since: Instant,
}

impl Turns {
    /// Everybody works.
    pub fn new(n: usize, pair: Option<[usize; 2]>) -> Turns {
        let pair = pair.filter(|pair| pair.iter().all(|number| *number < n));
        Turns { pauses: (0..n).map(|_| Arc::default()).collect(), pair, since: Instant::now() }
    }

    /// The budget of an engine, which sleeps when it is not its turn.
    pub fn heeded(&self, number: usize, budget: Budget) -> Budget {
        match &self.pair {
            Some(pair) if pair.contains(&number) => budget.with_pause(self.pauses[number].clone()),
            _ => budget,
        }
    }

    /// Passes the turn on when its time is over; `ended` tells who has ended, `started` whether all have started.
    pub fn pass<T>(&mut self, ended: &[Option<T>], started: bool) {
        let Some([works, sleeps]) = self.pair.filter(|_| started) else { return };
        if ended[works].is_some() || ended[sleeps].is_some() {
            self.pair = None;
            self.pauses.iter().for_each(|pause| pause.store(false, Ordering::Relaxed));
        } else if self.since.elapsed() >= TURN {
            // The newcomer's turn is first.
            self.pauses[works].store(true, Ordering::Relaxed);
            self.pauses[sleeps].store(false, Ordering::Relaxed);
            (self.pair, self.since) = (Some([sleeps, works]), Instant::now());
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
        fn later(&mut self, ended: &[Option<()>], started: bool) -> Vec<usize> {
            self.since = Instant::now().checked_sub(TURN).expect("the clock has run for a moment");
            self.pass(ended, started);
            self.sleepers()
        }
    }

    #[test]
    fn one_of_two_sleeps_until_one_has_ended() {
        let mut turns = Turns::new(3, Some([1, 2]));
        assert_eq!(turns.later(&[None; 3], false), [] as [usize; 0], "the other has not started");
        assert_eq!(turns.later(&[None; 3], true), [1]);
        turns.pass::<()>(&[None; 3], true);
        assert_eq!(turns.sleepers(), [1], "its turn is not over");
        assert_eq!(turns.later(&[None; 3], true), [2]);
        assert_eq!(turns.later(&[None, None, Some(())], true), [] as [usize; 0]);
        assert_eq!(turns.later(&[None; 3], true), [] as [usize; 0]);
        assert_eq!(Turns::new(3, None).later(&[None; 3], true), [] as [usize; 0]);
        assert_eq!(Turns::new(2, Some([1, 2])).later(&[None; 2], true), [] as [usize; 0]);
    }

    #[test]
    fn who_sleeps_hears_an_interrupt_and_its_limit() {
        let mut turns = Turns::new(3, Some([1, 2]));
        turns.later(&[None; 3], true);
        assert_eq!(turns.heeded(1, Budget::seconds(0.01)).spent(), Some(Stop::Timeout));
        let budget = turns.heeded(1, Budget::unlimited());
        budget.interrupt().store(true, Ordering::Relaxed);
        assert_eq!(budget.spent(), Some(Stop::Interrupted));
        assert_eq!(turns.heeded(2, Budget::unlimited()).spent(), None);
        turns.later(&[None; 3], true);
        assert_eq!(turns.heeded(1, Budget::unlimited()).spent(), None);
    }
}
