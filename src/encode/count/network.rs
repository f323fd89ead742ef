//! Cardinality network: sorts blocks of the smallest power of two above the bound, and merges keeping only the top.
//!
//! `O(n log^2 k)` variables and clauses, three clauses per comparator and direction.
//! Asín, Nieuwenhuis, Oliveras and Rodríguez-Carbonell, Constraints 2011; the sorter is Batcher's, 1968.

use super::{Need, Row, compare_unary, n_outputs};
use crate::cnf::gates::{FALSE, TRUE};
use crate::cnf::{ClauseSink, Lit};
use crate::model::Cmp;

/// The row of this file.
pub const ROW: Row = Row {
    name: "network",
    summary: "odd-even sorting of blocks, merged up to the bound",
    reference: "Asín et al. 2011",
    encode,
    certified: false,
};

/// Writes the clauses.
pub fn encode(lits: &[Lit], cmp: Cmp, bound: usize, sink: &mut dyn ClauseSink) {
    let need = Need::of(cmp);
    let block = n_outputs(cmp, bound).next_power_of_two();
    let mut inputs = lits.to_vec();
    inputs.resize(lits.len().next_multiple_of(block), FALSE);
    let outputs = top(&inputs, block, need, sink);
    compare_unary(&outputs, cmp, bound, sink);
}

/// The `block` largest of the inputs, in order: "at least 1, 2, ...".
fn top(inputs: &[Lit], block: usize, need: Need, sink: &mut dyn ClauseSink) -> Vec<Lit> {
    let n_blocks = inputs.len() / block;
    if n_blocks <= 1 || sink.is_full() {
        return sort(inputs, need, sink);
    }
    let (left, right) = inputs.split_at(n_blocks / 2 * block);
    let (left, right) = (top(left, block, need, sink), top(right, block, need, sink));
    let mut merged = merge_top(&left, &right, need, sink);
    merged.truncate(block);
    merged
}

fn sort(inputs: &[Lit], need: Need, sink: &mut dyn ClauseSink) -> Vec<Lit> {
    if inputs.len() <= 1 {
        return inputs.to_vec();
    }
    let (left, right) = inputs.split_at(inputs.len() / 2);
    let (left, right) = (sort(left, need, sink), sort(right, need, sink));
    merge(&left, &right, need, sink)
}

/// Merges two sorted lists of the same length, a power of two, into one.
fn merge(left: &[Lit], right: &[Lit], need: Need, sink: &mut dyn ClauseSink) -> Vec<Lit> {
    if let ([a], [b]) = (left, right) {
        return comparator(*a, *b, need, sink).into();
    }
    let odd = merge(&every_other(left, 0), &every_other(right, 0), need, sink);
    let even = merge(&every_other(left, 1), &every_other(right, 1), need, sink);
    let (last, even) = even.split_last().expect("lists of two or more have a second half");
    let mut out = interleave(&odd, even, need, sink);
    out.push(*last);
    out
}

/// The `n + 1` largest of two sorted lists of length `n`.
fn merge_top(left: &[Lit], right: &[Lit], need: Need, sink: &mut dyn ClauseSink) -> Vec<Lit> {
    if let ([a], [b]) = (left, right) {
        return comparator(*a, *b, need, sink).into();
    }
    let odd = merge_top(&every_other(left, 0), &every_other(right, 0), need, sink);
    let even = merge_top(&every_other(left, 1), &every_other(right, 1), need, sink);
    interleave(&odd, &even[..odd.len() - 1], need, sink)
}

/// The first of `odd`, then comparators of the next of `odd` with the first of `even`, and so on.
fn interleave(odd: &[Lit], even: &[Lit], need: Need, sink: &mut dyn ClauseSink) -> Vec<Lit> {
    let mut out = vec![odd[0]];
    for (a, b) in odd[1..].iter().zip(even) {
        out.extend(comparator(*a, *b, need, sink));
    }
    out
}

fn every_other(lits: &[Lit], start: usize) -> Vec<Lit> {
    lits[start..].iter().step_by(2).copied().collect()
}

/// The larger and the smaller of two, in the directions needed.
fn comparator(a: Lit, b: Lit, need: Need, sink: &mut dyn ClauseSink) -> [Lit; 2] {
    match (a, b) {
        (FALSE, x) | (x, FALSE) => return [x, FALSE],
        (TRUE, x) | (x, TRUE) => return [TRUE, x],
        _ => {}
    }
    let (larger, smaller) = (sink.fresh(), sink.fresh());
    if need.up {
        sink.clause(&[!a, larger]);
        sink.clause(&[!b, larger]);
        sink.clause(&[!a, !b, smaller]);
    }
    if need.down {
        sink.clause(&[!larger, a, b]);
        sink.clause(&[!smaller, a]);
        sink.clause(&[!smaller, b]);
    }
    [larger, smaller]
}
