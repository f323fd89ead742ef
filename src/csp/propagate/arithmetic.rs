//! Products, quotients, remainders, powers and absolute values.
//!
//! When the two arguments have few values together, all pairs are tried, which is domain consistent. Otherwise products
//! are reasoned about by bounds (interval arithmetic), the rest by the range of possible results. A variable may occur
//! twice: pairs that give it two values are skipped. A run costs at most [`FEW`] pairs.

use super::{Conflict, Domains, Kept};
use crate::model::{Domain, Op, Operand, Var};

/// As many pairs of arguments are tried one by one.
const FEW: u64 = 4096;

/// `x op y = z`
pub(super) fn operation(op: Op, x: Operand, y: Operand, z: Operand, domains: &mut Domains) -> Kept {
    let n_pairs = size(x, domains).saturating_mul(size(y, domains));
    match op {
        _ if n_pairs <= FEW => by_pairs(op, x, y, z, domains),
        Op::Times => times(x, y, z, domains),
        Op::Divide => within(z, magnitude(x, domains), domains),
        Op::Modulo => modulo(x, y, z, domains),
        Op::Power => Ok(()),
    }
}

/// `|x| = z`
pub(super) fn absolute(x: Var, z: Var, domains: &mut Domains) -> Kept {
    let largest = magnitude(x.into(), domains);
    let (lo, hi) = (i128::from(domains.lo(x)), i128::from(domains.hi(x)));
    domains.clip(z.into(), lo.max(-hi).max(0), largest)?;
    within(x.into(), i128::from(domains.hi(z)), domains)?;
    if domains.size(x) <= FEW && domains.size(z) <= FEW {
        let (xs, zs) = (domains.to_domain(x), domains.to_domain(z));
        domains.retain(x, |v| v.checked_abs().is_some_and(|a| zs.contains(a)))?;
        domains.retain(z, |v| xs.contains(v) || v.checked_neg().is_some_and(|n| xs.contains(n)))?;
    }
    Ok(())
}

fn by_pairs(op: Op, x: Operand, y: Operand, z: Operand, domains: &mut Domains) -> Kept {
    let [xs, ys, zs] = [x, y, z].map(|o| domains.operand(o));
    let (mut good_x, mut good_y, mut good_z) = (Vec::new(), Vec::new(), Vec::new());
    for a in xs.iter() {
        for b in ys.iter() {
            let Some(c) = op.apply(a, b).and_then(|c| i64::try_from(c).ok()).filter(|c| zs.contains(*c)) else {
                continue;
            };
            let agree = |o, p, u, v| !same(o, p) || u == v;
            if agree(x, y, a, b) && agree(x, z, a, c) && agree(y, z, b, c) {
                good_x.push(a);
                good_y.push(b);
                good_z.push(c);
            }
        }
    }
    for (operand, good) in [(x, good_x), (y, good_y), (z, good_z)] {
        match operand {
            Operand::Var(v) => domains.intersect(v, &Domain::from_values(good))?,
            Operand::Const(_) if good.is_empty() => return Err(Conflict),
            Operand::Const(_) => {}
        }
    }
    Ok(())
}

fn same(a: Operand, b: Operand) -> bool {
    matches!((a, b), (Operand::Var(a), Operand::Var(b)) if a == b)
}

fn times(x: Operand, y: Operand, z: Operand, domains: &mut Domains) -> Kept {
    let (lo, hi) = product(domains.span(x), domains.span(y));
    domains.clip(z, lo, hi)?;
    factor(x, y, z, domains)?;
    factor(y, x, z, domains)
}

fn product(a: (i64, i64), b: (i64, i64)) -> (i128, i128) {
    let corners = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)].map(|(u, v)| i128::from(u) * i128::from(v));
    (
        corners[0].min(corners[1]).min(corners[2].min(corners[3])),
        corners[0].max(corners[1]).max(corners[2].max(corners[3])),
    )
}

/// Bounds of `x` from `x * y = z`, where `y` has one sign.
fn factor(x: Operand, y: Operand, z: Operand, domains: &mut Domains) -> Kept {
    let (lo, hi) = domains.span(y);
    let (least, most) = domains.span(z);
    let (least, most) = match (lo > 0, hi < 0) {
        (true, _) => (least, most),
        // x * -y = -z
        (_, true) => {
            return factor_of((-i128::from(hi), -i128::from(lo)), (-i128::from(most), -i128::from(least)), x, domains);
        }
        _ => return Ok(()),
    };
    factor_of((lo.into(), hi.into()), (least.into(), most.into()), x, domains)
}

/// Bounds of `x` from `x * y = z` for a positive `y`.
fn factor_of(y: (i128, i128), z: (i128, i128), x: Operand, domains: &mut Domains) -> Kept {
    let lo = if z.0 > 0 { -(-z.0).div_euclid(y.1) } else { -(-z.0).div_euclid(y.0) };
    let hi = if z.1 > 0 { z.1.div_euclid(y.0) } else { z.1.div_euclid(y.1) };
    domains.clip(x, lo, hi)
}

fn modulo(x: Operand, y: Operand, z: Operand, domains: &mut Domains) -> Kept {
    let (lo, hi) = domains.span(x);
    let largest = magnitude(x, domains).min(magnitude(y, domains) - 1);
    domains.clip(z, if lo >= 0 { 0 } else { -largest }, if hi <= 0 { 0 } else { largest })
}

fn within(operand: Operand, largest: i128, domains: &mut Domains) -> Kept {
    domains.clip(operand, -largest, largest)
}

fn magnitude(operand: Operand, domains: &Domains) -> i128 {
    let (lo, hi) = domains.span(operand);
    i128::from(lo).abs().max(i128::from(hi).abs())
}

fn size(operand: Operand, domains: &Domains) -> u64 {
    match operand {
        Operand::Const(_) => 1,
        Operand::Var(x) => domains.size(x),
    }
}
