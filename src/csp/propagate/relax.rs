//! What a sum to optimise can come to at best, given one inequality over the same variables: Dantzig's bound.
//!
//! Let `Z` be the objective, to be made large, with `c Z = K + sum p x`, and let `sum w x <= C`. For every factor
//! `a/b >= 0` this implies `b c Z <= b K + a C + sum (b p - a w) x`, a sum like any other, and its bounds are drawn: of `Z`,
//! and of each variable, since a value too far from the best costs more than the best known solution leaves (reduced
//! costs). The factor is the ratio `p / w` of the item that breaks the capacity when items are packed by falling ratio:
//! with it the bound of `Z` is that of the fractional knapsack. A run costs the number of terms.
//! Dantzig, Operations Research 1957; fixing by reduced costs: Dembo and Hammer 1980.

use super::{Conflict, Domains, Kept};
use crate::model::{Cmp, Constraint, Model, Objective, Var};
use crate::search::{Stop, Watch};

/// As many inequalities are combined with the objective, those with most of its variables.
const MOST: usize = 8;

/// A variable, what a unit of it brings and what it takes.
#[derive(Clone, Copy)]
struct Term {
    var: Var,
    gain: i128,
    weight: i128,
}

/// The sum that is the objective: `scale * Z = base + sum gain * x`, where `Z` is `sign * var`.
#[derive(Clone)]
struct Goal {
    var: Var,
    sign: i128,
    scale: i128,
    base: i128,
}

/// The objective and one inequality.
#[derive(Clone)]
pub(in super::super) struct Relaxation {
    /// The constraint that is relaxed.
    pub constraint: u32,
    goal: Goal,
    terms: Vec<Term>,
    capacity: i128,
    /// The terms where more gain takes more weight, by falling ratio.
    by_ratio: Vec<u32>,
}

/// What can be relaxed: nothing if the objective is no sum, or no inequality has half of its variables.
pub(in super::super) fn relaxations(model: &Model, watch: &Watch) -> Result<Vec<Relaxation>, Stop> {
    let (sign, z) = match model.objective {
        Objective::Satisfy => return Ok(Vec::new()),
        Objective::Maximise(z) => (1, z),
        Objective::Minimise(z) => (-1, z),
    };
    let defining = model.constraints.iter().find_map(|c| definition(&c.constraint, sign, z));
    let Some((goal, gains)) = defining else { return Ok(Vec::new()) };
    let mut gain = vec![0; model.vars.len()];
    gains.iter().for_each(|(p, x)| gain[x.index()] = *p);
    let mut found = Vec::new();
    for (c, posted) in model.constraints.iter().enumerate() {
        watch.check()?;
        let Constraint::Linear { terms, cmp, bound } = &posted.constraint else { continue };
        let n_shared = terms.iter().filter(|(_, x)| gain[x.index()] != 0).count();
        if n_shared < 2 || 2 * n_shared < gains.len() || terms.iter().any(|(_, x)| *x == z) {
            continue;
        }
        for (sign, side) in [(1, Cmp::Le), (-1, Cmp::Ge)] {
            if *cmp == side || *cmp == Cmp::Eq {
                let relaxation = Relaxation::new(c as u32, &goal, sign, terms, *bound, &gain);
                found.extend(relaxation.filter(|r| r.is_safe(model)).map(|r| (n_shared, r)));
            }
        }
    }
    found.sort_by_key(|(n_shared, _)| std::cmp::Reverse(*n_shared));
    Ok(found.into_iter().take(MOST).map(|(_, relaxation)| relaxation).collect())
}

/// The objective as a sum, if the constraint says that it is one.
fn definition(constraint: &Constraint, sign: i128, z: Var) -> Option<(Goal, Vec<(i128, Var)>)> {
    let Constraint::Linear { terms, cmp: Cmp::Eq, bound } = constraint else { return None };
    let of_z: Vec<i64> = terms.iter().filter(|(c, x)| *x == z && *c != 0).map(|(c, _)| *c).collect();
    let [c] = of_z[..] else { return None };
    // c z = bound - sum a x, times the signs of both.
    let sign_c = sign * i128::from(c.signum());
    let mut gains: Vec<(i128, Var)> =
        terms.iter().filter(|(_, x)| *x != z).map(|(a, x)| (-sign_c * i128::from(*a), *x)).collect();
    merge(&mut gains);
    let goal = Goal { var: z, sign, scale: i128::from(c).abs(), base: sign_c * i128::from(*bound) };
    (gains.len() >= 2).then_some((goal, gains))
}

/// One term per variable.
fn merge(terms: &mut Vec<(i128, Var)>) {
    terms.sort_by_key(|(_, x)| *x);
    terms.dedup_by(|next, kept| {
        let is_same = next.1 == kept.1;
        kept.0 += if is_same { next.0 } else { 0 };
        is_same
    });
    terms.retain(|(c, _)| *c != 0);
}

