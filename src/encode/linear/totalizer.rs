//! Weighted totalizer: a balanced tree whose nodes have a literal per sum that can occur, up to the bound.
//!
//! At most `k`: a node with `s` possible sums has `s` variables, and a clause per pair of sums of its children; all
//! sums above the bound are one. Small when few different sums occur. Joshi, Martins and Manquinho, CP 2015.

use super::{Plan, Row, Term, note_goal, or_adder, size_or_adder, weights as weighted};
use crate::cnf::gates::{FALSE, TRUE};
use crate::cnf::{ClauseSink, Lit, Note};

/// The row of this file.
pub const ROW: Row = Row {
    name: "weighted-totalizer",
    summary: "a balanced tree with a literal per sum that can occur",
    reference: "Joshi, Martins and Manquinho 2015",
    encode: |terms, cmp, bound, sink| or_adder(at_most, terms, cmp, bound, sink),
    n_clauses: |terms, cmp, bound, most| size_or_adder(at_most, terms, cmp, bound, most),
    certified: true,
};

/// The tree of "at most", if it has no more clauses than that.
fn at_most(terms: &[Term], bound: u128, most: usize) -> Option<Plan> {
    let mut left = most;
    plan(terms, bound, &mut left)?;
    let terms = terms.to_vec();
    Some(Plan { n_clauses: most - left, write: Box::new(move |sink| write(&terms, bound, sink)) })
}

fn write(terms: &[Term], bound: u128, sink: &mut dyn ClauseSink) {
    note_goal(terms, sink);
    let sums = node(terms, bound, sink);
    // A sum above the bound is the last one, if it can occur.
    sums.last().filter(|(sum, _)| *sum > bound).into_iter().for_each(|(_, lit)| sink.clause(&[!*lit]));
}

/// The sums that can occur at a node, or `None` when the tree costs more than the budget.
fn plan(terms: &[Term], bound: u128, budget: &mut usize) -> Option<Vec<u128>> {
    if let [term] = terms {
        return Some(leaf(term, bound).into_iter().map(|(sum, _)| sum).collect());
    }
    let (left, right) = terms.split_at(terms.len() / 2);
    let (left, right) = (plan(left, bound, budget)?, plan(right, bound, budget)?);
    *budget = budget.checked_sub((left.len() + 1).checked_mul(right.len() + 1)?)?;
    Some(merged_sums(&left, &right, bound))
}

/// The positive sums of one term with their literals, those above the bound as `bound + 1`.
fn leaf(term: &Term, bound: u128) -> Vec<(u128, Lit)> {
    let capped = term.steps().iter().map(|(weight, lit)| ((*weight).min(bound + 1), *lit));
    let mut out: Vec<(u128, Lit)> = capped.filter(|(weight, _)| *weight > 0).collect();
    out.sort_by_key(|(weight, _)| *weight);
    out
}

/// All sums of one of each list, or of one alone: sorted, each once, capped at `bound + 1`.
fn merged_sums(left: &[u128], right: &[u128], bound: u128) -> Vec<u128> {
    let with_zero = |side: &[u128]| std::iter::once(0).chain(side.iter().copied()).collect::<Vec<u128>>();
    let right = with_zero(right);
    let pairs = with_zero(left).into_iter().flat_map(|a| right.iter().map(move |b| a + b));
    let mut sums: Vec<u128> = pairs.filter(|sum| *sum > 0).map(|sum| sum.min(bound + 1)).collect();
    sums.sort_unstable();
    sums.dedup();
    sums
}

/// The literals "the sum is at least this" of a node, with the clauses that make them true.
fn node(terms: &[Term], bound: u128, sink: &mut dyn ClauseSink) -> Vec<(u128, Lit)> {
    if let [term] = terms {
        return leaf(term, bound);
    }
    let (left, right) = terms.split_at(terms.len() / 2);
    let (mut left, mut right) = (node(left, bound, sink), node(right, bound, sink));
    let weights = |side: &[(u128, Lit)]| side.iter().map(|(w, _)| *w).collect::<Vec<u128>>();
    let sums = merged_sums(&weights(&left), &weights(&right), bound);
    let out: Vec<(u128, Lit)> = sums.into_iter().map(|sum| (sum, sink.fresh())).collect();
    note_sums(terms, &out, sink);
    left.insert(0, (0, TRUE));
    right.insert(0, (0, TRUE));
    for (a, left) in &left {
        if sink.is_full() {
            return out;
        }
        for (b, right) in &right {
            let sum = (a + b).min(bound + 1);
            let at = out.partition_point(|(w, _)| *w < sum);
            let reached = if sum == 0 { TRUE } else { out.get(at).map_or(FALSE, |(_, lit)| *lit) };
            sink.clause(&[!*left, !*right, reached]);
        }
    }
    out
}

fn note_sums(terms: &[Term], out: &[(u128, Lit)], sink: &mut dyn ClauseSink) {
    if sink.takes_notes() {
        let weights = weighted(terms);
        out.iter().for_each(|(sum, lit)| sink.note(Note::Sum(*lit, &weights, *sum as i128)));
    }
}
