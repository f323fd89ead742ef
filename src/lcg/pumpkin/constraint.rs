//! Which file posts which constraint, and its opposite.

use super::poster::{Posted, Poster, said};
use super::{conflicts, element, global, linear, operation, table};
use crate::model::{Atom, Cmp, Constraint, Operand, Var};

/// The constraint holds, under the conditions in force.
pub fn post(p: &mut Poster, constraint: &Constraint) -> Posted {
    match constraint {
        Constraint::Clause(atoms) => clause(p, atoms),
        Constraint::Count { atoms, cmp, bound } => linear::count(p, atoms, *cmp, *bound),
        Constraint::Linear { terms, cmp, bound } => linear::post(p, terms, *cmp, *bound),
        Constraint::AllDifferent(vars) => all_different(p, vars),
        Constraint::Table { vars, rows } => table::post(p, vars, rows),
        Constraint::Element { array, first, index, result } => element::post(p, array, *first, *index, *result),
        Constraint::Operation { op, x, y, z } => operation::post(p, *op, *x, *y, *z),
        Constraint::Absolute { x, z } => absolute(p, *x, *z),
        Constraint::Minimum { of, result } => extremum(p, of, (*result).into(), false),
        Constraint::Maximum { of, result } => extremum(p, of, (*result).into(), true),
        Constraint::Implies { when, then } => implies(p, *when, then),
        Constraint::Iff { when, then } => iff(p, *when, then),
        Constraint::User(_) => conflicts::post(p, constraint, true),
        Constraint::Global(whole) => global::post(p, whole),
    }
}

/// The constraint does not hold, under the conditions in force.
pub fn post_opposite(p: &mut Poster, constraint: &Constraint) -> Posted {
    match constraint {
        Constraint::Clause(atoms) => atoms.iter().try_for_each(|atom| clause(p, &[!*atom])),
        Constraint::AllDifferent(vars) => some_equal(p, vars),
        Constraint::Table { vars, rows } => table::post_opposite(p, vars, rows),
        Constraint::Element { array, first, index, result } => {
            element::post_opposite(p, array, *first, *index, *result)
        }
        Constraint::Operation { op, x, y, z } => operation::post_opposite(p, *op, *x, *y, *z),
        Constraint::Absolute { x, z } => not_absolute(p, *x, *z),
        Constraint::Minimum { of, result } => not_extremum(p, of, *result, false),
        Constraint::Maximum { of, result } => not_extremum(p, of, *result, true),
        Constraint::Implies { when, then } => both(p, *when, then),
        Constraint::User(_) | Constraint::Global(_) => conflicts::post(p, constraint, false),
        Constraint::Count { .. } | Constraint::Linear { .. } | Constraint::Iff { .. } => by_negation(p, constraint),
    }
}

fn clause(p: &mut Poster, atoms: &[Atom]) -> Posted {
    let predicates: Vec<_> = atoms.iter().map(|atom| p.atom(*atom)).collect();
    p.clause(predicates)
}

fn implies(p: &mut Poster, when: Atom, then: &Constraint) -> Posted {
    p.under(p.atom(when), |p| post(p, then))
}

fn iff(p: &mut Poster, when: Atom, then: &Constraint) -> Posted {
    implies(p, when, then)?;
    p.under(p.atom(!when), |p| post_opposite(p, then))
}

/// The opposite of an implication: the condition is true and the conclusion is not.
fn both(p: &mut Poster, when: Atom, then: &Constraint) -> Posted {
    clause(p, &[when])?;
    post_opposite(p, then)
}

fn by_negation(p: &mut Poster, constraint: &Constraint) -> Posted {
    match constraint.negated() {
        Some(opposite) => post(p, &opposite),
        None => conflicts::post(p, constraint, false),
    }
}

/// A clique of inequalities; where there are as many values as variables, each value is somebody's.
fn all_different(p: &mut Poster, vars: &[Var]) -> Posted {
    for (i, x) in vars.iter().enumerate() {
        for y in &vars[i + 1..] {
            match x == y {
                true => p.falsity()?,
                false => linear::compare(p, p.var(*x), p.var(*y), Cmp::Ne)?,
            }
        }
    }
    let sizes = || vars.iter().map(|x| p.domain(*x).size());
    // A larger domain alone has more values than there are variables.
    if vars.is_empty() || sizes().any(|size| size > vars.len() as u64) {
        return Ok(());
    }
    let values = vars.iter().fold(p.domain(vars[0]).clone(), |all, x| all.union(p.domain(*x)));
    if values.size() == vars.len() as u64 {
        for value in values.iter() {
            let atoms: Vec<Atom> = vars.iter().map(|x| x.is(value)).collect();
            clause(p, &atoms)?;
        }
    }
    Ok(())
}

/// For some pair a bit is true that makes it equal.
fn some_equal(p: &mut Poster, vars: &[Var]) -> Posted {
    let mut chosen = Vec::new();
    for (i, x) in vars.iter().enumerate() {
        for y in &vars[i + 1..] {
            if x == y {
                return Ok(());
            }
            let bit = p.fresh_bit()?;
            p.under(said(bit), |p| linear::compare(p, p.var(*x), p.var(*y), Cmp::Eq))?;
            chosen.push(said(bit));
        }
    }
    p.clause(chosen)
}

fn absolute(p: &mut Poster, x: Var, z: Var) -> Posted {
    let (x, z, tag) = (p.var(x), p.var(z), p.tag);
    p.post(pumpkin_constraints::absolute(x, z, tag))
}

/// `z` is negative, or neither `x` nor `-x`.
fn not_absolute(p: &mut Poster, x: Var, z: Var) -> Posted {
    let (a, b) = (p.vars[x.index()], p.vars[z.index()]);
    p.under(p.atom(z.at_least(0)), |p| {
        linear::sum(p, &[(1, a), (-1, b)], Cmp::Ne, 0)?;
        linear::sum(p, &[(1, a), (1, b)], Cmp::Ne, 0)
    })
}

fn extremum(p: &mut Poster, of: &[Operand], result: Operand, is_largest: bool) -> Posted {
    let views = of.iter().map(|operand| p.operand(*operand)).collect::<Result<Vec<_>, _>>()?;
    let (result, tag) = (p.operand(result)?, p.tag);
    match (views.is_empty(), is_largest) {
        (true, _) => p.falsity(),
        (false, true) => p.post(pumpkin_constraints::maximum(views, result, tag)),
        (false, false) => p.post(pumpkin_constraints::minimum(views, result, tag)),
    }
}

/// Another variable is the smallest or largest, and differs from `result`.
fn not_extremum(p: &mut Poster, of: &[Operand], result: Var, is_largest: bool) -> Posted {
    if of.is_empty() {
        return Ok(());
    }
    let views = of.iter().map(|operand| p.operand(*operand)).collect::<Result<Vec<_>, _>>()?;
    let bounds: Vec<(i128, i128)> = views.iter().map(|view| p.bounds(view)).collect();
    let lo = bounds.iter().map(|b| b.0).min().expect("there are some");
    let hi = bounds.iter().map(|b| b.1).max().expect("there are some");
    let (other, tag) = (p.fresh(lo, hi)?, p.tag);
    match is_largest {
        true => p.post(pumpkin_constraints::maximum(views, other, tag))?,
        false => p.post(pumpkin_constraints::minimum(views, other, tag))?,
    }
    linear::compare(p, other, p.var(result), Cmp::Ne)
}
