//! What each kind of constraint says about bounds: one rule per kind.
//!
//! A rule removes only values that no solution of its one constraint has within the domains. Rules look at bounds, not at
//! every value: a sum or a count costs its length, a table its rows, once.

use super::store::{Contradiction, Kept, Store};
use super::truth::{tally, truth};
use super::whole;
use crate::model::{Atom, Cmp, Constraint, Domain, Op, Operand, Var};
use num_integer::Integer;
use std::sync::Arc;

/// Draws what the constraint says within the domains.
pub(super) fn draw(store: &mut Store, constraint: &Constraint) -> Kept {
    match constraint {
        Constraint::Clause(atoms) => clause(store, atoms),
        Constraint::Count { atoms, cmp, bound } => count(store, atoms, *cmp, *bound),
        Constraint::Linear { terms, cmp, bound } => linear(store, terms, *cmp, *bound),
        Constraint::AllDifferent(_) | Constraint::User(_) => Ok(()),
        Constraint::Global(global) => whole::draw(store, global),
        Constraint::Table { vars, rows } => columns(store, vars, rows),
        Constraint::Element { array, first, index, result } => element(store, array, *first, *index, *result),
        Constraint::Operation { op: Op::Times, x, y, z } => product(store, *x, *y, *z),
        Constraint::Operation { op: Op::Divide | Op::Modulo | Op::Power, .. } => Ok(()),
        Constraint::Absolute { x, z } => absolute(store, *x, *z),
        Constraint::Minimum { of, result } => minimum(store, of, *result),
        Constraint::Maximum { of, result } => maximum(store, of, *result),
        Constraint::Implies { when, then } => implies(store, *when, then),
        Constraint::Iff { when, then } => iff(store, *when, then),
    }
}

/// Calls `f` with every variable whose news the rule wants to hear.
pub(super) fn watched(constraint: &Constraint, f: &mut impl FnMut(Var)) {
    match constraint {
        Constraint::AllDifferent(_) | Constraint::Table { .. } | Constraint::User(_) => {}
        Constraint::Global(global) => whole::watched(global, f),
        Constraint::Operation { op: Op::Divide | Op::Modulo | Op::Power, .. } => {}
        // The rule goes from the array to the result only, so news of the result are none.
        Constraint::Element { array, index, .. } => {
            f(*index);
            array.iter().for_each(|entry| {
                if let Operand::Var(var) = entry {
                    f(*var)
                }
            });
        }
        Constraint::Clause(_)
        | Constraint::Count { .. }
        | Constraint::Linear { .. }
        | Constraint::Operation { op: Op::Times, .. }
        | Constraint::Absolute { .. }
        | Constraint::Minimum { .. }
        | Constraint::Maximum { .. }
        | Constraint::Implies { .. }
        | Constraint::Iff { .. } => constraint.visit(f),
    }
}

/// The last atom that may be true is true.
fn clause(store: &mut Store, atoms: &[Atom]) -> Kept {
    store.work += atoms.len();
    let mut open = atoms.iter().filter(|atom| store.decided(**atom) != Some(false));
    match (open.next().copied(), open.next()) {
        (None, _) => Err(Contradiction),
        (Some(only), None) => store.demand(only),
        (Some(_), Some(_)) => Ok(()),
    }
}

/// When as many are true as may be, the others are false; when as many may be true as must be, they are.
fn count(store: &mut Store, atoms: &[Atom], cmp: Cmp, bound: i64) -> Kept {
    store.work += atoms.len();
    let ((least, most), bound) = (tally(atoms, &store.domains), i128::from(bound));
    let (none, all) = match cmp {
        Cmp::Le => (least >= bound, false),
        Cmp::Ge => (false, most <= bound),
        Cmp::Eq => (least >= bound, most <= bound),
        Cmp::Ne => (least + 1 == most && most == bound, least + 1 == most && least == bound),
    };
    let fails = match cmp {
        Cmp::Le => least > bound,
        Cmp::Ge => most < bound,
        Cmp::Eq => least > bound || most < bound,
        Cmp::Ne => least == most && least == bound,
    };
    if fails {
        return Err(Contradiction);
    }
    if least == most || !(none || all) {
        return Ok(());
    }
    let open: Vec<Atom> = atoms.iter().copied().filter(|atom| store.decided(*atom).is_none()).collect();
    open.into_iter().try_for_each(|atom| store.demand(if none { !atom } else { atom }))
}

