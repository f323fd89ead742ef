//! Comparisons of sums with constants: an atom if there is one term, a count if all terms are Booleans of equal weight, else
//! a linear constraint. What the domains decide becomes a constant.

use super::Flat;
use crate::front::diagnostic::Outcome;
use crate::front::formula::Formula;
use crate::front::sum::{Sum, Term};
use crate::model::{Atom, Cmp, Constraint, Domain, Var};
use num_integer::gcd;

impl Flat {
    /// `sum cmp 0`.
    pub fn compare(&mut self, sum: &Sum, cmp: Cmp) -> Outcome<Formula> {
        let bound = self.checked(sum.constant.checked_neg())?;
        match sum.terms.as_slice() {
            [] => Ok(Formula::Const(cmp.holds(0, bound))),
            [(c, Term::Atom(atom))] => Ok(weighted_atom(*c, *atom, cmp, bound)),
            [(c, Term::Var(var))] => Ok(self.weighted_var(*c, *var, cmp, bound)),
            terms => self.compare_many(sum, terms, cmp, bound),
        }
    }

    fn compare_many(&mut self, sum: &Sum, terms: &[(i64, Term)], cmp: Cmp, bound: i64) -> Outcome<Formula> {
        let range = self.range(sum);
        if let Some(decided) = decided(range.lo, range.hi, cmp) {
            return Ok(Formula::Const(decided));
        }
        let divisor = terms.iter().fold(0, |g, (c, _)| gcd(g, c.unsigned_abs()));
        let Some(bound) = divided_bound(bound, divisor, cmp) else { return Ok(Formula::Const(cmp == Cmp::Ne)) };
        let scaled = |c: i64| (i128::from(c) / i128::from(divisor)) as i64;
        if terms.iter().all(|(c, _)| scaled(*c).unsigned_abs() == 1)
            && let Some(atoms) = terms.iter().map(|(_, t)| self.as_atom(*t)).collect::<Option<Vec<Atom>>>()
        {
            let signed = atoms.iter().zip(terms).map(|(a, (c, _))| if *c < 0 { !*a } else { *a }).collect();
            let n_negative = terms.iter().filter(|(c, _)| *c < 0).count() as i64;
            let bound = self.checked(bound.checked_add(n_negative))?;
            return Ok(self.count(signed, cmp, bound));
        }
        let bare = Sum { constant: 0, terms: terms.iter().map(|(c, t)| (scaled(*c), *t)).collect() };
        let (constant, terms) = self.only_vars(&bare)?;
        let bound = self.checked(bound.checked_sub(constant))?;
        match terms.as_slice() {
            [] => Ok(Formula::Const(cmp.holds(0, bound))),
            [(c, var)] => Ok(self.weighted_var(*c, *var, cmp, bound)),
            _ => Ok(Constraint::Linear { terms, cmp, bound }.into()),
        }
    }

    /// `c * var cmp bound`.
    fn weighted_var(&self, c: i64, var: Var, cmp: Cmp, bound: i64) -> Formula {
        let (c, bound) = (i128::from(c), i128::from(bound));
        let fit = |v: i128| v.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let exact = bound % c == 0;
        let atom = match cmp {
            Cmp::Eq | Cmp::Ne if !exact => return Formula::Const(cmp == Cmp::Ne),
            Cmp::Eq => var.is(fit(bound / c)),
            Cmp::Ne => var.is_not(fit(bound / c)),
            Cmp::Le if c > 0 => var.at_most(fit(floor_div(bound, c))),
            Cmp::Ge if c < 0 => var.at_most(fit(floor_div(bound, c))),
            Cmp::Le | Cmp::Ge => var.at_least(fit(ceil_div(bound, c))),
        };
        self.atom(atom)
    }

    /// How many of the atoms are true, compared with a bound.
    pub fn count(&self, atoms: Vec<Atom>, cmp: Cmp, bound: i64) -> Formula {
        let mut bound = bound;
        let mut open = Vec::with_capacity(atoms.len());
        for atom in atoms {
            match self.atom(atom) {
                Formula::Const(true) => bound = bound.saturating_sub(1),
                Formula::Const(false) => {}
                _ => open.push(atom),
            }
        }
        let n = open.len() as i64;
        if let Some(decided) = decided(-i128::from(bound), i128::from(n) - i128::from(bound), cmp) {
            return Formula::Const(decided);
        }
        let all = |atoms: &[Atom]| Formula::and(atoms.iter().map(|a| Formula::Atom(*a)));
        let none = |atoms: &[Atom]| Formula::and(atoms.iter().map(|a| Formula::Atom(!*a)));
        match cmp {
            Cmp::Le | Cmp::Eq if bound == 0 => none(&open),
            Cmp::Ge | Cmp::Eq if bound == n => all(&open),
            Cmp::Le if bound == n - 1 => all(&open).negated(),
            Cmp::Ge if bound == 1 => none(&open).negated(),
            Cmp::Ne if bound == 0 => none(&open).negated(),
            Cmp::Ne if bound == n => all(&open).negated(),
            cmp => Constraint::Count { atoms: open, cmp, bound }.into(),
        }
    }

    /// `sum in set`.
    pub fn member(&mut self, sum: &Sum, set: &Domain) -> Outcome<Formula> {
        if sum.terms.is_empty() {
            return Ok(Formula::Const(set.contains(sum.constant)));
        }
        if let [(lo, hi)] = set.ranges() {
            let above = self.compare(&shifted(self, sum, *lo)?, Cmp::Ge)?;
            return Ok(Formula::and([above, self.compare(&shifted(self, sum, *hi)?, Cmp::Le)?]));
        }
        let var = self.var_of(sum)?;
        Ok(self.var_in(var, set))
    }

