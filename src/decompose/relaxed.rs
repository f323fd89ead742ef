//! The couplings set aside: everything else as one model for the leaf engine, whose solution may fit them by luck.
//!
//! Luck is common: variables in nothing but a coupling are slack and take up the difference. If it does not fit, or if
//! there is no solution even without the couplings, that is known too.

use super::leaf::{Halt, Leaf, Outcome};
use super::parts::Prepared;
use super::solve::blank;
use super::split::Mixed;
use crate::model::Assignment;
use crate::search::Budget;

/// What came of setting the couplings aside.
pub(super) enum Relaxed {
    /// There is no solution even so.
    Unsat,
    /// A solution that fits the couplings.
    Fits(Assignment),
    /// There is a solution, but the one found does not fit the couplings.
    Misses,
}

/// Variables that the leaf engine is given at once, about: each restart of a SAT solver decides all of them anew, so that
/// all parts of a large board together take far longer than one after the other.
const BATCH: usize = 2_000;

/// Asks the leaf engine for a solution without the couplings, and lets the slack take up the difference.
pub(super) fn relaxed(prepared: &Prepared, leaf: &mut dyn Leaf, budget: &Budget) -> Result<Relaxed, Halt> {
    let mut solution = blank(prepared);
    for batch in batches(prepared, BATCH) {
        let sub = prepared.submodel(&batch);
        match leaf.solve(&sub.model, budget) {
            Outcome::Sat(values) => sub.lift(&values, &mut solution),
            Outcome::Unsat => return Ok(Relaxed::Unsat),
            Outcome::Unknown(halt) => return Err(halt),
        }
    }
    Ok(if take_up(prepared, &mut solution) { Relaxed::Fits(solution) } else { Relaxed::Misses })
}

/// All components and mixed parts, as many together as have so many variables; at least one batch.
fn batches(prepared: &Prepared, n_vars: usize) -> Vec<Mixed> {
    let split = &prepared.split;
    let parts = split.components.iter().map(|c| split.as_mixed(c)).chain(split.mixed.iter().cloned());
    let mut batches = vec![Mixed::default()];
    for part in parts {
        if batches.last().is_none_or(|batch| batch.vars.len() >= n_vars) {
            batches.push(Mixed::default());
        }
        let batch = batches.last_mut().expect("there is one");
        batch.vars.extend(part.vars);
        batch.sums.extend(part.sums);
        batch.opaque.extend(part.opaque);
    }
    for batch in &mut batches {
        batch.vars.sort_unstable();
        batch.sums.sort_unstable();
        batch.opaque.sort_unstable();
    }
    batches
}

/// Makes slack variables true, one by one, until the couplings hold; false if they never do.
fn take_up(prepared: &Prepared, solution: &mut Assignment) -> bool {
    let split = &prepared.split;
    let weights = split.coupling.weights.iter().zip(&solution.values);
    let mut total: i64 = weights.map(|(weight, value)| weight * value).sum();
    for group in split.slack.iter().map(|g| &split.groups[*g as usize]) {
        for member in &group.members {
            if split.coupling.allows(total) {
                return true;
            }
            solution.values[*member as usize] = 1;
            total += group.weight;
        }
    }
    split.coupling.allows(total)
}

#[cfg(test)]
mod tests {
    use super::super::parts::prepare;
    use super::batches;
    use crate::model::{Model, sum};
    use crate::search::Budget;

    #[test]
    fn every_part_is_in_one_batch() {
        let mut model = Model::new();
        let vars = model.bools("b", 40);
        vars.chunks(4).for_each(|four| model.post(sum(four.iter().copied()).equals(2)));
        vars.chunks(4).for_each(|four| model.post(sum([four[0], four[1]]).ge(1)));
        let prepared = prepare(&model, false, &Budget::unlimited()).expect("no limit").expect("satisfiable");
        for (n_vars, n_batches) in [(1, 10), (5, 5), (12, 4), (1000, 1)] {
            let batches = batches(&prepared, n_vars);
            assert_eq!(batches.len(), n_batches, "{n_vars}");
            let mut sums: Vec<u32> = batches.iter().flat_map(|batch| batch.sums.clone()).collect();
            sums.sort_unstable();
            assert_eq!(sums, (0..20).collect::<Vec<u32>>());
            assert_eq!(batches.iter().map(|batch| batch.vars.len()).sum::<usize>(), 40);
        }
    }
}
