//! A formula as one flat list of literals, and the trait of whatever takes clauses.
//!
//! Memory is four bytes a literal and eight a clause, so that a formula of a million clauses is a few dozen megabytes.

use super::{Lit, Note, Valuation};

/// Something that takes clauses and hands out fresh variables: a formula, a solver, a counter of sizes.
pub trait ClauseSink {
    /// A new variable, as its positive literal.
    fn fresh(&mut self) -> Lit;

    /// At least one of the literals is true.
    fn clause(&mut self, lits: &[Lit]);

    /// Whether further clauses would be thrown away, so that whoever writes many may stop.
    fn is_full(&self) -> bool {
        false
    }

    /// Whether anybody listens to notes, so that an encoder may save the work.
    fn takes_notes(&self) -> bool {
        false
    }

    /// A remark on the clauses, for whoever derives them from the model.
    fn note(&mut self, _: Note<'_>) {}
}

/// A formula in conjunctive normal form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    n_vars: u32,
    lits: Vec<Lit>,
    /// Where each clause ends in `lits`.
    ends: Vec<usize>,
}

impl Cnf {
    /// The formula without variables and clauses.
    pub fn new() -> Cnf {
        Cnf::default()
    }

    /// The number of variables; they are `1..=n_vars`.
    pub fn n_vars(&self) -> u32 {
        self.n_vars
    }

    /// The number of clauses.
    pub fn n_clauses(&self) -> usize {
        self.ends.len()
    }

    /// The number of literals of all clauses.
    pub fn n_lits(&self) -> usize {
        self.lits.len()
    }

    /// Makes sure that the variables up to `n_vars` exist.
    pub fn reserve_vars(&mut self, n_vars: u32) {
        self.n_vars = self.n_vars.max(n_vars);
    }

    /// Forgets all but the first clauses; the variables stay.
    pub fn truncate(&mut self, n_clauses: usize) {
        self.ends.truncate(n_clauses);
        self.lits.truncate(self.ends.last().copied().unwrap_or(0));
    }

    /// The clauses in order.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        self.clauses_from(0)
    }

    /// The clauses in order, without the first few.
    pub fn clauses_from(&self, first: usize) -> impl Iterator<Item = &[Lit]> {
        let start = |i: usize| if i == 0 { 0 } else { self.ends[i - 1] };
        (first..self.ends.len()).map(move |i| &self.lits[start(i)..self.ends[i]])
    }

    /// Whether every clause has a true literal.
    pub fn is_satisfied_by(&self, valuation: &Valuation) -> bool {
        self.clauses().all(|clause| clause.iter().any(|lit| valuation.is_true(*lit)))
    }
}

impl ClauseSink for Cnf {
    fn fresh(&mut self) -> Lit {
        assert!(self.n_vars < i32::MAX as u32, "a formula has fewer than 2^31 variables");
        self.n_vars += 1;
        Lit::new(self.n_vars as i32)
    }

    fn clause(&mut self, lits: &[Lit]) {
        debug_assert!(lits.iter().all(|lit| lit.var() <= self.n_vars), "a clause speaks of variables handed out");
        self.lits.extend_from_slice(lits);
        self.ends.push(self.lits.len());
    }
}

/// A sink that only counts, to know the size of an encoding without storing it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counter {
    /// Variables handed out.
    pub variables: u64,
    /// Clauses taken.
    pub clauses: u64,
    /// Literals in them.
    pub literals: u64,
}

impl ClauseSink for Counter {
    fn fresh(&mut self) -> Lit {
        self.variables += 1;
        Lit::new(i32::try_from(self.variables).expect("a formula has fewer than 2^31 variables"))
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.clauses += 1;
        self.literals += lits.len() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::{ClauseSink, Cnf, Valuation};

    #[test]
    fn clauses_come_back_as_they_went_in() {
        let mut cnf = Cnf::new();
        let (a, b) = (cnf.fresh(), cnf.fresh());
        cnf.clause(&[a, !b]);
        cnf.clause(&[]);
        cnf.clause(&[b]);
        let back: Vec<Vec<i32>> = cnf.clauses().map(|c| c.iter().map(|l| l.dimacs()).collect()).collect();
        assert_eq!(back, [vec![1, -2], vec![], vec![2]]);
        assert_eq!((cnf.n_vars(), cnf.n_clauses(), cnf.n_lits()), (2, 3, 3));
        assert!(!cnf.is_satisfied_by(&Valuation::new(2)));
        cnf.truncate(1);
        assert_eq!((cnf.n_vars(), cnf.n_clauses(), cnf.n_lits()), (2, 1, 2));
        cnf.truncate(0);
        assert_eq!((cnf.n_clauses(), cnf.n_lits()), (0, 0));
    }
}
