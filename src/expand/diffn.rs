//! Boxes apart: for each two, a literal says in which dimension which comes first; the load of each dimension may be said besides.

use super::{Ground, Row, cumulative};
use crate::model::global::Diffn;
use crate::model::{Atom, Operand};

/// The rows; the first is the default.
pub const TABLE: &[Row<Diffn>] = &[
    Row {
        name: "diffn-pairs",
        summary: "for each two boxes, a literal for each side on which one may lie of the other",
        reference: "Onodera, Taniguchi, Tamaru, DAC 1991",
        write: by_pairs,
    },
    Row {
        name: "diffn-loads",
        summary: "the same, and in two dimensions how much of the one is used at each place of the other",
        reference: "Simonis, O'Sullivan, CP 2008",
        write: with_loads,
    },
];

type Side = (Operand, Operand);

fn by_pairs(it: &Diffn, g: &mut dyn Ground) {
    let boxes: Vec<&[Side]> = it.boxes().collect();
    for (j, b) in boxes.iter().enumerate() {
        for a in &boxes[..j] {
            if g.is_full() {
                return;
            }
            apart(a, b, it.strict, g);
        }
    }
}

/// The boxes are beside each other in some dimension, or one of them is nowhere.
fn apart(a: &[Side], b: &[Side], strict: bool, g: &mut dyn Ground) {
    let mut atoms: Vec<Atom> = Vec::new();
    if !strict {
        for (_, length) in a.iter().chain(b) {
            match length {
                Operand::Const(0) => return,
                Operand::Var(var) if g.domain(*var).contains(0) => atoms.push(var.is(0)),
                _ => {}
            }
        }
    }
    for (a, b) in a.iter().zip(b) {
        for (first, second) in [(a, b), (b, a)] {
            let (at, length, next) = (g.wide_range(first.0), g.wide_range(first.1), g.wide_range(second.0));
            match () {
                () if at.1 + length.1 <= next.0 => return,
                () if at.0 + length.0 > next.1 => {}
                () => {
                    let before = g.before(first.0, first.1, second.0);
                    atoms.push(g.reason(before));
                }
            }
        }
    }
    g.clause(atoms);
}

fn with_loads(it: &Diffn, g: &mut dyn Ground) {
    by_pairs(it, g);
    let loads = it.loads(|operand| g.range(operand));
    loads.iter().for_each(|load| (cumulative::TABLE[0].write)(load, g));
}
