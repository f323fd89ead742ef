//! Large parts: any solution first, then its total is moved to where the couplings want it.
//!
//! The leaf engine solves each large component without the couplings. If the other parts cannot complete the total
//! of that solution, small balls of the component are re-solved inside of it, each time with the total that comes nearest.
//! If no ball helps, balls that know nothing of the rest bound the totals of all solutions, which may prove that there
//! is none; else the leaf engine gets the model as a whole. A lazily refined count, so to speak; exact in any case.

use super::ball::{Ball, around};
use super::combine::combine;
use super::compile::Limits;
use super::coupling::Coupling;
use super::evaluate::some_poly;
use super::leaf::{Halt, Leaf, Outcome};
use super::parts::{Parts, Prepared};
use super::poly::Poly;
use super::solve::{blank, place, solve_exactly, solve_whole};
use crate::model::Assignment;
use crate::presolve::sums::Occurrences;
use crate::search::{Budget, Stop};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

/// Sizes of balls, tried in this order.
pub(super) const SIZES: [usize; 3] = [30, 90, 250];
/// What one ball may cost.
pub(super) const LIMITS: Limits = Limits { nodes: 4_000, visits: 400_000, degree: 24 };
/// The order of the balls is random but always the same.
const SEED: u64 = 1;

/// A solution of a model some of whose components are too large to know all their totals.
pub(super) fn refine(
    prepared: &Prepared,
    parts: &Parts,
    leaf: &mut dyn Leaf,
    budget: &Budget,
) -> Result<Option<Assignment>, Halt> {
    let Some(n_true) = solve_large(prepared, parts, leaf, budget)? else { return Ok(None) };
    let Some(mut state) = State::new(prepared, parts, n_true, budget)? else { return Ok(None) };
    if state.approach(budget)? {
        return solve_exactly(prepared, parts, Some((state.total, state.n_true)), budget);
    }
    match state.is_hopeless(budget)? {
        true => Ok(None),
        false => solve_whole(prepared, leaf, budget),
    }
}

/// The numbers of true members in some solution of each large component; `None` if one has no solution.
pub(super) fn solve_large(
    prepared: &Prepared,
    parts: &Parts,
    leaf: &mut dyn Leaf,
    budget: &Budget,
) -> Result<Option<Vec<i32>>, Halt> {
    let split = &prepared.split;
    let mut solution = blank(prepared);
    for component in &parts.large {
        let sub = prepared.submodel(&split.as_mixed(&split.components[*component]));
        match leaf.solve(&sub.model, budget) {
            Outcome::Sat(values) => sub.lift(&values, &mut solution),
            Outcome::Unsat => return Ok(None),
            Outcome::Unknown(halt) => return Err(halt),
        }
    }
    Ok(Some(numbers(prepared, &solution)))
}

/// How many members of each group are true.
pub(super) fn numbers(prepared: &Prepared, solution: &Assignment) -> Vec<i32> {
    let n_true = |members: &[u32]| members.iter().filter(|v| solution.values[**v as usize] == 1).count() as i32;
    prepared.split.groups.iter().map(|g| n_true(&g.members)).collect()
}

/// A solution of the large components and what the other parts can add to it.
pub(super) struct State<'a> {
    pub prepared: &'a Prepared<'a>,
    pub occurrences: Occurrences,
    /// The groups of the large components.
    pub groups: Vec<u32>,
    pub n_true: Vec<i32>,
    /// What the large components add to the couplings.
    pub total: i64,
    /// What everything else can add.
    rest: Poly<bool>,
}

