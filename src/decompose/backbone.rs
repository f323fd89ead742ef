//! What is the same in every solution.
//!
//! The same passes as for exact numbers, over truth values: a leaf that can be reached with a total that the rest
//! completes shows which values its variables take in some solution.

use super::combine::{Combined, combine};
use super::compile::Limits;
use super::evaluate::{Visitor, descend, polys};
use super::explore::explore;
use super::leaf::{Halt, Leaf};
use super::parts::{Factor, Parts, Prepared, prepare};
use super::poly::Poly;
use super::solve::solve_whole;
use super::split::Group;
use crate::model::{Atom, Model, Var};
use crate::search::{Budget, Stop};

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

    /// Whether the variable was seen, always with one value.
    pub fn is_same(&self, var: u32) -> bool {
        self.0[var as usize].0 == self.0[var as usize].1
    }

    /// What was seen here or there.
    pub fn merge(&mut self, other: &Extremes) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = (mine.0.min(theirs.0), mine.1.max(theirs.1));
        }
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

/// What a component may cost before it is explored by balls and leaf engine instead.
const PATIENCE: Limits = Limits { nodes: 200_000, visits: 40_000_000, degree: 32 };
/// Mixed parts with more solutions than this are not enumerated.
const MOST: u64 = 20_000;

/// The answer variables that have one value in all solutions, as atoms `x = value`; `None` if there is no solution.
pub fn backbone(model: &Model, leaf: &mut dyn Leaf, budget: &Budget) -> Result<Option<Vec<Atom>>, Halt> {
    backbone_patiently(model, PATIENCE, MOST, leaf, budget)
}

/// The same with a choice of what a component may cost and how many solutions of a mixed part are enumerated.
pub(super) fn backbone_patiently(
    model: &Model,
    limits: Limits,
    most: u64,
    leaf: &mut dyn Leaf,
    budget: &Budget,
) -> Result<Option<Vec<Atom>>, Halt> {
    let Some(prepared) = prepare(model, false, budget)? else { return Ok(None) };
    let parts = prepared.parts(limits, most, leaf, budget)?;
    let extremes = match (parts.large.is_empty(), parts.large_mixed.is_empty()) {
        (true, true) => extremes_exactly(&prepared, &parts, &Poly::one(), budget)?,
        (false, true) => explore(&prepared, &parts, leaf, budget)?,
        (_, false) => return backbone_whole(&prepared, leaf, budget),
    };
    let Some(extremes) = extremes else { return Ok(None) };
    let same = |v: &Var| extremes.0[v.index()].0 == extremes.0[v.index()].1;
    Ok(Some(answers(model).into_iter().filter(same).map(|v| v.is(extremes.0[v.index()].0)).collect()))
}

/// The answer variables in order, each once.
fn answers(model: &Model) -> Vec<Var> {
    let mut answer: Vec<Var> = model.answer.clone();
    answer.sort_unstable();
    answer.dedup();
    answer
}

/// Everything at once by the leaf engine: the last resort.
fn backbone_whole(prepared: &Prepared, leaf: &mut dyn Leaf, budget: &Budget) -> Result<Option<Vec<Atom>>, Halt> {
    let Some(solution) = solve_whole(prepared, leaf, budget)? else { return Ok(None) };
    let whole = prepared.whole();
    let sub = prepared.submodel(&whole);
    let open: Vec<(Atom, Atom)> = (0..)
        .zip(&sub.vars)
        .filter(|(_, v)| prepared.is_answer(**v))
        .map(|(i, v)| (Var(i).is(solution[*v]), v.is(solution[*v])))
        .collect();
    let inner: Vec<Atom> = open.iter().map(|(inner, _)| *inner).collect();
    let fixed = rustc_hash::FxHashSet::from_iter(leaf.backbone(&sub.model, &inner, budget)?);
    let is_open = rustc_hash::FxHashSet::from_iter(whole.vars);
    let reduced = answers(prepared.model).into_iter().filter(|v| !is_open.contains(v)).map(|v| v.is(solution[v]));
    let proven = open.into_iter().filter(|(inner, _)| fixed.contains(inner)).map(|(_, outer)| outer);
    let mut atoms: Vec<Atom> = reduced.chain(proven).collect();
    atoms.sort_unstable();
    Ok(Some(atoms))
}

/// What the exact parts say when the large components have one of the totals of `large`; `None` if there is no solution.
pub(super) fn extremes_exactly(
    prepared: &Prepared,
    parts: &Parts,
    large: &Poly<bool>,
    budget: &Budget,
) -> Result<Option<Extremes>, Halt> {
    let (groups, coupling) = (&prepared.split.groups, &prepared.split.coupling);
    let slack = parts.slack.map(|g| &groups[g as usize]);
    let mut factors = parts.polys(groups, budget)?;
    factors.push(large.clone());
    let combined: Combined<bool> = combine(factors, slack, coupling, budget)?;
    if !combined.total() {
        return Ok(None);
    }
    let mut extremes = fixed(prepared);
    for (factor, outside) in parts.factors.iter().zip(combined.outsides(budget)?) {
        factor_extremes(factor, groups, outside, &mut extremes, budget)?;
    }
    if let Some(g) = parts.slack {
        let outside = combined.outside_of_slack(coupling, budget)?;
        Seen { groups, extremes: &mut extremes }.leaf(g, 0, i32::MAX, &outside);
    }
    Ok(Some(extremes))
}

/// Notes the values that occur in one factor with what lies outside of it.
pub(super) fn factor_extremes(
    factor: &Factor,
    groups: &[Group],
    outside: Poly<bool>,
    extremes: &mut Extremes,
    budget: &Budget,
) -> Result<(), Stop> {
    match factor {
        Factor::Slack(g) => Seen { groups, extremes }.leaf(*g, 0, i32::MAX, &outside),
        Factor::Circuit(circuit) => {
            let polys = polys::<bool>(circuit, groups, budget)?;
            descend(circuit, &polys, outside, budget, &mut Seen { groups, extremes })?;
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
    Ok(())
}

/// Notes which values the members of a group have in some solution.
pub(super) struct Seen<'a> {
    pub groups: &'a [Group],
    pub extremes: &'a mut Extremes,
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
    for (v, (lo, hi)) in prepared.kernel.ranges.iter().enumerate() {
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
