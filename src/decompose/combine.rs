//! The parts put together under the couplings: a product tree with what lies outside of each part.
//!
//! Up the tree the polynomials of neighbouring parts are multiplied; at the top the couplings say which totals count;
//! down the tree every part learns in how many ways the others complete each of its totals (leave-one-out by divide and
//! conquer, restricted to the totals that the part has). The largest slack group stays outside of the tree: of its
//! binomials only those in the window that matters are ever computed.

use super::coupling::Coupling;
use super::poly::{Amount, Poly};
use super::split::Group;
use crate::search::{Budget, Stop};

/// The parts' polynomials multiplied pairwise, level by level; the last level has one.
pub(super) struct Combined<T> {
    levels: Vec<Vec<Poly<T>>>,
    /// The slack group's polynomial, as far as it matters.
    pub slack: Poly<T>,
    /// What lies outside of the product of all parts: the slack and the couplings.
    pub outside: Poly<T>,
}

/// Products of more terms than this are given up as too large.
const MOST_TERMS: usize = 1 << 24;

/// Combines the parts with an optional slack group.
pub(super) fn combine<T: Amount>(
    factors: Vec<Poly<T>>,
    slack: Option<&Group>,
    coupling: &Coupling,
    budget: &Budget,
) -> Result<Combined<T>, Stop> {
    let mut levels = vec![factors];
    while levels[levels.len() - 1].len() != 1 {
        let last = &levels[levels.len() - 1];
        let mut next = Vec::with_capacity(last.len().div_ceil(2).max(1));
        for pair in last.chunks(2) {
            next.push(product(pair, budget)?);
        }
        if next.is_empty() {
            next.push(Poly::one());
        }
        levels.push(next);
    }
    let top = &levels[levels.len() - 1][0];
    let slack = slack_window(top, slack, coupling);
    let outside = outside_of_all(top, &slack, coupling, budget)?;
    Ok(Combined { levels, slack, outside })
}

fn product<T: Amount>(pair: &[Poly<T>], budget: &Budget) -> Result<Poly<T>, Stop> {
    let n_pairs: usize = pair.iter().map(|p| p.terms.len()).product();
    match (budget.spent(), pair) {
        (Some(stop), _) => Err(stop),
        (None, _) if n_pairs > MOST_TERMS => Err(Stop::Memory),
        (None, [a, b]) => Ok(a.times(b)),
        (None, _) => Ok(pair[0].clone()),
    }
}

/// The slack group's totals that reach the couplings' window from some total of the parts.
fn slack_window<T: Amount>(top: &Poly<T>, slack: Option<&Group>, coupling: &Coupling) -> Poly<T> {
    let Some(group) = slack else { return Poly::one() };
    let Some((least, most)) = top.span() else { return Poly::zero() };
    let n = group.members.len() as i64;
    let window = coupling.window();
    let (from, to) = (window.0.saturating_sub(most), window.1.saturating_sub(least));
    // from <= weight * k <= to
    let (lo, hi) = match group.weight {
        0 => (0, n),
        w if w > 0 => (div_ceil(from, w), to.div_euclid(w)),
        w => (div_ceil(-to, -w), (-from).div_euclid(-w)),
    };
    let (lo, hi) = (lo.max(0), hi.min(n));
    if lo > hi {
        return Poly::zero();
    }
    super::evaluate::some_poly(group, lo as i32, hi as i32)
}

fn div_ceil(a: i64, b: i64) -> i64 {
    -(-a).div_euclid(b)
}

/// For each total of `top`, what of `slack` completes it to a total that the couplings allow.
fn outside_of_all<T: Amount>(
    top: &Poly<T>,
    slack: &Poly<T>,
    coupling: &Coupling,
    budget: &Budget,
) -> Result<Poly<T>, Stop> {
    let (from, to) = coupling.window();
    let mut out = Vec::with_capacity(top.terms.len());
    for (i, (total, _)) in top.terms.iter().enumerate() {
        if i.is_multiple_of(16)
            && let Some(stop) = budget.spent()
        {
            return Err(stop);
        }
        let first = slack.terms.partition_point(|(s, _)| s + total < from);
        let within = slack.terms[first..].iter().take_while(|(s, _)| s + total <= to);
        let mut amount = T::nothing();
        for (_, x) in within.filter(|(s, _)| coupling.is_interval() || coupling.allows(s + total)) {
            amount.add(x);
        }
        out.push((*total, amount));
    }
    Ok(Poly::from_terms(out))
}

impl<T: Amount> Combined<T> {
    /// The product of all parts.
    pub fn top(&self) -> &Poly<T> {
        &self.levels[self.levels.len() - 1][0]
    }

    /// The number of solutions of the whole.
    pub fn total(&self) -> T {
        let mut sum = T::nothing();
        for (total, ways) in &self.outside.terms {
            sum.add(&self.top().at(*total).expect("outsides are of totals of the parts").times(ways));
        }
        sum
    }

    /// What lies outside of the slack group: all the parts and the couplings.
    pub fn outside_of_slack(&self, coupling: &Coupling, budget: &Budget) -> Result<Poly<T>, Stop> {
        outside_of_all(&self.slack, self.top(), coupling, budget)
    }

    /// What lies outside of each part, in their order.
    pub fn outsides(&self, budget: &Budget) -> Result<Vec<Poly<T>>, Stop> {
        let mut above = vec![self.outside.clone()];
        for level in self.levels.iter().rev().skip(1) {
            let mut here = Vec::with_capacity(level.len());
            for (i, poly) in level.iter().enumerate() {
                if let Some(stop) = budget.spent() {
                    return Err(stop);
                }
                let one = Poly::one();
                let beside = level.get(i ^ 1).unwrap_or(&one);
                here.push(poly.outside_of(beside, &above[i / 2]));
            }
            above = here;
        }
        Ok(above)
    }
}

impl Combined<bool> {
    /// A total for each part and for the slack group, such that the couplings hold; `None` if there is none.
    pub fn choose(&self, coupling: &Coupling) -> Option<(Vec<i64>, i64)> {
        let (total, _) = self.outside.terms.first()?;
        let slack = self.slack.terms.iter().map(|(s, _)| *s).find(|s| coupling.allows(s + total));
        let slack = slack.expect("the slack completes every total that has an outside");
        let mut above = vec![*total];
        for level in self.levels.iter().rev().skip(1) {
            let mut here = vec![0; level.len()];
            for (i, pair) in level.chunks(2).enumerate() {
                let one = Poly::one();
                let (left, right) = (&pair[0], pair.get(1).unwrap_or(&one));
                let fits = |s: &i64| right.at(above[i] - s).is_some();
                here[2 * i] = left.terms.iter().map(|(s, _)| *s).find(fits).expect("the pair makes its total");
                if pair.len() == 2 {
                    here[2 * i + 1] = above[i] - here[2 * i];
                }
            }
            above = here;
        }
        Some((above, slack))
    }
}
