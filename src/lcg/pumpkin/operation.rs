//! Products, quotients, remainders and powers.
//!
//! A product is a propagator. A quotient and a remainder are two sides of `x = y q + r`, where `r` is smaller than `y` and
//! has the sign of `x`; no product on the way is larger than `x`. A power with a fixed exponent is a chain of products,
//! any other is listed value by value.

use super::MOST;
use super::linear::{self, sum};
use super::poster::{Posted, Poster, View};
use crate::model::{Cmp, Domain, Op, Operand};
use pumpkin_core::predicates::{Predicate, PredicateConstructor};

/// The most pairs of values that are listed.
const MOST_PAIRS: u64 = 200_000;

/// `x op y = z`
pub fn post(p: &mut Poster, op: Op, x: Operand, y: Operand, z: Operand) -> Posted {
    match (op, y) {
        (Op::Times, _) => {
            let views = [p.operand(x)?, p.operand(y)?, p.operand(z)?];
            times(p, views)
        }
        (Op::Divide, _) => divided(p, x, y, Some(z), None),
        (Op::Modulo, _) => divided(p, x, y, None, Some(z)),
        (Op::Power, Operand::Const(exponent @ 1..)) if !is_listed(p, x, y) => chain(p, x, exponent, z),
        (Op::Power, _) => listed(p, op, x, y, z, true),
    }
}

/// `x op y` is undefined or not `z`.
pub fn post_opposite(p: &mut Poster, op: Op, x: Operand, y: Operand, z: Operand) -> Posted {
    if op == Op::Power {
        return listed(p, op, x, y, z, false);
    }
    let (a, b, z) = (p.operand(x)?, p.operand(y)?, p.operand(z)?);
    let (of_x, of_y) = (largest(p, &a), largest(p, &b));
    let most = if op == Op::Times { of_x * of_y } else { of_x };
    let other = p.fresh(-most, most)?;
    let is_defined = if op == Op::Times { Predicate::trivially_true() } else { b.disequality_predicate(0) };
    p.under(is_defined, |p| {
        match op {
            Op::Times => times(p, [a, b, other])?,
            Op::Divide => division(p, a, b, other, None)?,
            _ => division_with(p, a, b, other)?,
        }
        linear::compare(p, other, z, Cmp::Ne)
    })
}

/// The largest absolute value.
fn largest(p: &Poster, view: &View) -> i128 {
    let (lo, hi) = p.bounds(view);
    lo.abs().max(hi.abs())
}

/// The only value, if there is just one.
fn fixed(p: &Poster, view: &View) -> Option<i128> {
    let (lo, hi) = p.bounds(view);
    (lo == hi).then_some(lo)
}

/// `x y = z`; with a constant it is a sum.
fn times(p: &mut Poster, [x, y, z]: [View; 3]) -> Posted {
    match (fixed(p, &x), fixed(p, &y)) {
        (Some(c), _) => sum(p, &[(c, *y.inner()), (-1, *z.inner())], Cmp::Eq, 0),
        (_, Some(c)) => sum(p, &[(c, *x.inner()), (-1, *z.inner())], Cmp::Eq, 0),
        _ => {
            let tag = p.tag;
            p.post(pumpkin_constraints::times(x, y, z, tag))
        }
    }
}

fn divided(p: &mut Poster, x: Operand, y: Operand, quotient: Option<Operand>, rest: Option<Operand>) -> Posted {
    let (x, y) = (p.operand(x)?, p.operand(y)?);
    match (quotient, rest) {
        (Some(q), _) => {
            let q = p.operand(q)?;
            division(p, x, y, q, None)
        }
        (None, Some(r)) => {
            let r = p.operand(r)?;
            division_with(p, x, y, r)
        }
        (None, None) => Ok(()),
    }
}

/// `x mod y = r`
fn division_with(p: &mut Poster, x: View, y: View, r: View) -> Posted {
    let most = largest(p, &x);
    let q = p.fresh(-most, most)?;
    division(p, x, y, q, Some(r))
}

