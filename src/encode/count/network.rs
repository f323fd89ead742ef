//! Cardinality network: sorts blocks of the smallest power of two above the bound, and merges keeping only the top.
//!
//! `O(n log^2 k)` variables and clauses, three clauses per comparator and direction.
//! Asín, Nieuwenhuis, Oliveras and Rodríguez-Carbonell, Constraints 2011; the sorter is Batcher's, 1968.

use super::{Need, Row, compare_unary, n_outputs};
use crate::cnf::gates::{FALSE, TRUE};
use crate::cnf::{ClauseSink, Lit, Merge, Note};
use crate::model::Cmp;

/// The row of this file.
pub const ROW: Row = Row {
    name: "network",
    summary: "odd-even sorting of blocks, merged up to the bound",
    reference: "Asín et al. 2011",
    encode,
    certified: true,
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
    written(merge_top(&left, &right, sink), block, need, sink)
}

fn sort(inputs: &[Lit], need: Need, sink: &mut dyn ClauseSink) -> Vec<Lit> {
    if inputs.len() <= 1 {
        return inputs.to_vec();
    }
    let (left, right) = inputs.split_at(inputs.len() / 2);
    let (left, right) = (sort(left, need, sink), sort(right, need, sink));
    written(merge(&left, &right, sink), inputs.len(), need, sink)
}

/// The first outputs of a merge, with its clauses.
fn written(merge: Merge, n: usize, need: Need, sink: &mut dyn ClauseSink) -> Vec<Lit> {
    if sink.takes_notes() {
        sink.note(Note::Merged(&merge, n));
    }
    compared(&merge, need, sink);
    merge.outputs[..n].to_vec()
}

/// Merges two sorted lists of the same length, a power of two, into one.
fn merge(left: &[Lit], right: &[Lit], sink: &mut dyn ClauseSink) -> Merge {
    merged(left, right, usize::MAX, merge, sink)
}

/// The `n + 1` largest of two sorted lists of length `n`.
fn merge_top(left: &[Lit], right: &[Lit], sink: &mut dyn ClauseSink) -> Merge {
    merged(left, right, left.len() + 1, merge_top, sink)
}

/// The first of the odd ones, then comparators of the next of them with the first of the even ones, and so on.
fn merged(
    left: &[Lit],
    right: &[Lit],
    n: usize,
    half: fn(&[Lit], &[Lit], &mut dyn ClauseSink) -> Merge,
    sink: &mut dyn ClauseSink,
) -> Merge {
    let (mut outputs, mut halves) = (Vec::new(), None);
    if let ([a], [b]) = (left, right) {
        outputs.extend(comparator(*a, *b, sink));
    } else {
        let odd = half(&every_other(left, 0), &every_other(right, 0), sink);
        let even = half(&every_other(left, 1), &every_other(right, 1), sink);
        outputs.push(odd.outputs[0]);
        for (a, b) in odd.outputs[1..].iter().zip(&even.outputs) {
            outputs.extend(comparator(*a, *b, sink));
        }
        outputs.extend(even.outputs.get(odd.outputs.len() - 1).filter(|_| outputs.len() < n));
        halves = Some(Box::new([odd, even]));
    }
    Merge { left: left.to_vec(), right: right.to_vec(), halves, outputs }
}

fn every_other(lits: &[Lit], start: usize) -> Vec<Lit> {
    lits[start..].iter().step_by(2).copied().collect()
}

/// The larger and the smaller of two.
fn comparator(a: Lit, b: Lit, sink: &mut dyn ClauseSink) -> [Lit; 2] {
    match (a, b) {
        (FALSE, x) | (x, FALSE) => [x, FALSE],
        (TRUE, x) | (x, TRUE) => [TRUE, x],
        _ => [sink.fresh(), sink.fresh()],
    }
}

/// The clauses of all comparators, in the directions needed.
fn compared(merge: &Merge, need: Need, sink: &mut dyn ClauseSink) {
    merge.halves.iter().flat_map(|halves| halves.iter()).for_each(|half| compared(half, need, sink));
    for ([a, b], [larger, smaller]) in merge.comparators() {
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
    }
}
