//! A sum in normal form: each variable once, no fixed ones, coefficients without a common divisor, and the bounds
//! between which the sum can lie. Everything in 128 bits, checked.

use crate::encode::encoder::Encoder;
use crate::model::{Cmp, Var};
use num_integer::gcd;

/// A sum of at least one open variable, or what is known without looking further.
pub enum Normal {
    /// The comparison always holds, or never.
    Decided(bool),
    /// What is left to say.
    Open(Vec<(i128, Var)>, Cmp, i128),
}

/// The normal form, or `None` when the numbers overflow.
pub fn normal(e: &Encoder, terms: &[(i64, Var)], cmp: Cmp, bound: i64) -> Option<Normal> {
    let mut terms: Vec<(i128, Var)> = terms.iter().map(|(c, v)| (i128::from(*c), *v)).collect();
    if terms.iter().any(|(_, v)| e.map.values(*v).is_empty()) {
        return Some(Normal::Decided(true));
    }
    gather(&mut terms);
    let mut bound = i128::from(bound);
    for (coefficient, var) in &terms {
        let values = e.map.values(*var);
        if values.len() == 1 {
            bound = bound.checked_sub(coefficient.checked_mul(values.min().into())?)?;
        }
    }
    terms.retain(|(coefficient, var)| *coefficient != 0 && e.map.values(*var).len() > 1);
    let (low, high) = range(e, &terms)?;
    Some(match cmp {
        Cmp::Le if bound >= high => Normal::Decided(true),
        Cmp::Le if bound < low => Normal::Decided(false),
        Cmp::Ge if bound <= low => Normal::Decided(true),
        Cmp::Ge if bound > high => Normal::Decided(false),
        Cmp::Eq | Cmp::Ne if bound < low || bound > high => Normal::Decided(cmp == Cmp::Ne),
        Cmp::Eq | Cmp::Ne if low == high => Normal::Decided(cmp.holds(low, bound)),
        _ => reduced(terms, cmp, bound),
    })
}

/// Each variable once, in order of first occurrence.
fn gather(terms: &mut Vec<(i128, Var)>) {
    let mut first = rustc_hash::FxHashMap::default();
    let mut out: Vec<(i128, Var)> = Vec::with_capacity(terms.len());
    for (coefficient, var) in terms.drain(..) {
        match first.get(&var) {
            Some(at) => out[*at as usize].0 += coefficient,
            None => {
                first.insert(var, out.len() as u32);
                out.push((coefficient, var));
            }
        }
    }
    *terms = out;
}

/// The least and the largest sum.
fn range(e: &Encoder, terms: &[(i128, Var)]) -> Option<(i128, i128)> {
    let (mut low, mut high) = (0i128, 0i128);
    for (coefficient, var) in terms {
        let values = e.map.values(*var);
        let a = coefficient.checked_mul(values.min().into())?;
        let b = coefficient.checked_mul(values.max().into())?;
        (low, high) = (low.checked_add(a.min(b))?, high.checked_add(a.max(b))?);
    }
    // Room to spare, so that differences of sums fit as well.
    (low > i128::MIN / 4 && high < i128::MAX / 4).then_some((low, high))
}

/// Divided by the greatest common divisor.
fn reduced(mut terms: Vec<(i128, Var)>, cmp: Cmp, bound: i128) -> Normal {
    let divisor = terms.iter().fold(0, |g, (c, _)| gcd(g, c.unsigned_abs())) as i128;
    terms.iter_mut().for_each(|(c, _)| *c /= divisor);
    let exact = bound % divisor == 0;
    match cmp {
        Cmp::Le => Normal::Open(terms, cmp, bound.div_euclid(divisor)),
        Cmp::Ge => Normal::Open(terms, cmp, -(-bound).div_euclid(divisor)),
        Cmp::Eq | Cmp::Ne if exact => Normal::Open(terms, cmp, bound / divisor),
        Cmp::Eq => Normal::Decided(false),
        Cmp::Ne => Normal::Decided(true),
    }
}
