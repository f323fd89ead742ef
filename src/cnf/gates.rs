//! Gates: small functions of literals as clauses.
//!
//! Every gate folds the two constants ([`TRUE`] and [`FALSE`]) and equal or opposite inputs, so a circuit over partly
//! fixed bits costs only what is open. Each gate is defined in both directions. Tseitin 1968; adders as in Eén and
//! Sörensson, JSAT 2006.

use super::{ClauseSink, Lit};

/// Stands for truth while an encoding is put together. No formula holds it: gates fold it, and the encoder's door
/// drops it from clauses.
pub const TRUE: Lit = Lit::new(i32::MAX);

/// Stands for falsity; the opposite of [`TRUE`].
pub const FALSE: Lit = Lit::new(-i32::MAX);

/// `a & b`
pub fn and(a: Lit, b: Lit, sink: &mut dyn ClauseSink) -> Lit {
    match (a, b) {
        (TRUE, x) | (x, TRUE) => x,
        (FALSE, _) | (_, FALSE) => FALSE,
        _ if a == b => a,
        _ if a == !b => FALSE,
        _ => new_and(a, b, sink),
    }
}

/// `a | b`
pub fn or(a: Lit, b: Lit, sink: &mut dyn ClauseSink) -> Lit {
    !and(!a, !b, sink)
}

/// `a != b`
pub fn xor(a: Lit, b: Lit, sink: &mut dyn ClauseSink) -> Lit {
    match (a, b) {
        (FALSE, x) | (x, FALSE) => x,
        (TRUE, x) | (x, TRUE) => !x,
        _ if a == b => FALSE,
        _ if a == !b => TRUE,
        _ => new_xor(a, b, sink),
    }
}

/// All of the literals are true.
pub fn and_all(lits: &[Lit], sink: &mut dyn ClauseSink) -> Lit {
    let mut open: Vec<Lit> = lits.iter().copied().filter(|lit| *lit != TRUE).collect();
    open.sort_unstable();
    open.dedup();
    match open.as_slice() {
        [] => TRUE,
        [one] => *one,
        [a, b] => and(*a, *b, sink),
        _ if open.contains(&FALSE) || open.iter().any(|lit| open.binary_search(&!*lit).is_ok()) => FALSE,
        _ => new_and_all(&mut open, sink),
    }
}

/// The lower and the upper bit of `a + b`.
pub fn half_adder(a: Lit, b: Lit, sink: &mut dyn ClauseSink) -> (Lit, Lit) {
    (xor(a, b, sink), and(a, b, sink))
}

/// The lower and the upper bit of `a + b + c`.
pub fn full_adder(a: Lit, b: Lit, c: Lit, sink: &mut dyn ClauseSink) -> (Lit, Lit) {
    match (a, b, c) {
        (FALSE, x, y) | (x, FALSE, y) | (x, y, FALSE) => half_adder(x, y, sink),
        (TRUE, x, y) | (x, TRUE, y) | (x, y, TRUE) => (!xor(x, y, sink), or(x, y, sink)),
        _ if a == b => (c, a),
        _ if a == c => (b, a),
        _ if b == c => (a, b),
        _ if a == !b => (!c, c),
        _ if a == !c => (!b, b),
        _ if b == !c => (!a, a),
        _ => (new_xor3(a, b, c, sink), new_majority(a, b, c, sink)),
    }
}

fn new_and(a: Lit, b: Lit, sink: &mut dyn ClauseSink) -> Lit {
    let out = sink.fresh();
    sink.clause(&[!out, a]);
    sink.clause(&[!out, b]);
    sink.clause(&[out, !a, !b]);
    out
}

fn new_and_all(lits: &mut [Lit], sink: &mut dyn ClauseSink) -> Lit {
    let out = sink.fresh();
    lits.iter().for_each(|lit| sink.clause(&[!out, *lit]));
    let long: Vec<Lit> = std::iter::once(out).chain(lits.iter().map(|lit| !*lit)).collect();
    sink.clause(&long);
    out
}

