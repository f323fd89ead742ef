//! Whole solution sets, for every order, against brute force over the definition of the constraints.

mod boards;
mod bounds;
mod classics;
mod conditions;
mod globals;
mod limits;
mod relaxed;
mod strength;
mod textbook;
mod thresholds;
mod words;

use super::{Order, count, optimise, search};
use crate::model::arbitrary::{Form, Shape, model_with, solutions};
use crate::model::{Assignment, Model, Objective, Var};
use crate::search::{Budget, End, Incumbent, Stats};
use num_bigint::BigUint;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

type Answers = BTreeSet<Vec<i64>>;

/// All answers of a search, which must be solutions and come once each.
fn answers(model: &Model, order: &Order) -> (Answers, Stats) {
    let mut set = Answers::new();
    let (end, stats) = search(model, order, &Budget::unlimited(), &mut |a| {
        assert_eq!(model.violated_by(&a), None, "{order}: {a:?} is no solution of {model:#?}");
        assert!(set.insert(a.project(&model.answer)), "{order}: {a:?} came twice, of {model:#?}");
        ControlFlow::Continue(())
    });
    assert_eq!(end, End::Exhausted);
    (set, stats)
}

/// The values of the objective that a search went through.
fn improvements(model: &Model, order: &Order) -> Vec<i64> {
    let (Objective::Minimise(x) | Objective::Maximise(x)) = model.objective else { panic!("no objective") };
    let mut values = Vec::new();
    let (end, _) = optimise(model, order, &Budget::unlimited(), &Incumbent::default(), &mut |a| {
        assert_eq!(model.violated_by(&a), None, "{order}: {a:?} is no solution of {model:#?}");
        values.push(a[x]);
        ControlFlow::Continue(())
    });
    assert_eq!(end, End::Exhausted);
    values
}

fn check(model: &Model, order: &Order, solutions: &[Assignment]) {
    let expected: Answers = solutions.iter().map(|a| a.project(&model.answer)).collect();
    assert_eq!(answers(model, order).0, expected, "{order} on {model:#?}");
    let (n, end, _) = count(model, order, &Budget::unlimited());
    assert_eq!((n, end), (BigUint::from(expected.len()), End::Exhausted), "{order} on {model:#?}");
    for x in [Var(0), Var(model.vars.len() as u32 - 1)] {
        let values = solutions.iter().map(|a| a[x]);
        for (objective, best) in
            [(Objective::Minimise(x), values.clone().min()), (Objective::Maximise(x), values.clone().max())]
        {
            let found = improvements(&Model { objective, ..model.clone() }, order);
            assert_eq!(found.last().copied(), best, "{order}, {objective:?} on {model:#?}");
            let better = |pair: &[i64]| (pair[0] > pair[1]) == matches!(objective, Objective::Minimise(_));
            assert!(found.windows(2).all(|pair| pair[0] != pair[1] && better(pair)), "{order}: {found:?}");
        }
    }
}

/// Everything the search can be told, over few assignments: each model is searched in every order.
const SHAPE: Shape = Shape { goals: true, most_assignments: 700, ..Shape::SMALL };

#[test]
fn every_order_finds_exactly_the_solutions() {
    const N_SEEDS: u64 = 25;
    let [textbook, sample]: [Vec<Order>; 2] = [Order::textbook().collect(), Order::sample().collect()];
    for (form, seed) in itertools::iproduct!(Form::ALL, 0..N_SEEDS) {
        let model = model_with(*form, seed, &SHAPE);
        let solutions: Vec<Assignment> = solutions(&model).collect();
        // What is beyond the textbook meets harder models elsewhere.
        let orders = if seed % 4 == 0 { &sample } else { &textbook };
        orders.iter().for_each(|order| check(&model, order, &solutions));
    }
}

#[test]
fn the_same_order_does_the_same_work() {
    for (order, seed) in itertools::iproduct!(Order::all(), 0..3) {
        let model = model_with(Form::Count, seed, &SHAPE);
        let run = || {
            let mut found = Vec::new();
            let (_, stats) = search(&model, &order, &Budget::unlimited(), &mut |a| {
                found.push(a);
                ControlFlow::Continue(())
            });
            (found, stats)
        };
        assert_eq!(run(), run(), "{order}");
    }
}

/// With the variables in a fixed order, looking further ahead never visits more nodes.
#[test]
fn looking_ahead_saves_nodes() {
    for (form, seed) in itertools::iproduct!(Form::ALL, 100..140u64) {
        let model = model_with(*form, seed, &SHAPE);
        for variable in ["input", "random"] {
            let nodes = ["none", "fc", "mac"].map(|look| {
                let order = format!("{variable}+{look}").parse().expect("these are words of an order");
                answers(&model, &order).1.nodes
            });
            assert!(nodes[0] >= nodes[1] && nodes[1] >= nodes[2], "{variable}: {nodes:?} on {model:#?}");
        }
    }
}
