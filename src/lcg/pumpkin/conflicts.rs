//! What only a function knows: every combination of values that it rejects is forbidden by a clause.

use super::poster::{Ended, Posted, Poster};
use crate::model::{Assignment, Constraint, Var};
use crate::search::Halt;
use pumpkin_core::predicates::Predicate;

/// The largest number of combinations that are tried.
const MOST_TRIED: u64 = 200_000;

/// The constraint holds if `expected`, and does not otherwise.
pub fn post(p: &mut Poster, constraint: &Constraint, expected: bool) -> Posted {
    let scope = constraint.scope();
    let n_tried = scope.iter().try_fold(1u64, |n, x| n.checked_mul(p.domain(*x).size()));
    if n_tried.is_none_or(|n| n > MOST_TRIED) {
        let why = format!("a constraint of kind {} has more than {MOST_TRIED} combinations to try", constraint.kind());
        return Err(Ended::Halt(Halt::TooLarge(why)));
    }
    let mut at = Assignment::new(vec![0; scope.last().map_or(0, |x| x.index() + 1)]);
    forbid(p, &scope, &mut at, &mut Vec::new(), &|at| constraint.holds(at) == expected)
}

fn forbid(
    p: &mut Poster,
    scope: &[Var],
    at: &mut Assignment,
    others: &mut Vec<Predicate>,
    allows: &dyn Fn(&Assignment) -> bool,
) -> Posted {
    let Some((x, rest)) = scope.split_first() else {
        return if allows(at) { Ok(()) } else { p.clause(others.iter().copied()) };
    };
    let domain = p.domain(*x).clone();
    for value in domain.iter() {
        at[*x] = value;
        others.push(p.atom(x.is_not(value)));
        forbid(p, rest, at, others, allows)?;
        others.pop();
    }
    Ok(())
}
