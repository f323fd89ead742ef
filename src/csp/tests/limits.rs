//! Size, budgets and early ends.

use crate::csp::{LookAhead, Order, count, optimise, search};
use crate::model::{Domain, Kind, Model, Objective, Var, sum};
use crate::search::{Budget, End, Incumbent, Stop};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

/// `n` Booleans, each equal to the next.
fn chain(n: usize) -> Model {
    let mut model = Model::new();
    let x = model.bools("x", n);
    for pair in x.windows(2) {
        model.post((pair[0] - pair[1]).equals(0));
    }
    model
}

#[test]
fn forty_thousand_variables_need_no_stack() {
    let model = chain(40_000);
    for text in ["input", "input+fc", "mrv+fc", "mrv+degree+lcv+fc", "wdeg+mac+split", "random+mac"] {
        let order: Order = text.parse().expect("words of an order");
        let (n, end, _) = count(&model, &order, &Budget::unlimited());
        assert_eq!((n, end), (2u32.into(), End::Exhausted), "{text}");
    }
}

/// A model that no order will exhaust.
fn endless() -> Model {
    let mut model = Model::new();
    let x = model.ints("x", 40, 0..=9);
    model.post(sum(x.iter().copied()).equals(180));
    model
}

#[test]
fn budgets_are_kept_by_every_order() {
    let model = endless();
    for order in Order::all() {
        let none = Budget::seconds(0.0);
        let (end, _) = search(&model, &order, &none, &mut |_| ControlFlow::Continue(()));
        assert_eq!(end, End::OutOfBudget(Stop::Timeout), "{order}");
        assert_eq!(count(&model, &order, &none).1, End::OutOfBudget(Stop::Timeout), "{order}");
        let (end, _) = search(&model, &order, &Budget::seconds(0.01), &mut |_| ControlFlow::Continue(()));
        assert_eq!(end, End::OutOfBudget(Stop::Timeout), "{order}");
        let interrupted = Budget::unlimited();
        interrupted.interrupt().store(true, Ordering::Relaxed);
        assert_eq!(count(&model, &order, &interrupted).1, End::OutOfBudget(Stop::Interrupted), "{order}");
    }
}

#[test]
fn the_receiver_can_end_the_search() {
    for order in Order::all().filter(|o| o.look_ahead != LookAhead::None) {
        let mut n = 0;
        let (end, _) = search(&endless(), &order, &Budget::unlimited(), &mut |_| {
            n += 1;
            if n == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((end, n), (End::Cut, 2), "{order}");
    }
}

#[test]
fn degenerate_models() {
    let empty = Model::new();
    let mut impossible = Model::new();
    impossible.answer_var("x".into(), Domain::empty(), Kind::Int);
    let mut false_at_once = Model::new();
    false_at_once.bool("x");
    false_at_once.clause([]);
    let mut no_answer = Model::new();
    no_answer.auxiliary(Domain::range(1, 5), Kind::Int);
    for (model, n_solutions) in [(empty, 1u32), (impossible, 0), (false_at_once, 0), (no_answer, 1)] {
        for order in Order::all() {
            let (n, end, _) = count(&model, &order, &Budget::unlimited());
            assert_eq!((n, end), (n_solutions.into(), End::Exhausted), "{order} on {model:?}");
            let mut n_found = 0;
            let (end, _) = optimise(&model, &order, &Budget::unlimited(), &Incumbent::default(), &mut |_| {
                n_found += 1;
                ControlFlow::Continue(())
            });
            assert_eq!((n_found, end), (n_solutions, End::Exhausted), "{order} on {model:?}");
        }
    }
}

/// An objective at the end of all numbers has nothing better.
#[test]
fn extreme_objectives() {
    for objective in [Objective::Minimise(Var(0)), Objective::Maximise(Var(0))] {
        let mut model = Model::new();
        model.answer_var("x".into(), Domain::from_values([i64::MIN, i64::MAX]), Kind::Int);
        model.objective = objective;
        for order in Order::all() {
            let mut last = None;
            optimise(&model, &order, &Budget::unlimited(), &Incumbent::default(), &mut |a| {
                last = Some(a[Var(0)]);
                ControlFlow::Continue(())
            });
            let best = if objective == Objective::Minimise(Var(0)) { i64::MIN } else { i64::MAX };
            assert_eq!(last, Some(best), "{order}");
        }
    }
}
