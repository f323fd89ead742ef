//! Linear expressions: a constant plus weighted variables and atoms.
//!
//! An atom counts 1 when true, so `sum(i in S)(x[i] = 3)` stays a sum of atoms until a comparison decides whether it is a
//! count. Terms are kept in order of first appearance, each variable or atom once, no coefficient zero after [`Sum::tidy`].

use crate::model::{Assignment, Atom, Var};
use rustc_hash::FxHashMap;

/// A variable or an atom as a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// The value of the variable.
    Var(Var),
    /// 1 if the atom is true, else 0.
    Atom(Atom),
}

/// `constant + sum of coefficient * term`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sum {
    /// What is added to the terms.
    pub constant: i64,
    /// Coefficients and terms.
    pub terms: Vec<(i64, Term)>,
}

impl Sum {
    /// A constant.
    pub fn constant(constant: i64) -> Sum {
        Sum { constant, terms: Vec::new() }
    }

    /// One term.
    pub fn term(term: Term) -> Sum {
        Sum { constant: 0, terms: vec![(1, term)] }
    }

    /// Add `factor * other`; `None` on overflow.
    pub fn add(&mut self, factor: i64, other: &Sum) -> Option<()> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (coefficient, term) in &other.terms {
            self.terms.push((coefficient.checked_mul(factor)?, *term));
        }
        Some(())
    }

    /// `factor * self`; `None` on overflow.
    pub fn times(&self, factor: i64) -> Option<Sum> {
        let mut out = Sum::default();
        out.add(factor, self)?;
        out.tidy()?;
        Some(out)
    }

    /// Join equal terms and drop those with coefficient zero; `None` on overflow.
    pub fn tidy(&mut self) -> Option<()> {
        const FEW: usize = 16;
        let n = self.terms.len();
        if n > FEW {
            self.join_by_table()?
        } else {
            self.join_by_scan()?
        }
        self.terms.retain(|(coefficient, _)| *coefficient != 0);
        Some(())
    }

    fn join_by_scan(&mut self) -> Option<()> {
        for at in 1..self.terms.len() {
            let (coefficient, term) = self.terms[at];
            if let Some(first) = self.terms[..at].iter().position(|(_, t)| *t == term) {
                self.terms[first].0 = self.terms[first].0.checked_add(coefficient)?;
                self.terms[at].0 = 0;
            }
        }
        Some(())
    }

    fn join_by_table(&mut self) -> Option<()> {
        let mut seen: FxHashMap<Term, usize> = FxHashMap::default();
        for at in 0..self.terms.len() {
            let (coefficient, term) = self.terms[at];
            let first = *seen.entry(term).or_insert(at);
            if first != at {
                self.terms[first].0 = self.terms[first].0.checked_add(coefficient)?;
                self.terms[at].0 = 0;
            }
        }
        Some(())
    }

    /// The value under an assignment.
    pub fn value(&self, a: &Assignment) -> i64 {
        let weighted = self.terms.iter().map(|(c, t)| i128::from(*c) * i128::from(t.value(a)));
        let total = weighted.fold(i128::from(self.constant), i128::saturating_add);
        total.clamp(i64::MIN.into(), i64::MAX.into()) as i64
    }
}

impl Term {
    fn value(self, a: &Assignment) -> i64 {
        match self {
            Term::Var(var) => a[var],
            Term::Atom(atom) => atom.holds(a).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_are_joined_in_order() {
        for n in [2u32, 40] {
            let mut sum = Sum::constant(7);
            for round in 0..3 {
                for v in 0..n {
                    let factor = if v == 0 { [1, -2, 1][round] } else { 1 };
                    sum.add(factor, &Sum::term(Term::Var(Var(v)))).expect("small");
                }
            }
            sum.tidy().expect("small");
            let expected: Vec<(i64, Term)> = (1..n).map(|v| (3, Term::Var(Var(v)))).collect();
            assert_eq!(sum, Sum { constant: 7, terms: expected });
        }
        assert_eq!(Sum::constant(i64::MAX).times(2), None);
    }
}
