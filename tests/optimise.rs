//! The best solution by every strategy and every embedded backend, against brute force.

use quandary::engine::Engine;
use quandary::model::arbitrary::{self, Shape, Values, solutions};
use quandary::model::{Atom, Model, Objective, Var};
use quandary::sat::{STRATEGIES, TABLE};
use quandary::search::{Budget, Incumbent, Stop};
use quandary::solve::{Outcome, Problem, Run, Status, solve};
use std::ops::ControlFlow;

const SHAPE: Shape = Shape {
    n_vars: 2..=5,
    domains: &[Values::Boolean, Values::Few, Values::Few, Values::Range(5)],
    n_constraints: 1..=2,
    n_long_sums: 1,
    ..Shape::SMALL
};

/// Each strategy with each backend of this build.
fn engines() -> Vec<Engine> {
    let backends = TABLE.iter().filter(|row| row.is_embedded());
    let pairs = backends.flat_map(|row| STRATEGIES.iter().map(|strategy| (strategy.name, row.name)));
    pairs.map(|(strategy, backend)| format!("sat:{strategy}:{backend}").parse().expect("an engine")).collect()
}

/// A random model with an objective: some variable, or a weighted sum of all of them.
fn model(seed: u64) -> Model {
    let mut model = arbitrary::model(seed, &SHAPE);
    let vars: Vec<Var> = model.all_vars().collect();
    let var = match seed % 3 {
        0 => vars[seed as usize / 3 % vars.len()],
        _ => sum(&mut model, &vars, seed),
    };
    model.objective = if seed.is_multiple_of(2) { Objective::Minimise(var) } else { Objective::Maximise(var) };
    model
}

/// A variable that is a sum with positive and negative weights.
fn sum(model: &mut Model, vars: &[Var], seed: u64) -> Var {
    let weights: Vec<i64> = (0..vars.len() as i64).map(|i| (seed as i64 + 5 * i) % 11 - 4).collect();
    let range = |least: bool| {
        let extreme = |(w, v): (&i64, &Var)| {
            let (a, b) = (w * model.domain(*v).min(), w * model.domain(*v).max());
            if least { a.min(b) } else { a.max(b) }
        };
        weights.iter().zip(vars).map(extreme).sum::<i64>()
    };
    let (low, high) = (range(true), range(false));
    let total = model.int("total", low..=high);
    let terms = weights.iter().copied().zip(vars.iter().copied()).filter(|(w, _)| *w != 0).chain([(-1, total)]);
    let terms = terms.collect();
    model.post(quandary::model::Constraint::Linear { terms, cmp: quandary::model::Cmp::Eq, bound: 0 });
    total
}

/// The best value of those solutions in which the atoms hold.
fn best(model: &Model, atoms: &[Atom]) -> Option<i64> {
    let values = solutions(model).filter(|s| atoms.iter().all(|atom| atom.holds(s)));
    match model.objective {
        Objective::Minimise(var) => values.map(|s| s[var]).min(),
        Objective::Maximise(var) => values.map(|s| s[var]).max(),
        Objective::Satisfy => None,
    }
}

/// The outcome of a run whose answers get better and better.
fn outcome(model: &Model, run: &Run) -> Outcome {
    let (mut last, up) = (None, matches!(model.objective, Objective::Maximise(_)));
    let outcome = solve(&Problem::of_model(model.clone()), run, &mut |answer| {
        let value = answer.objective().expect("there is an objective");
        assert!(last.is_none_or(|last| if up { value > last } else { value < last }), "{value} after {last:?}");
        last = Some(value);
        ControlFlow::Continue(())
    });
    outcome.unwrap_or_else(|error| panic!("{}: {error}", run.engine))
}

#[test]
fn every_strategy_finds_the_best_by_every_backend() {
    let engines = engines();
    let mut n_solved = 0;
    for seed in 0..300 {
        let model = model(seed);
        let expected = best(&model, &[]);
        n_solved += u32::from(expected.is_some());
        for engine in &engines {
            let found = outcome(&model, &Run::one(engine.clone(), Budget::unlimited()));
            let status = if expected.is_some() { Status::Optimal } else { Status::Unsatisfiable };
            assert_eq!((found.status, found.objective), (status, expected), "seed {seed} by {engine}");
            assert!(found.complete && found.reason.is_none());
        }
    }
    assert!(n_solved > 60, "only {n_solved} have a solution");
}

#[test]
fn assumptions_hold_in_the_best_that_is_found() {
    for seed in 0..60 {
        let model = model(seed);
        let first = model.all_vars().next().expect("there are variables");
        let atoms = vec![first.is(model.domain(first).max())];
        let expected = best(&model, &atoms);
        for engine in engines() {
            let run = Run { assumptions: atoms.clone(), ..Run::one(engine.clone(), Budget::unlimited()) };
            assert_eq!(outcome(&model, &run).objective, expected, "seed {seed} by {engine}");
        }
    }
}

#[test]
fn only_what_is_better_than_the_incumbent_is_looked_for() {
    for seed in 0..60 {
        let model = model(seed);
        let Some(expected) = best(&model, &[]) else { continue };
        let worse = if matches!(model.objective, Objective::Maximise(_)) { expected - 1 } else { expected + 1 };
        for engine in engines() {
            for (known, objective) in [(expected, None), (worse, Some(expected))] {
                let incumbent = Incumbent::default();
                incumbent.reached(model.objective, known);
                let run = Run { incumbent: Some(incumbent.clone()), ..Run::one(engine.clone(), Budget::unlimited()) };
                let found = outcome(&model, &run);
                assert_eq!((found.objective, found.complete), (objective, true), "seed {seed} by {engine}");
                assert_eq!(incumbent.known().best, Some(expected), "seed {seed} by {engine}");
            }
        }
    }
}

#[test]
fn limits_are_kept() {
    let mut model = Model::new();
    let x = model.ints("x", 3, 0..=9);
    model.minimise(x[0]);
    for engine in engines() {
        let found = outcome(&model, &Run::one(engine, Budget::seconds(0.0)));
        assert_eq!((found.status, found.reason), (Status::Unknown, Some(Stop::Timeout)));
    }
}
