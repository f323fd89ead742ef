//! A pseudo-Boolean problem as text.
//!
//! A negated literal is written as one minus its variable, which moves its weight to the bound. Variables come in
//! increasing order, each once. A constant of the objective is lost, since the format has none.

use super::{Opb, Weighted};
use crate::cnf::Lit;
use itertools::Itertools;
use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};

/// Writes a problem with its names.
pub fn write(opb: &Opb, out: &mut dyn Write) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let n_constraints = opb.formula.n_clauses() + opb.constraints.len();
    // A sum without terms mentions x1, so there is always a first variable.
    let n_vars = opb.formula.n_vars().max(1);
    writeln!(out, "* #variable= {n_vars} #constraint= {n_constraints}")?;
    for (var, name) in opb.names.iter().filter(|(var, _)| *var <= n_vars) {
        writeln!(out, "* varname {var} {name}")?;
    }
    if let Some(terms) = &opb.objective {
        write!(out, "min: ")?;
        write_sum(&positive(terms).0, &mut out)?;
        writeln!(out, ";")?;
    }
    for clause in opb.formula.clauses() {
        write_clause(clause, &mut out)?;
    }
    for constraint in &opb.constraints {
        write_constraint(constraint, &mut out)?;
    }
    out.flush()
}

/// At least one of the literals; one listed twice counts once.
fn write_clause(clause: &[Lit], out: &mut impl Write) -> io::Result<()> {
    let terms = clause.iter().copied().sorted_unstable().dedup().map(|lit| (1, lit)).collect();
    write_constraint(&Weighted::at_least(terms, 1), out)
}

fn write_constraint(constraint: &Weighted, out: &mut impl Write) -> io::Result<()> {
    let (terms, constant) = positive(&constraint.terms);
    write_sum(&terms, out)?;
    let sign = if constraint.is_equal { "=" } else { ">=" };
    writeln!(out, "{sign} {} ;", constraint.bound - constant)
}

/// A sum without terms is written as a term of weight 0, since some readers expect one.
fn write_sum(terms: &BTreeMap<u32, i128>, out: &mut impl Write) -> io::Result<()> {
    if terms.is_empty() {
        return write!(out, "+0 x1 ");
    }
    terms.iter().try_for_each(|(var, weight)| write!(out, "{weight:+} x{var} "))
}

/// The same sum over variables, and the constant it leaves.
fn positive(terms: &[(i128, Lit)]) -> (BTreeMap<u32, i128>, i128) {
    let mut sum: BTreeMap<u32, i128> = BTreeMap::new();
    let mut constant = 0;
    for (weight, lit) in terms {
        // weight * !x = weight - weight * x
        let sign = if lit.is_positive() { 1 } else { -1 };
        constant += if lit.is_positive() { 0 } else { *weight };
        *sum.entry(lit.var()).or_insert(0) += sign * weight;
    }
    sum.retain(|_, weight| *weight != 0);
    (sum, constant)
}
