//! Hall intervals: `k` variables within `k` consecutive values leave those values to nobody else.
//!
//! The cheap half of the all-different reasoning, for domains too large for a matching. It looks at bounds only, finds
//! every filled interval that starts at a lower bound, and costs the square of the number of variables (Leconte 1996;
//! Puget, AAAI 1998).

use super::{Conflict, Domains, Kept};
use crate::model::{Domain, Var};
use std::cmp::Ordering;

/// Clears every filled interval for the variables outside; a conflict if one is overfull.
pub(super) fn propagate(open: &[Var], domains: &mut Domains) -> Kept {
    let mut by_hi: Vec<(i64, i64)> = open.iter().map(|x| (domains.hi(*x), domains.lo(*x))).collect();
    by_hi.sort_unstable();
    let mut starts: Vec<i64> = by_hi.iter().map(|(_, lo)| *lo).collect();
    starts.sort_unstable();
    starts.dedup();
    for start in starts {
        let mut n_within: i128 = 0;
        for (hi, _) in by_hi.iter().filter(|(_, lo)| *lo >= start) {
            n_within += 1;
            match n_within.cmp(&(i128::from(*hi) - i128::from(start) + 1)) {
                Ordering::Greater => return Err(Conflict),
                // One more variable with the same upper bound would be a conflict in the next round.
                Ordering::Equal => clear(open, start, *hi, domains)?,
                Ordering::Less => {}
            }
        }
    }
    Ok(())
}

fn clear(open: &[Var], start: i64, end: i64, domains: &mut Domains) -> Kept {
    for x in open {
        let (lo, hi) = (domains.lo(*x), domains.hi(*x));
        if start <= lo && hi <= end || hi < start || lo > end {
            continue;
        }
        let rest = domains.to_domain(*x).minus(&Domain::range(start, end));
        domains.intersect(*x, &rest)?;
    }
    Ok(())
}
