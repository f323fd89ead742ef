//! Exact numbers: how many solutions, and in how many of them each Boolean is true.

use super::combine::{Combined, combine};
use super::compile::Limits;
use super::evaluate::{Visitor, descend, polys};
use super::leaf::{Halt, Leaf};
use super::parts::{Factor, Parts, Prepared, prepare};
use super::poly::{Amount, Poly};
use super::split::Group;
use super::table::Table;
use crate::model::{Model, Var};
use crate::search::{Budget, Stop};
use num_bigint::BigUint;
use num_traits::Zero;

/// Exact probabilities as fractions: of `total` solutions, `n_true` have the Boolean true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probabilities {
    /// The number of solutions, distinct on the answer variables.
    pub total: BigUint,
    /// By variable index; `None` for variables that are not Boolean or not part of the answer.
    pub n_true: Vec<Option<BigUint>>,
}

impl Probabilities {
    /// In how many solutions the Boolean is true.
    pub fn n_true(&self, var: Var) -> Option<&BigUint> {
        self.n_true[var.index()].as_ref()
    }
}

/// The exact number of solutions, distinct on the answer variables. The objective plays no part.
pub fn count(model: &Model, leaf: &mut dyn Leaf, budget: &Budget) -> Result<BigUint, Halt> {
    let Some(prepared) = prepare(model, true, budget)? else { return Ok(BigUint::zero()) };
    let parts = prepared.parts(Limits::NONE, u64::MAX, leaf, budget)?;
    complete(&parts)?;
    if !combined::<bool>(&prepared, &parts, budget)?.total() {
        return Ok(BigUint::zero());
    }
    Ok(combined::<BigUint>(&prepared, &parts, budget)?.total())
}

/// The exact number of solutions in which each Boolean of the answer is true.
pub fn probabilities(model: &Model, leaf: &mut dyn Leaf, budget: &Budget) -> Result<Probabilities, Halt> {
    let Some(prepared) = prepare(model, true, budget)? else { return Ok(impossible(model)) };
    let parts = prepared.parts(Limits::NONE, u64::MAX, leaf, budget)?;
    complete(&parts)?;
    if !combined::<bool>(&prepared, &parts, budget)?.total() {
        return Ok(impossible(model));
    }
    let combined = combined::<BigUint>(&prepared, &parts, budget)?;
    let total = combined.total();
    let mut n_true = fixed(&prepared, &total);
    tally(&prepared, &parts, &combined, &mut n_true, budget)?;
    Ok(report(model, total, n_true))
}

/// No solution, so nothing is ever true.
fn impossible(model: &Model) -> Probabilities {
    report(model, BigUint::zero(), vec![BigUint::zero(); model.vars.len()])
}

/// Only Booleans of the answer have a probability.
fn report(model: &Model, total: BigUint, numbers: Vec<BigUint>) -> Probabilities {
    let mut is_answer = vec![false; model.vars.len()];
    model.answer.iter().for_each(|v| is_answer[v.index()] = true);
    let reported = |v: Var| is_answer[v.index()] && is_reported(model, v);
    let n_true = model.all_vars().zip(numbers).map(|(v, n)| Some(n).filter(|_| reported(v))).collect();
    Probabilities { total, n_true }
}

fn is_reported(model: &Model, var: Var) -> bool {
    let domain = model.domain(var);
    domain.is_empty() || (domain.min() >= 0 && domain.max() <= 1)
}

/// A count has no use for parts that were given up.
fn complete(parts: &Parts) -> Result<(), Halt> {
    match parts.large.is_empty() && parts.large_mixed.is_empty() {
        true => Ok(()),
        false => Err(Halt::Stop(Stop::Memory)),
    }
}

fn combined<T: Amount>(prepared: &Prepared, parts: &Parts, budget: &Budget) -> Result<Combined<T>, Stop> {
    let groups = &prepared.split.groups;
    let slack = parts.slack.map(|g| &groups[g as usize]);
    combine(parts.polys(groups, budget)?, slack, &prepared.split.coupling, budget)
}

/// All or nothing for the variables that the reduction fixed.
fn fixed(prepared: &Prepared, total: &BigUint) -> Vec<BigUint> {
    let ranges = prepared.kernel.ranges.iter();
    ranges.map(|(lo, hi)| if lo == hi && *lo == 1 { total.clone() } else { BigUint::zero() }).collect()
}

fn tally(
    prepared: &Prepared,
    parts: &Parts,
    combined: &Combined<BigUint>,
    n_true: &mut [BigUint],
    budget: &Budget,
) -> Result<(), Stop> {
    let groups = &prepared.split.groups;
    let mut sums = vec![BigUint::zero(); groups.len()];
    for (factor, outside) in parts.factors.iter().zip(combined.outsides(budget)?) {
        match factor {
            Factor::Slack(g) => {
                let group = &groups[*g as usize];
                sums[*g as usize] += true_members(group, 0, group.members.len() as i32, &outside);
            }
            Factor::Circuit(circuit) => {
                let polys = polys(circuit, groups, budget)?;
                descend(circuit, &polys, outside, budget, &mut Tally { groups, sums: &mut sums })?;
            }
            Factor::Table(table) => tally_table(table, &outside, n_true),
            Factor::Free(_) => {}
        }
    }
    if let Some(g) = parts.slack {
        let outside = combined.outside_of_slack(&prepared.split.coupling, budget)?;
        let terms = combined.slack.terms.iter();
        let weight = groups[g as usize].weight;
        sums[g as usize] +=
            terms.filter_map(|(t, n)| outside.at(*t).map(|o| o * n * (t / weight) as u64)).sum::<BigUint>();
    }
    for (group, sum) in groups.iter().zip(sums) {
        // The members are interchangeable, so each has an equal share.
        let share = sum / group.members.len();
        group.members.iter().for_each(|v| n_true[*v as usize] = share.clone());
    }
    Ok(())
}

/// Adds up, for each group, the true members of all solutions.
struct Tally<'a> {
    groups: &'a [Group],
    sums: &'a mut [BigUint],
}

impl Visitor<BigUint> for Tally<'_> {
    fn leaf(&mut self, group: u32, lo: i32, hi: i32, outside: &Poly<BigUint>) {
        self.sums[group as usize] += true_members(&self.groups[group as usize], lo, hi, outside);
    }

    fn sure(&mut self, group: u32, n_true: i32, n_solutions: &BigUint) {
        if n_true > 0 {
            self.sums[group as usize] += n_solutions * n_true as u64;
        }
    }
}

/// How many true members all solutions with `lo..=hi` of them have together.
fn true_members(group: &Group, lo: i32, hi: i32, outside: &Poly<BigUint>) -> BigUint {
    let n = group.members.len() as u64;
    if group.weight == 0 && lo == 0 && hi as u64 == n {
        return outside.at(0).map_or_else(BigUint::zero, |o| o * n * BigUint::power_of_two(n - 1));
    }
    let amounts = BigUint::binomials(n, lo as u64, hi as u64);
    let ways = |k: u64| outside.at(k as i64 * group.weight);
    (lo as u64..).zip(amounts).filter_map(|(k, amount)| ways(k).map(|o| o * amount * k)).sum()
}

fn tally_table(table: &Table, outside: &Poly<BigUint>, n_true: &mut [BigUint]) {
    for (total, entry) in &table.entries {
        let Some(ways) = outside.at(*total) else { continue };
        for (v, n) in table.submodel.vars.iter().zip(&entry.n_true) {
            n_true[v.index()] += ways * n;
        }
    }
}
