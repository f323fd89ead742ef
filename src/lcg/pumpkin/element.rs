//! The entry of an array: a propagator over the entries that the index can reach.

use super::linear;
use super::poster::{Posted, Poster};
use crate::model::{Cmp, Operand, Var};
use pumpkin_core::variables::TransformableVariable;

/// `array[index] = result`
pub fn post(p: &mut Poster, array: &[Operand], first: i64, index: Var, result: Operand) -> Posted {
    let reached = reached(p, array, first, index);
    let Some((from, _)) = reached.first() else { return p.falsity() };
    let from = *from as i32;
    let views = reached.iter().map(|(_, entry)| p.operand(*entry)).collect::<Result<Vec<_>, _>>()?;
    let (result, index, tag) = (p.operand(result)?, p.var(index).offset(-from), p.tag);
    p.post(pumpkin_constraints::element(index, views, result, tag))
}

/// Wherever the index is, the entry differs; outside there is nothing to say.
pub fn post_opposite(p: &mut Poster, array: &[Operand], first: i64, index: Var, result: Operand) -> Posted {
    let result = p.operand(result)?;
    for (at, entry) in reached(p, array, first, index) {
        let entry = p.operand(entry)?;
        p.under(p.atom(index.is(at)), |p| linear::compare(p, entry, result, Cmp::Ne))?;
    }
    Ok(())
}

/// The entries between the smallest and the largest index that there may be, each with its index.
fn reached(p: &Poster, array: &[Operand], first: i64, index: Var) -> Vec<(i64, Operand)> {
    let domain = p.domain(index);
    let at = |i: usize| i128::from(first) + i as i128;
    let range = i128::from(domain.min())..=i128::from(domain.max());
    let entries = array.iter().enumerate().map(|(i, entry)| (at(i), *entry));
    entries.filter(|(at, _)| range.contains(at)).map(|(at, entry)| (at as i64, entry)).collect()
}
