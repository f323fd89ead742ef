//! Bounds of sums, kept as counters: clauses, counts and linear constraints, reified or not.
//!
//! A clause is a count of at least one, and a count is a sum of atoms worth 0 or 1, so one propagator serves all. What
//! holds once `update` ran for every changed variable: the span of an item is the smallest and largest it can
//! contribute, and the total of a sum is the sum of its spans. A check is then constant time, however long the sum;
//! the items are visited only when one of them may be wider than the slack left. Bounds consistency of linear
//! constraints: Harvey and Stuckey, CP 2003.

use super::super::reversible::Reversible;
use super::{Conflict, Domains, Kept};
use crate::model::{Atom, Cmp, Constraint, Var};

/// What an item adds to its sum.
#[derive(Clone, Copy)]
pub(super) enum Item {
    /// Coefficient times variable.
    Term(i64, Var),
    /// One if the atom is true.
    Atom(Atom),
}

/// When the comparison must hold.
#[derive(Clone, Copy)]
pub(super) enum Guard {
    Always,
    /// If the atom is true.
    If(Atom),
    /// If the atom is true, and its opposite if the atom is false.
    Iff(Atom),
}

type Span = (i128, i128);

/// A sum of items and what it is compared with.
struct Sum {
    first: u32,
    last: u32,
    cmp: Cmp,
    bound: i128,
    guard: Guard,
    /// No item is ever wider than this.
    widest: i128,
}

/// All sums of a model.
pub(in super::super) struct Sums {
    sums: Vec<Sum>,
    items: Vec<Item>,
    owner: Vec<u32>,
    by_var: Vec<Vec<u32>>,
    spans: Reversible<Span>,
    totals: Reversible<Span>,
}

