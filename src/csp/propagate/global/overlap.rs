//! What two sets have in common: when as many places are common as may be, no other is; when as many can be as must, all are.
//!
//! One rule for both, in `Overlap::rest`. A run costs the number of places.

use super::super::{Conflict, Domains, Kept};
use crate::model::Atom;
use crate::model::global::{Overlap, Rest};

/// Leaves only what keeps to the bound.
pub(super) fn propagate(it: &Overlap, domains: &mut Domains) -> Kept {
    let (mut least, mut most) = (0, 0);
    for (one, other) in &it.pairs {
        match (domains.decided(*one), domains.decided(*other)) {
            (Some(true), Some(true)) => (least, most) = (least + 1, most + 1),
            (Some(false), _) | (_, Some(false)) => {}
            _ => most += 1,
        }
    }
    match it.rest(least, most) {
        None => Ok(()),
        Some(Rest::Impossible) => Err(Conflict),
        Some(Rest::All) => it.pairs.iter().try_for_each(|pair| common(*pair, domains)),
        Some(Rest::None) => it.pairs.iter().try_for_each(|pair| not_common(*pair, domains)),
    }
}

fn common((one, other): (Atom, Atom), domains: &mut Domains) -> Kept {
    match (domains.decided(one), domains.decided(other)) {
        (Some(false), _) | (_, Some(false)) => Ok(()),
        _ => domains.make(one).and_then(|()| domains.make(other)),
    }
}

fn not_common((one, other): (Atom, Atom), domains: &mut Domains) -> Kept {
    match (domains.decided(one), domains.decided(other)) {
        (Some(true), None) => domains.make(!other),
        (None, Some(true)) => domains.make(!one),
        _ => Ok(()),
    }
}
