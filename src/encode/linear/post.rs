//! From a weighted sum of variables to terms: normal form, the easy cases, and the rest to the chosen row.

use super::normal::{Normal, normal};
use super::{Term, pair};
use crate::cnf::{Lit, Note};
use crate::encode::domain::{Block, Repr};
use crate::encode::encoder::Encoder;
use crate::encode::{EncodeError, Written, count};
use crate::model::{Cmp, Var};
use num_integer::gcd;

/// The weighted sum compares with the bound.
pub fn post(e: &mut Encoder, terms: &[(i64, Var)], cmp: Cmp, bound: i64) -> Written {
    match normal(e, terms, cmp, bound) {
        None => Err(EncodeError::Overflow { what: String::new() }),
        Some(Normal::Decided(true)) => Ok(()),
        Some(Normal::Decided(false)) => e.require(&[]),
        Some(Normal::Open(terms, cmp, bound)) => open(e, &terms, cmp, bound),
    }
}

/// The sum of weighted literals compares with the bound; the weights are positive.
pub fn post_weighted(e: &mut Encoder, lits: &[(i128, Lit)], cmp: Cmp, bound: i128) -> Written {
    post_terms(e, lits.iter().map(|(weight, lit)| Term::weighted(*weight as u128, *lit)).collect(), cmp, bound)
}

fn open(e: &mut Encoder, terms: &[(i128, Var)], cmp: Cmp, bound: i128) -> Written {
    let by_bits = |var: Var| matches!(e.map.repr(var), Repr::Log(_));
    match *terms {
        [x] => pair::one(e, x, cmp, bound),
        [x, y] if !by_bits(x.1) && !by_bits(y.1) => pair::two(e, x, y, cmp, bound),
        _ => {
            let mut constant = 0;
            let terms = terms.iter().flat_map(|(c, var)| contribution(e, *c, *var, &mut constant)).collect();
            post_terms(e, terms, cmp, bound - constant)
        }
    }
}

/// What `c x` adds above its least value; that value is added to the constant.
fn contribution(e: &Encoder, c: i128, x: Var, constant: &mut i128) -> Vec<Term> {
    let values = e.map.values(x);
    let base = i128::from(if c > 0 { values.min() } else { values.max() });
    let above = |i: usize| (c * (i128::from(values.nth(i as u64)) - base)) as u128;
    let n = values.len() as usize;
    // The literals may speak of more values than the variable can take.
    let place = |i: usize| e.map.spoken_of(x).n_at_most(values.nth(i as u64)) as usize - 1;
    let repr = e.map.repr(x);
    if let Repr::Log(bits) = repr {
        return weighted_bits(*bits, c, i128::from(e.map.spoken_of(x).min()), constant);
    }
    *constant += c * base;
    match repr {
        Repr::Fixed(_) | Repr::Log(_) => Vec::new(),
        Repr::Two(lit) if c > 0 => vec![Term::weighted(above(1), *lit)],
        Repr::Two(lit) => vec![Term::weighted(above(0), !*lit)],
        Repr::Order(le) if c > 0 => vec![Term::Chain((1..n).map(|i| (above(i), !le.lit(place(i - 1)))).collect())],
        Repr::Order(le) => vec![Term::Chain((0..n - 1).rev().map(|i| (above(i), le.lit(place(i)))).collect())],
        Repr::Direct(is, _) => vec![Term::Choice((0..n).map(|i| (above(i), is.lit(place(i)))).collect())],
    }
}

/// `c` times a number in bits above `min`; with a negative `c` the negated bits count down from the largest number.
fn weighted_bits(bits: Block, c: i128, min: i128, constant: &mut i128) -> Vec<Term> {
    let lits = bits.lits().enumerate();
    if c > 0 {
        *constant += c * min;
        return lits.map(|(i, bit)| Term::weighted((c << i) as u128, bit)).collect();
    }
    *constant += c * (min + (1i128 << bits.len()) - 1);
    lits.map(|(i, bit)| Term::weighted((-c << i) as u128, !bit)).collect()
}

fn post_terms(e: &mut Encoder, terms: Vec<Term>, cmp: Cmp, bound: i128) -> Written {
    let largest = terms.iter().try_fold(0u128, |sum, term| sum.checked_add(term.largest()));
    let largest = largest.and_then(|sum| i128::try_from(sum).ok()).filter(|sum| *sum < i128::MAX / 4);
    let Some(largest) = largest else { return Err(EncodeError::Overflow { what: String::new() }) };
    match cmp {
        Cmp::Le if bound >= largest => return Ok(()),
        Cmp::Ge if bound <= 0 => return Ok(()),
        Cmp::Ne if bound < 0 || bound > largest => return Ok(()),
        Cmp::Le if bound < 0 => return e.require(&[]),
        Cmp::Ge if bound > largest => return e.require(&[]),
        Cmp::Eq if bound < 0 || bound > largest => return e.require(&[]),
        _ => {}
    }
    let weights = terms.iter().flat_map(|term| term.steps().iter().map(|(weight, _)| *weight));
    let divisor = weights.fold(0, gcd).max(1) as i128;
    let exact = bound % divisor == 0;
    let bound = match cmp {
        Cmp::Le => bound / divisor,
        Cmp::Ge => (bound + divisor - 1) / divisor,
        Cmp::Eq | Cmp::Ne if exact => bound / divisor,
        Cmp::Eq => return e.require(&[]),
        Cmp::Ne => return Ok(()),
    };
    let terms: Vec<Term> = terms.iter().map(|term| term.divided(divisor as u128)).collect();
    if let Some(lits) = equal_weights(&terms) {
        return count::post_lits(e, &lits, cmp, bound);
    }
    let row = e.encoding.linear;
    if !row.certified {
        e.note(Note::Uncertified(row.name));
    }
    (row.encode)(&terms, cmp, bound as u128, &mut e.sink());
    Ok(())
}

/// The literals, if every term is one literal with weight 1 and no variable occurs twice.
fn equal_weights(terms: &[Term]) -> Option<Vec<Lit>> {
    let single = |term: &Term| match term.steps() {
        [(1, lit)] => Some(*lit),
        _ => None,
    };
    terms.iter().map(single).collect()
}
