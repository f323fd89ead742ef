//! All-different: a value taken is a value gone.
//!
//! The variables form a sparse set: the first `done` of `vars` are fixed and their values removed from all others. Only
//! `done` needs a trail, since the sequence within either part does not matter. Each newly fixed variable costs `n`.
//! When strong, the others are reasoned about together: by a matching (`matching.rs`) if their domains have at most
//! [`FEW`] values in all, else by Hall intervals (`hall.rs`).

use super::super::reversible::Reversible;
use super::matching::Matching;
use super::{Domains, Kept, hall};
use crate::model::Var;

/// With as many values in all domains together, a matching is worth its cost.
const FEW: u64 = 20_000;

/// The variables and how many are done with.
pub(in super::super) struct AllDifferent {
    vars: Vec<Var>,
    /// By place in `vars`: its value in the last matching.
    last: Vec<i64>,
    matching: Matching,
    done: u32,
}

impl AllDifferent {
    /// Nothing is done yet.
    pub fn new(vars: &[Var], ints: &mut Reversible<u32>) -> AllDifferent {
        AllDifferent {
            vars: vars.to_vec(),
            last: vec![0; vars.len()],
            matching: Matching::default(),
            done: ints.push(0),
        }
    }

    /// Removes the values of fixed variables from the others, and reasons about the others if `strong`.
    pub fn propagate(&mut self, ints: &mut Reversible<u32>, domains: &mut Domains, strong: bool) -> Kept {
        let mut done = ints.get(self.done) as usize;
        while let Some(at) = (done..self.vars.len()).find(|i| domains.value(self.vars[*i]).is_some()) {
            self.vars.swap(done, at);
            self.last.swap(done, at);
            let value = domains.lo(self.vars[done]);
            done += 1;
            self.vars[done..].iter().try_for_each(|x| domains.remove(*x, value))?;
        }
        ints.set(self.done, done as u32);
        if strong { self.together(done, domains) } else { Ok(()) }
    }

    /// Reasons about the variables that have no value yet.
    fn together(&mut self, done: usize, domains: &mut Domains) -> Kept {
        let open = &self.vars[done..];
        let lo = open.iter().map(|x| domains.lo(*x)).min().unwrap_or(0);
        let hi = open.iter().map(|x| domains.hi(*x)).max().unwrap_or(0);
        let n_values = open.iter().fold(hi.abs_diff(lo), |n, x| n.saturating_add(domains.size(*x)));
        match n_values {
            _ if open.len() < 2 => Ok(()),
            0..=FEW => self.matching.propagate(open, &mut self.last[done..], lo, hi, domains),
            _ => hall::propagate(open, domains),
        }
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
