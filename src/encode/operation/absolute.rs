//! Absolute value: for each bound `v`, `z <= v` exactly if `-v <= x <= v`; large domains by the sign of `x`.

use super::{Cmp, Domain, Encoder, Var, Written, different, linear};
use crate::encode::domain::LARGE;

/// `|x| = z`
pub fn absolute(e: &mut Encoder, x: Var, z: Var) -> Written {
    e.atoms(&[z.at_least(0)]);
    if e.map.values(x).len() > LARGE || e.map.values(z).len() > LARGE {
        return by_sign(e, x, z);
    }
    let xs: Vec<i64> = e.domain(x).iter().map(|v| v.saturating_abs()).collect();
    let bounds = Domain::from_values(xs.into_iter().chain(e.domain(z).iter().filter(|v| *v >= 0)));
    // Between these bounds nothing changes; -1 stands for "below all of them".
    for v in std::iter::once(-1).chain(bounds.iter()) {
        e.go_on()?;
        e.atoms(&[!z.at_most(v), x.at_most(v)]);
        e.atoms(&[!z.at_most(v), x.at_least(-v)]);
        e.atoms(&[z.at_most(v), !x.at_most(v), !x.at_least(-v)]);
    }
    Ok(())
}

/// `|x| != z`
pub fn not_absolute(e: &mut Encoder, x: Var, z: Var) -> Written {
    let ranges: Vec<(i64, i64)> = e.domain(x).ranges().to_vec();
    let mirrored = ranges.iter().map(|(lo, hi)| (hi.saturating_neg(), lo.saturating_neg()));
    let both = Domain::from_ranges(ranges.iter().copied().chain(mirrored));
    let reaches = |value: i64| vec![x.at_least(value), x.at_most(value.saturating_neg())];
    let value = e.auxiliary_that(both.intersect(&Domain::range(0, i64::MAX)), &reaches);
    absolute(e, x, value)?;
    different(e, value, z)
}

fn by_sign(e: &mut Encoder, x: Var, z: Var) -> Written {
    let positive = e.lit(x.at_least(0));
    e.under(positive, |e| linear::post(e, &[(1, x), (-1, z)], Cmp::Eq, 0))?;
    e.under(!positive, |e| linear::post(e, &[(1, x), (1, z)], Cmp::Eq, 0))
}
