//! The order of dictionaries: how far the arrays are equal, as a chain of literals or as a place.

use super::ground::implied;
use super::{Ground, Row};
use crate::model::global::Lex;
use crate::model::{Atom, Cmp, Constraint};

/// The rows; the first is the default.
pub const TABLE: &[Row<Lex>] = &[
    Row {
        name: "lex-chain",
        summary: "a literal for each place: nothing before it decides",
        reference: "Frisch, Hnich, Kiziltan, Miguel, Walsh, CP 2002",
        write: by_chain,
    },
    Row {
        name: "lex-place",
        summary: "one variable for the first place where they differ",
        reference: "Carlsson, Beldiceanu, SICS T2002:17",
        write: by_place,
    },
];

/// Whether the arrays may be equal as far as the shorter one goes.
fn tie_is_fine(it: &Lex) -> bool {
    if it.strict { it.left.len() < it.right.len() } else { it.left.len() <= it.right.len() }
}

/// `left + gap <= right` at a place.
fn at_most(it: &Lex, place: usize, gap: i64, g: &mut dyn Ground) -> Constraint {
    g.sum(&[(1, it.left[place]), (-1, it.right[place])], Cmp::Le, -gap)
}

fn by_chain(it: &Lex, g: &mut dyn Ground) {
    if g.is_exact() {
        // Behind the place that decides, the literals of a chain are free.
        return by_place(it, g);
    }
    let n = it.left.len().min(it.right.len());
    if n == 0 && !tie_is_fine(it) {
        return g.fail();
    }
    let under = |open: Option<Atom>, constraint: Constraint| match open {
        Some(atom) => implied(atom, constraint),
        None => constraint,
    };
    // Nothing before the first place decides.
    let mut open: Option<Atom> = None;
    for place in 0..n {
        if g.is_full() {
            return;
        }
        let is_last = place + 1 == n;
        let not_more = at_most(it, place, i64::from(is_last && !tie_is_fine(it)), g);
        g.post(under(open, not_more));
        if !is_last {
            let next = g.boolean().is_true();
            let less = at_most(it, place, 1, g);
            g.post(under(open, implied(!next, less)));
            open = Some(next);
        }
    }
}

fn by_place(it: &Lex, g: &mut dyn Ground) {
    let n = it.left.len().min(it.right.len()) as i64;
    let last = if tie_is_fine(it) { n } else { n - 1 };
    if last < 0 {
        return g.fail();
    }
    let first = g.integer(0, last);
    for place in 0..n {
        if g.is_full() {
            return;
        }
        let less = at_most(it, place as usize, 1, g);
        g.when(first.is(place), less);
        let (left, right) = (it.left[place as usize], it.right[place as usize]);
        let equal = g.sum(&[(1, left), (-1, right)], Cmp::Eq, 0);
        g.when(first.more_than(place), equal);
    }
}
