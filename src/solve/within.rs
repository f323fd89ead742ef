//! Work that cannot look at the clock, kept within its budget all the same.
//!
//! Exact counting multiplies numbers of a million digits, and such a product does not stop half-way. Under a time limit
//! it therefore runs in a thread of its own, which is left behind when the limit has passed.

use crate::search::{Budget, Stop};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// How long work that notices the end by itself may take to say so.
const GRACE: Duration = Duration::from_millis(300);
/// How often the budget is looked at.
const TICK: Duration = Duration::from_millis(50);
/// As deep as the main thread's.
const STACK: usize = 64 << 20;

/// Does the work; the limit that was reached if it is not done within the budget.
pub(super) fn within<T: Send + 'static>(budget: &Budget, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Stop> {
    if budget.remaining().is_none() {
        return Ok(work());
    }
    let (sender, receiver) = mpsc::channel();
    let worker = thread::Builder::new().stack_size(STACK).spawn(move || drop(sender.send(work())));
    worker.map_err(|_| Stop::Memory)?;
    loop {
        match (receiver.recv_timeout(TICK), budget.spent()) {
            (Ok(value), _) => return Ok(value),
            (Err(_), Some(stop)) => return receiver.recv_timeout(GRACE).map_err(|_| stop),
            (Err(mpsc::RecvTimeoutError::Disconnected), None) => panic!("the worker ended without a result"),
            (Err(mpsc::RecvTimeoutError::Timeout), None) => (),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::within;
    use crate::search::{Budget, Stop};
    use std::time::Duration;

    #[test]
    fn work_is_done_or_left_behind() {
        assert_eq!(within(&Budget::unlimited(), || 7), Ok(7));
        assert_eq!(within(&Budget::seconds(100.0), || 7), Ok(7));
        let sleeper = || std::thread::sleep(Duration::from_secs(3600));
        assert_eq!(within(&Budget::seconds(0.05), sleeper), Err(Stop::Timeout));
    }
}
