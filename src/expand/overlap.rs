//! What two sets have in common: a literal for each place, and how many of them are true.

use super::{Ground, Row};
use crate::model::global::Overlap;
use crate::model::{Atom, Cmp, Constraint};

/// The rows; the first is the default.
pub const TABLE: &[Row<Overlap>] = &[
    Row {
        name: "overlap-half",
        summary: "the literals say only what the comparison needs: true where both are, or false where one is",
        reference: "Plaisted, Greenbaum, JSC 1986",
        write: |it, g| by_literals(it, it.cmp != Cmp::Ge, it.cmp != Cmp::Le, g),
    },
    Row {
        name: "overlap-whole",
        summary: "the literals are true exactly where both are",
        reference: "Tseitin, 1968",
        write: |it, g| by_literals(it, true, true, g),
    },
];

/// The literals are true where both are (`up`), and only there (`down`); on exact ground both.
fn by_literals(it: &Overlap, up: bool, down: bool, g: &mut dyn Ground) {
    let (up, down) = (up || g.is_exact(), down || g.is_exact());
    let mut atoms = Vec::with_capacity(it.pairs.len());
    let mut bound = it.bound;
    for (one, other) in &it.pairs {
        if g.is_full() {
            return;
        }
        match (decided(*one, g), decided(*other, g)) {
            (Some(false), _) | (_, Some(false)) => {}
            (Some(true), Some(true)) => bound = bound.saturating_sub(1),
            (Some(true), None) => atoms.push(*other),
            (None, Some(true)) => atoms.push(*one),
            (None, None) if one == other => atoms.push(*one),
            (None, None) if *one == !*other => {}
            (None, None) => atoms.push(both(*one, *other, up, down, g)),
        }
    }
    g.post(Constraint::Count { atoms, cmp: it.cmp, bound });
}

fn decided(atom: Atom, g: &dyn Ground) -> Option<bool> {
    atom.decided_by(g.domain(atom.var))
}

/// A fresh literal: true where both are, or false where one is not, or both.
fn both(one: Atom, other: Atom, up: bool, down: bool, g: &mut dyn Ground) -> Atom {
    let truth = g.boolean().is_true();
    if up {
        g.clause([truth, !one, !other]);
    }
    if down {
        g.clause([!truth, one]);
        g.clause([!truth, other]);
    }
    truth
}
