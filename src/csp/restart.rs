//! When a search starts anew: after a number of failures that follows a sequence.
//!
//! A run that began badly is cut short, and the next begins with what was learned: weights, nogoods, the best value.
//! Both sequences grow beyond every number, so that some run is long enough to be the last. Luby's (Luby, Sinclair and
//! Zuckerman 1993) is within a constant of the best when nothing is known of the run times; the geometric one (Walsh
//! 1999) reaches long runs sooner. The unit is [`UNIT`] failures unless the order says otherwise, the factor
//! [`FACTOR`].

use super::order::Order;
use super::rows::Restart;

/// Failures in the shortest run.
const UNIT: u32 = 100;

/// How much longer each geometric run is than the one before.
const FACTOR: f64 = 1.5;

/// Counts failures and says when it is time.
pub(super) struct Schedule {
    restart: Restart,
    unit: u32,
    n_runs: u32,
    n_failures: u64,
    cutoff: u64,
}

impl Schedule {
    /// The schedule of an order, before its first run.
    pub fn new(order: &Order) -> Schedule {
        let unit = if order.unit == 0 { UNIT } else { order.unit };
        let mut schedule = Schedule { restart: order.restart, unit, n_runs: 0, n_failures: 0, cutoff: 0 };
        schedule.begin();
        schedule
    }

    /// Notes a failure; whether the run is over.
    pub fn fail(&mut self) -> bool {
        self.n_failures += 1;
        self.n_failures >= self.cutoff
    }

    /// Begins the next run.
    pub fn begin(&mut self) {
        self.n_runs = self.n_runs.saturating_add(1);
        self.n_failures = 0;
        self.cutoff = match self.restart {
            Restart::Never => u64::MAX,
            Restart::Luby => u64::from(self.unit) * luby(self.n_runs),
            // The cast saturates: a run that long is the last.
            Restart::Geometric => (f64::from(self.unit) * FACTOR.powi(self.n_runs.min(1000) as i32 - 1)) as u64,
        };
    }
}

/// The `i`-th of 1, 1, 2, 1, 1, 2, 4, 1, ...: a power of two where the sequence so far came twice, else it repeats.
fn luby(i: u32) -> u64 {
    let bits = u32::BITS - i.leading_zeros();
    match u64::from(i) == (1 << bits) - 1 {
        true => 1 << (bits - 1),
        false => luby(i - ((1 << (bits - 1)) - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Order, Schedule, luby};

    #[test]
    fn the_sequence_is_lubys() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
        assert_eq!(luby(u32::MAX), 1 << 31);
    }

    /// The lengths of the first runs, as counted in failures.
    fn check(text: &str, expected: &[u64]) {
        let order: Order = text.parse().expect("words of an order");
        let mut schedule = Schedule::new(&order);
        let mut length = || {
            let n = (1..1000).find(|_| schedule.fail());
            schedule.begin();
            n.unwrap_or(0)
        };
        let lengths: Vec<u64> = expected.iter().map(|_| length()).collect();
        assert_eq!(lengths, expected, "{text}");
    }

    #[test]
    fn runs_are_as_long_as_the_words_say() {
        check("luby(3)", &[3, 3, 6, 3, 3, 6, 12]);
        check("luby", &[100, 100, 200]);
        check("geometric(4)", &[4, 6, 9, 13, 20]);
        check("geometric", &[100, 150, 225]);
        check("mac", &[0, 0]);
    }
}
