//! Boxes apart: on which sides of each other two boxes can still lie; when one side is left, it is taken.
//!
//! When only one dimension is left to a pair, the starts between "before" and "behind" go. A run costs the square of the number
//! of boxes; those that must hold come in pairs (`csp/boxes.rs`).

use super::super::{Conflict, Domains, Kept};
use crate::model::Operand;
use crate::model::global::Diffn;

type Side = (Operand, Operand);

/// Leaves only places that some order of each pair leaves.
pub(super) fn propagate(it: &Diffn, domains: &mut Domains) -> Kept {
    let boxes: Vec<&[Side]> = it.boxes().collect();
    for (j, b) in boxes.iter().enumerate() {
        for a in &boxes[..j] {
            apart(a, b, it.strict, domains)?;
        }
    }
    Ok(())
}

fn apart(a: &[Side], b: &[Side], strict: bool, domains: &mut Domains) -> Kept {
    let may_be_nothing = |side: &Side| {
        let (lo, hi) = domains.span(side.1);
        lo <= 0 && 0 <= hi
    };
    if !strict && a.iter().chain(b).any(may_be_nothing) {
        return Ok(());
    }
    let mut open = None;
    for (k, (a, b)) in a.iter().zip(b).enumerate() {
        for (first, second) in [(a, b), (b, a)] {
            if !can_precede(first, second, domains) {
                continue;
            }
            match open {
                None => open = Some((k, Some((first, second)))),
                Some((dimension, _)) if dimension == k => open = Some((k, None)),
                Some(_) => return Ok(()),
            }
        }
    }
    match open {
        None => Err(Conflict),
        Some((_, Some((first, second)))) => precede(first, second, domains),
        Some((k, None)) => {
            beside(&a[k], &b[k], domains)?;
            beside(&b[k], &a[k], domains)
        }
    }
}

fn wide(operand: Operand, domains: &Domains) -> (i128, i128) {
    let (lo, hi) = domains.span(operand);
    (lo.into(), hi.into())
}

fn can_precede(first: &Side, second: &Side, domains: &Domains) -> bool {
    wide(first.0, domains).0 + wide(first.1, domains).0 <= wide(second.0, domains).1
}

/// `first` ends before `second` begins.
fn precede(first: &Side, second: &Side, domains: &mut Domains) -> Kept {
    const FAR: i128 = i64::MAX as i128;
    let (at, length, next) = (wide(first.0, domains), wide(first.1, domains), wide(second.0, domains));
    domains.clip(first.0, -FAR - 1, next.1 - length.0)?;
    domains.clip(first.1, -FAR - 1, next.1 - at.0)?;
    domains.clip(second.0, at.0 + length.0, FAR)
}

/// The box lies on either side of the other in this dimension: what is too late to be before it and too early to be behind goes.
fn beside(side: &Side, other: &Side, domains: &mut Domains) -> Kept {
    /// More values than that are left to the bounds.
    const MOST: i128 = 256;
    let Operand::Var(x) = side.0 else { return Ok(()) };
    let last_before = wide(other.0, domains).1 - wide(side.1, domains).0;
    let first_behind = wide(other.0, domains).0 + wide(other.1, domains).0;
    let (lo, hi) = wide(side.0, domains);
    let (from, to) = ((last_before + 1).max(lo), (first_behind - 1).min(hi));
    match to - from < MOST {
        true => (from..=to).try_for_each(|value| domains.remove(x, value as i64)),
        false => Ok(()),
    }
}
