//! KNF: clauses, and counts as they are, for solvers that know them: `k 2 1 -3 5 0` says that at least two of three are true.
//!
//! Reeves, Heule and Bryant, From Clauses to Klauses, CAV 2024.

use super::Lit;
use super::dimacs::write::{hand_on, push_lits, write_clauses, write_names};
use super::opb::{Opb, Weighted};
use std::io::{self, Write};

/// Writes a problem whose sums all have weights 1 and -1.
pub fn write(problem: &Opb, out: &mut dyn Write) -> io::Result<()> {
    let counts: Vec<(i128, Vec<Lit>)> = problem.constraints.iter().flat_map(at_least).filter(|(k, _)| *k > 0).collect();
    let mut buffer = Vec::new();
    writeln!(buffer, "p knf {} {}", problem.formula.n_vars(), problem.formula.n_clauses() + counts.len())?;
    write_names(problem.formula.n_vars(), &problem.names, &mut buffer, out)?;
    write_clauses(&problem.formula, "", &mut buffer, out)?;
    for (bound, lits) in counts {
        write!(buffer, "k {bound} ")?;
        push_lits(&mut buffer, lits.into_iter());
    }
    hand_on(&mut buffer, out, 0)
}

/// The count as one or two of "at least so many of these".
fn at_least(sum: &Weighted) -> Vec<(i128, Vec<Lit>)> {
    let side = |sign: i128| {
        // -x is !x - 1
        let (mut bound, mut lits) = (sign * sum.bound, Vec::with_capacity(sum.terms.len()));
        for (weight, lit) in &sum.terms {
            assert!(weight.abs() == 1, "only counts are kept");
            let is_plus = sign * weight > 0;
            bound += i128::from(!is_plus);
            lits.push(if is_plus { *lit } else { !*lit });
        }
        (bound, lits)
    };
    if sum.is_equal { vec![side(1), side(-1)] } else { vec![side(1)] }
}

#[cfg(test)]
mod tests {
    use super::write;
    use crate::cnf::opb::{Opb, Weighted};
    use crate::cnf::{ClauseSink, Cnf, Lit};

    #[test]
    fn counts_in_either_direction() {
        let lits: Vec<(i128, Lit)> = [1, 2, -3].map(|n| (1, Lit::new(n))).to_vec();
        let mut formula = Cnf::new();
        formula.reserve_vars(3);
        formula.clause(&[Lit::new(1)]);
        let constraints = vec![
            Weighted::at_least(lits.clone(), 2),
            Weighted::at_most(lits.clone(), 2),
            Weighted::equal(lits.clone(), 1),
            Weighted::at_least(lits, 0),
        ];
        let mut out = Vec::new();
        write(&Opb { formula, constraints, ..Opb::default() }, &mut out).expect("into memory");
        let expected = "p knf 3 5\n1 0\nk 2 1 2 -3 0\nk 1 -1 -2 3 0\nk 1 1 2 -3 0\nk 2 -1 -2 3 0\n";
        assert_eq!(String::from_utf8(out).expect("text"), expected);
    }
}
