//! One solution, part by part.
//!
//! First the leaf engine solves everything but the couplings. If its solution does not fit them by luck, the parts are
//! looked at one by one: if every part's attainable totals are known, the couplings are met by choosing one total per
//! part, and the answer is exact either way. Parts that are too large for that are left to `refine`.

use super::combine::combine;
use super::compile::Limits;
use super::evaluate::{polys, witness};
use super::leaf::{Ground, Halt, Leaf, Outcome};
use super::parts::{Factor, Parts, Prepared, prepare};
use super::poly::Poly;
use super::refine::refine;
use super::relaxed::{Relaxed, relaxed};
use crate::model::{Assignment, Model};
use crate::search::Budget;

/// What a component may cost before it is given to the leaf engine instead.
pub(super) const PATIENCE: Limits = Limits { nodes: 40_000, visits: 10_000_000, degree: 32 };
/// Mixed parts with more solutions than this are not enumerated.
pub(super) const MOST: u64 = 2_000;

/// A solution of the model, found part by part. The objective plays no part.
pub fn solve_split(model: &Model, leaf: &mut dyn Leaf, budget: &Budget) -> Outcome {
    solve_split_on(model, leaf, budget).0
}

/// The same, and what it rests on if there is none.
pub fn solve_split_on(model: &Model, leaf: &mut dyn Leaf, budget: &Budget) -> (Outcome, Ground) {
    let mut ground = Ground::Together;
    let outcome = match solve_on(model, PATIENCE, MOST, leaf, budget, &mut ground) {
        Ok(Some(solution)) => Outcome::Sat(solution),
        Ok(None) => Outcome::Unsat,
        Err(halt) => Outcome::Unknown(halt),
    };
    (outcome, ground)
}

/// The same with a choice of what a component may cost and how many solutions of a mixed part are enumerated.
#[cfg(test)]
pub(super) fn solve_patiently(
    model: &Model,
    limits: Limits,
    most: u64,
    leaf: &mut dyn Leaf,
    budget: &Budget,
) -> Result<Option<Assignment>, Halt> {
    solve_on(model, limits, most, leaf, budget, &mut Ground::Together)
}

fn solve_on(
    model: &Model,
    limits: Limits,
    most: u64,
    leaf: &mut dyn Leaf,
    budget: &Budget,
    ground: &mut Ground,
) -> Result<Option<Assignment>, Halt> {
    let Some(prepared) = prepare(model, false, budget)? else { return Ok(None) };
    match relaxed(&prepared, leaf, budget)? {
        Relaxed::Unsat => {
            *ground = Ground::Part;
            return Ok(None);
        }
        Relaxed::Fits(solution) => return Ok(Some(solution)),
        Relaxed::Misses => {}
    }
    let parts = prepared.parts(limits, most, leaf, budget)?;
    if parts.large_mixed.is_empty() && parts.large.is_empty() {
        return solve_exactly(&prepared, &parts, None, budget);
    }
    match parts.large_mixed.is_empty() {
        true => refine(&prepared, &parts, leaf, budget),
        false => {
            *ground = Ground::Part;
            solve_whole(&prepared, leaf, budget)
        }
    }
}

/// Everything at once by the leaf engine: the last resort.
pub(super) fn solve_whole(
    prepared: &Prepared,
    leaf: &mut dyn Leaf,
    budget: &Budget,
) -> Result<Option<Assignment>, Halt> {
    let sub = prepared.submodel(&prepared.whole());
    match leaf.solve(&sub.model, budget) {
        Outcome::Sat(values) => {
            let mut solution = blank(prepared);
            sub.lift(&values, &mut solution);
            Ok(Some(solution))
        }
        Outcome::Unsat => Ok(None),
        Outcome::Unknown(halt) => Err(halt),
    }
}

/// What is fixed, and the least value of everything else.
pub(super) fn blank(prepared: &Prepared) -> Assignment {
    let value = |v: crate::model::Var| match prepared.kernel.is_bool[v.index()] {
        true => i64::from(prepared.kernel.ranges[v.index()].0),
        false => prepared.model.domain(v).min(),
    };
    Assignment::new(prepared.model.all_vars().map(value).collect())
}

/// Chooses a total for each part; `large` is the total of the large components and how they make it.
pub(super) fn solve_exactly(
    prepared: &Prepared,
    parts: &Parts,
    large: Option<(i64, Vec<i32>)>,
    budget: &Budget,
) -> Result<Option<Assignment>, Halt> {
    let (groups, coupling) = (&prepared.split.groups, &prepared.split.coupling);
    let (large_total, mut n_true) = large.unwrap_or_else(|| (0, vec![0; groups.len()]));
    let slack = parts.slack.map(|g| &groups[g as usize]);
    let mut polys = parts.polys(groups, budget)?;
    polys.push(Poly { terms: vec![(large_total, true)] });
    let combined = combine::<bool>(polys, slack, coupling, budget)?;
    let Some((totals, slack_total)) = combined.choose(coupling) else { return Ok(None) };
    let mut solution = blank(prepared);
    for (factor, total) in parts.factors.iter().zip(totals) {
        realise(prepared, factor, total, &mut n_true, &mut solution, budget)?;
    }
    if let Some(g) = parts.slack {
        n_true[g as usize] = (slack_total / groups[g as usize].weight) as i32;
    }
    place(prepared, &n_true, &mut solution);
    Ok(Some(solution))
}

/// Makes a factor have this total.
fn realise(
    prepared: &Prepared,
    factor: &Factor,
    total: i64,
    n_true: &mut [i32],
    solution: &mut Assignment,
    budget: &Budget,
) -> Result<(), Halt> {
    let groups = &prepared.split.groups;
    match factor {
        Factor::Slack(g) => {
            let weight = groups[*g as usize].weight;
            n_true[*g as usize] = if weight == 0 { 0 } else { (total / weight) as i32 };
        }
        Factor::Circuit(circuit) => {
            let polys = polys::<bool>(circuit, groups, budget)?;
            witness(circuit, &polys, groups, total, n_true);
        }
        Factor::Table(table) => table.submodel.lift(&table.entries[&total].witness, solution),
        Factor::Free(_) => {}
    }
    Ok(())
}

/// Makes the first members of each group true, as many as asked.
pub(super) fn place(prepared: &Prepared, n_true: &[i32], solution: &mut Assignment) {
    for (group, n) in prepared.split.groups.iter().zip(n_true) {
        for (i, v) in group.members.iter().enumerate() {
            solution.values[*v as usize] = i64::from((i as i32) < *n);
        }
    }
}
