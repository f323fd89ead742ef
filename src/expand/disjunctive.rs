//! Tasks on one machine: an order for each pair, or at most one at each time.

use super::{Ground, Row, cumulative};
use crate::model::Operand;
use crate::model::global::{Cumulative, Disjunctive, Task};

/// The rows; the first is the default.
pub const TABLE: &[Row<Disjunctive>] = &[
    Row {
        name: "disjunctive-pairs",
        summary: "for each two tasks, one literal says which comes first",
        reference: "Balas, Operations Research 1969",
        write: by_pairs,
    },
    Row {
        name: "disjunctive-time",
        summary: "at each time at which a task may start, at most one runs",
        reference: "Schutt, Feydy, Stuckey, Wallace, CP 2009",
        write: by_time,
    },
];

type Pair = (Operand, Operand);

fn by_pairs(it: &Disjunctive, g: &mut dyn Ground) {
    it.tasks.iter().for_each(|(_, duration)| g.not_negative(*duration));
    for (j, b) in it.tasks.iter().enumerate() {
        for a in &it.tasks[..j] {
            if g.is_full() {
                return;
            }
            apart(a, b, it.strict, g);
        }
    }
}

/// Of the two one ends before the other starts.
fn apart(a: &Pair, b: &Pair, strict: bool, g: &mut dyn Ground) {
    let is_open = |operand: Operand| g.range(operand).0 <= 0;
    let loose = !strict && (is_open(a.1) || is_open(b.1));
    let (first, second) = (g.before(a.0, a.1, b.0), g.before(b.0, b.1, a.0));
    let which = g.reason(first);
    if !loose {
        return g.when(!which, second);
    }
    // A task that lasts no time is nowhere.
    let mut atoms = vec![which, g.reason(second)];
    for duration in [a.1, b.1] {
        match duration {
            Operand::Var(var) => atoms.push(var.at_most(0)),
            Operand::Const(0) => return,
            Operand::Const(_) => {}
        }
    }
    g.clause(atoms);
}

fn by_time(it: &Disjunctive, g: &mut dyn Ground) {
    let task = |(start, duration): &Pair| Task { start: *start, duration: *duration, demand: Operand::Const(1) };
    let tasks: Vec<Task> = it.tasks.iter().map(task).collect();
    // Tasks without duration take nothing there; where they count, they are kept apart by pairs.
    let instant = |g: &dyn Ground, (_, duration): &Pair| it.strict && g.range(*duration).0 <= 0;
    for (j, b) in it.tasks.iter().enumerate() {
        for a in it.tasks[..j].iter() {
            if instant(g, a) || instant(g, b) {
                apart(a, b, true, g);
            }
        }
    }
    (cumulative::TABLE[1].write)(&Cumulative { tasks, capacity: Operand::Const(1) }, g);
}
