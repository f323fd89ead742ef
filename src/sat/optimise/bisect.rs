//! Bisection with a budget: ask for a solution in the better half of what is open, for so many conflicts.
//!
//! A solution or a refutation halves what is open. A question that neither finds in its time moves towards what was reached,
//! where it is easier to answer, and all questions get half as many conflicts more. When there is nothing left between, the
//! last question is the one that must be answered: is there anything better? So a hard refutation far below the best value
//! costs little, and the best value is reached in about as many questions as its distance has digits.

use super::hunt::Reply;
use super::{Hunt, Over, Row};

/// The row of this file.
pub const ROW: Row = Row {
    name: "bisect",
    summary: "ask for the better half, for so many conflicts; then for less (the default)",
    reference: "binary search, with a budget of conflicts",
    run,
};

/// What the first question may take, in conflicts.
const N_CONFLICTS: u64 = 2_000;

fn run(hunt: &mut Hunt) -> Result<(), Over> {
    if hunt.best.is_none() && hunt.insist(&[])?.is_some() {
        return Ok(());
    }
    // Below `low` nothing is asked for, for now: it is refuted, or took too long.
    let (mut low, mut n_conflicts) = (hunt.bound, N_CONFLICTS);
    while let Some(best) = hunt.best {
        let high = best - 1;
        low = low.max(hunt.bound);
        if low >= high {
            if hunt.insist(&[])?.is_some() {
                return Ok(());
            }
            low = hunt.bound;
            continue;
        }
        let target = low + (high - low) / 2;
        let demand = hunt.at_most(target);
        match hunt.ask(&[demand], Some(n_conflicts))? {
            Reply::Better => (),
            Reply::Refuted(_) => hunt.raise(target + 1)?,
            Reply::Tired => (low, n_conflicts) = (target + 1, n_conflicts + n_conflicts / 2),
        }
    }
    unreachable!("what was reached once stays so")
}
