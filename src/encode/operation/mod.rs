//! Products, quotients, remainders, powers and absolute values.
//!
//! Few pairs of arguments are listed, each with its result (`listed`); a constant factor is a linear equation; the rest
//! goes over circuits on bits and smaller constraints (`product`, `division`, `power`).

mod absolute;
mod division;
mod listed;
mod power;
mod product;

pub use absolute::{absolute, not_absolute};

use super::constraint::{different, equal};
use super::encoder::Encoder;
use super::{EncodeError, Written, conflicts, linear};
use crate::cnf::Note;
use crate::model::{Cmp, Constraint, Domain, Op, Operand, Var};

/// `x op y = z`
pub fn post(e: &mut Encoder, op: Op, x: Operand, y: Operand, z: Operand) -> Written {
    let [x, y, z] = [x, y, z].map(|operand| e.operand(operand));
    let is_short = listed::is_short(e, x, y);
    let by_factor = op == Op::Times && (fixed(e, x).is_some() || fixed(e, y).is_some());
    if !is_short && !by_factor {
        e.note(Note::Uncertified("operations by circuits"));
    }
    match (op, fixed(e, x), fixed(e, y)) {
        (Op::Times, Some(factor), _) => linear::post(e, &[(factor, y), (-1, z)], Cmp::Eq, 0),
        (Op::Times, _, Some(factor)) => linear::post(e, &[(factor, x), (-1, z)], Cmp::Eq, 0),
        _ if is_short => listed::post(e, op, x, y, z, true),
        (Op::Times, ..) => product::post(e, x, y, z),
        (Op::Divide, ..) => division::quotient(e, x, y, z),
        (Op::Modulo, ..) => division::remainder(e, x, y, z),
        (Op::Power, ..) => power::post(e, x, y, z),
    }
}

/// `x op y` is undefined or not `z`.
pub fn post_opposite(e: &mut Encoder, op: Op, x: Operand, y: Operand, z: Operand) -> Written {
    let constraint = Constraint::Operation { op, x, y, z };
    let [x, y, z] = [x, y, z].map(|operand| e.operand(operand));
    if !listed::is_short(e, x, y) {
        e.note(Note::Uncertified("operations by circuits"));
    }
    match op {
        _ if listed::is_short(e, x, y) => listed::post(e, op, x, y, z, false),
        Op::Times => product::post_opposite(e, x, y, z),
        Op::Divide | Op::Modulo => not_divided(e, op, x, y, z),
        Op::Power => conflicts::post(e, &constraint, false),
    }
}

/// If the divisor is not 0, the function has a value, and it is another one.
fn not_divided(e: &mut Encoder, op: Op, x: Var, y: Var, z: Var) -> Written {
    let largest = e.domain(x).min().unsigned_abs().max(e.domain(x).max().unsigned_abs());
    let largest = i64::try_from(largest).map_err(|_| EncodeError::Overflow { what: String::new() })?;
    let value = e.auxiliary(Domain::range(-largest, largest));
    let defined = e.lit(y.is_not(0));
    e.under(defined, |e| {
        post(e, op, x.into(), y.into(), value.into())?;
        different(e, value, z)
    })
}

fn fixed(e: &Encoder, x: Var) -> Option<i64> {
    e.domain(x).value()
}
