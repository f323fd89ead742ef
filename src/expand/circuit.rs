//! Tours: positions along the tour, or the tour itself, step by step.
//!
//! Positions grow along every edge but the one that leads back to the start, so no other cycle closes (Miller, Tucker, Zemlin,
//! JACM 1960). A subcircuit starts at its first index that is not its own successor.

use super::ground::{implied, indices, numbered};
use super::{Ground, Row};
use crate::model::global::Circuit;
use crate::model::{Atom, Cmp, Constraint, Operand, Var};
use std::sync::Arc;

/// The rows; the first is the default.
pub const TABLE: &[Row<Circuit>] = &[
    Row {
        name: "circuit-order",
        summary: "a position for each index, larger than that of the index before",
        reference: "Miller, Tucker, Zemlin, JACM 1960",
        write: by_order,
    },
    Row {
        name: "circuit-steps",
        summary: "the tour step by step, each the successor of the one before",
        reference: "Beldiceanu, Contejean, Mathematical and Computer Modelling 1994",
        write: by_steps,
    },
];

/// Every successor is an index, and none is that of two.
fn permutation(it: &Circuit, g: &mut dyn Ground) {
    let inside = indices(it.first, it.next.len());
    it.next.iter().for_each(|next| g.within(*next, &inside));
    if it.next.len() > 1 {
        g.post(Constraint::AllDifferent(it.next.clone()));
    }
    if !it.sub && it.next.len() > 1 {
        it.next.iter().zip(numbered(it.first, it.next.len())).for_each(|(next, index)| g.clause([next.is_not(index)]));
    }
}

/// For each index a Boolean: it is the first one that is not its own successor.
fn starts(it: &Circuit, g: &mut dyn Ground) -> Vec<Var> {
    let mut starts = Vec::new();
    // `None` before the first index: none was on the tour yet.
    let mut none_yet: Option<Atom> = None;
    for (next, index) in it.next.iter().zip(numbered(it.first, it.next.len())) {
        let (start, none) = (g.boolean(), g.boolean());
        let before = none_yet.into_iter();
        let both = |truth: Var, own: Atom, g: &mut dyn Ground| {
            before.clone().chain([own]).for_each(|atom| g.clause([truth.is_false(), atom]));
            g.clause(before.clone().map(|atom| !atom).chain([!own, truth.is_true()]));
        };
        both(start, next.is_not(index), g);
        both(none, next.is(index), g);
        starts.push(start);
        none_yet = Some(none.is_true());
    }
    starts
}

fn by_order(it: &Circuit, g: &mut dyn Ground) {
    if it.sub && g.is_exact() {
        // Positions along a shorter tour would have room to spare.
        return by_steps(it, g);
    }
    permutation(it, g);
    let n = it.next.len() as i64;
    if n < 2 {
        return;
    }
    let starts = if it.sub { starts(it, g) } else { Vec::new() };
    let position = |at: i64, g: &mut dyn Ground| match (it.sub, at) {
        (false, 0) => Operand::Const(1),
        (false, _) => g.integer(2, n).into(),
        (true, _) => g.integer(1, n).into(),
    };
    let positions: Vec<Operand> = (0..n).map(|at| position(at, g)).collect();
    for (i, next) in it.next.iter().enumerate() {
        for (j, index) in numbered(it.first, it.next.len()).enumerate() {
            if g.is_full() {
                return;
            }
            if i == j || (!it.sub && j == 0) || !g.domain(*next).contains(index) {
                continue;
            }
            let later = g.sum(&[(1, positions[i]), (-1, positions[j])], Cmp::Le, -1);
            let later = if it.sub { implied(starts[j].is_false(), later) } else { later };
            g.when(next.is(index), later);
        }
    }
}

fn by_steps(it: &Circuit, g: &mut dyn Ground) {
    permutation(it, g);
    let n = it.next.len();
    if n < 2 {
        return;
    }
    let inside = indices(it.first, n);
    let array: Arc<[Operand]> = it.next.iter().map(|next| (*next).into()).collect();
    let mut at = if it.sub { g.fresh(inside.clone()) } else { it.next[0] };
    if it.sub {
        let starts = starts(it, g);
        // Without a tour it stays where it is.
        g.clause(starts.iter().map(|start| start.is_true()).chain([at.is(it.first)]));
        starts
            .iter()
            .zip(numbered(it.first, it.next.len()))
            .for_each(|(start, index)| g.clause([start.is_false(), at.is(index)]));
    }
    let mut tour = vec![at];
    for _ in 1..n {
        if g.is_full() {
            return;
        }
        if !it.sub {
            g.clause([at.is_not(it.first)]);
        }
        let then = g.fresh(inside.clone());
        g.post(Constraint::Element { array: array.clone(), first: it.first, index: at, result: then.into() });
        tour.push(then);
        at = then;
    }
    if it.sub {
        for (next, index) in it.next.iter().zip(numbered(it.first, it.next.len())) {
            g.clause(tour.iter().map(|step| step.is(index)).chain([next.is(index)]));
        }
    }
}
