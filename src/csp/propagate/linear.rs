//! What one sum says about its items, given the smallest and largest that each can contribute.
//!
//! A clause is a count of at least one, and a count is a sum of atoms worth 0 or 1, so all three are sums of items. One
//! pass over the items; bounds consistent for inequalities (Harvey and Stuckey, CP 2003). The numbers are of 64 bits
//! where all that can come up fits, and of 128 bits elsewhere.

use super::{Conflict, Domains, Kept};
use crate::model::{Atom, Cmp, Constraint, Var};
use num_integer::Integer;
use num_traits::{Bounded, CheckedAdd, Signed};

/// The integers that a sum is reckoned with.
pub(super) trait Whole: Integer + Signed + Bounded + CheckedAdd + Copy + From<i64> + Into<i128> {}

impl Whole for i64 {}
impl Whole for i128 {}

/// What an item adds to its sum.
#[derive(Clone, Copy)]
pub(super) enum Item {
    /// Coefficient times variable.
    Term(i64, Var),
    /// One if the atom is true.
    Atom(Atom),
}

/// The smallest and the largest.
pub(super) type Span<N> = (N, N);

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

/// The total of the items and the width of the widest; `None` if the numbers might not be long enough.
pub(super) fn total<N: Whole>(items: &[Item], bound: i64, domains: &Domains) -> Option<(Span<N>, N)> {
    let safe = N::max_value().into() / 4;
    let mut size = i128::from(bound).abs();
    for item in items {
        let (lo, hi) = item.span::<i128>(domains);
        size = size.checked_add(lo.abs().max(hi.abs()))?;
    }
    if size >= safe {
        return None;
    }
    let (mut sums, mut widest) = ((N::zero(), N::zero()), N::zero());
    for item in items {
        let span = item.span::<N>(domains);
        sums = (sums.0 + span.0, sums.1 + span.1);
        widest = widest.max(span.1 - span.0);
    }
    Some((sums, widest))
}

/// Whether the comparison is decided for every sum within the span.
pub(super) fn verdict<N: Whole>(cmp: Cmp, bound: N, (lo, hi): Span<N>) -> Option<bool> {
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
pub(super) fn opposite<N: Whole>(cmp: Cmp, bound: N) -> (Cmp, N) {
    match cmp {
        Cmp::Le => (Cmp::Ge, bound + N::one()),
        Cmp::Ge => (Cmp::Le, bound - N::one()),
        Cmp::Eq => (Cmp::Ne, bound),
        Cmp::Ne => (Cmp::Eq, bound),
    }
}

/// Removes values with which the comparison cannot hold.
pub(super) fn prune<N: Whole>(
    items: impl Iterator<Item = (Item, Span<N>)> + Clone,
    cmp: Cmp,
    bound: N,
    (lo, hi): Span<N>,
    widest: N,
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
fn differ<N: Whole>(items: impl Iterator<Item = (Item, Span<N>)>, bound: N, lo: N, domains: &mut Domains) -> Kept {
    let mut open = items.filter(|(_, span)| span.0 < span.1);
    match (open.next(), open.next()) {
        (Some((item, span)), None) => item.differs(bound - (lo - span.0), domains),
        _ => Ok(()),
    }
}

impl Item {
    /// The variable it depends on.
    pub fn var(self) -> Var {
        match self {
            Item::Term(_, x) => x,
            Item::Atom(atom) => atom.var,
        }
    }

    /// The smallest and largest contribution.
    pub fn span<N: Whole>(self, domains: &Domains) -> Span<N> {
        let times = |c: i64, value: i64| N::from(c) * N::from(value);
        match self {
            Item::Term(1, x) => (N::from(domains.lo(x)), N::from(domains.hi(x))),
            Item::Term(c, x) if c >= 0 => (times(c, domains.lo(x)), times(c, domains.hi(x))),
            Item::Term(c, x) => (times(c, domains.hi(x)), times(c, domains.lo(x))),
            Item::Atom(atom) => match domains.decided(atom) {
                Some(true) => (N::one(), N::one()),
                Some(false) => (N::zero(), N::zero()),
                None => (N::zero(), N::one()),
            },
        }
    }

    /// The contribution is at most `most`.
    fn at_most<N: Whole>(self, span: Span<N>, most: N, domains: &mut Domains) -> Kept {
        match self {
            _ if span.1 <= most => Ok(()),
            Item::Term(1, x) => domains.at_most(x, most.into()),
            Item::Term(-1, x) => domains.at_least(x, (-most).into()),
            Item::Term(c, x) if c > 0 => domains.at_most(x, most.div_floor(&N::from(c)).into()),
            Item::Term(c, x) => domains.at_least(x, most.div_ceil(&N::from(c)).into()),
            Item::Atom(atom) => domains.make(!atom),
        }
    }

    /// The contribution is at least `least`.
    fn at_least<N: Whole>(self, span: Span<N>, least: N, domains: &mut Domains) -> Kept {
        match self {
            _ if span.0 >= least => Ok(()),
            Item::Term(1, x) => domains.at_least(x, least.into()),
            Item::Term(-1, x) => domains.at_most(x, (-least).into()),
            Item::Term(c, x) if c > 0 => domains.at_least(x, least.div_ceil(&N::from(c)).into()),
            Item::Term(c, x) => domains.at_most(x, least.div_floor(&N::from(c)).into()),
            Item::Atom(atom) => domains.make(atom),
        }
    }

    /// The contribution is not `value`.
    fn differs<N: Whole>(self, value: N, domains: &mut Domains) -> Kept {
        match self {
            Item::Term(c, x) if (value % N::from(c)).is_zero() => match i64::try_from((value / N::from(c)).into()) {
                Ok(value) => domains.remove(x, value),
                Err(_) => Ok(()),
            },
            Item::Atom(atom) if value.is_zero() => domains.make(atom),
            Item::Atom(atom) if value.is_one() => domains.make(!atom),
            _ => Ok(()),
        }
    }
}
