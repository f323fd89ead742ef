//! Minimum and maximum of several variables.
//!
//! The result is beyond none of them; and for each value of the result, if all of them are beyond it, so is the
//! result. `n d` binary clauses and `d` long ones. A result encoded by bits instead picks a variable that it reaches.

use super::Written;
use super::constraint::{at_most, different};
use super::domain::Repr;
use super::encoder::Encoder;
use crate::cnf::Note;
use crate::model::{Atom, Domain, Operand, Var};

/// The result is the smallest.
pub fn minimum(e: &mut Encoder, of: &[Operand], result: Var) -> Written {
    let of: Vec<Var> = of.iter().map(|operand| e.operand(*operand)).collect();
    of.iter().try_for_each(|x| at_most(e, result, *x))?;
    // If all are above the value, so is the result.
    let reached = |x: Var, value: i64| x.at_most(value);
    reaches(e, &of, result, reached, |x| (x, result))
}

/// The result is the largest.
pub fn maximum(e: &mut Encoder, of: &[Operand], result: Var) -> Written {
    let of: Vec<Var> = of.iter().map(|operand| e.operand(*operand)).collect();
    of.iter().try_for_each(|x| at_most(e, *x, result))?;
    // If all are below the value, so is the result.
    let reached = |x: Var, value: i64| x.at_least(value);
    reaches(e, &of, result, reached, |x| (result, x))
}

/// The result is not the smallest.
pub fn not_minimum(e: &mut Encoder, of: &[Operand], result: Var) -> Written {
    opposite(e, of, result, minimum, true)
}

/// The result is not the largest.
pub fn not_maximum(e: &mut Encoder, of: &[Operand], result: Var) -> Written {
    opposite(e, of, result, maximum, false)
}

/// One of the variables reaches the result: by clauses per value, or by choosing it.
fn reaches(
    e: &mut Encoder,
    of: &[Var],
    result: Var,
    reached: impl Fn(Var, i64) -> Atom,
    meets: impl Fn(Var) -> (Var, Var),
) -> Written {
    if matches!(e.map.repr(result), Repr::Log(_)) {
        let mut some = Vec::new();
        for x in of {
            let (this, (low, high)) = (e.fresh(), meets(*x));
            e.note(Note::AtMost(this, low, high));
            e.under(this, |e| at_most(e, low, high))?;
            some.push(this);
        }
        e.clause_by_cases(&some, result);
        return Ok(());
    }
    let mut clause = Vec::with_capacity(of.len() + 1);
    for i in 0..e.map.values(result).len() {
        let value = e.map.values(result).nth(i);
        clause.clear();
        clause.push(!reached(result, value));
        clause.extend(of.iter().map(|x| reached(*x, value)));
        e.atoms(&clause);
        e.go_on()?;
    }
    Ok(())
}

type Post = fn(&mut Encoder, &[Operand], Var) -> Written;

/// The function has a value, and it is another one. Nothing has no extremum, so there the opposite holds.
fn opposite(e: &mut Encoder, of: &[Operand], result: Var, post: Post, smallest: bool) -> Written {
    if of.is_empty() {
        return Ok(());
    }
    let vars: Vec<Var> = of.iter().map(|operand| e.operand(*operand)).collect();
    let ranges: Vec<(i64, i64)> = vars.iter().flat_map(|x| e.domain(*x).ranges().to_vec()).collect();
    let reaches = |value: i64| vars.iter().map(|x| x.at_least(value)).collect::<Vec<Atom>>();
    let falls = |value: i64| vars.iter().map(|x| !x.at_least(value)).collect::<Vec<Atom>>();
    let value = match smallest {
        true => e.auxiliary_unless(Domain::from_ranges(ranges), &falls),
        false => e.auxiliary_that(Domain::from_ranges(ranges), &reaches),
    };
    post(e, of, value)?;
    different(e, value, result)
}
