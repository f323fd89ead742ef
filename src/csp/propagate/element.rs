//! Element: an index dies when its entry cannot equal the result, and the result keeps to the entries.
//!
//! `array[index] = result`. A run costs the array plus the ranges of its entries. Domain consistent on index and
//! result for arrays of constants (Van Hentenryck and Carillon, AAAI 1988).

use super::{Conflict, Domains, Kept};
use crate::model::{Domain, Operand, Var};

/// Above so many values, overlapping bounds count as a common value.
const FEW: u64 = 4096;

/// Removes indices and results that do not fit.
pub(super) fn propagate(array: &[Operand], first: i64, index: Var, result: Operand, domains: &mut Domains) -> Kept {
    let first = i128::from(first);
    domains.at_least(index, first)?;
    domains.at_most(index, first + array.len() as i128 - 1)?;
    let entry = |i: i64| array[(i128::from(i) - first) as usize];
    let fits: Vec<i64> = domains.values(index).filter(|i| may_equal(entry(*i), result, domains)).collect();
    if fits.len() as u64 != domains.size(index) {
        domains.intersect(index, &Domain::from_values(fits.iter().copied()))?;
    }
    match (result, fits.as_slice()) {
        (_, []) => Err(Conflict),
        (_, [only]) => equate(entry(*only), result, domains),
        (Operand::Const(_), _) => Ok(()),
        (Operand::Var(x), many) => domains.intersect(x, &union(many.iter().map(|i| entry(*i)), x, domains)),
    }
}

fn union(entries: impl Iterator<Item = Operand>, result: Var, domains: &Domains) -> Domain {
    let (lo, hi) = (domains.lo(result), domains.hi(result));
    let mut ranges = Vec::new();
    for entry in entries {
        ranges.extend_from_slice(domains.operand(entry).ranges());
    }
    Domain::from_ranges(ranges.into_iter().map(|(l, h)| (l.max(lo), h.min(hi))))
}

fn may_equal(a: Operand, b: Operand, domains: &Domains) -> bool {
    match (a, b) {
        (Operand::Const(a), Operand::Const(b)) => a == b,
        (Operand::Const(value), Operand::Var(x)) | (Operand::Var(x), Operand::Const(value)) => {
            domains.contains(x, value)
        }
        (Operand::Var(x), Operand::Var(y)) => may_meet(x, y, domains),
    }
}

fn may_meet(x: Var, y: Var, domains: &Domains) -> bool {
    let (small, large) = if domains.size(x) <= domains.size(y) { (x, y) } else { (y, x) };
    match domains.size(small) <= FEW {
        true => domains.values(small).any(|v| domains.contains(large, v)),
        false => domains.lo(x) <= domains.hi(y) && domains.lo(y) <= domains.hi(x),
    }
}

/// Both operands keep their common values only.
fn equate(a: Operand, b: Operand, domains: &mut Domains) -> Kept {
    let common = domains.operand(a).intersect(&domains.operand(b));
    for operand in [a, b] {
        match operand {
            Operand::Var(x) => domains.intersect(x, &common)?,
            Operand::Const(_) if common.is_empty() => return Err(Conflict),
            Operand::Const(_) => {}
        }
    }
    Ok(())
}
