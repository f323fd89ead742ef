//! Constraints without memory, and "if" and "if and only if" around any of them.
//!
//! Three questions recurse through reification: what follows from the constraint (`propagate`), what follows from its
//! opposite (`refute`), and whether the domains decide it (`decided`). Each is answered natively where that is cheap
//! and by trying combinations otherwise. Depth is the nesting of the constraint as written.

use super::{Domains, Kept, all_different, all_fixed, arithmetic, element, extremum, generic, global, linear, table};
use crate::model::{Assignment, Atom, Constraint, Var};

/// What the definition of a constraint is asked with.
pub(in super::super) struct Probe<'a> {
    /// An assignment to fill in; only the scope of the constraint matters.
    pub scratch: &'a mut Assignment,
    /// How often the definition was asked.
    pub checks: &'a mut u64,
}

/// Leaves only values with which the constraint can hold.
pub(in super::super) fn propagate(c: &Constraint, scope: &[Var], domains: &mut Domains, probe: &mut Probe) -> Kept {
    if all_fixed(scope, domains) { generic::filter(c, true, domains, probe) } else { follow(c, domains, probe) }
}

fn follow(c: &Constraint, domains: &mut Domains, probe: &mut Probe) -> Kept {
    match c {
        Constraint::Clause(_) | Constraint::Count { .. } | Constraint::Linear { .. } => {
            follow_sum(c, true, domains, probe)
        }
        Constraint::AllDifferent(vars) => all_different::eliminate(vars, domains),
        Constraint::Table { vars, rows } => table::reduce(vars, rows, domains),
        Constraint::Element { array, first, index, result } => {
            element::propagate(array, *first, *index, *result, domains)
        }
        Constraint::Operation { op, x, y, z } => arithmetic::operation(*op, *x, *y, *z, domains),
        Constraint::Absolute { x, z } => arithmetic::absolute(*x, *z, domains),
        Constraint::Minimum { of, result } => extremum::minimum(of, *result, domains),
        Constraint::Maximum { of, result } => extremum::maximum(of, *result, domains),
        Constraint::Implies { when, then } => implies(*when, then, domains, probe),
        Constraint::Iff { when, then } => iff(*when, then, domains, probe),
        Constraint::User(_) => generic::filter(c, true, domains, probe),
        Constraint::Global(it) => global::propagate(it, domains),
    }
}

/// Leaves only values with which the constraint can fail to hold.
fn refute(c: &Constraint, domains: &mut Domains, probe: &mut Probe) -> Kept {
    match c {
        Constraint::Clause(_) | Constraint::Count { .. } | Constraint::Linear { .. } => {
            follow_sum(c, false, domains, probe)
        }
        Constraint::Implies { when, then } => domains.make(*when).and_then(|()| refute(then, domains, probe)),
        Constraint::Iff { when, then } => iff(!*when, then, domains, probe),
        _ => generic::filter(c, false, domains, probe),
    }
}

/// Whether the domains decide the constraint, and how.
fn decided(c: &Constraint, domains: &Domains, probe: &mut Probe) -> Option<bool> {
    match c {
        Constraint::Clause(_) | Constraint::Count { .. } | Constraint::Linear { .. } => decided_sum(c, domains, probe),
        Constraint::AllDifferent(vars) => decided_different(vars, domains),
        Constraint::Table { vars, rows } => decided_table(vars, rows, domains),
        Constraint::Implies { when, then } => decided_implies(*when, then, domains, probe),
        Constraint::Iff { when, then } => Some(domains.decided(*when)? == decided(then, domains, probe)?),
        _ => generic::decided(c, domains, probe),
    }
}

fn implies(when: Atom, then: &Constraint, domains: &mut Domains, probe: &mut Probe) -> Kept {
    match domains.decided(when) {
        Some(true) => follow(then, domains, probe),
        Some(false) => Ok(()),
        None if decided(then, domains, probe) == Some(false) => domains.make(!when),
        None => Ok(()),
    }
}

fn iff(when: Atom, then: &Constraint, domains: &mut Domains, probe: &mut Probe) -> Kept {
    match domains.decided(when) {
        Some(true) => follow(then, domains, probe),
        Some(false) => refute(then, domains, probe),
        None => match decided(then, domains, probe) {
            Some(true) => domains.make(when),
            Some(false) => domains.make(!when),
            None => Ok(()),
        },
    }
}

fn follow_sum(c: &Constraint, wanted: bool, domains: &mut Domains, probe: &mut Probe) -> Kept {
    let (items, cmp, bound) = linear::parts(c).expect("clauses, counts and linear constraints are sums");
    let Some((span, widest)) = linear::total::<i128>(&items, bound, domains) else {
        return generic::filter(c, wanted, domains, probe);
    };
    let plain = (cmp, i128::from(bound));
    let (cmp, bound) = if wanted { plain } else { linear::opposite(plain.0, plain.1) };
    let spans: Vec<_> = items.iter().map(|item| (*item, item.span(domains))).collect();
    linear::prune(spans.into_iter(), cmp, bound, span, widest, domains)
}

fn decided_sum(c: &Constraint, domains: &Domains, probe: &mut Probe) -> Option<bool> {
    let (items, cmp, bound) = linear::parts(c).expect("clauses, counts and linear constraints are sums");
    match linear::total::<i128>(&items, bound, domains) {
        Some((span, _)) => linear::verdict(cmp, i128::from(bound), span),
        None => generic::decided(c, domains, probe),
    }
}

fn decided_different(vars: &[Var], domains: &Domains) -> Option<bool> {
    let mut taken: Vec<i64> = vars.iter().filter_map(|x| domains.value(*x)).collect();
    taken.sort_unstable();
    match taken.windows(2).any(|pair| pair[0] == pair[1]) {
        true => Some(false),
        false => (taken.len() == vars.len()).then_some(true),
    }
}

fn decided_table(vars: &[Var], rows: &[Vec<i64>], domains: &Domains) -> Option<bool> {
    match rows.iter().any(|row| table::is_alive(vars, row, domains)) {
        false => Some(false),
        true => all_fixed(vars, domains).then_some(true),
    }
}

fn decided_implies(when: Atom, then: &Constraint, domains: &Domains, probe: &mut Probe) -> Option<bool> {
    match (domains.decided(when), decided(then, domains, probe)) {
        (Some(false), _) | (_, Some(true)) => Some(true),
        (Some(true), Some(false)) => Some(false),
        _ => None,
    }
}
