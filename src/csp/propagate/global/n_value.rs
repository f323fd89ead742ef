//! Number of values: how many there must be, how many there can be, and what follows when only one of the two is left.
//!
//! At least as many as variables that have no value in common by their bounds (Beldiceanu, CP 2001), at most as many as
//! variables and as values. If no new value may come, the open ones keep to those taken; if all must differ, they do.
//! A run costs sorting the variables and the sizes of small domains.

use super::super::{Domains, Kept};
use crate::model::global::NValue;

/// With more values in all domains together, they are not counted.
const FEW: u64 = 20_000;

/// Leaves only numbers and values that fit.
pub(super) fn propagate(it: &NValue, domains: &mut Domains) -> Kept {
    let mut taken: Vec<i64> = it.of.iter().filter_map(|x| domains.value(*x)).collect();
    taken.sort_unstable();
    taken.dedup();
    let least = n_apart(it, domains).max(taken.len());
    domains.clip(it.n, least as i128, n_most(it, domains) as i128)?;
    let (lo, hi) = domains.span(it.n);
    if hi == taken.len() as i64 {
        let open = it.of.iter().filter(|x| domains.value(**x).is_none()).copied().collect::<Vec<_>>();
        open.into_iter().try_for_each(|x| domains.keep(x, taken.iter().copied()))?;
    }
    if lo == it.of.len() as i64 { super::different(&it.of, domains) } else { Ok(()) }
}

/// The most variables whose bounds leave no value to two of them.
fn n_apart(it: &NValue, domains: &Domains) -> usize {
    let mut spans: Vec<(i64, i64)> = it.of.iter().map(|x| (domains.hi(*x), domains.lo(*x))).collect();
    spans.sort_unstable();
    let (mut n, mut last) = (0, None);
    for (hi, lo) in spans {
        if last.is_none_or(|last| lo > last) {
            (n, last) = (n + 1, Some(hi));
        }
    }
    n
}

fn n_most(it: &NValue, domains: &Domains) -> usize {
    let n_values = it.of.iter().fold(0u64, |n, x| n.saturating_add(domains.size(*x)));
    if n_values > FEW {
        return it.of.len();
    }
    let mut values: Vec<i64> = it.of.iter().flat_map(|x| domains.values(*x)).collect();
    values.sort_unstable();
    values.dedup();
    values.len().min(it.of.len())
}
