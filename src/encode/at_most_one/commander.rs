//! Commander: groups of three, each with a literal that commands it; at most one commander.
//!
//! About `3.5 n` clauses and `n / 2` fresh variables with groups of three, the size its authors found best.
//! Klieber and Kwon, CFV 2007.

use super::{Row, SMALL, note_goal, note_some, pairwise};
use crate::cnf::{ClauseSink, Lit};

/// The row of this file.
pub const ROW: Row = Row {
    name: "commander",
    summary: "groups of three under a literal each, of which at most one is true",
    reference: "Klieber and Kwon 2007",
    encode,
    certified: true,
};

const GROUP: usize = 3;

/// Writes the clauses.
pub fn encode(lits: &[Lit], sink: &mut dyn ClauseSink) {
    if lits.len() <= SMALL {
        return pairwise::encode(lits, sink);
    }
    let commanders: Vec<Lit> = lits.chunks(GROUP).map(|group| command(group, sink)).collect();
    note_goal(&commanders, sink);
    encode(&commanders, sink);
}

/// At most one of the group, and then its commander; no commander without one of the group.
fn command(group: &[Lit], sink: &mut dyn ClauseSink) -> Lit {
    if let [only] = group {
        return *only;
    }
    let commander = sink.fresh();
    note_some(commander, group.iter().copied(), sink);
    pairwise::encode(group, sink);
    group.iter().for_each(|lit| sink.clause(&[!*lit, commander]));
    let mut some = group.to_vec();
    some.push(!commander);
    sink.clause(&some);
    commander
}
