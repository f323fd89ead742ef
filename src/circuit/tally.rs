//! The constraint that is kept apart: a sum over answer variables whose value the circuit counts instead of deciding it.
//!
//! A board's total ties everything together. In the circuit it plays no part; every number of solutions is split by what
//! they add to it, and at the end those are taken for which it holds.

use super::numbers::{Numbers, TooMany};
use super::residual::Residual;
use crate::model::{Atom, Cmp, Constraint, Domain};
use num_bigint::BigUint;
use std::collections::{BTreeMap, HashMap};

/// A sum and what each variable adds to it.
struct Tally {
    cmp: Cmp,
    bound: i64,
    addends: HashMap<u32, Vec<Addend>>,
    /// What the variables add that have one value from the beginning.
    base: i64,
    /// More than this can be made no use of.
    cap: i64,
}

/// What a value of a variable adds.
#[derive(Clone, Copy)]
enum Addend {
    /// The value so many times.
    Times(i64),
    /// One if this is true.
    When(Atom),
}

/// Sums that may become larger than this are decided in the circuit.
const LARGEST: i128 = 1 << 60;

impl Tally {
    /// The constraint, if it is such a sum; the residual is that of the whole model.
    fn new(residual: &Residual, index: u32) -> Result<Tally, String> {
        let mut addends: HashMap<u32, Vec<Addend>> = HashMap::new();
        let (cmp, bound) = match residual.constraint(index) {
            Constraint::Linear { terms, cmp, bound } => {
                terms.iter().for_each(|(c, v)| addends.entry(v.0).or_default().push(Addend::Times(*c)));
                (*cmp, *bound)
            }
            Constraint::Count { atoms, cmp, bound } => {
                atoms.iter().for_each(|a| addends.entry(a.var.0).or_default().push(Addend::When(*a)));
                (*cmp, *bound)
            }
            other => return Err(format!("constraint {index} is no sum but of kind {}", other.kind())),
        };
        if let Some(var) = residual.scopes[index as usize].iter().find(|v| !residual.is_answer(**v)) {
            return Err(format!("the sum {index} is about variable {var}, which is not part of the answer"));
        }
        let size = |(v, list): (&u32, &Vec<Addend>)| {
            let (lo, hi) = residual.ranges[*v as usize];
            list.iter().map(|addend| addend.size(lo, hi)).try_fold(0i128, i128::checked_add)
        };
        let largest = addends.iter().try_fold(0i128, |sum, addend| sum.checked_add(size(addend)?));
        if largest.is_none_or(|largest| largest > LARGEST) {
            return Err(format!("the sum {index} may become too large"));
        }
        let mut tally = Tally { cmp, bound, addends, base: 0, cap: i64::MAX };
        let fixed = residual.scopes[index as usize].iter().filter(|v| !residual.is_open(**v));
        tally.base = fixed.map(|v| tally.adds(*v, residual.ranges[*v as usize].0)).sum();
        let never_less = tally.addends.iter().all(|(v, list)| {
            let (lo, hi) = residual.ranges[*v as usize];
            lo == hi || list.iter().all(|addend| addend.is_never_less(lo, hi))
        });
        if never_less && matches!(cmp, Cmp::Le | Cmp::Eq) {
            tally.cap = bound.saturating_sub(tally.base).max(0);
        }
        Ok(tally)
    }

    /// What a value of a variable adds.
    fn adds(&self, var: u32, value: i64) -> i64 {
        self.addends.get(&var).map_or(0, |list| list.iter().map(|addend| addend.adds(value)).sum())
    }
}

/// How solutions are counted: by what they add to a sum, if one is kept apart.
pub(super) struct Ledger(Option<Tally>);

impl Ledger {
    /// With the constraint of this index kept apart; the residual is that of the whole model.
    pub fn new(residual: &Residual, index: Option<u32>) -> Result<Ledger, String> {
        index.map(|index| Tally::new(residual, index)).transpose().map(Ledger)
    }

    /// What a variable adds that has this value.
    pub fn adds(&self, var: u32, value: i64) -> i64 {
        self.0.as_ref().map_or(0, |tally| tally.adds(var, value))
    }

    /// More than this can be made no use of.
    pub fn cap(&self) -> i64 {
        self.0.as_ref().map_or(i64::MAX, |tally| tally.cap)
    }

    /// The solutions of variables of which nothing is said.
    pub fn free(&self, residual: &Residual, vars: &[u32]) -> Result<Numbers, TooMany> {
        let mut n_alike: BTreeMap<Numbers, usize> = BTreeMap::new();
        for var in vars.iter().copied().filter(|v| residual.is_answer(*v)) {
            let (lo, hi) = residual.ranges[var as usize];
            let is_counted = self.0.as_ref().is_some_and(|tally| tally.addends.contains_key(&var));
            let numbers = match is_counted {
                true => Numbers::of(residual.domain(var).within(lo, hi).map(|value| self.adds(var, value)))?,
                false => Numbers::constant(n_values(residual.domain(var), lo, hi)),
            };
            *n_alike.entry(numbers).or_default() += 1;
        }
        let copies = |(numbers, n): (Numbers, usize)| numbers.power(n, self.cap());
        n_alike.into_iter().map(copies).try_fold(Numbers::one(), |product, next| product.times(&next?, self.cap()))
    }

    /// The number of solutions of the whole.
    pub fn total(&self, numbers: &Numbers) -> BigUint {
        let holds = |sum: i64| self.0.as_ref().is_none_or(|tally| tally.cmp.holds(sum + tally.base, tally.bound));
        numbers.terms().iter().filter(|(sum, _)| holds(*sum)).map(|(_, n)| n).sum()
    }
}

fn n_values(domain: &Domain, lo: i64, hi: i64) -> BigUint {
    let within = domain.ranges().iter().map(|(from, to)| ((*from).max(lo), (*to).min(hi))).filter(|(a, b)| a <= b);
    within.map(|(from, to)| BigUint::from(to.abs_diff(from)) + 1u32).sum()
}

impl Addend {
    fn adds(self, value: i64) -> i64 {
        match self {
            Addend::Times(c) => c * value,
            Addend::When(atom) => i64::from(atom.admits(value)),
        }
    }

    fn size(self, lo: i64, hi: i64) -> i128 {
        match self {
            Addend::Times(c) => i128::from(c).abs() * i128::from(lo).abs().max(i128::from(hi).abs()),
            Addend::When(_) => 1,
        }
    }

    fn is_never_less(self, lo: i64, hi: i64) -> bool {
        match self {
            Addend::Times(c) => (c >= 0 && lo >= 0) || (c <= 0 && hi <= 0),
            Addend::When(_) => true,
        }
    }
}
