//! How often values occur: one sum for each value, or a count that grows along the variables.

use super::{Ground, Row};
use crate::model::global::Cardinality;
use crate::model::{Atom, Cmp, Constraint, Domain, Operand, Var};

/// The rows; the first is the default.
pub const TABLE: &[Row<Cardinality>] = &[
    Row {
        name: "gcc-sums",
        summary: "for each value, the sum of its occurrences is its count",
        reference: "Régin, AAAI 1996 (the constraint)",
        write: by_sums,
    },
    Row {
        name: "gcc-chain",
        summary: "for each value, a count that goes up at each variable that takes it",
        reference: "Sinz, CP 2005 (sequential counter)",
        write: by_chain,
    },
];

fn closed(it: &Cardinality, g: &mut dyn Ground) {
    if it.closed {
        let listed = Domain::from_values(it.counts.iter().map(|(value, _)| *value));
        it.vars.iter().for_each(|var| g.within(*var, &listed));
    }
}

/// The variables that may take the value.
fn takers(it: &Cardinality, value: i64, g: &dyn Ground) -> Vec<Atom> {
    it.vars.iter().filter(|var| g.domain(**var).contains(value)).map(|var| var.is(value)).collect()
}

fn by_sums(it: &Cardinality, g: &mut dyn Ground) {
    closed(it, g);
    for (value, count) in &it.counts {
        if g.is_full() {
            return;
        }
        let atoms = takers(it, *value, g);
        match g.value(*count) {
            Some(bound) => g.post(Constraint::Count { atoms, cmp: Cmp::Eq, bound }),
            None => {
                let truths = atoms.into_iter().map(|atom| (1, g.truth(atom).into()));
                let terms: Vec<(i64, Operand)> = truths.collect();
                let sum = g.sum(&[&terms[..], &[(-1, *count)]].concat(), Cmp::Eq, 0);
                g.post(sum);
            }
        }
    }
}

fn by_chain(it: &Cardinality, g: &mut dyn Ground) {
    closed(it, g);
    for (value, count) in &it.counts {
        let atoms = takers(it, *value, g);
        let most = g.range(*count).1;
        if most < 0 {
            return g.fail();
        }
        let mut before = Operand::Const(0);
        for (i, atom) in atoms.iter().enumerate() {
            if g.is_full() {
                return;
            }
            let after: Var = g.integer(0, most.min(i as i64 + 1));
            let step = |by: i64, g: &mut dyn Ground| g.sum(&[(1, after.into()), (-1, before)], Cmp::Eq, by);
            let (up, same) = (step(1, g), step(0, g));
            g.when(*atom, up);
            g.when(!*atom, same);
            before = after.into();
        }
        let last = g.sum(&[(1, before), (-1, *count)], Cmp::Eq, 0);
        g.post(last);
    }
}
