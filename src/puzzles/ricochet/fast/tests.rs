//! The fast search against breadth-first search on thousands of small boards, and on the classic ones.

use super::super::generate::{classic, scattered};
use super::super::{Config, Verdict, check, iddfs, naive};
use super::search;
use crate::search::{Budget, Stop};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// The number of moves; `None` if the target is unreachable. What is found is judged by the rules.
fn n_moves(config: &Config, verdict: &Verdict) -> Option<usize> {
    match verdict {
        Verdict::Solved(moves) => {
            check::check(config, moves).unwrap_or_else(|why| panic!("{why}: {moves:?} for {config:?}"));
            Some(moves.len())
        }
        Verdict::Unreachable => None,
        other => panic!("{other:?} for {config:?}"),
    }
}

fn agree(config: &Config) -> Option<usize> {
    let budget = Budget::unlimited();
    let found = n_moves(config, &search(config, &budget).0);
    assert_eq!(found, n_moves(config, &naive::search(config, &budget).0), "{config:?}");
    found
}

#[test]
fn small_boards_of_every_kind() {
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let (mut n_unreachable, mut longest) = (0, 0);
    for seed in 0..4000 {
        let (height, width) = (random.random_range(1..=8usize), random.random_range(1..=8));
        let fields = height * width;
        let most = if fields > 30 { 3 } else { 4 };
        let n_robots = random.random_range(1..=most.min(fields));
        let mut config = scattered(height, width, random.random_range(0..=fields / 2), n_robots, seed);
        config.active = (random.random_range(0..4) > 0).then_some(0);
        config.must_ricochet = random.random_range(0..3) == 0;
        match agree(&config) {
            Some(length) => longest = longest.max(length),
            None => n_unreachable += 1,
        }
    }
    assert!(n_unreachable > 300 && longest > 12, "too easy: {n_unreachable} unreachable, at most {longest} moves");
}

#[test]
fn many_robots_and_larger_boards() {
    for seed in 0..24 {
        agree(&scattered(3, 3, 2, 6, seed));
        agree(&scattered(3, 4, 3, 5, seed));
        agree(&scattered(9 + seed as usize % 12, 14, 40, 2, seed));
        agree(&scattered(5, 20 + seed as usize % 44, 30, 2, seed));
        agree(&scattered(40, 33, 300, 1 + seed as usize % 2, seed));
    }
}

#[test]
fn classic_boards() {
    for seed in 0..12 {
        for (n_robots, is_wild) in [(4, false), (3, false), (5, false), (4, true)] {
            let mut config = classic(None, n_robots, seed).config;
            config.active = config.active.filter(|_| !is_wild);
            let budget = Budget::unlimited();
            let found = n_moves(&config, &search(&config, &budget).0);
            if found.is_some_and(|length| length <= 8) {
                assert_eq!(found, n_moves(&config, &iddfs::search(&config, &budget).0), "seed {seed}");
            }
        }
    }
}

#[test]
fn budgets_are_kept() {
    let config = classic(None, 4, 1).config;
    let (verdict, _) = search(&config, &Budget::seconds(0.0));
    assert!(matches!(verdict, Verdict::Stopped(Stop::Timeout)));
}
