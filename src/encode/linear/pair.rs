//! One or two integer variables: clauses over their bounds, no auxiliary.
//!
//! `a x + b y <= k` is "`x >= v` implies a bound of `y`" for every value `v`: `d` binary clauses. `!=` forbids pairs of
//! equal values. With direct literals `=` is "`x = v` implies `y = w`". Tamura et al., Constraints 2009.

use crate::encode::Written;
use crate::encode::domain::Repr;
use crate::encode::encoder::Encoder;
use crate::model::{Atom, Cmp, Var};

/// `c x` compares with `bound`.
pub fn one(e: &mut Encoder, (c, x): (i128, Var), cmp: Cmp, bound: i128) -> Written {
    match cmp {
        Cmp::Le => e.require_some(&[at_most(c, x, bound)]),
        Cmp::Ge => e.require_some(&[at_most(-c, x, -bound)]),
        Cmp::Eq => e.require_some(&[equals(c, x, bound)]),
        Cmp::Ne => e.require_some(&[!equals(c, x, bound)]),
    }
}

/// `a x + b y` compares with `bound`; neither is encoded by bits.
pub fn two(e: &mut Encoder, (a, x): (i128, Var), (b, y): (i128, Var), cmp: Cmp, bound: i128) -> Written {
    let direct = |var: Var| matches!(e.map.repr(var), Repr::Direct(..) | Repr::Two(_));
    match cmp {
        Cmp::Le => at_most_two(e, (a, x), (b, y), bound),
        Cmp::Ge => at_most_two(e, (-a, x), (-b, y), -bound),
        Cmp::Ne => each_value(e, x, |value| [x.is_not(value), !equals(b, y, bound - a * i128::from(value))]),
        Cmp::Eq if direct(x) && direct(y) => {
            each_value(e, x, |value| [x.is_not(value), equals(b, y, bound - a * i128::from(value))])?;
            each_value(e, y, |value| [y.is_not(value), equals(a, x, bound - b * i128::from(value))])
        }
        Cmp::Eq => {
            at_most_two(e, (a, x), (b, y), bound)?;
            at_most_two(e, (-a, x), (-b, y), -bound)
        }
    }
}

/// When `x` has at least (or, for negative `a`, at most) a value, that much is left for `y`.
fn at_most_two(e: &mut Encoder, (a, x): (i128, Var), (b, y): (i128, Var), bound: i128) -> Written {
    let unless = |value: i64| if a > 0 { !x.at_least(value) } else { !x.at_most(value) };
    each_value(e, x, |value| [unless(value), at_most(b, y, bound - a * i128::from(value))])
}

fn each_value(e: &mut Encoder, x: Var, clause: impl Fn(i64) -> [Atom; 2]) -> Written {
    for i in 0..e.map.values(x).len() {
        let value = e.map.values(x).nth(i);
        e.atoms(&clause(value));
        e.go_on()?;
    }
    Ok(())
}

/// `c x <= bound` as an atom.
fn at_most(c: i128, x: Var, bound: i128) -> Atom {
    if c > 0 { le(x, bound.div_euclid(c)) } else { !le(x, -bound.div_euclid(-c) - 1) }
}

/// Numbers beyond 64 bits are beyond every domain.
fn le(x: Var, value: i128) -> Atom {
    match i64::try_from(value) {
        Ok(value) => x.at_most(value),
        Err(_) if value > 0 => x.at_most(i64::MAX),
        Err(_) => x.more_than(i64::MAX),
    }
}

/// `c x = bound` as an atom.
fn equals(c: i128, x: Var, bound: i128) -> Atom {
    match i64::try_from(bound / c) {
        Ok(value) if bound % c == 0 => x.is(value),
        _ => x.more_than(i64::MAX),
    }
}
