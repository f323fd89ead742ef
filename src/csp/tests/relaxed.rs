//! The bound from the fractional relaxation: never wrong, as tight as it is said to be, and worth having.

use super::{answers, check, improvements};
use crate::csp::LookAhead;
use crate::csp::space::Space;
use crate::model::arbitrary::solutions;
use crate::model::{Assignment, Cmp, Constraint, Model, Objective, Var};
use crate::search::{Budget, Watch};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// A sum to optimise under inequalities with coefficients of all signs, over small ranges.
fn random(seed: u64) -> Model {
    let mut rng = Pcg32::seed_from_u64(seed);
    let mut model = Model::new();
    let n = rng.random_range(2..=5);
    let x: Vec<Var> = (0..n).map(|_| rng.random_range(-2..=2)).map(|lo| model.int("x", lo..=lo + 2)).collect();
    let z = model.int("z", -12..=12);
    let sum = |rng: &mut Pcg32, most: i64| -> Vec<(i64, Var)> {
        x.iter().chain(&x[..1]).map(|x| (rng.random_range(-most..=most), *x)).collect()
    };
    for _ in 0..rng.random_range(1..=3) {
        let cmp = Cmp::ALL[rng.random_range(0..3)];
        model.post(Constraint::Linear { terms: sum(&mut rng, 4), cmp, bound: rng.random_range(-4..=6) });
    }
    let mut terms = sum(&mut rng, 3);
    terms.push(([1, -1, 2, -3][rng.random_range(0..4)], z));
    model.post(Constraint::Linear { terms, cmp: Cmp::Eq, bound: rng.random_range(-2..=2) });
    model.objective = if rng.random_bool(0.5) { Objective::Maximise(z) } else { Objective::Minimise(z) };
    model
}

#[test]
fn the_best_is_that_of_brute_force() {
    let order = "wdeg+mac".parse().expect("words of an order");
    let mut n_open = 0;
    for seed in 0..400 {
        let model = random(seed);
        let solutions: Vec<Assignment> = solutions(&model).collect();
        check(&model, &order, &solutions);
        let (Objective::Maximise(z) | Objective::Minimise(z)) = model.objective else { unreachable!("one was set") };
        let values = solutions.iter().map(|a| a[z]);
        let best = if matches!(model.objective, Objective::Maximise(_)) { values.max() } else { values.min() };
        assert_eq!(improvements(&model, &order).last().copied(), best, "seed {seed}: {model:#?}");
        // To list all solutions, the objective does not matter.
        let free = Model { objective: Objective::Satisfy, ..model.clone() };
        assert_eq!(answers(&model, &order).0, answers(&free, &order).0, "seed {seed}: {model:#?}");
        n_open += usize::from(best.is_some());
    }
    assert!(n_open > 100, "{n_open} with a solution");
}

fn knapsack(gains: &[i64], weights: &[i64], capacity: i64, flip: i64) -> (Model, Vec<Var>, Var) {
    let mut model = Model::new();
    let x = model.ints("x", gains.len(), 0..=1);
    let most: i64 = gains.iter().sum();
    let z = model.int("z", -most..=most);
    let sum = |c: &[i64], sign: i64| c.iter().zip(&x).map(|(c, x)| (sign * c, *x)).collect::<Vec<_>>();
    let cmp = if flip > 0 { Cmp::Le } else { Cmp::Ge };
    model.post(Constraint::Linear { terms: sum(weights, flip), cmp, bound: flip * capacity });
    let mut terms = sum(gains, flip);
    terms.push((-1, z));
    model.post(Constraint::Linear { terms, cmp: Cmp::Eq, bound: 0 });
    model.objective = if flip > 0 { Objective::Maximise(z) } else { Objective::Minimise(z) };
    (model, x, z)
}

/// Ratios 10/3, 2, 1: after the first, three quarters of the second fit; then what is too far from the best is fixed.
#[test]
fn the_bound_is_that_of_the_fractional_knapsack() {
    for flip in [1, -1] {
        let (model, x, z) = knapsack(&[10, 8, 3], &[3, 4, 3], 6, flip);
        let (budget, watch) = (Budget::unlimited(), Watch::default());
        let Ok(mut space) = Space::new(&model, LookAhead::Full, false, &budget, &watch) else { panic!("it is open") };
        assert!(space.start().is_ok());
        let bound = if flip > 0 { space.domains.hi(z) } else { -space.domains.lo(z) };
        assert_eq!(bound, 10 + 6);
        // Without the first item there are 8 and two thirds of 3 at most.
        let demand = if flip > 0 { z.at_least(13) } else { z.at_most(-13) };
        assert!(space.tighten(demand).is_ok());
        assert_eq!(space.domains.value(x[0]), Some(1));
    }
}

#[test]
fn wide_knapsacks_are_proved_in_few_nodes() {
    let mut rng = Pcg32::seed_from_u64(5);
    let weights: Vec<i64> = (0..40).map(|_| rng.random_range(1..=100_000)).collect();
    let gains: Vec<i64> = weights.iter().map(|w| (w + rng.random_range(-9_000..=9_000)).max(1)).collect();
    let (model, _, _) = knapsack(&gains, &weights, weights.iter().sum::<i64>() / 2, 1);
    let order = "wdeg+mac".parse().expect("words of an order");
    let mut n_found = 0;
    let (_, stats) = crate::csp::optimise(&model, &order, &Budget::unlimited(), &Default::default(), &mut |_| {
        n_found += 1;
        std::ops::ControlFlow::Continue(())
    });
    assert!(n_found > 0 && stats.nodes < 20_000, "{n_found} found in {} nodes", stats.nodes);
}
