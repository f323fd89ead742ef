//! A neighbourhood of a large component as a small split of its own.
//!
//! Around a group, sums lead to further groups until the ball is large enough. What the rest of the component adds to
//! the ball's sums is either fixed (the ball is re-solved inside of a known solution) or anything between its least and
//! greatest value (then the ball's totals bound those of every solution).

use super::circuit::Circuit;
use super::compile::{Limits, compile_all};
use super::evaluate::{Visitor, descend, polys, some_poly, witness};
use super::poly::Poly;
use super::split::{Group, Split};
use crate::presolve::sums::Occurrences;
use crate::presolve::sums::Sum;
use crate::search::{Budget, Stop};

/// Groups of a split, the split of those alone, and their circuits.
pub(super) struct Ball {
    /// The groups in the split of the whole.
    pub groups: Vec<u32>,
    local: Split,
    circuits: Vec<(Circuit, Vec<Poly<bool>>)>,
    /// The product of all parts' polynomials, and of those before each part: circuits first, then slack.
    products: Vec<Poly<bool>>,
}

/// The groups near `seed` for which `allowed` holds, nearest first, about `size` of them.
pub(super) fn around(
    split: &Split,
    occurrences: &Occurrences,
    seed: u32,
    size: usize,
    allowed: &dyn Fn(u32) -> bool,
) -> Vec<u32> {
    let mut ball = vec![seed];
    let mut inside = rustc_hash::FxHashSet::from_iter([seed]);
    let mut next = 0;
    while next < ball.len() && ball.len() < size {
        for (s, _) in occurrences.of(ball[next]) {
            for (g, _) in &split.sums[*s as usize].terms {
                if allowed(*g) && inside.insert(*g) {
                    ball.push(*g);
                }
            }
        }
        next += 1;
    }
    ball.sort_unstable();
    ball
}

impl Ball {
    /// Compiles the ball; `outside(g)` is the range of true members of a group that is not in it. `None` if the ball
    /// is too tangled.
    pub fn new(
        split: &Split,
        occurrences: &Occurrences,
        groups: Vec<u32>,
        outside: &dyn Fn(u32) -> (i32, i32),
        limits: Limits,
        budget: &Budget,
    ) -> Result<Option<Ball>, Stop> {
        let mut touched: Vec<u32> = groups.iter().flat_map(|g| occurrences.of(*g)).map(|(s, _)| *s).collect();
        touched.sort_unstable();
        touched.dedup();
        let sums = touched.iter().map(|s| inner_sum(&split.sums[*s as usize], &groups, outside)).collect();
        let members = groups.iter().map(|g| split.groups[*g as usize].clone()).collect();
        let local = Split::from_groups(members, sums);
        let mut circuits = Vec::new();
        for circuit in compile_all(&local, limits, budget) {
            let Ok(circuit) = circuit else { return budget.spent().map_or(Ok(None), Err) };
            let polys = polys::<bool>(&circuit, &local.groups, budget)?;
            circuits.push((circuit, polys));
        }
        let mut ball = Ball { groups, local, circuits, products: vec![Poly::one()] };
        for i in 0..ball.n_parts() {
            let product = ball.products[i].times(&ball.part(i));
            ball.products.push(product);
        }
        Ok(Some(ball))
    }

    /// The totals the ball can have.
    pub fn totals(&self) -> &Poly<bool> {
        &self.products[self.n_parts()]
    }

    /// The numbers of true members, in the order of `groups`, for one of the totals.
    pub fn witness(&self, mut total: i64) -> Vec<i32> {
        let mut n_true = vec![0; self.groups.len()];
        for i in (0..self.n_parts()).rev() {
            let part = self.part(i);
            let share = part.terms.iter().map(|(t, _)| *t).find(|t| self.products[i].at(total - t).is_some());
            let share = share.expect("the parts make the total");
            match self.circuits.get(i) {
                Some((circuit, polys)) => witness(circuit, polys, &self.local.groups, share, &mut n_true),
                None => self.place_slack(self.local.slack[i - self.circuits.len()], share, &mut n_true),
            }
            total -= share;
        }
        n_true
    }

    /// Tells the visitor, in terms of [`Ball::local_groups`], about all solutions of the ball with one of the totals.
    pub fn visit(&self, allowed: &Poly<bool>, budget: &Budget, visitor: &mut dyn Visitor<bool>) -> Result<(), Stop> {
        let mut after = Poly::one();
        for i in (0..self.n_parts()).rev() {
            let part = self.part(i);
            let outside = part.outside_of(&self.products[i].times(&after), allowed);
            match self.circuits.get(i) {
                Some((circuit, polys)) => descend(circuit, polys, outside, budget, visitor)?,
                None => {
                    let group = self.local.slack[i - self.circuits.len()];
                    visitor.leaf(group, 0, self.local.groups[group as usize].members.len() as i32, &outside);
                }
            }
            after = after.times(&part);
        }
        Ok(())
    }

    /// The groups as the circuits of the ball number them.
    pub fn local_groups(&self) -> &[Group] {
        &self.local.groups
    }

    fn n_parts(&self) -> usize {
        self.circuits.len() + self.local.slack.len()
    }

    fn part(&self, i: usize) -> Poly<bool> {
        match self.circuits.get(i) {
            Some((circuit, polys)) => polys[circuit.root as usize].clone(),
            None => {
                let group = &self.local.groups[self.local.slack[i - self.circuits.len()] as usize];
                some_poly(group, 0, group.members.len() as i32)
            }
        }
    }

    fn place_slack(&self, group: u32, total: i64, n_true: &mut [i32]) {
        let weight = self.local.groups[group as usize].weight;
        n_true[group as usize] = if weight == 0 { 0 } else { (total / weight) as i32 };
    }
}

/// What a sum says about the ball, given what the rest adds.
fn inner_sum(sum: &Sum, ball: &[u32], outside: &dyn Fn(u32) -> (i32, i32)) -> Sum {
    let mut inner = Sum { terms: Vec::new(), lo: sum.lo, hi: sum.hi };
    for (g, c) in &sum.terms {
        match ball.binary_search(g) {
            Ok(local) => inner.terms.push((local as u32, *c)),
            Err(_) => {
                let (lo, hi) = outside(*g);
                let ends = [c * i64::from(lo), c * i64::from(hi)];
                inner.lo -= ends[0].max(ends[1]);
                inner.hi -= ends[0].min(ends[1]);
            }
        }
    }
    inner
}