    /// `var in set`, as few atoms as the domain allows.
    pub fn var_in(&self, var: Var, set: &Domain) -> Formula {
        let domain = self.model.domain(var);
        let inside = domain.intersect(set);
        let outside = domain.minus(set);
        if inside.is_empty() || outside.is_empty() {
            return Formula::Const(outside.is_empty());
        }
        match inside.ranges().len() <= outside.ranges().len() {
            true => self.in_ranges(var, &inside),
            false => self.in_ranges(var, &outside).negated(),
        }
    }

    /// One disjunct per range of the set, which is part of the domain.
    fn in_ranges(&self, var: Var, set: &Domain) -> Formula {
        Formula::or(set.ranges().iter().map(|(lo, hi)| match lo == hi {
            true => self.atom(var.is(*lo)),
            false => Formula::and([self.atom(var.at_least(*lo)), self.atom(var.at_most(*hi))]),
        }))
    }
}

fn shifted(flat: &Flat, sum: &Sum, by: i64) -> Outcome<Sum> {
    let constant = flat.checked(sum.constant.checked_sub(by))?;
    Ok(Sum { constant, terms: sum.terms.clone() })
}

/// Whether a number between `lo` and `hi` compares with zero the same way wherever it is.
fn decided(lo: i128, hi: i128, cmp: Cmp) -> Option<bool> {
    match cmp {
        Cmp::Le if hi <= 0 => Some(true),
        Cmp::Le if lo > 0 => Some(false),
        Cmp::Ge if lo >= 0 => Some(true),
        Cmp::Ge if hi < 0 => Some(false),
        Cmp::Eq | Cmp::Ne if lo > 0 || hi < 0 => Some(cmp == Cmp::Ne),
        Cmp::Eq | Cmp::Ne if lo == 0 && hi == 0 => Some(cmp == Cmp::Eq),
        _ => None,
    }
}

/// The bound after dividing all coefficients, or `None` if equality has become impossible.
fn divided_bound(bound: i64, divisor: u64, cmp: Cmp) -> Option<i64> {
    let (bound, divisor) = (i128::from(bound), i128::from(divisor));
    let quotient = match cmp {
        Cmp::Le => floor_div(bound, divisor),
        Cmp::Ge => ceil_div(bound, divisor),
        Cmp::Eq | Cmp::Ne if bound % divisor != 0 => return None,
        Cmp::Eq | Cmp::Ne => bound / divisor,
    };
    Some(quotient as i64)
}

fn weighted_atom(c: i64, atom: Atom, cmp: Cmp, bound: i64) -> Formula {
    match (cmp.holds(c, bound), cmp.holds(0, bound)) {
        (true, true) => Formula::Const(true),
        (false, false) => Formula::Const(false),
        (true, false) => Formula::Atom(atom),
        (false, true) => Formula::Atom(!atom),
    }
}

/// `a / b` rounded up.
pub(super) fn ceil_div(a: i128, b: i128) -> i128 {
    -floor_div(-near(a), b)
}

/// `a / b` rounded down.
pub(super) fn floor_div(a: i128, b: i128) -> i128 {
    let a = near(a);
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

/// Far beyond any sum that fits, so that the opposite and the quotient exist.
fn near(a: i128) -> i128 {
    const FAR: i128 = 1 << 126;
    a.clamp(-FAR, FAR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Assignment;

    /// Every comparison of `a x + b y + 1` over small domains means what it says.
    #[test]
    fn comparisons_mean_what_they_say() {
        for (a, b) in [(1, 0), (-2, 0), (3, -3), (2, 4), (1, 1), (1, -1), (0, 0)] {
            for cmp in Cmp::ALL {
                for constant in -4..=4 {
                    let mut flat = Flat::default();
                    let (x, y) = (flat.model.int("x", -1..=2), flat.model.bool("y"));
                    let mut sum = Sum::constant(constant);
                    sum.terms = vec![(a, Term::Var(x)), (b, Term::Atom(y.is_true()))];
                    sum.tidy().expect("small");
                    let formula = flat.compare(&sum, cmp).expect("no overflow");
                    for (vx, vy) in (-1..=2).flat_map(|vx| [(vx, 0), (vx, 1)]) {
                        let at = Assignment::new(vec![vx, vy]);
                        assert_eq!(
                            formula.holds(&at),
                            cmp.holds(a * vx + b * vy + constant, 0),
                            "{sum:?} {cmp:?} at {at:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn counts_and_sets_mean_what_they_say() {
        let mut flat = Flat::default();
        let vars = flat.model.bools("b", 3);
        let x = flat.model.int("x", 0..=5);
        for bits in 0..8i64 {
            let mut at = Assignment::new((0..3).map(|i| bits >> i & 1).chain([0]).collect());
            for (cmp, bound) in Cmp::ALL.into_iter().flat_map(|cmp| (-1..=4).map(move |bound| (cmp, bound))) {
                let formula = flat.count(vars.iter().map(|v| v.is_true()).collect(), cmp, bound);
                assert_eq!(formula.holds(&at), cmp.holds(i64::from(bits.count_ones()), bound), "{cmp:?} {bound}");
            }
            for set in 0..64i64 {
                let set = Domain::from_values((0..6).filter(|v| set >> v & 1 == 1));
                for value in 0..6 {
                    at[x] = value;
                    assert_eq!(flat.var_in(x, &set).holds(&at), set.contains(value), "{value} in {set}");
                }
            }
        }
    }
}
