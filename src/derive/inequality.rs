//! A linear inequality over 0/1 variables: a weighted sum of variables is at least a bound.
//!
//! Variables are those of the formula (`x1`, `x2`, ...) and, from [`FIRST_NAMED`] on, those of the model's statement. Numbers are
//! kept below 2^60 by whoever makes inequalities, so no sum of them comes near 128 bits.

use crate::cnf::Lit;
use crate::cnf::gates::{FALSE, TRUE};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The first variable that belongs to the statement of the model.
pub const FIRST_NAMED: u32 = 1 << 30;

/// `sum of weight * variable >= bound`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inequality {
    /// The weights, none of them 0.
    pub terms: BTreeMap<u32, i128>,
    /// The least sum.
    pub bound: i128,
}

impl Inequality {
    /// The weighted literals sum up to at least the bound.
    pub fn at_least(weights: impl IntoIterator<Item = (i128, Lit)>, bound: i128) -> Inequality {
        let mut made = Inequality { terms: BTreeMap::new(), bound };
        weights.into_iter().for_each(|(weight, lit)| made.add_literal(weight, lit));
        made
    }

    /// At least one of the literals is true.
    pub fn clause(lits: &[Lit]) -> Inequality {
        let mut lits = lits.to_vec();
        lits.sort_unstable();
        lits.dedup();
        Inequality::at_least(lits.into_iter().map(|lit| (1, lit)), 1)
    }

    /// One more literal on the left.
    pub fn add_literal(&mut self, weight: i128, lit: Lit) {
        match lit {
            TRUE => self.bound -= weight,
            FALSE => {}
            lit if lit.is_positive() => self.add_variable(lit.var(), weight),
            lit => {
                self.bound -= weight;
                self.add_variable(lit.var(), -weight);
            }
        }
    }

    fn add_variable(&mut self, var: u32, weight: i128) {
        let here = self.terms.entry(var).or_insert(0);
        *here += weight;
        if *here == 0 {
            self.terms.remove(&var);
        }
    }

    /// Adds a multiple of another one.
    pub fn add(&mut self, factor: i128, other: &Inequality) {
        other.terms.iter().for_each(|(var, weight)| self.add_variable(*var, factor * weight));
        self.bound += factor * other.bound;
    }

    /// `sum < bound`
    pub fn opposite(&self) -> Inequality {
        let terms = self.terms.iter().map(|(var, weight)| (*var, -weight)).collect();
        Inequality { terms, bound: 1 - self.bound }
    }

    /// The least sum there can be.
    pub fn smallest(&self) -> i128 {
        self.terms.values().map(|weight| weight.min(&0)).sum()
    }

    /// Whether every valuation fulfils it.
    pub fn is_trivial(&self) -> bool {
        self.bound <= self.smallest()
    }

    /// It holds unless one of the literals is true.
    pub fn unless(mut self, lits: &[Lit]) -> Inequality {
        let excuse = (self.bound - self.smallest()).max(0);
        lits.iter().for_each(|lit| self.add_literal(excuse, *lit));
        self
    }

    /// Divided and rounded up, as it is done for positive weights of literals.
    pub fn divided(&self, divisor: i128) -> Inequality {
        let degree = self.bound - self.smallest();
        let up = |n: i128| -(-n).div_euclid(divisor);
        let terms: BTreeMap<u32, i128> = self.terms.iter().map(|(v, w)| (*v, w.signum() * up(w.abs()))).collect();
        let mut divided = Inequality { terms, bound: 0 };
        divided.bound = up(degree) + divided.smallest();
        divided
    }

    /// As a proof writes it: `2 x1 3 ~x2 >= 4`.
    pub fn text(&self, name: &dyn Fn(u32) -> String) -> String {
        let mut text = String::new();
        for (var, weight) in &self.terms {
            let sign = if *weight < 0 { "~" } else { "" };
            let _ = write!(text, "{} {sign}{} ", weight.abs(), name(*var));
        }
        let _ = write!(text, ">= {}", self.bound - self.smallest());
        text
    }
}

#[cfg(test)]
mod tests {
    use super::{Inequality, Lit};

    #[test]
    fn opposite_literals_cancel_and_division_rounds_up() {
        let (a, b) = (Lit::new(1), Lit::new(2));
        let mut sum = Inequality::at_least([(3, a), (2, !b)], 3);
        sum.add(1, &Inequality::at_least([(1, !a)], 0));
        assert_eq!(sum, Inequality::at_least([(2, a), (2, !b)], 2));
        assert_eq!(Inequality::at_least([(3, a), (2, !b)], 3).divided(2), Inequality::at_least([(2, a), (1, !b)], 2));
        assert_eq!(sum.text(&|var| format!("x{var}")), "2 x1 2 ~x2 >= 2");
        assert!(sum.opposite().unless(&[a]).unless(&[!b]).terms.contains_key(&1));
    }
}
