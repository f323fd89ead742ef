//! Circuit: successors are different, no chain of them closes too early, and everybody can be reached.
//!
//! Three kinds of reasoning in one run: a matching (no two have the same successor), the ends of chains of fixed
//! successors (which must not lead back to their beginning while somebody is missing; Caseau and Laburthe, ICLP 1997),
//! and strong components (a tour stays within one; Tarjan 1972). A run costs the sizes of the domains, and the
//! matching.

use super::super::strong::Strong;
use super::super::{Conflict, Domains, Kept};
use super::{different, within};
use crate::model::global::Circuit;

/// Leaves only successors that may be part of a tour.
pub(super) fn propagate(it: &Circuit, domains: &mut Domains) -> Kept {
    let n = it.next.len();
    within(&it.next, it.first, n, domains)?;
    if !it.sub && n > 1 {
        (0..n).try_for_each(|i| domains.remove(it.next[i], it.first + i as i64))?;
    }
    different(&it.next, domains)?;
    keep_chains_open(it, domains)?;
    keep_connected(it, domains)
}

/// The successor of an index, if it is fixed.
fn fixed(it: &Circuit, i: usize, domains: &Domains) -> Option<usize> {
    domains.value(it.next[i]).map(|v| v.abs_diff(it.first) as usize)
}

/// Whether the index must be on the tour.
fn is_wanted(it: &Circuit, i: usize, domains: &Domains) -> bool {
    !it.sub || !domains.contains(it.next[i], it.first + i as i64)
}

fn keep_chains_open(it: &Circuit, domains: &mut Domains) -> Kept {
    let n = it.next.len();
    let mut has_before = vec![false; n];
    (0..n).filter_map(|i| fixed(it, i, domains)).for_each(|j| has_before[j] = true);
    let n_wanted = (0..n).filter(|i| is_wanted(it, *i, domains)).count();
    let mut is_met = vec![false; n];
    for start in (0..n).filter(|i| !has_before[*i]) {
        let (mut end, mut length, mut n_wanted_here) = (start, 1, usize::from(is_wanted(it, start, domains)));
        is_met[start] = true;
        while let Some(next) = fixed(it, end, domains) {
            (end, length) = (next, length + 1);
            is_met[end] = true;
            n_wanted_here += usize::from(is_wanted(it, end, domains));
            if length > n {
                return Err(Conflict);
            }
        }
        // Alone it may be its own successor.
        if length > 1 && n_wanted_here < n_wanted {
            domains.remove(it.next[end], it.first + start as i64)?;
        }
    }
    // Who was not met is on a tour that is closed already.
    let start = (0..n).find(|i| !is_met[*i] && (!it.sub || fixed(it, *i, domains) != Some(*i)));
    start.map_or(Ok(()), |start| close(it, start, n_wanted, domains))
}

/// Fixed successors lead from an index back to it: everybody else must do without a tour.
fn close(it: &Circuit, start: usize, n_wanted: usize, domains: &mut Domains) -> Kept {
    let (mut at, mut length) = (start, 0);
    let mut is_on = vec![false; it.next.len()];
    while !std::mem::replace(&mut is_on[at], true) {
        (at, length) = (fixed(it, at, domains).expect("all on a closed tour are fixed"), length + 1);
    }
    if length < n_wanted {
        return Err(Conflict);
    }
    let off = (0..is_on.len()).filter(|i| !is_on[*i]);
    off.into_iter().try_for_each(|i| domains.assign(it.next[i], it.first + i as i64))
}

/// A tour stays within a strong component.
fn keep_connected(it: &Circuit, domains: &mut Domains) -> Kept {
    let n = it.next.len();
    let Some(wanted) = (0..n).find(|i| is_wanted(it, *i, domains)) else { return Ok(()) };
    let mut first = Vec::with_capacity(n + 1);
    let mut arrows: Vec<u32> = Vec::new();
    for x in &it.next {
        first.push(arrows.len() as u32);
        arrows.extend(domains.values(*x).map(|v| v.abs_diff(it.first) as u32));
    }
    first.push(arrows.len() as u32);
    let mut strong = Strong::default();
    strong.run(n as u32, |i, k| {
        let at = first[i as usize] + k;
        (at < first[i as usize + 1]).then(|| arrows[at as usize])
    });
    if strong.n_parts == 1 {
        return Ok(());
    }
    for i in (0..n).filter(|i| strong.part[*i] != strong.part[wanted]) {
        match is_wanted(it, i, domains) {
            true => return Err(Conflict),
            false => domains.assign(it.next[i], it.first + i as i64)?,
        }
    }
    Ok(())
}
