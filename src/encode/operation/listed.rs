//! An operation on small domains: a clause per pair of arguments that names the result.

use crate::encode::Written;
use crate::encode::encoder::Encoder;
use crate::model::{Op, Var};

/// The largest number of pairs of arguments that are listed.
const MOST: u64 = 20_000;

/// Whether the pairs of arguments are few enough to be listed.
pub fn is_short(e: &Encoder, x: Var, y: Var) -> bool {
    let sizes = [x, y].map(|var| e.map.values(var).len());
    let n = if x == y { Some(sizes[0]) } else { sizes[0].checked_mul(sizes[1]) };
    n.is_some_and(|n| n <= MOST)
}

/// `x op y = z` if `expected`, else the opposite.
pub fn post(e: &mut Encoder, op: Op, x: Var, y: Var, z: Var, expected: bool) -> Written {
    let xs: Vec<i64> = e.domain(x).iter().collect();
    let ys: Vec<i64> = e.domain(y).iter().collect();
    for a in &xs {
        e.go_on()?;
        for b in ys.iter().filter(|b| x != y || *b == a) {
            let unless = [x.is_not(*a), y.is_not(*b)];
            // A result that no variable can have is like none.
            match (op.apply(*a, *b).and_then(|result| i64::try_from(result).ok()), expected) {
                (Some(result), true) => e.atoms(&[unless[0], unless[1], z.is(result)]),
                (Some(result), false) => e.atoms(&[unless[0], unless[1], z.is_not(result)]),
                (None, true) => e.atoms(&unless),
                (None, false) => {}
            }
        }
    }
    Ok(())
}
