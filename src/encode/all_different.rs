//! All different: at most one variable per value, and as many values as variables are all taken.
//!
//! One at-most-one per value that two variables share; with exactly as many values as variables also a clause per value
//! (the permutation clauses). Fewer values than variables is false at once. Domains too large to list are compared
//! pair by pair.

use super::constraint::{different, equal};
use super::domain::LARGE;
use super::encoder::Encoder;
use super::{Written, count};
use crate::cnf::{Lit, Note};
use crate::model::{Cmp, Domain, Var};

/// No two of the variables are equal.
pub fn post(e: &mut Encoder, vars: &[Var]) -> Written {
    let ranges = vars.iter().flat_map(|var| e.domain(*var).ranges().iter().copied());
    let values = Domain::from_ranges(ranges.collect::<Vec<_>>());
    if values.size() <= vars.len() as u64 {
        e.note(Note::Permutation(vars));
    }
    if has_repetition(vars) || values.size() < vars.len() as u64 {
        return e.require(&[]);
    }
    if values.size() > LARGE {
        return pairs(vars).try_for_each(|(x, y)| e.go_on().and_then(|()| different(e, x, y)));
    }
    let every_value_is_taken = values.size() == vars.len() as u64;
    for value in values.iter() {
        e.go_on()?;
        let able = vars.iter().filter(|var| e.domain(**var).contains(value)).copied().collect::<Vec<Var>>();
        let lits: Vec<Lit> = able.into_iter().map(|var| e.lit(var.is(value))).collect();
        let cmp = if every_value_is_taken { Cmp::Eq } else { Cmp::Le };
        count::post_lits(e, &lits, cmp, 1)?;
    }
    Ok(())
}

/// Some two of the variables are equal.
pub fn post_opposite(e: &mut Encoder, vars: &[Var]) -> Written {
    if has_repetition(vars) {
        return Ok(());
    }
    let mut some = Vec::new();
    for (x, y) in pairs(vars) {
        e.go_on()?;
        let same = e.fresh();
        e.note(Note::Pair(same, x, y));
        e.under(same, |e| equal(e, x, y))?;
        some.push(same);
    }
    e.require(&some)
}

fn has_repetition(vars: &[Var]) -> bool {
    let mut sorted = vars.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

fn pairs(vars: &[Var]) -> impl Iterator<Item = (Var, Var)> + '_ {
    vars.iter().enumerate().flat_map(|(i, x)| vars[i + 1..].iter().map(|y| (*x, *y)))
}
