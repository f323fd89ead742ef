//! How many values: those that are taken, or the variables that are the first to take theirs.

use super::{Ground, Row};
use crate::model::global::NValue;
use crate::model::{Atom, Cmp, Constraint, Domain, Var};

/// The rows; the first is the default.
pub const TABLE: &[Row<NValue>] = &[
    Row {
        name: "nvalue-values",
        summary: "a literal for each value: some variable takes it",
        reference: "Bessière, Hebrard, Hnich, Kiziltan, Walsh, Constraints 2006",
        write: by_values,
    },
    Row {
        name: "nvalue-first",
        summary: "a literal for each variable: none before it is equal",
        reference: "Bessière, Hebrard, Hnich, Kiziltan, Walsh, Constraints 2006",
        write: by_first,
    },
];

/// With more values than this, variables are compared with each other.
const MANY_VALUES: u64 = 20_000;

fn by_values(it: &NValue, g: &mut dyn Ground) {
    let values = it.of.iter().fold(Domain::empty(), |all, var| all.union(g.domain(*var)));
    if values.size() > MANY_VALUES {
        return by_first(it, g);
    }
    let mut taken = Vec::new();
    for value in values.iter() {
        if g.is_full() {
            return;
        }
        let takers = it.of.iter().filter(|var| g.domain(**var).contains(value)).map(|var| var.is(value)).collect();
        taken.push(defined(Constraint::Clause(takers), g));
    }
    number(it, taken, g);
}

fn by_first(it: &NValue, g: &mut dyn Ground) {
    let mut firsts = Vec::new();
    for (i, x) in it.of.iter().enumerate() {
        let mut equals: Vec<Atom> = Vec::new();
        for y in &it.of[..i] {
            if g.is_full() {
                return;
            }
            if !g.domain(*x).intersect(g.domain(*y)).is_empty() {
                let equal = g.sum(&[(1, (*x).into()), (-1, (*y).into())], Cmp::Eq, 0);
                equals.push(defined(equal, g).is_true());
            }
        }
        let first = g.boolean();
        g.post(Constraint::Iff { when: first.is_false(), then: Box::new(Constraint::Clause(equals)) });
        firsts.push(first);
    }
    number(it, firsts, g);
}

/// A Boolean that is true exactly when the constraint holds.
fn defined(constraint: Constraint, g: &mut dyn Ground) -> Var {
    let truth = g.boolean();
    g.post(Constraint::Iff { when: truth.is_true(), then: Box::new(constraint) });
    truth
}

/// So many of the Booleans are true.
fn number(it: &NValue, truths: Vec<Var>, g: &mut dyn Ground) {
    match g.value(it.n) {
        Some(bound) => {
            let atoms = truths.iter().map(|truth| truth.is_true()).collect();
            g.post(Constraint::Count { atoms, cmp: Cmp::Eq, bound });
        }
        None => {
            let terms: Vec<_> = truths.iter().map(|truth| (1, (*truth).into())).chain([(-1, it.n)]).collect();
            let sum = g.sum(&terms, Cmp::Eq, 0);
            g.post(sum);
        }
    }
}
