//! OPB: the text format of pseudo-Boolean solvers, where a constraint is a weighted sum of literals.
//!
//! Counts and sums stay one line each instead of many clauses. Written by [`write()`] in the form that every solver reads:
//! integers, `>=` and `=`, no negated literals. Roussel and Manquinho, Input/output format of the pseudo-Boolean
//! competition, 2012.

mod read;
mod write;

pub use read::read;
pub use write::write;

use super::{Cnf, Lit, Names, Valuation};

/// A weighted sum of literals that is at least, or exactly, its bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighted {
    /// Weight and literal; a literal may occur more than once.
    pub terms: Vec<(i128, Lit)>,
    /// Exactly the bound rather than at least.
    pub is_equal: bool,
    /// What the sum is compared with.
    pub bound: i128,
}

/// A pseudo-Boolean problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opb {
    /// What to minimise, if anything.
    pub objective: Option<Vec<(i128, Lit)>>,
    /// The variables, and clauses that must hold. Kept apart because they are many and small.
    pub formula: Cnf,
    /// What else must hold.
    pub constraints: Vec<Weighted>,
    /// The names of the variables.
    pub names: Names,
}

impl Weighted {
    /// The sum is at least the bound.
    pub fn at_least(terms: Vec<(i128, Lit)>, bound: i128) -> Weighted {
        Weighted { terms, is_equal: false, bound }
    }

    /// The sum is at most the bound.
    pub fn at_most(terms: Vec<(i128, Lit)>, bound: i128) -> Weighted {
        Weighted::at_least(terms.into_iter().map(|(weight, lit)| (-weight, lit)).collect(), -bound)
    }

    /// The sum is the bound.
    pub fn equal(terms: Vec<(i128, Lit)>, bound: i128) -> Weighted {
        Weighted { terms, is_equal: true, bound }
    }

    /// Whether the constraint is true.
    pub fn holds(&self, valuation: &Valuation) -> bool {
        let sum = total(&self.terms, valuation);
        if self.is_equal { sum == self.bound } else { sum >= self.bound }
    }
}

impl Opb {
    /// Whether all constraints are true.
    pub fn is_satisfied_by(&self, valuation: &Valuation) -> bool {
        self.formula.is_satisfied_by(valuation) && self.constraints.iter().all(|c| c.holds(valuation))
    }

    /// The value of the objective; 0 if there is none.
    pub fn cost(&self, valuation: &Valuation) -> i128 {
        self.objective.as_deref().map_or(0, |terms| total(terms, valuation))
    }
}

fn total(terms: &[(i128, Lit)], valuation: &Valuation) -> i128 {
    terms.iter().filter(|(_, lit)| valuation.is_true(*lit)).map(|(weight, _)| weight).sum()
}

#[cfg(test)]
mod tests {
    use super::super::{ClauseSink, Names};
    use super::{Cnf, Lit, Opb, Valuation, Weighted, read, write};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn text(opb: &Opb) -> String {
        let mut out = Vec::new();
        write(opb, &mut out).expect("writing to memory");
        String::from_utf8(out).expect("text")
    }

    fn random_terms(random: &mut Pcg64Mcg) -> Vec<(i128, Lit)> {
        let n_terms = random.random_range(0..5);
        let lit = |random: &mut Pcg64Mcg| random.random_range(1..=5) * if random.random_bool(0.5) { 1 } else { -1 };
        (0..n_terms).map(|_| (i128::from(random.random_range(-3..=3)), Lit::new(lit(random)))).collect()
    }

    #[test]
    fn clauses_counts_and_an_objective() {
        let (a, b) = (Lit::new(1), Lit::new(2));
        let mut cnf = Cnf::new();
        cnf.reserve_vars(2);
        cnf.clause(&[!b, a, a]);
        let mut opb = Opb { formula: cnf, ..Opb::default() };
        opb.constraints.push(Weighted::at_most(vec![(2, a), (3, !b)], 4));
        opb.constraints.push(Weighted::equal(vec![(1, a), (1, b)], 1));
        opb.objective = Some(vec![(5, !a), (1, b)]);
        opb.names.insert(b, "q = 2");
        let expected = "* #variable= 2 #constraint= 3\n* varname 2 q = 2\nmin: -5 x1 +1 x2 ;\n+1 x1 -1 x2 >= 0 ;\n\
                        -2 x1 +3 x2 >= -1 ;\n+1 x1 +1 x2 = 1 ;\n";
        assert_eq!(text(&opb), expected);
    }

    #[test]
    fn what_is_written_means_the_same() {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        for _ in 0..200 {
            let constraint = |random: &mut Pcg64Mcg| Weighted {
                terms: random_terms(random),
                is_equal: random.random_bool(0.3),
                bound: random.random_range(-3..=3),
            };
            let constraints: Vec<Weighted> = (0..3).map(|_| constraint(&mut random)).collect();
            let objective = random.random_bool(0.5).then(|| random_terms(&mut random));
            let opb = Opb { objective, formula: free(5), constraints, names: Names::new() };
            let back = read(text(&opb).as_bytes()).expect("what was written is read");
            let costs: Vec<i128> = (0..32).map(|bits| opb.cost(&at(bits)) - back.cost(&at(bits))).collect();
            assert!(costs.iter().all(|difference| *difference == costs[0]), "{opb:?}");
            for bits in 0..32 {
                assert_eq!(opb.is_satisfied_by(&at(bits)), back.is_satisfied_by(&at(bits)), "{opb:?}");
            }
        }
    }

    fn free(n_vars: u32) -> Cnf {
        let mut cnf = Cnf::new();
        cnf.reserve_vars(n_vars);
        cnf
    }

    #[test]
    fn odd_clauses_mean_what_they_say() {
        let cases: [(&[i32], u32); 4] = [(&[], 0), (&[], 3), (&[1, -1], 1), (&[2, 2, -1, 2], 2)];
        for (clause, n_vars) in cases {
            let mut formula = free(n_vars);
            formula.clause(&clause.iter().map(|n| Lit::new(*n)).collect::<Vec<_>>());
            let opb = Opb { formula, ..Opb::default() };
            let back = read(text(&opb).as_bytes()).expect("what was written is read");
            for bits in 0..32 {
                assert_eq!(opb.is_satisfied_by(&at(bits)), back.is_satisfied_by(&at(bits)), "{opb:?}");
            }
        }
    }

    fn at(bits: u32) -> Valuation {
        let mut valuation = Valuation::new(5);
        (1..=5).filter(|v| bits >> (v - 1) & 1 == 1).for_each(|v| valuation.set(Lit::new(v)));
        valuation
    }

    #[test]
    fn a_long_sum_of_large_weights_does_not_overflow() {
        let huge = i128::from(i64::MAX);
        let terms: Vec<(i128, Lit)> = (1..=1000).map(|v| (huge, Lit::new(-v))).collect();
        let constraints = vec![Weighted::at_least(terms, 1)];
        let opb = Opb { formula: free(1000), constraints, ..Opb::default() };
        assert_eq!(read(text(&opb).as_bytes()).expect("read").constraints[0].bound, 1 - 1000 * huge);
    }
}