fn linear(store: &mut Store, terms: &[(i64, Var)], cmp: Cmp, bound: i64) -> Kept {
    store.work += terms.len();
    match cmp {
        Cmp::Le => at_most(store, terms, 1, bound),
        Cmp::Ge => at_most(store, terms, -1, bound),
        Cmp::Eq => at_most(store, terms, 1, bound).and_then(|()| at_most(store, terms, -1, bound)),
        Cmp::Ne => differs(store, terms, bound),
    }
}

/// `sign * terms <= sign * bound`: each term is at most what the least values of the others leave.
fn at_most(store: &mut Store, terms: &[(i64, Var)], sign: i128, bound: i64) -> Kept {
    let least = |store: &Store, c: i128, var: Var| {
        let domain = store.domain(var);
        c * i128::from(if c > 0 { domain.min() } else { domain.max() })
    };
    let room = |room: i128, (c, var): &(i64, Var)| room.checked_sub(least(store, sign * i128::from(*c), *var));
    // Numbers beyond 128 bits are left alone.
    let Some(room) = terms.iter().try_fold(sign * i128::from(bound), room) else { return Ok(()) };
    if room < 0 {
        return Err(Contradiction);
    }
    for (c, var) in terms.iter().filter(|(c, _)| *c != 0) {
        let (c, domain) = (sign * i128::from(*c), store.domain(*var));
        if c.abs() * (i128::from(domain.max()) - i128::from(domain.min())) <= room {
            continue;
        }
        let Some(most) = least(store, c, *var).checked_add(room) else { return Ok(()) };
        let limit = |value: i128| value.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let allowed = match c > 0 {
            true => Domain::range(i64::MIN, limit(most.div_euclid(c))),
            false => Domain::range(limit(-most.div_euclid(-c)), i64::MAX),
        };
        store.keep(*var, &allowed)?;
    }
    Ok(())
}

/// The last open term may not make up for the rest.
fn differs(store: &mut Store, terms: &[(i64, Var)], bound: i64) -> Kept {
    let mut open = terms.iter().filter(|(c, var)| *c != 0 && store.domain(*var).value().is_none());
    let (first, second) = (open.next().copied(), open.next());
    if second.is_some() {
        return Ok(());
    }
    let mut fixed = terms.iter().filter_map(|(c, var)| Some(i128::from(*c) * i128::from(store.domain(*var).value()?)));
    let Some(rest) = fixed.try_fold(i128::from(bound), i128::checked_sub) else { return Ok(()) };
    match first {
        None if rest == 0 => Err(Contradiction),
        None => Ok(()),
        Some((c, _)) if rest % i128::from(c) != 0 => Ok(()),
        Some((c, var)) => i64::try_from(rest / i128::from(c)).map_or(Ok(()), |value| store.demand(var.is_not(value))),
    }
}

/// A variable of a table takes a value of its column.
fn columns(store: &mut Store, vars: &[Var], rows: &Arc<[Vec<i64>]>) -> Kept {
    store.work += vars.len();
    let columns = store.columns(rows, vars.len());
    vars.iter().zip(columns.iter()).try_for_each(|(var, column)| store.keep(*var, column))
}

/// The index is one of the array, and the result between the entries it may mean.
fn element(store: &mut Store, array: &[Operand], first: i64, index: Var, result: Operand) -> Kept {
    store.work += array.len();
    let last = i128::from(first) + array.len() as i128 - 1;
    let inside = Domain::range(first, last.clamp(i64::MIN.into(), i64::MAX.into()) as i64);
    let inside = if array.is_empty() { Domain::empty() } else { inside };
    store.keep(index, &inside)?;
    let possible = store.domain(index).intersect(&inside);
    let entry = |i: i64| store.range(array[(i128::from(i) - i128::from(first)) as usize]);
    let hull = possible.iter().map(entry).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    hull.map_or(Err(Contradiction), |(lo, hi)| store.keep_between(result, lo, hi))
}

/// A product lies between the products of the ends.
fn product(store: &mut Store, x: Operand, y: Operand, z: Operand) -> Kept {
    store.work += 3;
    let ((a, b), (c, d)) = (store.range(x), store.range(y));
    let ends = [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| i128::from(x) * i128::from(y));
    let limit = |value: i128| value.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
    let (lo, hi) = ends.iter().fold((i128::MAX, i128::MIN), |(lo, hi), end| (lo.min(*end), hi.max(*end)));
    if lo > i128::from(i64::MAX) || hi < i128::from(i64::MIN) {
        return Err(Contradiction);
    }
    store.keep_between(z, limit(lo), limit(hi))?;
    factor(store, x, y, z)?;
    factor(store, y, x, z)
}

