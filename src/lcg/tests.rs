//! What a backend says of small models is what brute force says; limits are kept; what does not fit is refused.

use super::{Goal, TABLE};
use crate::model::arbitrary::{Form, Shape, Values, model_with, planted, solutions};
use crate::model::{Assignment, Model, Objective, sum};
use crate::search::{Budget, End, Halt, Incumbent, Stop};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

/// All solutions on the answer variables, sorted.
fn all(model: &Model) -> Vec<Vec<i64>> {
    let mut found = Vec::new();
    let ended = (TABLE[0].solve)(model, Goal::All, &Budget::unlimited(), &mut |solution| {
        assert_eq!(model.violated_by(&solution), None, "{model:#?}");
        found.push(solution.project(&model.answer));
        ControlFlow::Continue(())
    });
    assert_eq!(ended.expect("it is taken").0, End::Exhausted);
    found.sort();
    found
}

fn expected(model: &Model) -> Vec<Vec<i64>> {
    let mut all: Vec<Vec<i64>> = solutions(model).map(|s| s.project(&model.answer)).collect();
    all.sort();
    all.dedup();
    all
}

/// The best value that a run ends with.
fn best(model: &Model, incumbent: &Incumbent) -> Option<i64> {
    let mut last: Option<Assignment> = None;
    let ended = (TABLE[0].solve)(model, Goal::Better(incumbent), &Budget::unlimited(), &mut |solution| {
        assert_eq!(model.violated_by(&solution), None, "{model:#?}");
        last = Some(solution);
        ControlFlow::Continue(())
    });
    assert_eq!(ended.expect("it is taken").0, End::Exhausted);
    let (Objective::Minimise(x) | Objective::Maximise(x)) = model.objective else { return None };
    last.map(|solution| solution[x])
}

/// Every form of constraint, among others and under conditions: all solutions, each once, and the best of them.
#[test]
fn every_form_means_what_holds_says() {
    for (form, seed) in Form::ALL.iter().flat_map(|form| (0..60).map(move |seed| (*form, seed))) {
        let mut model = model_with(form, seed, &Shape::SMALL);
        assert_eq!(all(&model), expected(&model), "{form:?} {seed}: {model:#?}");
        let x = model.all_vars().next().expect("there is one");
        let values = || solutions(&model).map(|s| s[x]);
        let (least, most) = (values().min(), values().max());
        model.minimise(x);
        assert_eq!(best(&model, &Incumbent::default()), least, "{form:?} {seed}: {model:#?}");
        model.maximise(x);
        assert_eq!(best(&model, &Incumbent::default()), most, "{form:?} {seed}: {model:#?}");
    }
}

#[test]
fn long_sums_of_booleans_mean_what_holds_says() {
    for seed in 0..150 {
        let model = crate::model::arbitrary::model(seed, &Shape::BOOLEAN);
        assert_eq!(all(&model), expected(&model), "{seed}: {model:#?}");
    }
}

/// Wide and sparse domains: a planted solution is not lost, or the model is refused.
#[test]
fn wide_models_are_solved_or_refused() {
    let shape =
        Shape { domains: &[Values::Few, Values::Sparse, Values::Near(4096), Values::Around(1 << 40)], ..Shape::WIDE };
    let (mut n_solved, mut n_refused) = (0, 0);
    for (form, seed) in Form::ALL.iter().flat_map(|form| (0..15).map(move |seed| (*form, seed))) {
        let (model, _) = planted(form, seed, &shape);
        let mut found = None;
        let ended = (TABLE[0].solve)(&model, Goal::All, &Budget::seconds(2.0), &mut |solution| {
            found = Some(solution);
            ControlFlow::Break(())
        });
        match ended {
            Ok((End::OutOfBudget(_), _)) => (),
            Ok((end, _)) => {
                assert_eq!(end, End::Cut, "{form:?} {seed}: {model:#?}");
                assert_eq!(found.map(|s| model.violated_by(&s)), Some(None), "{form:?} {seed}: {model:#?}");
                n_solved += 1;
            }
            Err(Halt::TooLarge(why)) => {
                assert!(why.contains("32 bits") || why.contains("combinations"), "{why}");
                n_refused += 1;
            }
            Err(halt) => panic!("{form:?} {seed}: {halt}"),
        }
    }
    assert!(n_solved > 50 && n_refused > 50, "{n_solved} solved, {n_refused} refused");
}

/// A model that nobody will exhaust.
fn endless() -> Model {
    let mut model = Model::new();
    let x = model.ints("x", 40, 0..=9);
    model.post(sum(x.iter().copied()).equals(180));
    model
}

#[test]
fn budgets_are_kept() {
    let solve = |budget: &Budget| {
        let ended = (TABLE[0].solve)(&endless(), Goal::All, budget, &mut |_| ControlFlow::Continue(()));
        ended.expect("it is taken").0
    };
    assert_eq!(solve(&Budget::seconds(0.0)), End::OutOfBudget(Stop::Timeout));
    assert_eq!(solve(&Budget::seconds(0.05)), End::OutOfBudget(Stop::Timeout));
    assert_eq!(solve(&Budget::unlimited().with_memory(Some(1))), End::OutOfBudget(Stop::Memory));
    let interrupted = Budget::unlimited();
    interrupted.interrupt().store(true, Ordering::Relaxed);
    assert_eq!(solve(&interrupted), End::OutOfBudget(Stop::Interrupted));
}

#[test]
fn the_receiver_can_end_the_search() {
    let mut n = 0;
    let ended = (TABLE[0].solve)(&endless(), Goal::All, &Budget::unlimited(), &mut |_| {
        n += 1;
        if n == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((ended.expect("it is taken").0, n), (End::Cut, 2));
}

/// What somebody else reached is not looked for again, whether it is known before or told on the way.
#[test]
fn better_values_of_others_are_heeded() {
    let mut model = Model::new();
    let x = model.ints("x", 6, 0..=9);
    model.all_different(&x);
    let total = model.int("total", 0..=100);
    model.post((sum(x.iter().copied()) - total).equals(0));
    model.minimise(total);
    let known = Incumbent::default();
    known.reached(model.objective, 16);
    assert_eq!(best(&model, &known), Some(15));
    let known = Incumbent::default();
    known.reached(model.objective, 15);
    assert_eq!(best(&model, &known), None);
    let told = Incumbent::default();
    let (mut n, objective) = (0, model.objective);
    let ended = (TABLE[0].solve)(&model, Goal::Better(&told), &Budget::unlimited(), &mut |_| {
        n += 1;
        told.reached(objective, 15);
        ControlFlow::Continue(())
    });
    assert_eq!((ended.expect("it is taken").0, n), (End::Exhausted, 1));
}
