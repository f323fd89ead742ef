//! Formulas in DIMACS and OPB form as models of Booleans, so that every engine and both judges take them.
//!
//! Variables have the names the file gives them, or `x1`, `x2` and so on. An objective is a sum of its own.

use super::SolveError;
use super::named::Language;
use crate::cnf::{Cnf, Lit, Names, dimacs, opb};
use crate::front::Source;
use crate::model::{Atom, Constraint, Domain, Kind, Model, Sum, Var};
use crate::puzzles::text::{InputError, Place};
use std::collections::HashSet;

/// The model of a formula; `None` for MiniZinc, which is no formula.
pub(super) fn model(language: Language, source: &Source) -> Result<Option<Model>, SolveError> {
    let wrong = |e: dimacs::Error| {
        let hint = if e.hint.is_empty() { String::new() } else { format!(" ({})", e.hint) };
        InputError::new(&source.name, Place { line: e.line, col: e.column }, format!("{}{hint}", e.message))
    };
    match language {
        Language::Minizinc => Ok(None),
        Language::Dimacs => {
            let (cnf, names) = dimacs::read(source.text.as_bytes()).map_err(wrong)?;
            Ok(Some(of_cnf(&cnf, &names)))
        }
        Language::Opb => {
            let formula = opb::read(source.text.as_bytes()).map_err(wrong)?;
            let large = || SolveError::Resources(format!("{}: a sum does not fit into 64 bits", source.name));
            of_opb(&formula).ok_or_else(large).map(Some)
        }
    }
}

fn of_cnf(cnf: &Cnf, names: &Names) -> Model {
    let mut model = Model::new();
    let mut taken = HashSet::new();
    for var in 1..=cnf.n_vars() {
        let given = names.get(var).filter(|name| taken.insert(name.to_string()));
        model.bool(given.map_or_else(|| format!("x{var}"), str::to_string));
    }
    for clause in cnf.clauses() {
        model.clause(clause.iter().map(|lit| atom(*lit)));
    }
    model
}

/// The model of a pseudo-Boolean formula; `None` if its numbers are too large.
fn of_opb(formula: &opb::Opb) -> Option<Model> {
    let mut model = of_cnf(&formula.formula, &formula.names);
    for weighted in &formula.constraints {
        let (total, bound) = (sum(&weighted.terms)?, Sum { terms: Vec::new(), constant: small(weighted.bound)? });
        model.post(if weighted.is_equal { total.equals(bound) } else { total.ge(bound) });
    }
    if let Some(terms) = &formula.objective {
        let total = sum(terms)?;
        let bounds = |pick: fn(i64) -> i64| {
            total.terms.iter().try_fold(total.constant, |end, (weight, _)| end.checked_add(pick(*weight)))
        };
        let domain = Domain::range(bounds(|w| w.min(0))?, bounds(|w| w.max(0))?);
        let objective = model.auxiliary(domain, Kind::Int);
        model.post(equal(total, objective));
        model.minimise(objective);
    }
    Some(model)
}

fn equal(total: Sum, var: Var) -> Constraint {
    total.equals(Sum { terms: vec![(1, var)], constant: 0 })
}

/// `w * not x` is `w - w * x`.
fn sum(terms: &[(i128, Lit)]) -> Option<Sum> {
    let mut sum = Sum::default();
    for (weight, lit) in terms {
        let (weight, var) = (small(*weight)?, variable(*lit));
        if lit.is_positive() {
            sum.terms.push((weight, var));
        } else {
            sum.terms.push((-weight, var));
            sum.constant = sum.constant.checked_add(weight)?;
        }
    }
    Some(sum)
}

/// Sums of such numbers stay within 64 bits as long as there are fewer than a million of them.
fn small(number: i128) -> Option<i64> {
    const LARGEST: i64 = 1 << 42;
    i64::try_from(number).ok().filter(|n| (-LARGEST..=LARGEST).contains(n))
}

fn atom(lit: Lit) -> Atom {
    if lit.is_positive() { variable(lit).is_true() } else { variable(lit).is_false() }
}

fn variable(lit: Lit) -> Var {
    Var(lit.var() - 1)
}