impl Sums {
    /// No sums yet, over so many variables.
    pub fn new(n_vars: usize) -> Sums {
        Sums {
            sums: Vec::new(),
            items: Vec::new(),
            owner: Vec::new(),
            by_var: vec![Vec::new(); n_vars],
            spans: Reversible::new(),
            totals: Reversible::new(),
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
        let (_, widest) = total(&items, domains)?;
        let sum = self.sums.len() as u32;
        let first = self.items.len() as u32;
        let mut sums: Span = (0, 0);
        for item in items {
            let span = item.span(domains);
            sums = (sums.0 + span.0, sums.1 + span.1);
            self.by_var[item.var().index()].push(self.items.len() as u32);
            self.items.push(item);
            self.owner.push(sum);
            self.spans.push(span);
        }
        self.totals.push(sums);
        self.sums.push(Sum { first, last: self.items.len() as u32, cmp, bound: i128::from(bound), guard, widest });
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

    /// Recomputes what the variable contributes; calls `changed` for each sum whose total changed.
    pub fn update(&mut self, x: Var, domains: &Domains, mut changed: impl FnMut(u32)) {
        for &at in &self.by_var[x.index()] {
            let (old, new) = (self.spans.get(at), self.items[at as usize].span(domains));
            if old != new {
                let sum = self.owner[at as usize];
                let total = self.totals.get(sum);
                self.spans.set(at, new);
                self.totals.set(sum, (total.0 - old.0 + new.0, total.1 - old.1 + new.1));
                changed(sum);
            }
        }
    }

    /// Removes values that the sum rules out.
    pub fn propagate(&self, sum: u32, domains: &mut Domains) -> Kept {
        let it = &self.sums[sum as usize];
        let total = self.totals.get(sum);
        let (cmp, bound) = match comparison(it.guard, it.cmp, it.bound, total, domains)? {
            Some(comparison) => comparison,
            None => return Ok(()),
        };
        let items = (it.first..it.last).map(|at| (self.items[at as usize], self.spans.get(at)));
        prune(items, cmp, bound, total, it.widest, domains)
    }

    /// The state to come back to.
    pub fn mark(&self) -> (usize, usize) {
        (self.spans.mark(), self.totals.mark())
    }

    /// Back to the state at the mark.
    pub fn undo(&mut self, mark: (usize, usize)) {
        self.spans.undo(mark.0);
        self.totals.undo(mark.1);
    }
}

/// The items, comparison and bound of a clause, count or linear constraint.
pub(super) fn parts(constraint: &Constraint) -> Option<(Vec<Item>, Cmp, i64)> {
    let counted = |atoms: &[Atom]| atoms.iter().map(|a| Item::Atom(*a)).collect();
    match constraint {
        Constraint::Clause(atoms) => Some((counted(atoms), Cmp::Ge, 1)),
        Constraint::Count { atoms, cmp, bound } => Some((counted(atoms), *cmp, *bound)),
        Constraint::Linear { terms, cmp, bound } => {
            Some((terms.iter().map(|(c, x)| Item::Term(*c, *x)).collect(), *cmp, *bound))
        }
        _ => None,
    }
}

/// The total of the items and the width of the widest; `None` if 128 bits might not do.
pub(super) fn total(items: &[Item], domains: &Domains) -> Option<(Span, i128)> {
    const SAFE: i128 = i128::MAX / 4;
    let (mut sums, mut widest, mut size) = ((0, 0), 0, 0i128);
    for item in items {
        let span = item.span(domains);
        size = size.checked_add(span.0.abs().max(span.1.abs())).filter(|s| *s < SAFE)?;
        sums = (sums.0 + span.0, sums.1 + span.1);
        widest = widest.max(span.1 - span.0);
    }
    Some((sums, widest))
}

/// Whether the comparison is decided for every sum within the span.
pub(super) fn verdict(cmp: Cmp, bound: i128, (lo, hi): Span) -> Option<bool> {
    match cmp {
        Cmp::Le if hi <= bound => Some(true),
        Cmp::Le if lo > bound => Some(false),
        Cmp::Ge if lo >= bound => Some(true),
        Cmp::Ge if hi < bound => Some(false),
        Cmp::Eq if bound < lo || bound > hi => Some(false),
        Cmp::Eq if lo == hi => Some(true),
        Cmp::Ne => verdict(Cmp::Eq, bound, (lo, hi)).map(|equal| !equal),
        _ => None,
    }
}

/// The comparison that says the opposite.
pub(super) fn opposite(cmp: Cmp, bound: i128) -> (Cmp, i128) {
    match cmp {
        Cmp::Le => (Cmp::Ge, bound + 1),
        Cmp::Ge => (Cmp::Le, bound - 1),
        Cmp::Eq => (Cmp::Ne, bound),
        Cmp::Ne => (Cmp::Eq, bound),
    }
}

/// What must hold given the guard, after the guard learnt what the span says.
fn comparison(
    guard: Guard,
    cmp: Cmp,
    bound: i128,
    span: Span,
    domains: &mut Domains,
) -> Result<Option<(Cmp, i128)>, Conflict> {
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

/// Removes values with which the comparison cannot hold.
pub(super) fn prune(
    items: impl Iterator<Item = (Item, Span)> + Clone,
    cmp: Cmp,
    bound: i128,
    (lo, hi): Span,
    widest: i128,
    domains: &mut Domains,
) -> Kept {
    match verdict(cmp, bound, (lo, hi)) {
        Some(true) => return Ok(()),
        Some(false) => return Err(Conflict),
        None => {}
    }
    if matches!(cmp, Cmp::Le | Cmp::Eq) && widest > bound - lo {
        items.clone().try_for_each(|(item, span)| item.at_most(span, span.0 + (bound - lo), domains))?;
    }
    if matches!(cmp, Cmp::Ge | Cmp::Eq) && widest > hi - bound {
        items.clone().try_for_each(|(item, span)| item.at_least(span, span.1 - (hi - bound), domains))?;
    }
    if cmp == Cmp::Ne && hi - lo <= widest {
        return differ(items, bound, lo, domains);
    }
    Ok(())
}

/// If only one item is open, it must not make the sum equal to the bound.
fn differ(items: impl Iterator<Item = (Item, Span)>, bound: i128, lo: i128, domains: &mut Domains) -> Kept {
    let mut open = items.filter(|(_, span)| span.0 < span.1);
    match (open.next(), open.next()) {
        (Some((item, span)), None) => item.differs(bound - (lo - span.0), domains),
        _ => Ok(()),
    }
}

impl Item {
    fn var(self) -> Var {
        match self {
            Item::Term(_, x) => x,
            Item::Atom(atom) => atom.var,
        }
    }

    /// The smallest and largest contribution.
    pub(super) fn span(self, domains: &Domains) -> Span {
        match self {
            Item::Term(c, x) if c >= 0 => (times(c, domains.lo(x)), times(c, domains.hi(x))),
            Item::Term(c, x) => (times(c, domains.hi(x)), times(c, domains.lo(x))),
            Item::Atom(atom) => match domains.decided(atom) {
                Some(truth) => (i128::from(truth), i128::from(truth)),
                None => (0, 1),
            },
        }
    }

    /// The contribution is at most `most`.
    fn at_most(self, span: Span, most: i128, domains: &mut Domains) -> Kept {
        match self {
            _ if span.1 <= most => Ok(()),
            Item::Term(c, x) if c > 0 => domains.at_most(x, most.div_euclid(i128::from(c))),
            Item::Term(c, x) => domains.at_least(x, -most.div_euclid(-i128::from(c))),
            Item::Atom(atom) => domains.make(!atom),
        }
    }

    /// The contribution is at least `least`.
    fn at_least(self, span: Span, least: i128, domains: &mut Domains) -> Kept {
        match self {
            _ if span.0 >= least => Ok(()),
            Item::Term(c, x) if c > 0 => domains.at_least(x, -(-least).div_euclid(i128::from(c))),
            Item::Term(c, x) => domains.at_most(x, (-least).div_euclid(-i128::from(c))),
            Item::Atom(atom) => domains.make(atom),
        }
    }

    /// The contribution is not `value`.
    fn differs(self, value: i128, domains: &mut Domains) -> Kept {
        match self {
            Item::Term(c, x) if value % i128::from(c) == 0 => match i64::try_from(value / i128::from(c)) {
                Ok(value) => domains.remove(x, value),
                Err(_) => Ok(()),
            },
            Item::Atom(atom) if value == 0 => domains.make(atom),
            Item::Atom(atom) if value == 1 => domains.make(!atom),
            _ => Ok(()),
        }
    }
}

fn times(coefficient: i64, value: i64) -> i128 {
    i128::from(coefficient) * i128::from(value)
}
