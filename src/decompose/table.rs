//! The solutions of a part that only a leaf engine understands, gathered by total while they are enumerated.

use super::leaf::{Halt, Leaf};
use super::poly::{Amount, Poly};
use super::submodel::Submodel;
use crate::model::Assignment;
use crate::search::Budget;
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// What the solutions with one total have in common.
pub(super) struct Entry {
    /// How many there are.
    pub n_solutions: u64,
    /// One of them.
    pub witness: Assignment,
    /// For each variable of the part, in how many of them it is 1.
    pub n_true: Vec<u64>,
    /// For each variable of the part, its least and greatest value.
    pub extremes: Vec<(i64, i64)>,
}

/// All solutions of a part, distinct on its answer variables, by total.
pub(super) struct Table {
    pub submodel: Submodel,
    pub entries: BTreeMap<i64, Entry>,
}

impl Table {
    /// Enumerates the part's solutions; `None` if there are more than `most`.
    pub fn new(
        submodel: Submodel,
        weights: &[i64],
        most: u64,
        leaf: &mut dyn Leaf,
        budget: &Budget,
    ) -> Result<Option<Table>, Halt> {
        let mut table = Table { submodel, entries: BTreeMap::new() };
        let mut n_found = 0;
        let weights: Vec<i64> = table.submodel.vars.iter().map(|v| weights[v.index()]).collect();
        let entries = &mut table.entries;
        let all = leaf.enumerate(&table.submodel.model, budget, &mut |solution| {
            n_found += 1;
            if n_found > most {
                return ControlFlow::Break(());
            }
            take(entries, &weights, solution);
            ControlFlow::Continue(())
        })?;
        Ok(Some(table).filter(|_| all && n_found <= most))
    }

    /// The number of solutions for each total.
    pub fn poly<T: Amount>(&self) -> Poly<T> {
        let amount = |e: &Entry| T::from_count(&BigUint::from(e.n_solutions));
        Poly { terms: self.entries.iter().map(|(total, e)| (*total, amount(e))).collect() }
    }
}

fn take(entries: &mut BTreeMap<i64, Entry>, weights: &[i64], solution: Assignment) {
    let values = &solution.values[..weights.len()];
    let total = weights.iter().zip(values).filter(|(w, _)| **w != 0).map(|(w, x)| w * x).sum();
    let entry = entries.entry(total).or_insert_with(|| Entry {
        n_solutions: 0,
        n_true: vec![0; weights.len()],
        extremes: values.iter().map(|v| (*v, *v)).collect(),
        witness: solution.clone(),
    });
    entry.n_solutions += 1;
    for (i, v) in values.iter().enumerate() {
        entry.n_true[i] += u64::from(*v == 1);
        entry.extremes[i] = (entry.extremes[i].0.min(*v), entry.extremes[i].1.max(*v));
    }
}
