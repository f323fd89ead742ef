//! What rows say beforehand of their sizes, and sums too wide for most of them.

use super::through_door;
use crate::cnf::{ClauseSink, Cnf, Lit};
use crate::encode::linear::{self, Term};
use crate::model::Cmp;

/// Weights without a pattern, below `width`.
fn weights(n: usize, width: u128) -> Vec<u128> {
    (1..=n as u128).map(|i| ((i * 0x9e37_79b9_7f4a_7c15) >> 3) % width + 1).collect()
}

fn written(row: &linear::Row, weights: &[u128], cmp: Cmp, bound: u128) -> (usize, Option<usize>) {
    let mut cnf = Cnf::new();
    let lits: Vec<Lit> = weights.iter().map(|_| cnf.fresh()).collect();
    let terms: Vec<Term> = lits.iter().zip(weights).map(|(lit, weight)| Term::weighted(*weight, *lit)).collect();
    through_door(|sink| (row.encode)(&terms, cmp, bound, sink), &mut cnf);
    (cnf.n_clauses(), (row.n_clauses)(&terms, cmp, bound, usize::MAX))
}

#[test]
fn no_row_writes_more_than_it_says() {
    for row in linear::TABLE {
        for (n, width) in [(2, 9), (5, 3), (6, 20), (9, 50), (12, 12)] {
            let weights = weights(n, width);
            let total: u128 = weights.iter().sum();
            for (cmp, part) in itertools::iproduct!(Cmp::ALL, 1..4) {
                let (n_clauses, said) = written(row, &weights, cmp, total * part / 4);
                let said = said.expect("there is no limit");
                assert!(n_clauses <= said, "{} of {weights:?}: {n_clauses} of {said}", row.name);
                assert!(said <= 300 + 30 * n_clauses, "{} of {weights:?}: {n_clauses} of {said}", row.name);
                let limited =
                    (row.n_clauses)(&[Term::weighted(3, Lit::new(1)), Term::weighted(5, Lit::new(2))], cmp, 4, 0);
                assert!(limited.is_none_or(|n| n == 0), "{}", row.name);
            }
        }
    }
}

#[test]
fn wide_sums_stay_small_in_the_default_row() {
    for (n, width, most) in
        [(30, 1 << 20, 20_000), (40, 5_000, linear::adaptive::MANY), (100, 1 << 30, 50_000), (100, 1 << 60, 100_000)]
    {
        let weights = weights(n, width);
        let total: u128 = weights.iter().sum();
        for cmp in [Cmp::Le, Cmp::Eq] {
            let (n_clauses, _) = written(&linear::TABLE[0], &weights, cmp, total / 2);
            assert!(n_clauses <= most, "{n} below {width}: {n_clauses}");
        }
    }
}
