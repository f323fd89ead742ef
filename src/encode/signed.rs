//! A variable in two's complement, whatever its literals are: the input of multipliers.
//!
//! From bits: one ripple adder with the constant `min`. From order or direct literals: each value implies its bits.

use super::domain::Repr;
use super::map::VarMap;
use crate::cnf::gates::{FALSE, TRUE, full_adder};
use crate::cnf::{ClauseSink, Lit};
use crate::model::Var;

/// The bits, lowest first, the last one the sign.
pub fn bits(map: &mut VarMap, var: Var, sink: &mut dyn ClauseSink) -> Vec<Lit> {
    let spoken_min = map.spoken_of(var).min();
    let (min, max) = (map.values(var).min(), map.values(var).max());
    let width = width(min).max(width(max));
    match map.repr(var).clone() {
        Repr::Fixed(value) => (0..width).map(|i| constant(value, i)).collect(),
        Repr::Two(lit) => (0..width).map(|i| choice(lit, max, min, i)).collect(),
        Repr::Log(offset) => add(&offset.lits().collect::<Vec<Lit>>(), spoken_min, width, sink),
        Repr::Order(_) | Repr::Direct(..) => listed(map, var, width, sink),
    }
}

/// The number of bits with the sign.
fn width(value: i64) -> usize {
    let magnitude = if value < 0 { !value } else { value };
    (i64::BITS - magnitude.leading_zeros()) as usize + 1
}

fn is_one(value: i64, i: usize) -> bool {
    value >> i.min(63) & 1 == 1
}

fn constant(value: i64, i: usize) -> Lit {
    if is_one(value, i) { TRUE } else { FALSE }
}

/// Bit `i` of one value if the literal is true, of the other if not.
fn choice(lit: Lit, yes: i64, no: i64, i: usize) -> Lit {
    match (is_one(yes, i), is_one(no, i)) {
        (true, true) => TRUE,
        (false, false) => FALSE,
        (true, false) => lit,
        (false, true) => !lit,
    }
}

fn add(offset: &[Lit], min: i64, width: usize, sink: &mut dyn ClauseSink) -> Vec<Lit> {
    let mut carry = FALSE;
    let mut out = Vec::with_capacity(width);
    for i in 0..width {
        let bit = offset.get(i).copied().unwrap_or(FALSE);
        let (low, high) = full_adder(bit, constant(min, i), carry, sink);
        out.push(low);
        carry = high;
    }
    out
}

fn listed(map: &mut VarMap, var: Var, width: usize, sink: &mut dyn ClauseSink) -> Vec<Lit> {
    let out: Vec<Lit> = (0..width).map(|_| sink.fresh()).collect();
    for i in 0..map.values(var).len() {
        let value = map.values(var).nth(i);
        let this = map.literal(var.is(value), sink);
        for (i, bit) in out.iter().enumerate() {
            sink.clause(&[!this, if is_one(value, i) { *bit } else { !*bit }]);
        }
    }
    out
}
