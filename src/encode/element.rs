//! Element: `array[index] = result`.
//!
//! For each possible index, "if it is this one, entry and result are equal". An array of constants also gets the
//! supports: a result needs an index that has it. Cost: the sum of the entries' domains.

use super::Written;
use super::constraint::{different, equal};
use super::encoder::Encoder;
use crate::model::{Domain, Operand, Var};

/// `array[index] = result`, counting from `first`.
pub fn post(e: &mut Encoder, array: &[Operand], first: i64, index: Var, result: Operand) -> Written {
    let possible = entries(e, array, first, index);
    let result = e.operand(result);
    e.restrict(index, &Domain::from_values(possible.iter().map(|(at, _)| *at)));
    for (at, entry) in &possible {
        e.go_on()?;
        let chosen = e.lit(index.is(*at));
        e.under(chosen, |e| equal(e, *entry, result))?;
    }
    if possible.iter().all(|(_, entry)| e.map.values(*entry).len() == 1) {
        supports(e, &possible, index, result);
    }
    Ok(())
}

/// The index is outside the array, or the entry is not the result.
pub fn post_opposite(e: &mut Encoder, array: &[Operand], first: i64, index: Var, result: Operand) -> Written {
    let possible = entries(e, array, first, index);
    let result = e.operand(result);
    for (at, entry) in possible {
        e.go_on()?;
        let chosen = e.lit(index.is(at));
        e.under(chosen, |e| different(e, entry, result))?;
    }
    Ok(())
}

/// The indices that the variable may take, with their entries.
fn entries(e: &mut Encoder, array: &[Operand], first: i64, index: Var) -> Vec<(i64, Var)> {
    let at = |i: usize| i64::try_from(i128::from(first) + i as i128).ok();
    let indices = (0..array.len()).filter_map(|i| at(i).map(|at| (at, array[i])));
    let possible: Vec<(i64, Operand)> = indices.filter(|(at, _)| e.domain(index).contains(*at)).collect();
    possible.into_iter().map(|(at, entry)| (at, e.operand(entry))).collect()
}

/// The result is one of the constants, and then the index is one of those that have it.
fn supports(e: &mut Encoder, possible: &[(i64, Var)], index: Var, result: Var) {
    let mut by_value: Vec<(i64, i64)> = possible.iter().map(|(at, entry)| (e.map.values(*entry).min(), *at)).collect();
    by_value.sort_unstable();
    e.restrict(result, &Domain::from_values(by_value.iter().map(|(value, _)| *value)));
    for group in by_value.chunk_by(|a, b| a.0 == b.0) {
        let value = group[0].0;
        let mut atoms = vec![result.is_not(value)];
        atoms.extend(group.iter().map(|(_, at)| index.is(*at)));
        e.atoms(&atoms);
    }
}
