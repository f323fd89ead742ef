//! WCNF: a formula with an objective, for MaxSAT solvers, in the form of their evaluations since 2022.
//!
//! A hard clause begins with `h`, a soft one with its weight: what it costs if it is false. The cost differs from the
//! objective by a constant.

use super::dimacs::write::{hand_on, push_lits, write_clauses, write_names};
use super::opb::Opb;
use std::io::{self, Write};

/// Writes a problem all of whose constraints are clauses.
pub fn write(problem: &Opb, out: &mut dyn Write) -> io::Result<()> {
    assert!(problem.constraints.is_empty(), "sums are to be encoded");
    let mut buffer = Vec::new();
    write_names(problem.formula.n_vars(), &problem.names, &mut buffer, out)?;
    write_clauses(&problem.formula, "h ", &mut buffer, out)?;
    for (weight, lit) in problem.objective.iter().flatten().filter(|(weight, _)| *weight != 0) {
        // A literal that costs is better false; one that gains is better true.
        write!(buffer, "{} ", weight.unsigned_abs())?;
        push_lits(&mut buffer, std::iter::once(if *weight > 0 { !*lit } else { *lit }));
    }
    hand_on(&mut buffer, out, 0)
}

#[cfg(test)]
mod tests {
    use super::write;
    use crate::cnf::opb::Opb;
    use crate::cnf::{ClauseSink, Cnf, Lit};

    #[test]
    fn what_costs_is_better_false() {
        let mut formula = Cnf::new();
        formula.reserve_vars(2);
        formula.clause(&[Lit::new(1), Lit::new(2)]);
        let objective = Some(vec![(3, Lit::new(1)), (-2, Lit::new(2)), (0, Lit::new(2))]);
        let mut names = crate::cnf::Names::new();
        names.insert(Lit::new(2), "b");
        let mut out = Vec::new();
        write(&Opb { formula, objective, names, ..Opb::default() }, &mut out).expect("into memory");
        assert_eq!(String::from_utf8(out).expect("text"), "c varname 2 b\nh 1 2 0\n3 -1 0\n2 2 0\n");
    }
}
