//! Large quotients and remainders, from their definition: `x = q y + r`, `|r| < |y|`, and `r` has the sign of `x`.

use super::{Cmp, Domain, EncodeError, Encoder, Var, Written, linear};
use crate::model::{Op, Operand};

/// `x div y = q`
pub fn quotient(e: &mut Encoder, x: Var, y: Var, q: Var) -> Written {
    let bound = size(e, x)?.min(size(e, y)?);
    let r = e.auxiliary(Domain::range(-bound, bound));
    divide(e, x, y, q, r)
}

/// `x mod y = r`
pub fn remainder(e: &mut Encoder, x: Var, y: Var, r: Var) -> Written {
    let bound = size(e, x)?;
    let q = e.auxiliary(Domain::range(-bound, bound));
    divide(e, x, y, q, r)
}

/// The largest absolute value.
fn size(e: &Encoder, x: Var) -> Result<i64, EncodeError> {
    let largest = e.domain(x).min().unsigned_abs().max(e.domain(x).max().unsigned_abs());
    i64::try_from(largest).map_err(|_| EncodeError::Overflow { what: String::new() })
}

fn divide(e: &mut Encoder, x: Var, y: Var, q: Var, r: Var) -> Written {
    let bound = size(e, x)?;
    // |q y| is at most |x|, since r is on the same side.
    let product = e.auxiliary(Domain::range(-bound, bound));
    e.atoms(&[y.is_not(0)]);
    super::post(e, Op::Times, Operand::Var(q), Operand::Var(y), Operand::Var(product))?;
    linear::post(e, &[(1, product), (1, r), (-1, x)], Cmp::Eq, 0)?;
    e.atoms(&[!x.at_least(0), r.at_least(0)]);
    e.atoms(&[!x.at_most(0), r.at_most(0)]);
    // |r| < |y|, for either sign of y.
    for (side, sign) in [(y.at_least(1), -1), (y.at_most(-1), 1)] {
        let side = e.lit(side);
        e.under(side, |e| {
            linear::post(e, &[(1, r), (sign, y)], Cmp::Le, -1)?;
            linear::post(e, &[(-1, r), (sign, y)], Cmp::Le, -1)
        })?;
    }
    Ok(())
}
