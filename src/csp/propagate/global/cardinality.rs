//! Cardinality: how many variables must take a value, how many may, and what the counts say of that.
//!
//! A run costs the variables times the values. Bounds of the counts, each by itself and together with the number of
//! variables; a value that is used up is removed, one that all who may must take is taken (Régin, AAAI 1996, has the
//! flow that would see more).

use super::super::{Domains, Kept};
use crate::model::global::Cardinality;
use crate::model::{Domain, Operand, Var};

/// Leaves only values and counts that fit.
pub(super) fn propagate(it: &Cardinality, domains: &mut Domains) -> Kept {
    if it.closed {
        let listed = Domain::from_values(it.counts.iter().map(|(value, _)| *value));
        it.vars.iter().try_for_each(|x| domains.intersect(*x, &listed))?;
    }
    it.counts.iter().try_for_each(|(value, count)| one(&it.vars, *value, *count, domains))?;
    together(it, domains)
}

fn one(vars: &[Var], value: i64, count: Operand, domains: &mut Domains) -> Kept {
    let (mut n_must, mut n_may) = (0i64, 0i64);
    for x in vars.iter().filter(|x| domains.contains(**x, value)) {
        n_may += 1;
        n_must += i64::from(domains.value(*x).is_some());
    }
    domains.clip(count, n_must.into(), n_may.into())?;
    let (least, most) = domains.span(count);
    if n_must == n_may || least < n_may && most > n_must {
        return Ok(());
    }
    for x in vars.iter().filter(|x| domains.contains(**x, value)).copied().collect::<Vec<_>>() {
        match least == n_may {
            true => domains.assign(x, value)?,
            false if domains.value(x).is_none() => domains.remove(x, value)?,
            false => {}
        }
    }
    Ok(())
}

/// The counts of different values are together at most the variables, and all of them if there are no other values.
fn together(it: &Cardinality, domains: &mut Domains) -> Kept {
    let mut counts = it.counts.clone();
    counts.sort_by_key(|(value, _)| *value);
    counts.dedup_by_key(|(value, _)| *value);
    let n = it.vars.len() as i128;
    let spans = counts.iter().map(|(_, count)| domains.span(*count));
    let (least, most) = spans.fold((0i128, 0i128), |(lo, hi), span| (lo + i128::from(span.0), hi + i128::from(span.1)));
    for (_, count) in counts {
        let (lo, hi) = domains.span(count);
        let others = (least - i128::from(lo), most - i128::from(hi));
        let floor = if it.closed { n - others.1 } else { i128::from(i64::MIN) };
        domains.clip(count, floor, n - others.0)?;
    }
    Ok(())
}
