//! Inverse: `i` leads to `j` exactly as long as `j` leads back to `i`, and no two lead to the same.
//!
//! A run costs the sizes of the domains, and those of a matching of one side, which speaks for both. Domain consistent
//! on either side for what its own array says (Régin, AAAI 1994, for the matching).

use super::super::{Conflict, Domains, Kept};
use super::different;
use crate::model::Var;
use crate::model::global::Inverse;

/// Leaves only values that lead back.
pub(super) fn propagate(it: &Inverse, domains: &mut Domains) -> Kept {
    if it.f.len() != it.g.len() {
        return Err(Conflict);
    }
    super::within(&it.f, it.first_g, it.g.len(), domains)?;
    super::within(&it.g, it.first_f, it.f.len(), domains)?;
    channel((&it.f, it.first_f), (&it.g, it.first_g), domains)?;
    channel((&it.g, it.first_g), (&it.f, it.first_f), domains)?;
    different(&it.f, domains)
}

/// Leaves only values of one side from which there is a way back, and fixes the way back from one that is fixed.
fn channel((from, first_from): (&[Var], i64), (to, first_to): (&[Var], i64), domains: &mut Domains) -> Kept {
    for (x, i) in from.iter().zip(first_from..) {
        if let Some(j) = domains.value(*x) {
            domains.assign(to[j.abs_diff(first_to) as usize], i)?;
            continue;
        }
        let kept: Vec<i64> =
            domains.values(*x).filter(|j| domains.contains(to[j.abs_diff(first_to) as usize], i)).collect();
        if (kept.len() as u64) < domains.size(*x) {
            domains.keep(*x, kept)?;
        }
    }
    Ok(())
}
