//! Whether a constraint holds, or fails, whatever values the variables take within their domains.

use crate::model::{Atom, Cmp, Constraint, Domain, Var};

/// `Some` if the domains, none of which is empty, decide a clause, a count, a sum or a condition on one; for other kinds
/// it does not look.
pub(super) fn truth(constraint: &Constraint, domains: &[Domain]) -> Option<bool> {
    match constraint {
        Constraint::Clause(atoms) => decided(Cmp::Ge, tally(atoms, domains), 1),
        Constraint::Count { atoms, cmp, bound } => decided(*cmp, tally(atoms, domains), (*bound).into()),
        Constraint::Linear { terms, cmp, bound } => decided(*cmp, extent(terms, domains)?, (*bound).into()),
        Constraint::Implies { when, then } => implication(*when, then, domains),
        Constraint::Iff { when, then } => equivalence(*when, then, domains),
        Constraint::AllDifferent(_)
        | Constraint::Table { .. }
        | Constraint::Element { .. }
        | Constraint::Operation { .. }
        | Constraint::Absolute { .. }
        | Constraint::Minimum { .. }
        | Constraint::Maximum { .. }
        | Constraint::User(_)
        | Constraint::Global(_) => None,
    }
}

/// The least and the greatest number of true atoms.
pub(super) fn tally(atoms: &[Atom], domains: &[Domain]) -> (i128, i128) {
    atoms.iter().fold((0, 0), |(least, most), atom| match atom.decided_by(&domains[atom.var.index()]) {
        Some(truth) => (least + i128::from(truth), most + i128::from(truth)),
        None => (least, most + 1),
    })
}

/// The least and the greatest value of a sum; `None` if it is too large to tell.
pub(super) fn extent(terms: &[(i64, Var)], domains: &[Domain]) -> Option<(i128, i128)> {
    terms.iter().try_fold((0i128, 0i128), |(least, most), (c, var)| {
        let domain = &domains[var.index()];
        let ends = [domain.min(), domain.max()].map(|end| i128::from(*c) * i128::from(end));
        Some((least.checked_add(ends[0].min(ends[1]))?, most.checked_add(ends[0].max(ends[1]))?))
    })
}

/// Whether every number between the two, or none of them, compares so with the bound.
fn decided(cmp: Cmp, (least, most): (i128, i128), bound: i128) -> Option<bool> {
    let outside = bound < least || bound > most;
    let only = least == bound && most == bound;
    let (always, never) = match cmp {
        Cmp::Le => (most <= bound, least > bound),
        Cmp::Ge => (least >= bound, most < bound),
        Cmp::Eq => (only, outside),
        Cmp::Ne => (outside, only),
    };
    (always || never).then_some(always)
}

fn implication(when: Atom, then: &Constraint, domains: &[Domain]) -> Option<bool> {
    match (when.decided_by(&domains[when.var.index()]), truth(then, domains)) {
        (Some(false), _) | (_, Some(true)) => Some(true),
        (Some(true), Some(false)) => Some(false),
        (None, _) | (_, None) => None,
    }
}

fn equivalence(when: Atom, then: &Constraint, domains: &[Domain]) -> Option<bool> {
    Some(when.decided_by(&domains[when.var.index()])? == truth(then, domains)?)
}
