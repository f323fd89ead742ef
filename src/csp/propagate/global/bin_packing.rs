//! Bin packing: what a bin holds for sure, what it may hold, and what its load says of that.
//!
//! Bounds of the loads, each by itself and all together with the weight of all items; a bin that an item would overfill
//! is removed from its choices, one that could not be filled without it is taken. A run costs items times bins
//! (Shaw, CP 2004, without its reasoning about gaps between sums).

use super::super::{Domains, Kept};
use crate::model::global::BinPacking;

/// Leaves only bins and loads that fit.
pub(super) fn propagate(it: &BinPacking, domains: &mut Domains) -> Kept {
    let bins: Vec<_> = it.items.iter().map(|(_, bin)| *bin).collect();
    super::within(&bins, it.first, it.loads.len(), domains)?;
    (0..it.loads.len()).try_for_each(|bin| one(it, bin, domains))?;
    together(it, domains)
}

fn one(it: &BinPacking, bin: usize, domains: &mut Domains) -> Kept {
    let value = it.first + bin as i64;
    let (mut lo, mut hi) = (0i128, 0i128);
    for (weight, x) in it.items.iter().filter(|(_, x)| domains.contains(*x, value)) {
        let (weight, is_sure) = (i128::from(*weight), domains.value(*x).is_some());
        lo += if is_sure { weight } else { weight.min(0) };
        hi += if is_sure { weight } else { weight.max(0) };
    }
    domains.clip(it.loads[bin], lo, hi)?;
    let (least, most) = domains.span(it.loads[bin]);
    let fits = |lo: i128, hi: i128| lo <= i128::from(most) && hi >= i128::from(least);
    for (weight, x) in &it.items {
        if domains.value(*x).is_some() || !domains.contains(*x, value) {
            continue;
        }
        let weight = i128::from(*weight);
        let without = (lo - weight.min(0), hi - weight.max(0));
        if !fits(without.0 + weight, without.1 + weight) {
            domains.remove(*x, value)?;
        } else if !fits(without.0, without.1) {
            domains.assign(*x, value)?;
        }
    }
    Ok(())
}

/// The loads are together what the items weigh.
fn together(it: &BinPacking, domains: &mut Domains) -> Kept {
    let weight: i128 = it.items.iter().map(|(weight, _)| i128::from(*weight)).sum();
    let spans = it.loads.iter().map(|load| domains.span(*load));
    let (least, most) = spans.fold((0i128, 0i128), |(lo, hi), span| (lo + i128::from(span.0), hi + i128::from(span.1)));
    for load in &it.loads {
        let (lo, hi) = domains.span(*load);
        domains.clip(*load, weight - (most - i128::from(hi)), weight - (least - i128::from(lo)))?;
    }
    Ok(())
}