/// `x = y q + r`, rounded towards zero.
fn division(p: &mut Poster, x: View, y: View, q: View, r: Option<View>) -> Posted {
    p.clause([y.disequality_predicate(0)])?;
    let ((lo, hi), most) = (p.bounds(&x), largest(p, &x));
    let within = (largest(p, &y) - 1).clamp(0, most);
    let r = match r {
        Some(r) => r,
        None => p.fresh(if lo < 0 { -within } else { 0 }, if hi > 0 { within } else { 0 })?,
    };
    match fixed(p, &y) {
        Some(c) => sum(p, &[(1, *x.inner()), (-c, *q.inner()), (-1, *r.inner())], Cmp::Eq, 0)?,
        None => {
            let product = p.fresh(-most, most)?;
            times(p, [y, q, product])?;
            sum(p, &[(1, *x.inner()), (-1, *product.inner()), (-1, *r.inner())], Cmp::Eq, 0)?;
        }
    }
    p.clause([x.upper_bound_predicate(-1), r.lower_bound_predicate(0)])?;
    p.clause([x.lower_bound_predicate(1), r.upper_bound_predicate(0)])?;
    smaller(p, r, y)
}

/// `|r| < |y|`
fn smaller(p: &mut Poster, r: View, y: View) -> Posted {
    for (condition, sign) in [(y.lower_bound_predicate(1), 1), (y.upper_bound_predicate(-1), -1)] {
        let size = (-sign, *y.inner());
        p.under(condition, |p| {
            sum(p, &[(1, *r.inner()), size], Cmp::Le, -1)?;
            sum(p, &[(-1, *r.inner()), size], Cmp::Le, -1)
        })?;
    }
    Ok(())
}

fn domain(p: &Poster, operand: Operand) -> Domain {
    match operand {
        Operand::Const(value) => Domain::singleton(value),
        Operand::Var(var) => p.domain(var).clone(),
    }
}

fn is_listed(p: &Poster, x: Operand, y: Operand) -> bool {
    /// Fewer values than this are listed even if a chain would do: values in, values out.
    const FEW: u64 = 64;
    domain(p, x).size().saturating_mul(domain(p, y).size()) <= FEW
}

/// `x` to the power of a positive constant is `z`. What grows beyond all values stays there, so no step may.
fn chain(p: &mut Poster, x: Operand, exponent: i64, z: Operand) -> Posted {
    let (x, z) = (p.operand(x)?, p.operand(z)?);
    if exponent == 1 {
        return linear::compare(p, x, z, Cmp::Eq);
    }
    // Beyond so many factors all but 0, 1 and -1 are too large, and for those only the parity matters.
    let n_factors = if exponent > 62 { 62 + exponent % 2 } else { exponent };
    let mut power = x;
    for step in 2..=n_factors {
        let next = if step == n_factors { z } else { p.fresh(-MOST, MOST)? };
        times(p, [power, x, next])?;
        power = next;
    }
    Ok(())
}

/// For each pair of values what the result is, or is not.
fn listed(p: &mut Poster, op: Op, x: Operand, y: Operand, z: Operand, expected: bool) -> Posted {
    let (of_x, of_y, of_z) = (domain(p, x), domain(p, y), domain(p, z));
    if of_x.size().saturating_mul(of_y.size()) > MOST_PAIRS {
        return p.refuse("a power with so many values");
    }
    let (x, y, z) = (p.operand(x)?, p.operand(y)?, p.operand(z)?);
    for a in of_x.iter() {
        for b in of_y.iter() {
            let value = op.apply(a, b).and_then(|v| i64::try_from(v).ok()).filter(|v| of_z.contains(*v));
            let result = match (value, expected) {
                (Some(value), true) => z.equality_predicate(value as i32),
                (Some(value), false) => z.disequality_predicate(value as i32),
                (None, true) => Predicate::trivially_false(),
                (None, false) => continue,
            };
            p.clause([x.disequality_predicate(a as i32), y.disequality_predicate(b as i32), result])?;
        }
    }
    Ok(())
}
