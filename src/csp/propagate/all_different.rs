//! All-different: a value taken is a value gone, and as many variables as values leave nothing for others.
//!
//! The variables form a sparse set: the first `done` of `vars` are fixed and their values removed from all others. Only
//! `done` needs a trail, since the sequence within either part does not matter. Each newly fixed variable costs `n`.
//! When strong, Hall intervals are searched too: if `k` variables have their domains within `k` consecutive values,
//! those values are removed from all other variables. That takes `n^2` (Leconte 1996; Puget, AAAI 1998).

use super::super::reversible::Reversible;
use super::{Conflict, Domains, Kept};
use crate::model::{Domain, Var};

/// The variables and how many are done with.
pub(in super::super) struct AllDifferent {
    vars: Vec<Var>,
    done: u32,
}

impl AllDifferent {
    /// Nothing is done yet.
    pub fn new(vars: &[Var], ints: &mut Reversible<u32>) -> AllDifferent {
        AllDifferent { vars: vars.to_vec(), done: ints.push(0) }
    }

    /// Removes the values of fixed variables from the others, and looks for Hall intervals if `strong`.
    pub fn propagate(&mut self, ints: &mut Reversible<u32>, domains: &mut Domains, strong: bool) -> Kept {
        let mut done = ints.get(self.done) as usize;
        while let Some(at) = (done..self.vars.len()).find(|i| domains.value(self.vars[*i]).is_some()) {
            self.vars.swap(done, at);
            let value = domains.lo(self.vars[done]);
            done += 1;
            self.vars[done..].iter().try_for_each(|x| domains.remove(*x, value))?;
        }
        ints.set(self.done, done as u32);
        if strong { hall(&self.vars[done..], domains) } else { Ok(()) }
    }
}

/// The part of the reasoning that needs no memory.
pub(super) fn eliminate(vars: &[Var], domains: &mut Domains) -> Kept {
    for (i, x) in vars.iter().enumerate() {
        if let Some(value) = domains.value(*x) {
            let others = vars[..i].iter().chain(&vars[i + 1..]);
            others.into_iter().try_for_each(|y| domains.remove(*y, value))?;
        }
    }
    Ok(())
}

/// Finds each interval that is filled by the variables within it, and clears it for all others.
fn hall(open: &[Var], domains: &mut Domains) -> Kept {
    let mut by_hi: Vec<(i64, i64)> = open.iter().map(|x| (domains.hi(*x), domains.lo(*x))).collect();
    by_hi.sort_unstable();
    let mut starts: Vec<i64> = by_hi.iter().map(|(_, lo)| *lo).collect();
    starts.sort_unstable();
    starts.dedup();
    for start in starts {
        let mut n_within: i128 = 0;
        let mut filled = None;
        for (i, (hi, _)) in by_hi.iter().enumerate().filter(|(_, (_, lo))| *lo >= start) {
            n_within += 1;
            let is_last = by_hi[i + 1..].iter().find(|(_, lo)| *lo >= start).is_none_or(|(next, _)| next != hi);
            let n_values = i128::from(*hi) - i128::from(start) + 1;
            match n_within.cmp(&n_values) {
                std::cmp::Ordering::Greater => return Err(Conflict),
                std::cmp::Ordering::Equal if is_last => filled = Some(*hi),
                _ => {}
            }
        }
        if let Some(end) = filled {
            clear(open, start, end, domains)?;
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
