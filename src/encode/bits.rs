//! Numbers as lists of bits, lowest first: sums of bits, and comparison with a constant.
//!
//! Comparisons need no fresh variable: at most one clause per bit. Eén and Sörensson, JSAT 2006; Sinz, CP 2005.

use crate::cnf::gates::{FALSE, full_adder, half_adder};
use crate::cnf::{ClauseSink, Lit, Note};
use crate::model::Cmp;

/// The bits of the sum of weighted bits: `buckets[i]` holds literals that weigh `2^i` each. `n` bits in all take at
/// most `n` full adders.
pub fn sum(mut buckets: Vec<Vec<Lit>>, sink: &mut dyn ClauseSink) -> Vec<Lit> {
    let mut bits = Vec::new();
    let mut i = 0;
    while i < buckets.len() {
        // First in, first out, so that the adders form a balanced tree.
        let mut queue = std::mem::take(&mut buckets[i]);
        let mut next = 0;
        while queue.len() - next > 1 && !sink.is_full() {
            let (inputs, (low, high)) = match queue[next..] {
                [a, b] => ([a, b, FALSE], half_adder(a, b, sink)),
                [a, b, c, ..] => ([a, b, c], full_adder(a, b, c, sink)),
                _ => unreachable!("at least two are left"),
            };
            sink.note(Note::Adder { inputs, low, high, weight: 1u128.checked_shl(i as u32).unwrap_or(0) });
            next += (queue.len() - next).min(3);
            queue.push(low);
            if i + 1 == buckets.len() {
                buckets.push(Vec::new());
            }
            if high != FALSE {
                buckets[i + 1].push(high);
            }
        }
        bits.push(queue.get(next).copied().unwrap_or(FALSE));
        i += 1;
    }
    if sink.takes_notes() {
        let weights: Vec<(i128, Lit)> = bits.iter().enumerate().map(|(i, bit)| (1 << i.min(120), *bit)).collect();
        sink.note(Note::Also(&weights));
    }
    bits
}

/// The unsigned number with these bits compares with the bound.
pub fn compare(bits: &[Lit], cmp: Cmp, bound: u128, sink: &mut dyn ClauseSink) {
    let too_large = (u128::BITS - bound.leading_zeros()) as usize > bits.len();
    match (cmp, too_large) {
        (Cmp::Le | Cmp::Ne, true) => {}
        (Cmp::Ge | Cmp::Eq, true) => sink.clause(&[]),
        (Cmp::Le, false) => at_most(bits, bound, sink),
        (Cmp::Ge, false) => at_least(bits, bound, sink),
        (Cmp::Eq, false) => (0..bits.len()).for_each(|i| sink.clause(&[matching(bits, i, bound)])),
        (Cmp::Ne, false) => differs(bits, bound, sink),
    }
}

fn is_one(bound: u128, i: usize) -> bool {
    i < u128::BITS as usize && bound >> i & 1 == 1
}

fn matching(bits: &[Lit], i: usize, bound: u128) -> Lit {
    if is_one(bound, i) { bits[i] } else { !bits[i] }
}

/// A one where the bound has a zero needs a zero above where the bound has a one.
fn at_most(bits: &[Lit], bound: u128, sink: &mut dyn ClauseSink) {
    for i in (0..bits.len()).filter(|i| !is_one(bound, *i)) {
        let above = (i + 1..bits.len()).filter(|j| is_one(bound, *j)).map(|j| !bits[j]);
        let clause: Vec<Lit> = std::iter::once(!bits[i]).chain(above).collect();
        sink.clause(&clause);
    }
}

/// A zero where the bound has a one needs a one above where the bound has a zero.
fn at_least(bits: &[Lit], bound: u128, sink: &mut dyn ClauseSink) {
    for i in (0..bits.len()).filter(|i| is_one(bound, *i)) {
        let above = (i + 1..bits.len()).filter(|j| !is_one(bound, *j)).map(|j| bits[j]);
        let clause: Vec<Lit> = std::iter::once(bits[i]).chain(above).collect();
        sink.clause(&clause);
    }
}

fn differs(bits: &[Lit], bound: u128, sink: &mut dyn ClauseSink) {
    let clause: Vec<Lit> = (0..bits.len()).map(|i| !matching(bits, i, bound)).collect();
    sink.clause(&clause);
}
