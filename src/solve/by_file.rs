//! The third judge: the file itself, on every answer to a model of the user's own, within its share of the time.
//!
//! An answer that cannot be judged in time, or not at all, goes out on the word of the other judges.

use super::{SolveError, Statement};
use crate::front::judge::Judged;
use crate::model::Assignment;
use crate::search::Budget;
use std::time::{Duration, Instant};

/// What judging may take: a moment, and a twentieth of the time since the model was made.
const MOMENT: Duration = Duration::from_secs(1);
const PART: u32 = 20;

/// The time that judging took so far.
#[derive(Debug)]
pub(super) struct Share {
    since: Instant,
    spent: Duration,
}

impl Share {
    pub fn new() -> Share {
        Share { since: Instant::now(), spent: Duration::ZERO }
    }

    fn is_spent(&self) -> bool {
        self.spent > MOMENT + self.since.elapsed() / PART
    }
}

/// Asks the file about an answer.
pub fn judge_by_file(statement: &Statement, assignment: &Assignment, budget: &Budget) -> Result<Judged, SolveError> {
    let Some((instance, share)) = statement.judged_by_file() else { return Ok(unasked("there is no file")) };
    let Ok(mut share) = share.lock() else { return Ok(unasked("a thread was lost")) };
    if share.is_spent() {
        return Ok(unasked("judging took its share of the time already"));
    }
    let began = Instant::now();
    let judged = instance.judged(assignment, statement.objective(assignment), budget);
    share.spent += began.elapsed();
    match judged {
        Judged::Broken(why) => Err(SolveError::Rejected(format!("by the file: {why}"))),
        Judged::Holds | Judged::Unjudged(_) => Ok(judged),
    }
}

fn unasked(why: &str) -> Judged {
    Judged::Unjudged(why.to_string())
}
