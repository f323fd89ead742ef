//! All-different by matching: a value stays if some assignment of all variables to distinct values uses it.
//!
//! Find one such assignment. Let each variable point to the owners of its values, and to one more node, the pool, if one
//! of its values has no owner; the pool points to everybody. A value stays exactly when it has no owner, or its owner
//! is in the same strong component as the variable (Régin, AAAI 1994, with each variable merged with its value).
//! Domain consistent; costs the sum of the domain sizes, times the variables for the matching at worst. The values of
//! the last matching are tried first, and the lists are kept from one run to the next.

use super::strong::Strong;
use super::{Conflict, Domains, Kept};
use crate::model::Var;

const NONE: u32 = u32::MAX;

/// Variables and values by number, and who has whom.
#[derive(Default)]
pub(super) struct Matching {
    /// The values of all variables, counted from the smallest of all; those of `x` are `first[x]..first[x + 1]`.
    edges: Vec<u32>,
    first: Vec<u32>,
    value_of: Vec<u32>,
    owner: Vec<u32>,
    /// By value: the variable from which the current search for a path reached it.
    reached_from: Vec<u32>,
    queue: Vec<u32>,
    strong: Strong,
}

impl Matching {
    /// Leaves only values that some assignment to distinct values uses. `lo` to `hi` spans all domains, and `last` has
    /// by variable its value in the last matching.
    pub fn propagate(&mut self, open: &[Var], last: &mut [i64], lo: i64, hi: i64, domains: &mut Domains) -> Kept {
        // A Hall set has no more values than variables, so large domains cannot be in one that says anything.
        if open.iter().all(|x| domains.size(*x) >= open.len() as u64) {
            return Ok(());
        }
        self.read(open, lo, hi, domains);
        self.repeat(open, last, lo, domains);
        if !(0..open.len() as u32).all(|x| self.value_of[x as usize] != NONE || self.cover(x)) {
            return Err(Conflict);
        }
        last.iter_mut().zip(&self.value_of).for_each(|(last, v)| *last = lo + i64::from(*v));
        self.find_parts();
        for (i, x) in open.iter().enumerate() {
            let part = |x: u32| self.strong.part[x as usize];
            let owner = |v: &u32| self.owner[*v as usize];
            let stays = |v: &&u32| owner(v) == NONE || part(owner(v)) == part(i as u32);
            let values = self.values(i as u32);
            let kept = values.iter().filter(stays);
            if kept.clone().count() < values.len() {
                domains.keep(*x, kept.map(|v| lo + i64::from(*v)))?;
            }
        }
        Ok(())
    }

    fn read(&mut self, open: &[Var], lo: i64, hi: i64, domains: &Domains) {
        let n_values = hi.abs_diff(lo) as usize + 1;
        self.edges.clear();
        self.first.clear();
        for x in open {
            self.first.push(self.edges.len() as u32);
            self.edges.extend(domains.values(*x).map(|v| v.abs_diff(lo) as u32));
        }
        self.first.push(self.edges.len() as u32);
        for (list, n) in
            [(&mut self.value_of, open.len()), (&mut self.owner, n_values), (&mut self.reached_from, n_values)]
        {
            list.clear();
            list.resize(n, NONE);
        }
    }

    /// What is left of the last matching.
    fn repeat(&mut self, open: &[Var], last: &[i64], lo: i64, domains: &Domains) {
        for (x, value) in last.iter().enumerate().filter(|(x, value)| domains.contains(open[*x], **value)) {
            let value = value.abs_diff(lo) as u32;
            if self.owner[value as usize] == NONE {
                self.owner[value as usize] = x as u32;
                self.value_of[x] = value;
            }
        }
    }

    fn values(&self, x: u32) -> &[u32] {
        &self.edges[self.first[x as usize] as usize..self.first[x as usize + 1] as usize]
    }

    /// Gives the variable a value, moving others along a shortest alternating path; `false` if there is none.
    fn cover(&mut self, start: u32) -> bool {
        self.queue.clear();
        self.queue.push(start);
        let mut next = 0;
        let mut free = None;
        while let (Some(&x), None) = (self.queue.get(next), free) {
            next += 1;
            free = self.values(x).iter().copied().find(|v| self.owner[*v as usize] == NONE);
            if let Some(v) = free {
                self.reached_from[v as usize] = x;
                break;
            }
            for at in self.first[x as usize]..self.first[x as usize + 1] {
                let v = self.edges[at as usize] as usize;
                if self.reached_from[v] == NONE {
                    self.reached_from[v] = x;
                    self.queue.push(self.owner[v]);
                }
            }
        }
        if let Some(v) = free {
            self.shift(v);
        }
        for x in &self.queue[..next] {
            let values = self.first[*x as usize] as usize..self.first[*x as usize + 1] as usize;
            self.edges[values].iter().for_each(|v| self.reached_from[*v as usize] = NONE);
        }
        free.is_some()
    }

    /// Turns the path that ends at the free value around.
    fn shift(&mut self, free: u32) {
        let mut value = free;
        while value != NONE {
            let x = self.reached_from[value as usize];
            self.owner[value as usize] = x;
            value = std::mem::replace(&mut self.value_of[x as usize], value);
        }
    }

    /// The strong components of variables and, as the last node, the pool.
    fn find_parts(&mut self) {
        let Matching { edges, first, owner, strong, .. } = self;
        let pool = first.len() as u32 - 1;
        strong.run(pool + 1, |x, i| {
            if x == pool {
                return (i < pool).then_some(i);
            }
            let at = first[x as usize] + i;
            (at < first[x as usize + 1]).then(|| owner[edges[at as usize] as usize].min(pool))
        });
    }
}
