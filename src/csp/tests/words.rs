//! The words beyond the textbook: they lose nothing on models with many failures, and each does what it is for.

use super::{answers, check};
use crate::csp::{Order, Restart, optimise, search};
use crate::model::arbitrary::{Form, Shape, Values, model_with, solutions};
use crate::model::{Assignment, Model, Objective, Var, sum};
use crate::search::{Budget, End, Incumbent};
use std::ops::ControlFlow;

fn order(text: &str) -> Order {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// More variables and many more constraints than elsewhere, so that most of the search is failure.
const CROWDED: Shape = Shape {
    n_vars: 6..=8,
    domains: &[Values::Boolean, Values::Range(4), Values::Few],
    n_constraints: 2..=6,
    n_arguments: 3,
    depth: 1,
    most_assignments: 3_000,
    goals: true,
    ..Shape::SMALL
};

/// Words that jump, forget and come back, in combinations where they meet.
const CROSSED: [&str; 16] = [
    "cbj",
    "cbj+luby(1)+nogoods",
    "mrv+fc+cbj",
    "input+fc+cbj+luby(2)+nogoods+phase",
    "input+mac+cbj",
    "degree+random-value+mac+cbj+lc",
    "wdeg+mac+cbj+luby(1)+nogoods+lc+phase",
    "chs+best+mac+geometric(1)+nogoods+split+phase",
    "activity+mac+luby(1)+nogoods+lc",
    "activity+fc+cbj+split",
    "impact+best+fc+geometric(2)+lc+cbj",
    "impact+lcv+mac+luby(3)+nogoods",
    "random+random-value+luby(1)+nogoods+cbj+split",
    "annotated+fc+geometric(1)+nogoods+cbj+lc+phase",
    "annotated+mac+luby(1)+nogoods+cbj+split+phase",
    "random+random-value+mac+geometric(1)+nogoods+cbj+lc+phase+seed=5",
];

#[test]
fn crossed_words_lose_nothing() {
    let orders = CROSSED.map(order);
    let (mut n_sat, mut n_unsat) = (0, 0);
    for (form, seed) in itertools::iproduct!(Form::ALL, 0..8) {
        let model = model_with(*form, seed, &CROWDED);
        let all: Vec<Assignment> = solutions(&model).collect();
        *(if all.is_empty() { &mut n_unsat } else { &mut n_sat }) += 1;
        orders.iter().for_each(|order| check(&model, order, &all));
    }
    assert!(n_sat > 20 && n_unsat > 20, "{n_sat} with solutions, {n_unsat} without");
}

/// Pigeons without enough holes, but first come variables that have nothing to do with them.
fn distracted(n_free: usize) -> Model {
    let mut model = Model::new();
    let free = model.bools("free", n_free);
    free.windows(2).for_each(|pair| model.post((pair[0] + pair[1]).le(1)));
    let x = model.ints("hole", 5, 1..=4);
    for (i, j) in itertools::iproduct!(0..5, 0..5).filter(|(i, j)| i < j) {
        model.post((x[i] - x[j]).differs(0));
    }
    model
}

fn nodes(model: &Model, text: &str) -> u64 {
    answers(model, &order(text)).1.nodes
}

#[test]
fn jumping_skips_what_does_not_matter() {
    let (small, large) = (distracted(3), distracted(9));
    for look in ["none", "fc", "mac"] {
        let jumps = [&small, &large].map(|model| nodes(model, &format!("{look}+cbj")));
        assert_eq!(jumps[1] - jumps[0], 6, "{look}: six more variables, six more nodes");
        assert!(nodes(&large, look) > 10 * jumps[1], "{look}");
    }
}

/// After the conflict its variable is asked at every node on the way up, which fails at once.
#[test]
fn the_last_conflict_leads_back() {
    let model = distracted(9);
    let (plain, last) = (nodes(&model, "fc"), nodes(&model, "fc+lc"));
    assert!(last < plain, "{last} and {plain} nodes");
}

/// What was refuted is not visited again: restarts with nogoods cost less than without.
#[test]
fn nogoods_save_what_restarts_repeat() {
    let model = distracted(3);
    for look in ["none", "fc", "mac"] {
        let [with, without] = ["+nogoods", ""].map(|word| nodes(&model, &format!("{look}+luby(4){word}")));
        assert!(with < without, "{look}: {with} and {without} nodes");
        assert!(without > nodes(&model, look), "{look}: restarts repeat");
    }
}

/// The sum of the variables is to be large: the best value is the last, and found without improving often.
#[test]
fn the_best_value_comes_first() {
    let mut model = Model::new();
    let x = model.ints("x", 4, 0..=5);
    let total = model.int("total", 0..=20);
    model.post(sum(x.iter().copied()).equals(total));
    model.post((x[0] + x[1]).le(7));
    model.objective = Objective::Maximise(total);
    let improvements = |text: &str| super::improvements(&model, &order(text));
    assert_eq!(improvements("input+mac+best"), [17]);
    assert!(improvements("input+mac").len() > 10);
}

/// Minimising one variable leaves the others as they were in the last solution.
#[test]
fn the_last_solution_is_kept_in_mind() {
    let mut model = Model::new();
    let x = model.ints("x", 6, 0..=9);
    model.post(sum(x.iter().copied()).equals(27));
    model.objective = Objective::Maximise(x[0]);
    let mut found: Vec<Assignment> = Vec::new();
    optimise(&model, &order("random+fc+phase+seed=3"), &Budget::unlimited(), &Incumbent::default(), &mut |a| {
        found.push(a);
        ControlFlow::Continue(())
    });
    let n_equal = |pair: &[Assignment]| (1..6).filter(|i| pair[0][Var(*i)] == pair[1][Var(*i)]).count();
    assert!(found.len() > 2 && found.windows(2).all(|pair| n_equal(pair) >= 3), "{found:?}");
}

/// What others reached is heeded after every restart, and the end is a proof.
#[test]
fn a_shared_bound_survives_restarts() {
    let mut model = Model::new();
    let x = model.ints("x", 4, 1..=4);
    model.all_different(&x);
    let total = model.int("total", 15..=30);
    model.post((x[0] + 2 * x[1] + 3 * x[2] + 4 * x[3]).equals(total));
    model.objective = Objective::Minimise(total);
    for text in CROSSED {
        for (known, last) in [(21, Some(20)), (20, None)] {
            let shared = Incumbent::default();
            shared.reached(model.objective, known);
            let mut best = None;
            let (end, _) = optimise(&model, &order(text), &Budget::unlimited(), &shared, &mut |a| {
                best = Some(a[total]);
                ControlFlow::Continue(())
            });
            assert_eq!((end, best), (End::Exhausted, last), "{text} after {known}");
        }
    }
}

/// The budget is kept within short runs, too.
#[test]
fn restarts_keep_the_budget() {
    let mut model = Model::new();
    let x = model.ints("x", 12, 1..=11);
    for (i, j) in itertools::iproduct!(0..12, 0..12).filter(|(i, j)| i < j) {
        model.post((x[i] - x[j]).differs(0));
    }
    for order in Order::sample().filter(|order| order.restart != Restart::Never) {
        let (end, _) = search(&model, &order, &Budget::seconds(0.02), &mut |_| ControlFlow::Continue(()));
        assert!(matches!(end, End::OutOfBudget(_)), "{order}");
    }
}

/// A bound drawn from two constraints at once blames the variables of both.
#[test]
fn a_relaxed_objective_blames_all_it_looks_at() {
    let mut model = Model::new();
    let free = model.bools("free", 2);
    let item = model.bools("item", 6);
    let value = model.int("value", 0..=40);
    model.post((free[0] + free[1]).ge(1));
    let total = |weights: [i64; 6]| weights.iter().zip(&item).fold(sum([]), |sum, (w, x)| sum + *w * *x);
    model.post((total([4, 5, 6, 7, 8, 9]) + 3 * free[0]).le(20));
    model.post(total([5, 6, 8, 9, 11, 12]).equals(value));
    let all: Vec<Assignment> = solutions(&Model { constraints: model.constraints[..2].to_vec(), ..without(&model) })
        .map(|a| complete(&a, &[0, 0, 5, 6, 8, 9, 11, 12]))
        .collect();
    let best = all.iter().map(|a| a[value]).max();
    model.objective = Objective::Maximise(value);
    for text in CROSSED.iter().filter(|text| text.contains("mac")) {
        check(&model, &order(text), &all);
        assert_eq!(super::improvements(&model, &order(text)).last().copied(), best, "{text}");
    }
}

/// The model without its last variable, which the others determine.
fn without(model: &Model) -> Model {
    let mut fewer = model.clone();
    fewer.vars.pop();
    fewer.answer.pop();
    fewer
}

/// The assignment with the sum of the gains as one more value.
fn complete(a: &Assignment, gains: &[i64]) -> Assignment {
    let values: Vec<i64> = (0..gains.len() as u32).map(|i| a[Var(i)]).collect();
    let total = values.iter().zip(gains).map(|(x, gain)| x * gain).sum();
    Assignment::new(values.into_iter().chain([total]).collect())
}

/// Two values of `z` fail because of `y`, but the third is missing because of `x`: a jump over `x` would lose the
/// solutions with `y` false.
#[test]
fn values_that_are_missing_are_somebodys_fault() {
    let mut model = Model::new();
    let [y, x] = ["y", "x"].map(|name| model.bool(name));
    let z = model.int("z", 0..=2);
    let w = model.bool("w");
    model.clause([y.is_true(), w.is_true()]);
    model.clause([x.is_true(), z.at_least(1)]);
    model.clause([w.is_false(), z.at_most(0)]);
    let all: Vec<Assignment> = solutions(&model).collect();
    assert!(all.iter().any(|a| a[y] == 0));
    for look in ["none", "fc", "mac"] {
        check(&model, &order(&format!("{look}+cbj")), &all);
    }
}
