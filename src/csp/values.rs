//! Which value first: the values of a variable that are still to be tried, as atoms.
//!
//! Every value of the domain is in exactly one atom, so that no solution comes twice. Small domains are tried value by
//! value, wide ones are halved. What is removed meanwhile is skipped.

use super::domains::Domains;
use super::space::Space;
use crate::model::{Atom, Objective, Rel, Var};

/// Domains of more values than this are asked at both ends alone when the objective decides.
const FEW: u64 = 64;

/// The values of a variable that are still to be tried.
pub(super) struct Values {
    /// The one to begin with.
    first: Option<i64>,
    /// The one that was begun with.
    begun: Option<i64>,
    rest: Rest,
}

enum Rest {
    /// Increasing, from the given one on.
    Up(Option<i64>),
    /// Decreasing, from the given one on.
    Down(Option<i64>),
    /// The last one first.
    Stack(Vec<Atom>),
}

impl Values {
    /// Increasing, from the value on.
    pub fn up(from: i64) -> Values {
        Values::of(Rest::Up(Some(from)))
    }

    /// Decreasing, from the value on.
    pub fn down(from: i64) -> Values {
        Values::of(Rest::Down(Some(from)))
    }

    /// The last one first.
    pub fn stack(atoms: Vec<Atom>) -> Values {
        Values::of(Rest::Stack(atoms))
    }

    fn of(rest: Rest) -> Values {
        Values { first: None, begun: None, rest }
    }

    /// The same, but beginning with the value, or with the half that it is in.
    pub fn beginning_with(mut self, value: i64) -> Values {
        match &mut self.rest {
            Rest::Stack(atoms) if atoms.iter().any(|atom| atom.rel != Rel::Eq) => {
                atoms.sort_by_key(|atom| atom.admits(value));
            }
            _ => (self.first, self.begun) = (Some(value), Some(value)),
        }
        self
    }

    /// The next atom to decide, among the values left.
    pub fn next(&mut self, x: Var, domains: &Domains) -> Option<Atom> {
        if let Some(value) = self.first.take().filter(|value| domains.contains(x, *value)) {
            return Some(x.is(value));
        }
        loop {
            let atom = self.rest.next(x, domains)?;
            if self.begun != Some(atom.value) || atom.rel != Rel::Eq {
                return Some(atom);
            }
        }
    }
}

impl Rest {
    fn next(&mut self, x: Var, domains: &Domains) -> Option<Atom> {
        match self {
            Rest::Up(from) => {
                let value = domains.at_or_above(x, (*from)?)?;
                *from = value.checked_add(1);
                Some(x.is(value))
            }
            Rest::Down(from) => {
                let value = domains.at_or_below(x, (*from)?)?;
                *from = value.checked_sub(1);
                Some(x.is(value))
            }
            Rest::Stack(atoms) => {
                while atoms.pop_if(|atom| domains.decided(*atom) == Some(false)).is_some() {}
                atoms.pop()
            }
        }
    }
}

/// Both halves of a domain.
pub(super) fn halves(x: Var, lo: i64, hi: i64, upper_first: bool) -> Values {
    let middle = ((i128::from(lo) + i128::from(hi)).div_euclid(2)) as i64;
    let (lower, upper) = (x.at_most(middle), x.more_than(middle));
    Values::stack(if upper_first { vec![lower, upper] } else { vec![upper, lower] })
}

/// The median first, then what is next to it.
pub(super) fn from_the_middle(x: Var, domains: &Domains) -> Values {
    let values: Vec<i64> = domains.values(x).collect();
    let middle = (values.len() - 1) / 2;
    ranked(x, values.into_iter().enumerate().map(|(i, v)| (i.abs_diff(middle) as u64, v)).collect())
}

/// Every value is tried with one look at the constraints on the variable; the one that removes least comes first.
pub(super) fn least_constraining(x: Var, space: &mut Space) -> Values {
    let values: Vec<i64> = space.domains.values(x).collect();
    ranked(x, values.into_iter().map_while(|v| space.preview(x.is(v)).map(|removed| (removed, v))).collect())
}

/// Every value is thought through as far as the order looks; the one that leaves the best bound comes first.
pub(super) fn best_bound(x: Var, objective: Objective, space: &mut Space) -> Values {
    let (lo, hi) = (space.domains.lo(x), space.domains.hi(x));
    if space.domains.size(x) > FEW {
        let cost = |space: &mut Space, v: i64| space.outlook(x.is(v), objective).unwrap_or(i64::MAX);
        return if cost(space, hi) < cost(space, lo) { Values::down(hi) } else { Values::up(lo) };
    }
    let values: Vec<i64> = space.domains.values(x).collect();
    ranked(x, values.into_iter().map_while(|v| space.outlook(x.is(v), objective).map(|cost| (cost, v))).collect())
}

fn ranked<K: Ord>(x: Var, mut ranked: Vec<(K, i64)>) -> Values {
    ranked.sort_unstable();
    Values::stack(ranked.into_iter().rev().map(|(_, v)| x.is(v)).collect())
}
