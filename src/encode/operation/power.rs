//! Large powers: a chain of products, one per exponent.
//!
//! `p_k = p_(k-1) x` is asked only if `y >= k`; then `|p_k| <= |z|`, so no intermediate result is larger than the last.
//! Exponents are listed, at most [`MOST`] of them.

use super::{Domain, EncodeError, Encoder, Op, Var, Written, equal};
use crate::encode::operation::product;

/// The largest number of exponents.
const MOST: u64 = 200;

/// From this exponent on every base but -1, 0 and 1 has a power beyond 64 bits.
const ENORMOUS: i64 = 64;

/// `x ^ y = z`
pub fn post(e: &mut Encoder, x: Var, y: Var, z: Var) -> Written {
    if e.map.values(y).len() > MOST {
        return Err(EncodeError::TooManyCombinations { what: String::new(), limit: MOST });
    }
    let exponents: Vec<i64> = e.domain(y).iter().collect();
    for k in exponents.iter().copied().filter(|k| *k < 0 || *k >= ENORMOUS) {
        units(e, x, y, z, k);
    }
    chain(e, x, y, z, exponents.iter().copied().filter(|k| (0..ENORMOUS).contains(k)).max())
}

/// An exponent under which only -1, 0 and 1 matter: all others vanish (negative) or explode.
fn units(e: &mut Encoder, x: Var, y: Var, z: Var, k: i64) {
    let no = y.is_not(k);
    for base in -1..=1 {
        match Op::Power.apply(base, k) {
            Some(value) => e.atoms(&[no, x.is_not(base), z.is(value as i64)]),
            None => e.atoms(&[no, x.is_not(base)]),
        }
    }
    for beyond in [!x.at_most(1), !x.at_least(-1)] {
        if k < 0 { e.atoms(&[no, !beyond, z.is(0)]) } else { e.atoms(&[no, !beyond]) }
    }
}

fn chain(e: &mut Encoder, x: Var, y: Var, z: Var, largest: Option<i64>) -> Written {
    let Some(largest) = largest else { return Ok(()) };
    let size = e.domain(z).min().unsigned_abs().max(e.domain(z).max().unsigned_abs());
    let size = i64::try_from(size).map_err(|_| EncodeError::Overflow { what: String::new() })?;
    e.atoms(&[y.is_not(0), z.is(1)]);
    let mut power = x;
    for k in 1..=largest {
        if k > 1 {
            let next = e.auxiliary(Domain::range(-size, size));
            let needed = e.lit(y.at_least(k));
            e.under(needed, |e| product::post(e, power, x, next))?;
            power = next;
        }
        let chosen = e.lit(y.is(k));
        e.under(chosen, |e| equal(e, power, z))?;
    }
    Ok(())
}
