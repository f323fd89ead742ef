//! The generic encoding: forbids what `holds` rejects.
//!
//! All combinations of the scope's values are tried, at most [`MOST`]; a run of neighbouring values that fail alike is
//! one clause over bounds, and a variable all of whose values fail is left out. So the clauses are prime along the
//! order of the scope. It is the reference that clever encodings are tested against, and the last resort.

use super::encoder::Encoder;
use super::{EncodeError, Written};
use crate::model::{Assignment, Atom, Constraint, Var};

/// The largest number of combinations that are tried.
pub const MOST: u64 = 200_000;

/// The constraint holds if `expected`, and does not otherwise.
pub fn post(e: &mut Encoder, constraint: &Constraint, expected: bool) -> Written {
    let whole = constraint.scope();
    let mut at = Assignment::new(vec![0; whole.last().map_or(0, |var| var.index() + 1)]);
    whole.iter().for_each(|var| at[*var] = e.map.values(*var).min());
    let scope: Vec<Var> = whole.into_iter().filter(|var| e.map.values(*var).len() > 1).collect();
    let n_combinations = scope.iter().try_fold(1u64, |n, var| n.checked_mul(e.map.values(*var).len()));
    if n_combinations.is_none_or(|n| n > MOST) {
        return Err(EncodeError::TooManyCombinations { what: String::new(), limit: MOST });
    }
    let fails = |at: &Assignment| constraint.holds(at) != expected;
    if all_fail(e, &scope, &mut at, &mut Vec::new(), &fails)? {
        e.clause(&[]);
    }
    Ok(())
}

/// Forbids what fails among the combinations of `scope`; if all fail, says so and writes nothing.
fn all_fail(
    e: &mut Encoder,
    scope: &[Var],
    at: &mut Assignment,
    prefix: &mut Vec<Atom>,
    fails: &dyn Fn(&Assignment) -> bool,
) -> Result<bool, EncodeError> {
    e.go_on()?;
    let Some((var, rest)) = scope.split_first() else { return Ok(fails(at)) };
    let mut runs: Vec<(i64, i64)> = Vec::new();
    let mut goes_on = false;
    let mut all = true;
    for i in 0..e.map.values(*var).len() {
        let value = e.map.values(*var).nth(i);
        at[*var] = value;
        prefix.push(var.is_not(value));
        let failed = all_fail(e, rest, at, prefix, fails)?;
        prefix.pop();
        match runs.last_mut() {
            Some(run) if failed && goes_on => run.1 = value,
            _ if failed => runs.push((value, value)),
            _ => all = false,
        }
        goes_on = failed;
    }
    if all {
        e.lemma(prefix);
    } else {
        runs.iter().for_each(|run| forbid(e, *var, *run, prefix));
    }
    Ok(all)
}

/// Not these values of the variable together with the prefix.
fn forbid(e: &mut Encoder, var: Var, (lo, hi): (i64, i64), prefix: &mut Vec<Atom>) {
    let n = prefix.len();
    if lo == hi {
        prefix.push(var.is_not(lo));
    } else {
        prefix.extend([!var.at_least(lo), var.more_than(hi)]);
    }
    e.atoms(prefix);
    prefix.truncate(n);
}
