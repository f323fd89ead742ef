//! All-different by matching: a value stays if some assignment of all variables to distinct values uses it.
//!
//! Find one such assignment. Let each variable point to the owners of its values, and to one more node, the pool, if one
//! of its values has no owner; the pool points to everybody. A value stays exactly when it has no owner, or its owner
//! is in the same strong component as the variable (Régin, AAAI 1994, with each variable merged with its value).
//! Domain consistent; costs the sum of the domain sizes, times the variables for the matching at worst.

use super::strong::components;
use super::{Conflict, Domains, Kept};
use crate::model::Var;

/// Variables and values by number, and who has whom.
struct Matching {
    /// By variable: its values, counted from the smallest of all.
    edges: Vec<Vec<u32>>,
    value_of: Vec<Option<u32>>,
    owner: Vec<Option<u32>>,
    /// By value: the variable from which the current search for a path reached it.
    reached_from: Vec<Option<u32>>,
}

/// Leaves only values that some assignment to distinct values uses. `lo` to `hi` spans all domains.
pub(super) fn propagate(open: &[Var], lo: i64, hi: i64, domains: &mut Domains) -> Kept {
    // A Hall set has no more values than variables, so large domains cannot be in one that says anything.
    if open.iter().all(|x| domains.size(*x) >= open.len() as u64) {
        return Ok(());
    }
    let mut matching = Matching::new(open, lo, hi, domains);
    if !(0..open.len() as u32).all(|x| matching.cover(x)) {
        return Err(Conflict);
    }
    let part = components(&matching.arrows());
    for (i, x) in open.iter().enumerate() {
        let stays = |v: &&u32| matching.owner[**v as usize].is_none_or(|owner| part[owner as usize] == part[i]);
        let kept = matching.edges[i].iter().filter(stays);
        if kept.clone().count() < matching.edges[i].len() {
            domains.keep(*x, kept.map(|v| lo + i64::from(*v)))?;
        }
    }
    Ok(())
}

impl Matching {
    fn new(open: &[Var], lo: i64, hi: i64, domains: &Domains) -> Matching {
        let number = |v: i64| v.abs_diff(lo) as u32;
        let n_values = hi.abs_diff(lo) as usize + 1;
        Matching {
            edges: open.iter().map(|x| domains.values(*x).map(number).collect()).collect(),
            value_of: vec![None; open.len()],
            owner: vec![None; n_values],
            reached_from: vec![None; n_values],
        }
    }

    /// Gives the variable a value, moving others along a shortest alternating path; `false` if there is none.
    fn cover(&mut self, start: u32) -> bool {
        let mut queue = vec![start];
        let mut next = 0;
        let mut free = None;
        while let (Some(&x), None) = (queue.get(next), free) {
            next += 1;
            free = self.edges[x as usize].iter().copied().find(|v| self.owner[*v as usize].is_none());
            if let Some(v) = free {
                self.reached_from[v as usize] = Some(x);
                break;
            }
            for &v in &self.edges[x as usize] {
                if self.reached_from[v as usize].is_none() {
                    self.reached_from[v as usize] = Some(x);
                    queue.extend(self.owner[v as usize]);
                }
            }
        }
        if let Some(v) = free {
            self.shift(v);
        }
        queue[..next].iter().flat_map(|x| &self.edges[*x as usize]).for_each(|v| self.reached_from[*v as usize] = None);
        free.is_some()
    }

    /// Turns the path that ends at the free value around.
    fn shift(&mut self, free: u32) {
        let mut value = Some(free);
        while let Some(v) = value {
            let x = self.reached_from[v as usize].expect("every value on the path was reached");
            self.owner[v as usize] = Some(x);
            value = self.value_of[x as usize].replace(v);
        }
    }

    /// The graph of variables and, as the last node, the pool.
    fn arrows(&self) -> Vec<Vec<u32>> {
        let pool = self.edges.len() as u32;
        let target = |v: &u32| self.owner[*v as usize].unwrap_or(pool);
        let mut arrows: Vec<Vec<u32>> = self.edges.iter().map(|values| values.iter().map(target).collect()).collect();
        arrows.push((0..pool).collect());
        arrows
    }
}
