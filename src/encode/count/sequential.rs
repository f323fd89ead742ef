//! Sequential counter: `s(i, j)` says that at least `j` of the first `i` literals are true.
//!
//! At most `k`: about `k (n - k)` fresh variables and `2 k (n - k)` clauses; exactly `k` twice the clauses. States that
//! the bound decides are constants: too few literals left to reach it, or none that could exceed it.
//! Sinz, CP 2005 (LT-SEQ), with the second direction added.

use super::{Need, Row};
use crate::cnf::gates::{FALSE, TRUE};
use crate::cnf::{ClauseSink, Lit, Note};
use crate::model::Cmp;

/// The row of this file.
pub const ROW: Row = Row {
    name: "sequential",
    summary: "running totals in unary, literal by literal",
    reference: "Sinz 2005",
    encode,
    certified: true,
};

/// Writes the clauses.
pub fn encode(lits: &[Lit], cmp: Cmp, bound: usize, sink: &mut dyn ClauseSink) {
    let (need, n) = (Need::of(cmp), lits.len());
    let width = bound + 1;
    // s(0, 0) is true, s(0, j) is false for all other j.
    let mut before: Vec<Lit> = std::iter::once(TRUE).chain(std::iter::repeat_n(FALSE, width)).collect();
    let mut here = before.clone();
    for (i, lit) in lits.iter().enumerate() {
        for (j, place) in here.iter_mut().enumerate().skip(1) {
            *place = state(i + 1, j, n, cmp, bound).unwrap_or_else(|| counted(&lits[..=i], j, sink));
        }
        (1..=width).for_each(|j| step(*lit, before[j - 1], before[j], here[j], need, sink));
        std::mem::swap(&mut before, &mut here);
        if sink.is_full() {
            return;
        }
    }
    if cmp == Cmp::Ne {
        sink.clause(&[!before[bound], before[bound + 1]]);
    }
}

/// A fresh literal that says "at least `j` of these".
fn counted(lits: &[Lit], j: usize, sink: &mut dyn ClauseSink) -> Lit {
    let here = sink.fresh();
    if sink.takes_notes() {
        let weights: Vec<(i128, Lit)> = lits.iter().map(|lit| (1, *lit)).collect();
        sink.note(Note::Sum(here, &weights, j as i128));
    }
    here
}

/// The constant that `s(i, j)` is under the bound, if it is one.
fn state(i: usize, j: usize, n: usize, cmp: Cmp, bound: usize) -> Option<Lit> {
    let reachable = j + (n - i) > bound;
    match cmp {
        _ if j > i => Some(FALSE),
        // Even if all that follow are true, the bound is not exceeded (or: they must all be true).
        Cmp::Le | Cmp::Ge | Cmp::Eq if !reachable => Some(TRUE),
        Cmp::Le | Cmp::Eq if j == bound + 1 => Some(FALSE),
        // Nobody looks beyond the bound.
        Cmp::Ge if j == bound + 1 => Some(FALSE),
        _ => None,
    }
}

/// `here` is `stays | lit & rises`, in the directions needed.
fn step(lit: Lit, rises: Lit, stays: Lit, here: Lit, need: Need, sink: &mut dyn ClauseSink) {
    if need.up {
        sink.clause(&[!stays, here]);
        sink.clause(&[!lit, !rises, here]);
    }
    if need.down {
        sink.clause(&[!here, stays, lit]);
        sink.clause(&[!here, rises]);
    }
}
