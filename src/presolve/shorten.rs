//! A constraint without what the domains decide: true and false atoms, fixed terms, conditions that hold.

use super::truth::truth;
use crate::model::{Atom, Constraint, Domain, Var};

/// What is left of a constraint.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Short {
    /// All of it.
    Same,
    /// This.
    Shorter(Constraint),
    /// Nothing: the domains imply it.
    Gone,
}

/// What is left of the constraint within the domains, none of which is empty.
pub(super) fn shortened(constraint: &Constraint, domains: &[Domain]) -> Short {
    if truth(constraint, domains) == Some(true) {
        return Short::Gone;
    }
    let shorter = match constraint {
        Constraint::Clause(atoms) => open(atoms, domains).map(|(atoms, _)| Constraint::Clause(atoms)),
        Constraint::Count { atoms, cmp, bound } => open(atoms, domains).and_then(|(atoms, n_true)| {
            Some(Constraint::Count { atoms, cmp: *cmp, bound: bound.checked_sub(n_true)? })
        }),
        Constraint::Linear { terms, cmp, bound } => loose(terms, domains).and_then(|(terms, fixed)| {
            let bound = i64::try_from(i128::from(*bound).checked_sub(fixed)?).ok()?;
            Some(Constraint::Linear { terms, cmp: *cmp, bound })
        }),
        Constraint::Implies { when, then } => conditional(*when, then, domains, false),
        Constraint::Iff { when, then } => conditional(*when, then, domains, true),
        Constraint::AllDifferent(_)
        | Constraint::Table { .. }
        | Constraint::Element { .. }
        | Constraint::Operation { .. }
        | Constraint::Absolute { .. }
        | Constraint::Minimum { .. }
        | Constraint::Maximum { .. }
        | Constraint::User(_)
        | Constraint::Global(_) => None,
    };
    shorter.map_or(Short::Same, Short::Shorter)
}

/// The open atoms and the number of true ones; `None` if all are open.
fn open(atoms: &[Atom], domains: &[Domain]) -> Option<(Vec<Atom>, i64)> {
    let decided = |atom: &Atom| atom.decided_by(&domains[atom.var.index()]);
    let open: Vec<Atom> = atoms.iter().filter(|atom| decided(atom).is_none()).copied().collect();
    let n_true = atoms.iter().filter(|atom| decided(atom) == Some(true)).count() as i64;
    (open.len() < atoms.len()).then_some((open, n_true))
}

/// The terms that are not fixed, and what the others add; `None` if none is fixed or the numbers are too large.
fn loose(terms: &[(i64, Var)], domains: &[Domain]) -> Option<(Vec<(i64, Var)>, i128)> {
    let value = |(c, var): &(i64, Var)| domains[var.index()].value().map(|v| i128::from(*c) * i128::from(v));
    let fixed = terms.iter().filter_map(value).try_fold(0i128, i128::checked_add)?;
    let loose: Vec<(i64, Var)> = terms.iter().filter(|term| value(term).is_none()).copied().collect();
    (loose.len() < terms.len()).then_some((loose, fixed))
}

/// What follows a condition that is met, or its opposite if the condition is an equivalence that fails.
fn conditional(when: Atom, then: &Constraint, domains: &[Domain], both_ways: bool) -> Option<Constraint> {
    let inner = |constraint: Constraint| match shortened(&constraint, domains) {
        Short::Shorter(shorter) => shorter,
        Short::Same | Short::Gone => constraint,
    };
    match when.decided_by(&domains[when.var.index()]) {
        Some(true) => Some(inner(then.clone())),
        Some(false) => then.negated().map(inner),
        None => match shortened(then, domains) {
            Short::Shorter(then) if both_ways => Some(Constraint::Iff { when, then: Box::new(then) }),
            Short::Shorter(then) => Some(Constraint::Implies { when, then: Box::new(then) }),
            Short::Same | Short::Gone => None,
        },
    }
}
