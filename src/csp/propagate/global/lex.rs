//! Lex: the first place that may differ must not fall, and must rise if the rest cannot hold.
//!
//! What holds before the place in question: both sides have the same value. If the rest can still be in order, the left
//! is at most the right there, else it is less. Domain consistent unless a variable occurs twice; linear (Frisch,
//! Hnich, Kiziltan, Miguel and Walsh, CP 2002, with the pointers found anew at each run).

use super::super::{Conflict, Domains, Kept};
use crate::model::global::Lex;

/// Leaves only values with which the left side can come first.
pub(super) fn propagate(it: &Lex, domains: &mut Domains) -> Kept {
    for (at, (left, right)) in it.left.iter().zip(&it.right).enumerate() {
        let rise = i128::from(!may_hold_from(it, at + 1, domains));
        domains.clip(*left, i64::MIN.into(), i128::from(domains.span(*right).1) - rise)?;
        domains.clip(*right, i128::from(domains.span(*left).0) + rise, i64::MAX.into())?;
        let (left, right) = (domains.span(*left), domains.span(*right));
        if left.0 != left.1 || left != right {
            return Ok(());
        }
    }
    if end_holds(it) { Ok(()) } else { Err(Conflict) }
}

/// Whether the rest from a place on may be in order.
fn may_hold_from(it: &Lex, at: usize, domains: &Domains) -> bool {
    let pairs = it.left.iter().zip(&it.right).skip(at);
    for (left, right) in pairs {
        let (least, most) = (domains.span(*left).0, domains.span(*right).1);
        if least != most {
            return least < most;
        }
    }
    end_holds(it)
}

/// Whether sides that agree as far as both go are in order.
fn end_holds(it: &Lex) -> bool {
    if it.strict { it.left.len() < it.right.len() } else { it.left.len() <= it.right.len() }
}