impl<'a> State<'a> {
    /// `None` if the other parts have no solution.
    pub fn new(
        prepared: &'a Prepared<'a>,
        parts: &Parts,
        n_true: Vec<i32>,
        budget: &Budget,
    ) -> Result<Option<State<'a>>, Stop> {
        let split = &prepared.split;
        let combined = combine::<bool>(parts.polys(&split.groups, budget)?, None, &Coupling::default(), budget)?;
        let slack = parts.slack.map(|g| &split.groups[g as usize]);
        let slack = slack.map_or_else(Poly::one, |group| some_poly(group, 0, group.members.len() as i32));
        let rest = reach(combined.top(), &slack);
        let mut groups: Vec<u32> = parts.large.iter().flat_map(|c| &split.components[*c].groups).copied().collect();
        groups.sort_unstable();
        let occurrences = Occurrences::new(split.groups.len(), &split.sums);
        let mut state = State { prepared, occurrences, groups, n_true: Vec::new(), total: 0, rest };
        state.set(n_true);
        Ok(Some(state).filter(|state| !state.rest.is_zero()))
    }

    fn set(&mut self, n_true: Vec<i32>) {
        let weight = |g: &u32| self.prepared.split.groups[*g as usize].weight * i64::from(n_true[*g as usize]);
        self.total = self.groups.iter().map(weight).sum();
        self.n_true = n_true;
    }

    /// The solution with its values in place; only the large components matter.
    pub fn solution(&self) -> Assignment {
        let mut solution = blank(self.prepared);
        place(self.prepared, &self.n_true, &mut solution);
        solution
    }

    /// Goes on from another solution if its total can be brought to where the rest completes it; says whether.
    pub fn adopt(&mut self, solution: &Assignment, budget: &Budget) -> Result<bool, Stop> {
        let before = self.n_true.clone();
        self.set(numbers(self.prepared, solution));
        let reached = self.approach(budget)?;
        if !reached {
            self.set(before);
        }
        Ok(reached)
    }

    /// How far the total of the large components is from one that the rest completes; 0 if it does.
    pub fn distance(&self, total: i64) -> i64 {
        let coupling = &self.prepared.split.coupling;
        let (from, to) = coupling.window();
        let first = self.rest.terms.partition_point(|(r, _)| r + total < from);
        let mut near = self.rest.terms[first..].iter().map(|(r, _)| r + total).take_while(|t| *t <= to);
        if near.any(|t| coupling.is_interval() || coupling.allows(t)) {
            return 0;
        }
        let (least, most) = self.wanted();
        (least - total).max(total - most).max(1)
    }

    /// Totals of the large components below the first or above the second cannot be completed.
    fn wanted(&self) -> (i64, i64) {
        let (from, to) = self.prepared.split.coupling.window();
        let (least, most) = self.rest.span().expect("the rest has a solution");
        (from - most, to - least)
    }

    /// Re-solves balls until the rest completes the total; false if no ball brings it nearer.
    pub fn approach(&mut self, budget: &Budget) -> Result<bool, Stop> {
        let mut seeds = self.groups.clone();
        seeds.shuffle(&mut Pcg64Mcg::seed_from_u64(SEED));
        for size in SIZES {
            let mut nearer = true;
            while nearer && self.distance(self.total) > 0 {
                nearer = self.sweep(&seeds, size, budget)?;
            }
        }
        Ok(self.distance(self.total) == 0)
    }

    /// One ball after the other, until all groups were in one; true if the total came nearer.
    fn sweep(&mut self, seeds: &[u32], size: usize, budget: &Budget) -> Result<bool, Stop> {
        let before = self.distance(self.total);
        let mut covered = vec![false; self.prepared.split.groups.len()];
        for seed in seeds {
            if covered[*seed as usize] || self.distance(self.total) == 0 {
                continue;
            }
            let (groups, ball) = self.ball(*seed, size, budget)?;
            groups.iter().for_each(|g| covered[*g as usize] = true);
            ball.into_iter().for_each(|ball| self.move_within(&ball));
        }
        Ok(self.distance(self.total) < before)
    }

    /// What the large components add outside of a ball.
    pub fn total_outside(&self, ball: &Ball) -> i64 {
        let weight = |g: &u32| self.prepared.split.groups[*g as usize].weight * i64::from(self.n_true[*g as usize]);
        self.total - ball.groups.iter().map(weight).sum::<i64>()
    }

    /// The ball around a group, re-solved inside of the present solution.
    pub fn ball(&self, seed: u32, size: usize, budget: &Budget) -> Result<(Vec<u32>, Option<Ball>), Stop> {
        let groups = around(&self.prepared.split, &self.occurrences, seed, size, &|_| true);
        let fixed = |g: u32| (self.n_true[g as usize], self.n_true[g as usize]);
        let ball = Ball::new(&self.prepared.split, &self.occurrences, groups.clone(), &fixed, LIMITS, budget)?;
        Ok((groups, ball))
    }

    fn move_within(&mut self, ball: &Ball) {
        let others = self.total_outside(ball);
        let totals = ball.totals().terms.iter().map(|(t, _)| *t);
        let Some(best) = totals.min_by_key(|t| self.distance(others + t)) else { return };
        if self.distance(others + best) < self.distance(self.total) {
            let n_true = ball.witness(best);
            ball.groups.iter().zip(n_true).for_each(|(g, n)| self.n_true[*g as usize] = n);
            self.total = others + best;
        }
    }

    /// Whether bounds on the totals of all solutions of the large components prove that none can be completed.
    pub fn is_hopeless(&self, budget: &Budget) -> Result<bool, Stop> {
        let split = &self.prepared.split;
        let whole = |g: u32| (0, split.groups[g as usize].members.len() as i32);
        let mut covered = vec![false; split.groups.len()];
        let (mut least, mut most) = (0, 0);
        for seed in &self.groups {
            if covered[*seed as usize] {
                continue;
            }
            let groups = around(split, &self.occurrences, *seed, SIZES[0], &|g| !covered[g as usize]);
            groups.iter().for_each(|g| covered[*g as usize] = true);
            let extent = |g: &u32| split.groups[*g as usize].weight * split.groups[*g as usize].members.len() as i64;
            let trivial = groups.iter().map(extent).fold((0, 0), |(a, b), w| (a + w.min(0), b + w.max(0)));
            let span = match Ball::new(split, &self.occurrences, groups, &whole, LIMITS, budget)? {
                Some(ball) if ball.totals().is_zero() => return Ok(true),
                Some(ball) => ball.totals().span().expect("the ball has a solution"),
                None => trivial,
            };
            (least, most) = (least + span.0, most + span.1);
        }
        let wanted = self.wanted();
        Ok(most < wanted.0 || least > wanted.1)
    }
}

/// All sums of a total of each; quick for the usual case that neither has gaps.
fn reach(a: &Poly<bool>, b: &Poly<bool>) -> Poly<bool> {
    match (a.span(), b.span()) {
        (Some(p), Some(q)) if is_gapless(a) && is_gapless(b) => {
            Poly { terms: (p.0 + q.0..=p.1 + q.1).map(|t| (t, true)).collect() }
        }
        _ => a.times(b),
    }
}

fn is_gapless(poly: &Poly<bool>) -> bool {
    poly.span().is_some_and(|(lo, hi)| hi - lo + 1 == poly.terms.len() as i64)
}
