//! Bounds of sums: clauses, counts and linear constraints, reified or not.
//!
//! Long sums are kept as counters. What holds once `update` ran for every changed variable: the span of an item is the
//! smallest and largest it can contribute, and the total of a sum is the sum of its spans. A check is then constant
//! time, however long the sum; the items are visited only when one of them may be wider than the slack left
//! (`linear.rs` says how). Sums of few terms ask the domains instead: that is cheaper than to keep counters, and to
//! take them back. All numbers fit 64 bits; a sum that might not is no sum here.

use super::super::reversible::Reversible;
use super::linear::{Item, Span, opposite, parts, prune, total, verdict};
use super::{Conflict, Domains, Kept};
use crate::model::{Atom, Cmp, Constraint, Var};

/// Sums of at most so many terms have no counters.
const FEW: usize = 4;

/// When the comparison must hold.
#[derive(Clone, Copy)]
enum Guard {
    Always,
    /// If the atom is true.
    If(Atom),
    /// If the atom is true, and its opposite if the atom is false.
    Iff(Atom),
}

/// A sum of items and what it is compared with.
struct Sum {
    first: u32,
    last: u32,
    cmp: Cmp,
    bound: i64,
    guard: Guard,
    /// Whether spans and total are kept as counters.
    is_counted: bool,
    /// No item is ever wider than this.
    widest: i64,
}

/// All sums of a model.
pub(in super::super) struct Sums {
    sums: Vec<Sum>,
    items: Vec<Item>,
    owner: Vec<u32>,
    by_var: Vec<Vec<u32>>,
    counters: Counters,
}

/// What the items and the sums can come to.
struct Counters {
    spans: Reversible<Span<i64>>,
    totals: Reversible<Span<i64>>,
}

impl Sums {
    /// No sums yet, over so many variables.
    pub fn new(n_vars: usize) -> Sums {
        Sums {
            sums: Vec::new(),
            items: Vec::new(),
            owner: Vec::new(),
            by_var: vec![Vec::new(); n_vars],
            counters: Counters { spans: Reversible::new(), totals: Reversible::new() },
        }
    }

    /// Adds the constraint if it is a sum; `None` if it is something else or its numbers are out of range.
    pub fn add(&mut self, constraint: &Constraint, domains: &Domains) -> Option<u32> {
        let (guard, inner) = match constraint {
            Constraint::Implies { when, then } => (Guard::If(*when), &**then),
            Constraint::Iff { when, then } => (Guard::Iff(*when), &**then),
            plain => (Guard::Always, plain),
        };
        let (items, cmp, bound) = parts(inner)?;
        let (span, widest) = total(&items, bound, domains)?;
        let is_counted = items.len() > FEW || items.iter().any(|item| matches!(item, Item::Atom(_)));
        let sum = self.sums.len() as u32;
        let first = self.items.len() as u32;
        for item in items {
            self.by_var[item.var().index()].push(self.items.len() as u32);
            self.items.push(item);
            self.owner.push(sum);
            self.counters.spans.push(item.span(domains));
        }
        self.counters.totals.push(span);
        self.sums.push(Sum { first, last: self.items.len() as u32, cmp, bound, guard, is_counted, widest });
        Some(sum)
    }

    /// The variable whose every change matters to the sum, besides those of its items.
    pub fn guard(&self, sum: u32) -> Option<Var> {
        match self.sums[sum as usize].guard {
            Guard::Always => None,
            Guard::If(atom) | Guard::Iff(atom) => Some(atom.var),
        }
    }

    /// The number of items.
    pub fn len(&self, sum: u32) -> usize {
        let it = &self.sums[sum as usize];
        (it.last - it.first) as usize
    }

    /// Recomputes what the variable contributes; calls `changed` for each sum whose total changed. `moved` says whether
    /// a bound of the variable did.
    pub fn update(&mut self, x: Var, moved: bool, domains: &Domains, mut changed: impl FnMut(u32)) {
        for &at in &self.by_var[x.index()] {
            let sum = self.owner[at as usize];
            let has_changed = match self.sums[sum as usize].is_counted {
                true => self.counters.recount(at, sum, self.items[at as usize].span(domains)),
                false => moved,
            };
            if has_changed {
                changed(sum);
            }
        }
    }

    /// Removes values that the sum rules out.
    pub fn propagate(&self, sum: u32, domains: &mut Domains) -> Kept {
        let it = &self.sums[sum as usize];
        if !it.is_counted {
            return self.propagate_few(it, domains);
        }
        let items = (it.first..it.last).map(|at| (self.items[at as usize], self.counters.spans.get(at)));
        conclude(it, items, self.counters.totals.get(sum), domains)
    }

    fn propagate_few(&self, it: &Sum, domains: &mut Domains) -> Kept {
        let items = &self.items[it.first as usize..it.last as usize];
        let mut spans = [(0, 0); FEW];
        let mut total = (0, 0);
        for (span, item) in spans.iter_mut().zip(items) {
            *span = item.span(domains);
            total = (total.0 + span.0, total.1 + span.1);
        }
        conclude(it, items.iter().copied().zip(spans), total, domains)
    }

    /// The state to come back to.
    pub fn mark(&self) -> (usize, usize) {
        (self.counters.spans.mark(), self.counters.totals.mark())
    }

    /// Back to the state at the mark.
    pub fn undo(&mut self, mark: (usize, usize)) {
        self.counters.spans.undo(mark.0);
        self.counters.totals.undo(mark.1);
    }
}

impl Counters {
    /// The item can come to something else; whether that is so.
    fn recount(&mut self, at: u32, sum: u32, new: Span<i64>) -> bool {
        let old = self.spans.get(at);
        if old == new {
            return false;
        }
        let total = self.totals.get(sum);
        self.spans.set(at, new);
        self.totals.set(sum, (total.0 - old.0 + new.0, total.1 - old.1 + new.1));
        true
    }
}

/// What follows from the spans of the items and their total.
fn conclude(
    it: &Sum,
    items: impl Iterator<Item = (Item, Span<i64>)> + Clone,
    total: Span<i64>,
    domains: &mut Domains,
) -> Kept {
    match comparison(it.guard, it.cmp, it.bound, total, domains)? {
        Some((cmp, bound)) => prune(items, cmp, bound, total, it.widest, domains),
        None => Ok(()),
    }
}

/// What must hold given the guard, after the guard learnt what the span says.
fn comparison(
    guard: Guard,
    cmp: Cmp,
    bound: i64,
    span: Span<i64>,
    domains: &mut Domains,
) -> Result<Option<(Cmp, i64)>, Conflict> {
    let (atom, full) = match guard {
        Guard::Always => return Ok(Some((cmp, bound))),
        Guard::If(atom) => (atom, false),
        Guard::Iff(atom) => (atom, true),
    };
    match (domains.decided(atom), verdict(cmp, bound, span)) {
        (Some(true), _) => return Ok(Some((cmp, bound))),
        (Some(false), _) if full => return Ok(Some(opposite(cmp, bound))),
        (None, Some(false)) => domains.make(!atom)?,
        (None, Some(true)) if full => domains.make(atom)?,
        _ => {}
    }
    Ok(None)
}
