//! Sums and counts: one propagator for a bound, two for an equation, one of its own for `!=`.
//!
//! Before that a sum is made simple: equal variables are merged, fixed ones leave, what the bounds decide is decided, and
//! what only one combination violates is a clause. So no propagator is without variables, and what is left is checked not
//! to overflow.

use super::MOST;
use super::poster::{Ended, Posted, Poster, View};
use crate::model::{Atom, Cmp, Var};
use num_integer::Integer;
use pumpkin_core::predicates::{Predicate, PredicateConstructor};
use pumpkin_core::variables::{DomainId, TransformableVariable};
use rustc_hash::FxHashMap;

/// The number of true atoms compares with the bound.
pub fn count(p: &mut Poster, atoms: &[Atom], cmp: Cmp, bound: i64) -> Posted {
    let all: Vec<Predicate> = atoms.iter().map(|atom| p.atom(*atom)).collect();
    let n_true = all.iter().filter(|a| **a == Predicate::trivially_true()).count();
    let open: Vec<Predicate> =
        all.into_iter().filter(|a| ![Predicate::trivially_true(), Predicate::trivially_false()].contains(a)).collect();
    let (n, bound) = (open.len() as i128, i128::from(bound) - n_true as i128);
    match (cmp, bound) {
        (Cmp::Ge, 1) => p.clause(open),
        (Cmp::Le, 0) | (Cmp::Eq, 0) => open.into_iter().try_for_each(|a| p.clause([!a])),
        (Cmp::Le, b) if b == n - 1 => p.clause(open.into_iter().map(|a| !a)),
        (Cmp::Ge | Cmp::Eq, b) if b == n => open.into_iter().try_for_each(|a| p.clause([a])),
        _ => by_bits(p, open, cmp, bound),
    }
}

fn by_bits(p: &mut Poster, open: Vec<Predicate>, cmp: Cmp, mut bound: i128) -> Posted {
    let mut terms = Vec::with_capacity(open.len());
    for predicate in open {
        let bit = p.bit(predicate)?;
        // The opposite of a bit is one minus the bit.
        bound -= i128::from(!bit.is_positive);
        terms.push((if bit.is_positive { 1 } else { -1 }, bit.of));
    }
    sum(p, &terms, cmp, bound)
}

/// The weighted sum of variables of the model compares with the bound.
pub fn post(p: &mut Poster, terms: &[(i64, Var)], cmp: Cmp, bound: i64) -> Posted {
    let terms: Vec<(i128, DomainId)> = terms.iter().map(|(c, x)| (i128::from(*c), p.vars[x.index()])).collect();
    sum(p, &terms, cmp, bound.into())
}

/// `x cmp y`
pub fn compare(p: &mut Poster, x: View, y: View, cmp: Cmp) -> Posted {
    sum(p, &[(1, *x.inner()), (-1, *y.inner())], cmp, 0)
}

/// The weighted sum of unscaled variables compares with the bound.
pub fn sum(p: &mut Poster, terms: &[(i128, DomainId)], cmp: Cmp, bound: i128) -> Posted {
    let (terms, fixed) = merged(p, terms);
    let bound = bound - fixed;
    match cmp {
        Cmp::Le => at_most(p, &terms, bound),
        Cmp::Ge => at_most(p, &opposite(&terms), -bound),
        Cmp::Eq => equal(p, &terms, bound),
        Cmp::Ne => different(p, &terms, bound),
    }
}

/// Each variable once, in order of writing, and what the fixed ones add up to.
fn merged(p: &Poster, terms: &[(i128, DomainId)]) -> (Vec<(i128, DomainId)>, i128) {
    let (mut places, mut kept, mut fixed) = (FxHashMap::default(), Vec::<(i128, DomainId)>::new(), 0);
    for (c, x) in terms {
        match p.bounds(&x.scaled(1)) {
            (lo, hi) if lo == hi => fixed += c * lo,
            _ => {
                let at: usize = *places.entry(*x).or_insert(kept.len());
                match kept.get_mut(at) {
                    Some(term) => term.0 += c,
                    None => kept.push((*c, *x)),
                }
            }
        }
    }
    kept.retain(|(c, _)| *c != 0);
    (kept, fixed)
}

