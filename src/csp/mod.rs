//! The hand-written backtracker: a model is searched directly, variable by variable.
//!
//! [`Order`] says how: which variable next, which value first, how far to look ahead, when to start anew. [`search`]
//! enumerates, [`count`] counts, [`optimise`] improves. The tree (`tree.rs`, and `jump.rs` for where it goes on after
//! a failure) asks the chooser (`choose.rs`) for a variable and its values, and the space (`space.rs`) for the
//! consequences of each; the reasoning about single constraints is in `propagate/`.
//! Memory is proportional to the model plus what changed along the current path. No recursion follows the depth of
//! the search, so the number of variables is no limit.

mod boxes;
mod causes;
mod choose;
mod components;
mod defined;
mod domains;
mod jump;
mod learn;
mod ledger;
mod nogoods;
mod order;
mod propagate;
mod queue;
mod refute;
mod restart;
mod reversible;
mod rows;
mod space;
mod tell;
#[cfg(test)]
mod tests;
mod tournament;
mod tree;
mod values;

pub use order::{BadOrder, Order};
pub use refute::{Refutation, Refuted, refute, refute_as, statement};
pub use rows::{FLAGS, Flag, LOOK_AHEADS, LookAhead, RESTARTS, Restart, Row};
pub use rows::{VALUE_ORDERS, VARIABLE_ORDERS, ValueOrder, VariableOrder};

use crate::model::Model;
use crate::search::{Budget, End, Found, Incumbent, Stats};
use boxes::paired;
use num_bigint::BigUint;
use std::ops::ControlFlow;
use tree::{Goal, Tree};

/// Calls `found` for every solution; no two of them agree on all answer variables.
pub fn search(model: &Model, order: &Order, budget: &Budget, found: &mut Found) -> (End, Stats) {
    let model = paired(model, order);
    match Tree::new(&model, order, budget) {
        Err(end) => (end, Stats::default()),
        Ok(mut tree) => (tree.run(Goal::Next, found), tree.stats()),
    }
}

/// Calls `improved` for solutions, each better than the one before; when exhausted, the last one is the best.
///
/// Without an objective one solution is as good as any, so there is at most one. Others may reach better values
/// meanwhile and tell the incumbent: only what is better than that is looked for.
pub fn optimise(
    model: &Model,
    order: &Order,
    budget: &Budget,
    incumbent: &Incumbent,
    improved: &mut Found,
) -> (End, Stats) {
    let model = paired(model, order);
    match Tree::new(&model, order, budget) {
        Err(end) => (end, Stats::default()),
        Ok(tree) => {
            let mut tree = tree.beside(incumbent.clone());
            (tree.run(Goal::Better(model.objective), improved), tree.stats())
        }
    }
}

/// The number of solutions that differ on the answer variables: exact when exhausted, else a lower bound.
///
/// With `split` the components are counted one by one, and their numbers multiplied.
pub fn count(model: &Model, order: &Order, budget: &Budget) -> (BigUint, End, Stats) {
    if order.split {
        return count_by_component(model, order, budget);
    }
    let mut n: u64 = 0;
    let (end, stats) = search(model, order, budget, &mut |_| {
        n += 1;
        ControlFlow::Continue(())
    });
    (n.into(), end, stats)
}

fn count_by_component(model: &Model, order: &Order, budget: &Budget) -> (BigUint, End, Stats) {
    let zero = BigUint::ZERO;
    let model = paired(model, order);
    let mut tree = match Tree::new(&model, order, budget) {
        Ok(tree) => tree,
        Err(end) => return (zero, end, Stats::default()),
    };
    if !tree.is_open() {
        return (zero, tree.end(), tree.stats());
    }
    let mut product = BigUint::from(1u32);
    for (number, vars) in tree.members().into_iter().enumerate() {
        let mut n: u64 = 0;
        let end = tree.run_component(number as u32, &mut |_| {
            n += 1;
            ControlFlow::Continue(())
        });
        if n == 0 || end != End::Exhausted {
            return (zero, end, tree.stats());
        }
        product *= n;
        tree.retire(&vars);
    }
    (product, End::Exhausted, tree.stats())
}
