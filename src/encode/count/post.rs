//! The easy part of a count: constants, opposite and repeated literals, bounds that decide, complement.

use super::binomial;
use crate::cnf::gates::{FALSE, TRUE};
use crate::cnf::{Lit, Note};
use crate::encode::encoder::Encoder;
use crate::encode::{Written, linear};
use crate::model::{Atom, Cmp};

/// The number of true atoms compares with the bound.
pub fn post(e: &mut Encoder, atoms: &[Atom], cmp: Cmp, bound: i64) -> Written {
    let lits: Vec<Lit> = atoms.iter().map(|atom| e.lit(*atom)).collect();
    post_lits(e, &lits, cmp, i128::from(bound))
}

/// The number of true literals compares with the bound; constants and repetitions are welcome.
pub fn post_lits(e: &mut Encoder, lits: &[Lit], cmp: Cmp, bound: i128) -> Written {
    let n_true = lits.iter().filter(|lit| **lit == TRUE).count() as i128;
    let open: Vec<Lit> = lits.iter().copied().filter(|lit| !matches!(*lit, TRUE | FALSE)).collect();
    let mut sorted = open.clone();
    sorted.sort_unstable_by_key(|lit| (lit.var(), *lit));
    if sorted.windows(2).all(|pair| pair[0].var() != pair[1].var()) {
        distinct(e, &open, cmp, bound - n_true);
        return Ok(());
    }
    let (weighted, n_pairs) = gather(&sorted);
    let bound = bound - n_true - n_pairs;
    if weighted.iter().all(|(weight, _)| *weight == 1) {
        let once: Vec<Lit> = weighted.iter().map(|(_, lit)| *lit).collect();
        distinct(e, &once, cmp, bound);
        return Ok(());
    }
    linear::post_weighted(e, &weighted, cmp, bound)
}

/// How often each literal occurs beyond its opposite, and how many pairs of opposites there are.
fn gather(sorted: &[Lit]) -> (Vec<(i128, Lit)>, i128) {
    let mut weighted = Vec::new();
    let mut n_pairs = 0;
    for group in sorted.chunk_by(|a, b| a.var() == b.var()) {
        let positive = group.iter().filter(|lit| lit.is_positive()).count() as i128;
        let negative = group.len() as i128 - positive;
        n_pairs += positive.min(negative);
        let lit = if positive > negative { Lit::new(group[0].var() as i32) } else { !Lit::new(group[0].var() as i32) };
        if positive != negative {
            weighted.push(((positive - negative).abs(), lit));
        }
    }
    (weighted, n_pairs)
}

/// A count of literals of different variables.
fn distinct(e: &mut Encoder, lits: &[Lit], cmp: Cmp, bound: i128) {
    let n = lits.len() as i128;
    match cmp {
        Cmp::Le if bound >= n => {}
        Cmp::Ge if bound <= 0 => {}
        Cmp::Ne if bound < 0 || bound > n => {}
        Cmp::Le | Cmp::Eq if bound < 0 => e.clause(&[]),
        Cmp::Ge | Cmp::Eq if bound > n => e.clause(&[]),
        _ if 2 * bound > n => flipped(e, lits, cmp, n - bound),
        _ => small(e, lits, cmp, bound as usize),
    }
}

/// Counts the false literals instead.
fn flipped(e: &mut Encoder, lits: &[Lit], cmp: Cmp, bound: i128) {
    let negated: Vec<Lit> = lits.iter().map(|lit| !*lit).collect();
    let cmp = match cmp {
        Cmp::Le => Cmp::Ge,
        Cmp::Ge => Cmp::Le,
        Cmp::Eq | Cmp::Ne => cmp,
    };
    small(e, &negated, cmp, bound as usize);
}

/// `0 <= bound <= n / 2`.
fn small(e: &mut Encoder, lits: &[Lit], cmp: Cmp, bound: usize) {
    if e.takes_notes() {
        let weights: Vec<(i128, Lit)> = lits.iter().map(|lit| (1, *lit)).collect();
        e.note(Note::Goal(&weights));
    }
    match (cmp, bound) {
        (Cmp::Le | Cmp::Eq, 0) => lits.iter().for_each(|lit| e.clause(&[!*lit])),
        (Cmp::Ge, 0) => {}
        (Cmp::Ne, 0) | (Cmp::Ge, 1) => e.clause(lits),
        (Cmp::Le, 1) => at_most_one(e, lits),
        (Cmp::Eq, 1) => exactly_one(e, lits),
        _ => by_row(e, lits, cmp, bound),
    }
}

fn at_most_one(e: &mut Encoder, lits: &[Lit]) {
    let row = e.encoding.at_most_one;
    if !row.certified {
        e.note(Note::Uncertified(row.name));
    }
    (row.encode)(lits, &mut e.sink());
}

fn exactly_one(e: &mut Encoder, lits: &[Lit]) {
    e.clause(lits);
    at_most_one(e, lits);
}

/// Counts so small that the plain clauses are fewest take them, whatever the row.
fn by_row(e: &mut Encoder, lits: &[Lit], cmp: Cmp, bound: usize) {
    const FEW: u64 = 8;
    let row = e.encoding.count;
    let few = binomial::n_clauses(lits.len(), cmp, bound) <= FEW;
    if !few && !row.certified {
        e.note(Note::Uncertified(row.name));
    }
    let encode = if few { binomial::encode } else { row.encode };
    encode(lits, cmp, bound, &mut e.sink());
}