fn opposite(terms: &[(i128, DomainId)]) -> Vec<(i128, DomainId)> {
    terms.iter().map(|(c, x)| (-c, *x)).collect()
}

/// The smallest and the largest value of a sum.
fn range(p: &Poster, terms: &[(i128, DomainId)]) -> (i128, i128) {
    terms.iter().fold((0, 0), |(least, most), (c, x)| {
        let (lo, hi) = p.bounds(&x.scaled(1));
        (least + (c * lo).min(c * hi), most + (c * lo).max(c * hi))
    })
}

fn at_most(p: &mut Poster, terms: &[(i128, DomainId)], bound: i128) -> Posted {
    let (least, most) = range(p, terms);
    let step = terms.iter().map(|(c, _)| c.abs()).min().unwrap_or(0);
    match (least, most) {
        (_, most) if most <= bound => Ok(()),
        (least, _) if least > bound => p.falsity(),
        _ if terms.len() == 1 => p.clause([single(terms[0], bound)]),
        // Only where every term is as large as can be, it is too large.
        _ if most - step <= bound => p.clause(terms.iter().map(|term| below(p, *term)).collect::<Vec<_>>()),
        _ => {
            let (views, tag) = (views(p, terms)?, p.tag);
            p.post(pumpkin_constraints::less_than_or_equals(views, bound as i32, tag))
        }
    }
}

/// `c x <= bound`, which is neither always nor never true.
fn single((c, x): (i128, DomainId), bound: i128) -> Predicate {
    match c > 0 {
        true => x.upper_bound_predicate(Integer::div_floor(&bound, &c) as i32),
        false => x.lower_bound_predicate(Integer::div_ceil(&-bound, &-c) as i32),
    }
}

/// The term is less than it can be.
fn below(p: &Poster, (c, x): (i128, DomainId)) -> Predicate {
    let (lo, hi) = p.bounds(&x.scaled(1));
    if c > 0 { x.upper_bound_predicate(hi as i32 - 1) } else { x.lower_bound_predicate(lo as i32 + 1) }
}

fn equal(p: &mut Poster, terms: &[(i128, DomainId)], bound: i128) -> Posted {
    match (decided(p, terms, bound), terms) {
        (Some(true), _) => Ok(()),
        (Some(false), _) => p.falsity(),
        (None, [(c, x)]) => p.clause([x.equality_predicate((bound / c) as i32)]),
        (None, _) => {
            let (views, tag) = (views(p, terms)?, p.tag);
            p.post(pumpkin_constraints::equals(views, bound as i32, tag))
        }
    }
}

fn different(p: &mut Poster, terms: &[(i128, DomainId)], bound: i128) -> Posted {
    match (decided(p, terms, bound), terms) {
        (Some(true), _) => p.falsity(),
        (Some(false), _) => Ok(()),
        (None, [(c, x)]) => p.clause([x.disequality_predicate((bound / c) as i32)]),
        (None, _) => {
            let (views, tag) = (views(p, terms)?, p.tag);
            p.post(pumpkin_constraints::not_equals(views, bound as i32, tag))
        }
    }
}

/// Whether the sum is the bound, if that needs no search.
fn decided(p: &Poster, terms: &[(i128, DomainId)], bound: i128) -> Option<bool> {
    let (least, most) = range(p, terms);
    let divisor = terms.iter().fold(0i128, |d, (c, _)| d.gcd(c));
    let is_multiple = divisor == 0 || bound % divisor == 0;
    match (least..=most).contains(&bound) && is_multiple {
        false => Some(false),
        true if least == most => Some(true),
        true => None,
    }
}

/// The terms as the backend takes them, unless it could overflow.
fn views(p: &Poster, terms: &[(i128, DomainId)]) -> Result<Vec<View>, Ended> {
    let size = |(c, x): &(i128, DomainId)| {
        let (lo, hi) = p.bounds(&x.scaled(1));
        c.abs() * lo.abs().max(hi.abs()).max(1)
    };
    let total: i128 = terms.iter().map(size).sum();
    match total <= MOST {
        true => Ok(terms.iter().map(|(c, x)| x.scaled(*c as i32)).collect()),
        false => p.refuse(&format!("a sum of {} terms that may reach {total}", terms.len())),
    }
}
