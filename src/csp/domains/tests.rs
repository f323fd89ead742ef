//! Domains behave like plain sets of values, and come back.

use super::{Domains, WIDEST_BITS};
use crate::model::{Domain, Model, Var};
use crate::search::Watch;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

const X: Var = Var(0);

/// One random operation on both the domain and a plain set; `false` when they agree that nothing is left.
fn step(domains: &mut Domains, set: &mut Domain, rng: &mut Pcg32, span: i64) -> bool {
    let v = rng.random_range(-span - 2..=span + 2);
    let all = |lo, hi| Domain::range(lo, hi);
    let w = Domain::from_values([v, v + 1, v + 3, v - 7]);
    let (kept, expected) = match rng.random_range(0..6) {
        0 => (domains.at_least(X, i128::from(v)), all(v, i64::MAX)),
        1 => (domains.at_most(X, i128::from(v)), all(i64::MIN, v)),
        2 => (domains.intersect(X, &w), w),
        3 => (domains.keep(X, w.iter()), w),
        _ => (domains.remove(X, v), all(i64::MIN, i64::MAX).minus(&Domain::singleton(v))),
    };
    *set = set.intersect(&expected);
    assert_eq!(kept.is_err(), set.is_empty());
    !set.is_empty()
}

fn agree(domains: &Domains, set: &Domain) {
    assert_eq!(domains.to_domain(X), *set);
    assert_eq!((domains.lo(X), domains.hi(X), domains.size(X)), (set.min(), set.max(), set.size()));
    assert!(domains.values(X).take(300).eq(set.iter().take(300)));
}

#[test]
fn domains_behave_like_sets_and_come_back() {
    for (seed, span) in (0..60).flat_map(|s| [(s, 1), (s, 5), (s, 70), (s, WIDEST_BITS as i64)]) {
        let mut rng = Pcg32::seed_from_u64(seed);
        let mut model = Model::new();
        model.int("x", -span..=span);
        let Ok(mut domains) = Domains::new(&model, &Watch::default()) else { panic!("the domain is not empty") };
        let start = Domain::range(-span, span);
        for _ in 0..5 {
            let mark = domains.mark();
            let mut set = start.clone();
            while step(&mut domains, &mut set, &mut rng, span) && rng.random_range(0..12) != 0 {
                agree(&domains, &set);
            }
            domains.undo(mark);
            agree(&domains, &start);
        }
    }
}
