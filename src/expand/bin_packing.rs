//! Loads of bins: one sum for each bin, or a load that grows along the items.

use super::ground::{indices, numbered};
use super::{Ground, Row};
use crate::model::global::BinPacking;
use crate::model::{Cmp, Domain, Operand};
use std::collections::BTreeSet;

/// The rows; the first is the default.
pub const TABLE: &[Row<BinPacking>] = &[
    Row {
        name: "packing-sums",
        summary: "for each bin, the weights of the items in it add up to its load",
        reference: "Shaw, CP 2004 (the constraint)",
        write: by_sums,
    },
    Row {
        name: "packing-chain",
        summary: "for each bin, a load that goes up at each item in it",
        reference: "Shaw, CP 2004 (the constraint)",
        write: by_chain,
    },
];

/// More sums than this are not listed.
const MANY_SUMS: usize = 2_000;

fn inside(it: &BinPacking, g: &mut dyn Ground) {
    let bins = indices(it.first, it.loads.len());
    it.items.iter().for_each(|(_, bin)| g.within(*bin, &bins));
}

fn by_sums(it: &BinPacking, g: &mut dyn Ground) {
    inside(it, g);
    for (load, index) in it.loads.iter().zip(numbered(it.first, it.loads.len())) {
        one_sum(it, *load, index, g);
    }
}

fn one_sum(it: &BinPacking, load: Operand, index: i64, g: &mut dyn Ground) {
    let mut terms = vec![(-1, load)];
    for (weight, bin) in it.items.iter().filter(|(weight, _)| *weight != 0) {
        if g.is_full() {
            return;
        }
        if g.domain(*bin).contains(index) {
            terms.push((*weight, g.truth(bin.is(index)).into()));
        }
    }
    let sum = g.sum(&terms, Cmp::Eq, 0);
    g.post(sum);
}

fn by_chain(it: &BinPacking, g: &mut dyn Ground) {
    inside(it, g);
    for (load, index) in it.loads.iter().zip(numbered(it.first, it.loads.len())) {
        match reachable(it, *load, index, g) {
            Some(layers) => one_chain(it, *load, index, layers, g),
            None => one_sum(it, *load, index, g),
        }
    }
}

/// The sums after each item that may be in the bin; `None` if they are too many or too large.
fn reachable(it: &BinPacking, load: Operand, index: i64, g: &dyn Ground) -> Option<Vec<Domain>> {
    let grows = it.items.iter().all(|(weight, _)| *weight >= 0);
    let most = g.range(load).1;
    let mut sums = BTreeSet::from([0i64]);
    let mut layers = Vec::new();
    for (weight, _) in it.items.iter().filter(|(_, bin)| g.domain(*bin).contains(index)) {
        let more: Option<Vec<i64>> = sums.iter().map(|sum| sum.checked_add(*weight)).collect();
        sums.extend(more?.into_iter().filter(|sum| !grows || *sum <= most));
        if sums.len() > MANY_SUMS {
            return None;
        }
        layers.push(Domain::from_values(sums.iter().copied()));
    }
    Some(layers)
}

fn one_chain(it: &BinPacking, load: Operand, index: i64, layers: Vec<Domain>, g: &mut dyn Ground) {
    let items: Vec<_> = it.items.iter().filter(|(_, bin)| g.domain(*bin).contains(index)).copied().collect();
    let mut before = Operand::Const(0);
    for ((weight, bin), layer) in items.into_iter().zip(layers) {
        if g.is_full() {
            return;
        }
        let after = g.fresh(layer);
        let step = |by: i64, g: &mut dyn Ground| g.sum(&[(1, after.into()), (-1, before)], Cmp::Eq, by);
        let (up, same) = (step(weight, g), step(0, g));
        g.when(bin.is(index), up);
        g.when(bin.is_not(index), same);
        before = after.into();
    }
    let last = g.sum(&[(1, before), (-1, load)], Cmp::Eq, 0);
    g.post(last);
}
