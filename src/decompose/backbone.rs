//! What is the same in every solution.
//!
//! The same passes as for exact numbers, over truth values: a leaf that can be reached with a total that the rest
//! completes shows which values its variables take in some solution.

use super::combine::{Combined, combine};
use super::compile::Limits;
use super::evaluate::{Visitor, descend, polys};
use super::leaf::{Halt, Leaf};
use super::parts::{Factor, Parts, Prepared, prepare};
use super::poly::Poly;
use super::split::Group;
use crate::model::{Atom, Model, Var};
use crate::search::Budget;

/// For each variable the least and greatest value in any solution; empty (least above greatest) if none is known yet.
pub(super) struct Extremes(pub Vec<(i64, i64)>);

impl Extremes {
    pub fn none(n_vars: usize) -> Extremes {
        Extremes(vec![(i64::MAX, i64::MIN); n_vars])
    }

    pub fn include(&mut self, var: u32, value: i64) {
        let (lo, hi) = &mut self.0[var as usize];
        (*lo, *hi) = ((*lo).min(value), (*hi).max(value));
    }

    /// So many members of the group are true in some solution.
    pub fn include_group(&mut self, group: &Group, n_true: i32) {
        for v in &group.members {
            if n_true > 0 {
                self.include(*v, 1);
            }
            if (n_true as usize) < group.members.len() {
                self.include(*v, 0);
            }
        }
    }
}

/// The answer variables that have one value in all solutions, as atoms `x = value`; `None` if there is no solution.
pub fn backbone(model: &Model, leaf: &mut dyn Leaf, budget: &Budget) -> Result<Option<Vec<Atom>>, Halt> {
    let Some(prepared) = prepare(model, false, budget)? else { return Ok(None) };
    let parts = prepared.parts(Limits::NONE, u64::MAX, leaf, budget)?;
    let Some(extremes) = extremes_exactly(&prepared, &parts, budget)? else { return Ok(None) };
    let same = |v: &Var| extremes.0[v.index()].0 == extremes.0[v.index()].1;
    let mut answer: Vec<Var> = model.answer.clone();
    answer.sort_unstable();
    answer.dedup();
    Ok(Some(answer.into_iter().filter(same).map(|v| v.is(extremes.0[v.index()].0)).collect()))
}

fn extremes_exactly(prepared: &Prepared, parts: &Parts, budget: &Budget) -> Result<Option<Extremes>, Halt> {
    let (groups, coupling) = (&prepared.split.groups, &prepared.split.coupling);
    let slack = parts.slack.map(|g| &groups[g as usize]);
    let combined: Combined<bool> = combine(parts.polys(groups, budget)?, slack, coupling, budget)?;
    if !combined.total() {
        return Ok(None);
    }
    let mut extremes = fixed(prepared);
    for (factor, outside) in parts.factors.iter().zip(combined.outsides(budget)?) {
        match factor {
            Factor::Slack(g) => {
                include_range(&mut extremes, &groups[*g as usize], 0, i32::MAX, &|t| outside.at(t).is_some())
            }
            Factor::Circuit(circuit) => {
                let polys = polys::<bool>(circuit, groups, budget)?;
                descend(circuit, &polys, outside, budget, &mut Seen { groups, extremes: &mut extremes })?;
            }
            Factor::Table(table) => {
                for (_, entry) in table.entries.iter().filter(|(total, _)| outside.at(**total).is_some()) {
                    for (v, (lo, hi)) in table.submodel.vars.iter().zip(&entry.extremes) {
                        extremes.include(v.0, *lo);
                        extremes.include(v.0, *hi);
                    }
                }
            }
            Factor::Free(_) => {}
        }
    }
    if let Some(g) = parts.slack {
        let outside = combined.outside_of_slack(coupling, budget)?;
        include_range(&mut extremes, &groups[g as usize], 0, i32::MAX, &|t| outside.at(t).is_some());
    }
    Ok(Some(extremes))
}

/// Notes which values the members of a group have in some solution.
struct Seen<'a> {
    groups: &'a [Group],
    extremes: &'a mut Extremes,
}

impl Visitor<bool> for Seen<'_> {
    fn leaf(&mut self, group: u32, lo: i32, hi: i32, outside: &Poly<bool>) {
        include_range(self.extremes, &self.groups[group as usize], lo, hi, &|t| outside.at(t).is_some());
    }

    fn sure(&mut self, group: u32, n_true: i32, _: &bool) {
        self.extremes.include_group(&self.groups[group as usize], n_true);
    }
}

/// What is fixed by the reduction, and both ends of what occurs nowhere.
fn fixed(prepared: &Prepared) -> Extremes {
    let mut extremes = Extremes::none(prepared.model.vars.len());
    for (v, (lo, hi)) in prepared.reduced.ranges.iter().enumerate() {
        if prepared.kernel.is_bool[v] && lo == hi {
            extremes.include(v as u32, i64::from(*lo));
        }
    }
    for v in &prepared.split.free {
        extremes.include(v.0, prepared.model.domain(*v).min());
        extremes.include(v.0, prepared.model.domain(*v).max());
    }
    extremes
}

fn include_range(extremes: &mut Extremes, group: &Group, lo: i32, hi: i32, possible: &dyn Fn(i64) -> bool) {
    let mut numbers = (lo..=hi.min(group.members.len() as i32)).filter(|k| possible(i64::from(*k) * group.weight));
    // Between the least and the greatest number nothing new is to be seen.
    if let Some(least) = numbers.next() {
        extremes.include_group(group, least);
        numbers.next_back().into_iter().for_each(|most| extremes.include_group(group, most));
    }
}