fn new_xor(a: Lit, b: Lit, sink: &mut dyn ClauseSink) -> Lit {
    let out = sink.fresh();
    sink.clause(&[!out, a, b]);
    sink.clause(&[!out, !a, !b]);
    sink.clause(&[out, !a, b]);
    sink.clause(&[out, a, !b]);
    out
}

fn new_xor3(a: Lit, b: Lit, c: Lit, sink: &mut dyn ClauseSink) -> Lit {
    let out = sink.fresh();
    for bits in 0..8u32 {
        // The combination `bits` of the inputs decides the output by its parity.
        let unless = |lit: Lit, i: u32| if bits >> i & 1 == 1 { !lit } else { lit };
        let parity = if bits.count_ones() % 2 == 1 { out } else { !out };
        sink.clause(&[unless(a, 0), unless(b, 1), unless(c, 2), parity]);
    }
    out
}

fn new_majority(a: Lit, b: Lit, c: Lit, sink: &mut dyn ClauseSink) -> Lit {
    let out = sink.fresh();
    for (x, y) in [(a, b), (a, c), (b, c)] {
        sink.clause(&[!x, !y, out]);
        sink.clause(&[x, y, !out]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::{Cnf, Valuation};

    /// Three input variables and constants, against the arithmetic they stand for.
    #[test]
    fn gates_compute_what_they_say() {
        let mut probe = Cnf::new();
        let (x, y, z) = (probe.fresh(), probe.fresh(), probe.fresh());
        let inputs = [TRUE, FALSE, x, !x, y, !y, z];
        for a in inputs {
            for b in inputs {
                check(&[a, b], &|v| u32::from(v[0] && v[1]), &|l, s| vec![and(l[0], l[1], s)]);
                check(&[a, b], &|v| u32::from(v[0] || v[1]), &|l, s| vec![or(l[0], l[1], s)]);
                check(&[a, b], &|v| u32::from(v[0] != v[1]), &|l, s| vec![xor(l[0], l[1], s)]);
                for c in inputs {
                    let sum = |v: &[bool]| v.iter().filter(|b| **b).count() as u32;
                    check(&[a, b, c], &sum, &|l, s| pair(full_adder(l[0], l[1], l[2], s)));
                    check(&[a, b, c], &|v| u32::from(v.iter().all(|b| *b)), &|l, s| vec![and_all(l, s)]);
                }
            }
        }
    }

    fn pair((low, high): (Lit, Lit)) -> Vec<Lit> {
        vec![low, high]
    }

    /// For every value of the three variables, exactly one completion satisfies the gate, and it has the right output.
    fn check(inputs: &[Lit], expected: &dyn Fn(&[bool]) -> u32, gate: &dyn Fn(&[Lit], &mut Cnf) -> Vec<Lit>) {
        let mut cnf = Cnf::new();
        cnf.reserve_vars(3);
        let outputs = gate(inputs, &mut cnf);
        let is_true = |valuation: &Valuation, lit: Lit| lit == TRUE || lit != FALSE && valuation.is_true(lit);
        let mut n_found = 0;
        for bits in 0..1u32 << cnf.n_vars() {
            let mut valuation = Valuation::new(cnf.n_vars());
            (1..=cnf.n_vars()).filter(|v| bits >> (v - 1) & 1 == 1).for_each(|v| valuation.set(Lit::new(v as i32)));
            if cnf.is_satisfied_by(&valuation) {
                n_found += 1;
                let values: Vec<bool> = inputs.iter().map(|lit| is_true(&valuation, *lit)).collect();
                let got = outputs.iter().rev().fold(0, |n, lit| 2 * n + u32::from(is_true(&valuation, *lit)));
                assert_eq!(got, expected(&values), "{inputs:?}");
            }
        }
        assert_eq!(n_found, 8, "{inputs:?}");
    }
}
