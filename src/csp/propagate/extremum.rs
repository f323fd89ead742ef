//! Minimum and maximum: bounds of the result from the bounds of the values, and back.
//!
//! A run costs the number of values. If only one of them can still be the extremum, it is. Bounds consistent unless a
//! variable occurs twice.

use super::{Conflict, Domains, Kept};
use crate::model::{Operand, Var};

/// `result` is the smallest of the values.
pub(super) fn minimum(of: &[Operand], result: Var, domains: &mut Domains) -> Kept {
    let lo = of.iter().map(|o| domains.span(*o).0).min().ok_or(Conflict)?;
    let hi = of.iter().map(|o| domains.span(*o).1).min().ok_or(Conflict)?;
    domains.clip(result.into(), lo.into(), hi.into())?;
    let (lo, hi) = (domains.lo(result), domains.hi(result));
    of.iter().try_for_each(|o| domains.clip(*o, lo.into(), i64::MAX.into()))?;
    let mut low = of.iter().filter(|o| domains.span(**o).0 <= hi);
    match (low.next(), low.next()) {
        (None, _) => Err(Conflict),
        (Some(only), None) => domains.clip(*only, lo.into(), hi.into()),
        _ => Ok(()),
    }
}

/// `result` is the largest of the values.
pub(super) fn maximum(of: &[Operand], result: Var, domains: &mut Domains) -> Kept {
    let lo = of.iter().map(|o| domains.span(*o).0).max().ok_or(Conflict)?;
    let hi = of.iter().map(|o| domains.span(*o).1).max().ok_or(Conflict)?;
    domains.clip(result.into(), lo.into(), hi.into())?;
    let (lo, hi) = (domains.lo(result), domains.hi(result));
    of.iter().try_for_each(|o| domains.clip(*o, i64::MIN.into(), hi.into()))?;
    let mut high = of.iter().filter(|o| domains.span(**o).1 >= lo);
    match (high.next(), high.next()) {
        (None, _) => Err(Conflict),
        (Some(only), None) => domains.clip(*only, lo.into(), hi.into()),
        _ => Ok(()),
    }
}