impl Relaxation {
    fn new(
        constraint: u32,
        goal: &Goal,
        sign: i128,
        terms: &[(i64, Var)],
        bound: i64,
        gain: &[i128],
    ) -> Option<Relaxation> {
        let mut weights: Vec<(i128, Var)> = terms.iter().map(|(w, x)| (sign * i128::from(*w), *x)).collect();
        merge(&mut weights);
        let mut weight = vec![0; gain.len()];
        weights.iter().for_each(|(w, x)| weight[x.index()] = *w);
        let term = |x: usize| Term { var: Var(x as u32), gain: gain[x], weight: weight[x] };
        let terms: Vec<Term> = (0..gain.len()).map(term).filter(|t| t.gain != 0 || t.weight != 0).collect();
        let is_traded = |at: &u32| (terms[*at as usize].gain > 0) == (terms[*at as usize].weight > 0);
        let is_both = |at: &u32| terms[*at as usize].gain != 0 && terms[*at as usize].weight != 0;
        let mut by_ratio: Vec<u32> = (0..terms.len() as u32).filter(|at| is_both(at) && is_traded(at)).collect();
        by_ratio.sort_by(|i, j| {
            let (i, j) = (terms[*i as usize], terms[*j as usize]);
            (j.gain.abs() * i.weight.abs()).cmp(&(i.gain.abs() * j.weight.abs()))
        });
        let capacity = sign * i128::from(bound);
        let relaxation = Relaxation { constraint, goal: goal.clone(), terms, capacity, by_ratio };
        (relaxation.by_ratio.len() >= 2).then_some(relaxation)
    }

    /// Whether nothing that comes up is too long for its number.
    fn is_safe(&self, model: &Model) -> bool {
        let goal = &self.goal;
        const SAFE: i128 = 1 << 120;
        let most = |f: &dyn Fn(&Term) -> i128| self.terms.iter().map(f).max().unwrap_or(0).max(1);
        let (gain, weight) = (most(&|t| t.gain.abs()), most(&|t| t.weight.abs()));
        let size = |x: Var| i128::from(model.domain(x).min()).abs().max(i128::from(model.domain(x).max()).abs());
        let sizes: i128 = self.terms.iter().map(|t| size(t.var)).sum();
        let all = [
            gain.checked_mul(weight).and_then(|c| c.checked_mul(sizes)),
            gain.checked_mul(self.capacity.abs()),
            weight.checked_mul(goal.base.abs()),
            weight.checked_mul(goal.scale).and_then(|c| c.checked_mul(size(goal.var))),
        ];
        all.iter().all(|product| product.is_some_and(|p| p < SAFE))
    }

    /// All variables that a run looks at.
    pub fn vars(&self) -> Vec<Var> {
        self.terms.iter().map(|t| t.var).chain([self.goal.var]).collect()
    }

    /// Draws the bounds.
    pub fn propagate(&self, domains: &mut Domains) -> Kept {
        let Some((a, b)) = self.breaking_ratio(domains)? else { return Ok(()) };
        let goal = &self.goal;
        let best = |t: &Term| {
            let c = b * t.gain - a * t.weight;
            c * i128::from(if c > 0 { domains.hi(t.var) } else { domains.lo(t.var) })
        };
        let total = b * goal.base + a * self.capacity + self.terms.iter().map(best).sum::<i128>();
        let scale = b * goal.scale;
        let most = total.div_euclid(scale);
        let worst = match goal.sign {
            1 => domains.at_most(goal.var, most).map(|()| i128::from(domains.lo(goal.var)))?,
            _ => domains.at_least(goal.var, -most).map(|()| -i128::from(domains.hi(goal.var)))?,
        };
        let slack = total - scale * worst;
        for t in &self.terms {
            let c = b * t.gain - a * t.weight;
            let (lo, hi) = (i128::from(domains.lo(t.var)), i128::from(domains.hi(t.var)));
            if c.abs() * (hi - lo) > slack {
                match c > 0 {
                    true => domains.at_least(t.var, hi - slack / c)?,
                    false => domains.at_most(t.var, lo + slack / -c)?,
                }
            }
        }
        Ok(())
    }

    /// Gain and weight of the item with which the capacity runs out; `None` if there is room for all.
    fn breaking_ratio(&self, domains: &Domains) -> Result<Option<(i128, i128)>, Conflict> {
        let lightest =
            |t: &Term| t.weight * i128::from(if t.weight > 0 { domains.lo(t.var) } else { domains.hi(t.var) });
        let mut room = self.capacity - self.terms.iter().map(lightest).sum::<i128>();
        if room < 0 {
            return Err(Conflict);
        }
        for at in &self.by_ratio {
            let t = self.terms[*at as usize];
            room -= t.weight.abs() * i128::from(domains.hi(t.var).abs_diff(domains.lo(t.var)));
            if room < 0 {
                return Ok(Some((t.gain.abs(), t.weight.abs())));
            }
        }
        Ok(None)
    }
}
