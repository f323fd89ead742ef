//! Which file encodes which constraint, and how a constraint is turned into its opposite.

use super::encoder::Encoder;
use super::{Written, all_different, conflicts, count, element, extremum, global, linear, operation, table};
use crate::cnf::Lit;
use crate::model::{Atom, Cmp, Constraint, Var};

/// The constraint holds, under the conditions in force.
pub fn post(e: &mut Encoder, constraint: &Constraint) -> Written {
    match constraint {
        Constraint::Clause(atoms) => e.require_some(atoms),
        Constraint::Count { atoms, cmp, bound } => count::post(e, atoms, *cmp, *bound),
        Constraint::Linear { terms, cmp, bound } => linear::post(e, terms, *cmp, *bound),
        Constraint::AllDifferent(vars) => all_different::post(e, vars),
        Constraint::Table { vars, rows } => table::post(e, vars, rows),
        Constraint::Element { array, first, index, result } => element::post(e, array, *first, *index, *result),
        Constraint::Operation { op, x, y, z } => operation::post(e, *op, *x, *y, *z),
        Constraint::Absolute { x, z } => operation::absolute(e, *x, *z),
        Constraint::Minimum { of, result } => extremum::minimum(e, of, *result),
        Constraint::Maximum { of, result } => extremum::maximum(e, of, *result),
        Constraint::Implies { when, then } => implies(e, *when, then),
        Constraint::Iff { when, then } => iff(e, *when, then),
        Constraint::User(_) => conflicts::post(e, constraint, true),
        Constraint::Global(whole) => global::post(e, whole),
    }
}

/// The constraint does not hold, under the conditions in force.
pub fn post_opposite(e: &mut Encoder, constraint: &Constraint) -> Written {
    match constraint {
        Constraint::Clause(atoms) => atoms.iter().try_for_each(|atom| e.require_some(&[!*atom])),
        Constraint::AllDifferent(vars) => all_different::post_opposite(e, vars),
        Constraint::Table { vars, rows } => table::post_opposite(e, vars, rows),
        Constraint::Element { array, first, index, result } => {
            element::post_opposite(e, array, *first, *index, *result)
        }
        Constraint::Operation { op, x, y, z } => operation::post_opposite(e, *op, *x, *y, *z),
        Constraint::Absolute { x, z } => operation::not_absolute(e, *x, *z),
        Constraint::Minimum { of, result } => extremum::not_minimum(e, of, *result),
        Constraint::Maximum { of, result } => extremum::not_maximum(e, of, *result),
        Constraint::Implies { when, then } => both(e, *when, then),
        Constraint::User(_) | Constraint::Global(_) => conflicts::post(e, constraint, false),
        Constraint::Count { .. } | Constraint::Linear { .. } | Constraint::Iff { .. } => by_negation(e, constraint),
    }
}

/// `x = y`
pub fn equal(e: &mut Encoder, x: Var, y: Var) -> Written {
    linear::post(e, &[(1, x), (-1, y)], Cmp::Eq, 0)
}

/// `x != y`
pub fn different(e: &mut Encoder, x: Var, y: Var) -> Written {
    linear::post(e, &[(1, x), (-1, y)], Cmp::Ne, 0)
}

/// `x <= y`
pub fn at_most(e: &mut Encoder, x: Var, y: Var) -> Written {
    linear::post(e, &[(1, x), (-1, y)], Cmp::Le, 0)
}

fn implies(e: &mut Encoder, when: Atom, then: &Constraint) -> Written {
    let condition = e.lit(when);
    under(e, condition, then, post)
}

fn iff(e: &mut Encoder, when: Atom, then: &Constraint) -> Written {
    let condition = e.lit(when);
    under(e, condition, then, post)?;
    under(e, !condition, then, post_opposite)
}

type Post = fn(&mut Encoder, &Constraint) -> Written;

/// Nothing is written under a condition that is never true.
fn under(e: &mut Encoder, condition: Lit, then: &Constraint, post: Post) -> Written {
    if condition == crate::cnf::gates::FALSE {
        return Ok(());
    }
    e.under(condition, |e| post(e, then))
}

/// The opposite of an implication: the condition is true and the conclusion is not.
fn both(e: &mut Encoder, when: Atom, then: &Constraint) -> Written {
    e.atoms(&[when]);
    post_opposite(e, then)
}

fn by_negation(e: &mut Encoder, constraint: &Constraint) -> Written {
    match constraint.negated() {
        Some(opposite) => post(e, &opposite),
        None => conflicts::post(e, constraint, false),
    }
}