/// What `x * y = z` says of `x`: it lies between the quotients, and is no larger than a product that is not zero.
fn factor(store: &mut Store, x: Operand, y: Operand, z: Operand) -> Kept {
    let wide = |(lo, hi): (i64, i64)| (i128::from(lo), i128::from(hi));
    let ((c, d), (e, f)) = (wide(store.range(y)), wide(store.range(z)));
    let limit = |value: i128| value.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
    if c > d || e > f {
        return Ok(());
    }
    if c > 0 || d < 0 {
        let pairs = [(e, c), (e, d), (f, c), (f, d)];
        let lo = pairs.iter().map(|(z, y)| Integer::div_ceil(z, y)).min();
        let hi = pairs.iter().map(|(z, y)| Integer::div_floor(z, y)).max();
        return store.keep_between(x, limit(lo.unwrap_or(i128::MIN)), limit(hi.unwrap_or(i128::MAX)));
    }
    match e > 0 || f < 0 {
        true => store.keep_between(x, limit(-e.abs().max(f.abs())), limit(e.abs().max(f.abs()))),
        false => Ok(()),
    }
}

fn absolute(store: &mut Store, x: Var, z: Var) -> Kept {
    store.work += 2;
    let (lo, hi) = store.range(x.into());
    let (lo, hi) = (i128::from(lo), i128::from(hi));
    let nearest = if lo <= 0 && hi >= 0 { 0 } else { lo.abs().min(hi.abs()) };
    let limit = |value: i128| value.min(i64::MAX.into()) as i64;
    store.keep(z, &Domain::range(limit(nearest), limit(lo.abs().max(hi.abs()))))?;
    let (near, far) = store.range(z.into());
    if far < 0 {
        return Err(Contradiction);
    }
    let near = near.max(0);
    store.keep(x, &Domain::from_ranges([(-far, -near), (near, far)]))
}

/// The result is at least the least of all and at most what each may be; nothing is below it.
fn minimum(store: &mut Store, of: &[Operand], result: Var) -> Kept {
    store.work += of.len();
    let ranges = of.iter().map(|o| store.range(*o));
    let hull = ranges.reduce(|a, b| (a.0.min(b.0), a.1.min(b.1)));
    hull.map_or(Err(Contradiction), |(lo, hi)| store.keep_between(result.into(), lo, hi))?;
    let least = store.domain(result).min();
    of.iter().try_for_each(|o| store.keep_between(*o, least, i64::MAX))
}

/// The result is at most the greatest of all and at least what each must be; nothing is above it.
fn maximum(store: &mut Store, of: &[Operand], result: Var) -> Kept {
    store.work += of.len();
    let ranges = of.iter().map(|o| store.range(*o));
    let hull = ranges.reduce(|a, b| (a.0.max(b.0), a.1.max(b.1)));
    hull.map_or(Err(Contradiction), |(lo, hi)| store.keep_between(result.into(), lo, hi))?;
    let most = store.domain(result).max();
    of.iter().try_for_each(|o| store.keep_between(*o, i64::MIN, most))
}

fn implies(store: &mut Store, when: Atom, then: &Constraint) -> Kept {
    store.work += 1;
    match store.decided(when) {
        Some(true) => draw(store, then),
        Some(false) => Ok(()),
        None if seen(store, then) == Some(false) => store.demand(!when),
        None => Ok(()),
    }
}

fn iff(store: &mut Store, when: Atom, then: &Constraint) -> Kept {
    store.work += 1;
    match store.decided(when) {
        Some(true) => draw(store, then),
        Some(false) => then.negated().map_or(Ok(()), |opposite| draw(store, &opposite)),
        None => match seen(store, then) {
            Some(true) => store.demand(when),
            Some(false) => store.demand(!when),
            None => Ok(()),
        },
    }
}

/// Whether the domains decide the constraint under a condition.
fn seen(store: &mut Store, then: &Constraint) -> Option<bool> {
    then.visit(&mut |_| store.work += 1);
    truth(then, &store.domains)
}
