//! Every part of a split as a factor: something with a polynomial of totals.

use super::circuit::Circuit;
use super::compile::{GiveUp, Limits, compile_all};
use super::evaluate::{polys, some_poly};
use super::leaf::{Halt, Leaf};
use super::poly::{Amount, Poly};
use super::split::{Group, Mixed, Split, split};
use super::submodel::{Submodel, submodel};
use super::table::Table;
use crate::model::{Model, Var};
use crate::presolve::kernel::{Kernel, kernel};
use crate::search::{Budget, Stop};
use num_bigint::BigUint;

/// A model, split.
pub(super) struct Prepared<'a> {
    pub model: &'a Model,
    pub kernel: Kernel,
    pub split: Split,
    is_answer: Vec<bool>,
    projected: bool,
}

/// One independent part.
pub(super) enum Factor {
    /// A slack group.
    Slack(u32),
    /// A compiled component.
    Circuit(Circuit),
    /// An enumerated part.
    Table(Table),
    /// A variable that occurs nowhere, with so many values.
    Free(BigUint),
}

/// The parts; those in `large` were too large to know all their totals.
pub(super) struct Parts {
    pub factors: Vec<Factor>,
    /// The largest slack group, kept apart because only a window of its binomials is needed.
    pub slack: Option<u32>,
    /// Components given up, by index.
    pub large: Vec<usize>,
    /// Mixed parts given up, by index.
    pub large_mixed: Vec<usize>,
}

/// Splits the model; `None` if that proves that there is no solution. `projected` is for counting: then solutions that
/// differ in auxiliaries only are one.
pub(super) fn prepare<'a>(model: &'a Model, projected: bool, budget: &Budget) -> Result<Option<Prepared<'a>>, Stop> {
    budget.spent().map_or(Ok(()), Err)?;
    let mut kernel = kernel(model);
    kernel.merge();
    if kernel.contradiction {
        return Ok(None);
    }
    let split = split(model, &kernel, projected);
    let mut is_answer = vec![false; model.vars.len()];
    model.answer.iter().for_each(|v| is_answer[v.index()] = true);
    Ok(Some(Prepared { model, kernel, split, is_answer, projected }))
}

impl Prepared<'_> {
    /// Whether the variable belongs to the answer.
    pub fn is_answer(&self, var: Var) -> bool {
        self.is_answer[var.index()]
    }

    /// A part as a model of its own.
    pub fn submodel(&self, part: &Mixed) -> Submodel {
        // Unless solutions are counted, those that differ in what they add to the couplings must differ.
        let weighs = |v: Var| !self.projected && self.split.coupling.weights[v.index()] != 0;
        submodel(self.model, &self.kernel, part, &|v| self.is_answer(v) || weighs(v))
    }

    /// Everything that is not fixed, couplings included, as one part.
    pub fn whole(&self) -> Mixed {
        let is_open = |v: &Var| {
            let (lo, hi) = self.kernel.ranges[v.index()];
            !self.kernel.is_bool[v.index()] || lo < hi
        };
        let sums = (0..self.kernel.sums.len() as u32).collect();
        Mixed { vars: self.model.all_vars().filter(is_open).collect(), sums, opaque: self.kernel.opaque.clone() }
    }

    /// The factors of all parts; mixed parts with more than `most` solutions are given up.
    pub fn parts(&self, limits: Limits, most: u64, leaf: &mut dyn Leaf, budget: &Budget) -> Result<Parts, Halt> {
        let split = &self.split;
        let mut parts = Parts { factors: Vec::new(), slack: None, large: Vec::new(), large_mixed: Vec::new() };
        for (i, circuit) in compile_all(split, limits, budget).into_iter().enumerate() {
            match circuit {
                Ok(circuit) => parts.factors.push(Factor::Circuit(circuit)),
                Err(GiveUp::TooLarge) => parts.large.push(i),
                Err(GiveUp::Stop(stop)) => return Err(stop.into()),
            }
        }
        for (i, mixed) in split.mixed.iter().enumerate() {
            match Table::new(self.submodel(mixed), &split.coupling.weights, most, leaf, budget)? {
                Some(table) => parts.factors.push(Factor::Table(table)),
                None => parts.large_mixed.push(i),
            }
        }
        let free = split.free.iter().filter(|v| self.is_answer(**v)).map(|v| self.model.domain(*v).size());
        parts.factors.extend(free.map(|n| Factor::Free(n.into())));
        let weighs = |g: &&u32| split.groups[**g as usize].weight != 0;
        let n_members = |g: &&u32| split.groups[**g as usize].members.len();
        parts.slack = split.slack.iter().filter(weighs).max_by_key(n_members).copied();
        let counts = |g: u32| split.groups[g as usize].is_answer || split.groups[g as usize].weight != 0;
        let others = split.slack.iter().filter(|g| Some(**g) != parts.slack && counts(**g));
        parts.factors.extend(others.map(|g| Factor::Slack(*g)));
        Ok(parts)
    }
}

impl Parts {
    /// The polynomials of all factors.
    pub fn polys<T: Amount>(&self, groups: &[Group], budget: &Budget) -> Result<Vec<Poly<T>>, Stop> {
        self.factors.iter().map(|factor| factor.poly(groups, budget)).collect()
    }
}

impl Factor {
    fn poly<T: Amount>(&self, groups: &[Group], budget: &Budget) -> Result<Poly<T>, Stop> {
        Ok(match self {
            Factor::Slack(g) => whole_poly(&groups[*g as usize]),
            Factor::Circuit(circuit) => polys(circuit, groups, budget)?.swap_remove(circuit.root as usize),
            Factor::Table(table) => table.poly(),
            Factor::Free(n) => Poly::from_terms(vec![(0, T::from_count(n))]),
        })
    }
}

fn whole_poly<T: Amount>(group: &Group) -> Poly<T> {
    some_poly(group, 0, group.members.len() as i32)
}
