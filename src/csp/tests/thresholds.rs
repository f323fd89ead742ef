//! Propagators against the definition, on domains on both sides of every threshold in the code.
//!
//! Small domains never reach the reasoning by bounds. Where there are too many assignments to try, a model comes with one
//! solution: nothing may remove it, and a point beside it is refused exactly when the definition refuses it.

use super::check;
use crate::csp::domains::Domains;
use crate::csp::space::Space;
use crate::csp::{LookAhead, Order, count};
use crate::model::arbitrary::{Form, Shape, Values, model_with, planted, solutions};
use crate::model::{Assignment, Constraint, Domain, Kind, Model, Op, Var, count_true, sum};
use crate::search::{Budget, End, Watch};
use num_bigint::BigUint;

/// Fixes variable after variable; whether that went well to the end.
fn accepts(model: &Model, look_ahead: LookAhead, at: &Assignment, check: &dyn Fn(&Domains)) -> bool {
    let (budget, watch) = (Budget::unlimited(), Watch::default());
    let Ok(mut space) = Space::new(model, look_ahead, false, &budget, &watch) else { panic!("no domain is empty") };
    let mut is_open = space.start().is_ok();
    for x in model.all_vars() {
        is_open = is_open && space.domains.contains(x, at[x]) && space.decide(x.is(at[x]), 0).is_ok();
        if is_open {
            check(&space.domains);
        }
    }
    is_open
}

/// Points that differ from a solution in one variable.
fn beside(model: &Model, point: &Assignment) -> Vec<Assignment> {
    let mut all = Vec::new();
    for x in model.all_vars() {
        let domain = model.domain(x);
        let (at, below, above) = (point[x], point[x].saturating_sub(1), point[x].saturating_add(1));
        let near = [domain.at_or_below(below), domain.at_or_above(above), Some(domain.min()), Some(domain.max())];
        for value in near.into_iter().flatten().filter(|value| *value != at) {
            let mut other = point.clone();
            other[x] = value;
            all.push(other);
        }
    }
    all
}

#[test]
fn a_solution_survives_and_what_is_none_does_not() {
    const N_SEEDS: u64 = 80;
    for (form, seed) in itertools::iproduct!(Form::ALL, 0..N_SEEDS) {
        let (model, point) = planted(*form, seed, &Shape::WIDE);
        for look in [LookAhead::Forward, LookAhead::Full] {
            let contains = |domains: &Domains| {
                let lost = model.all_vars().find(|x| !domains.contains(*x, point[*x]));
                assert_eq!(lost, None, "{form:?} {seed}: {point:?} of {model:#?}");
            };
            assert!(accepts(&model, look, &point, &contains), "{form:?} {seed}: {point:?} of {model:#?}");
            for other in beside(&model, &point) {
                let holds = model.violated_by(&other).is_none();
                assert_eq!(accepts(&model, look, &other, &|_| ()), holds, "{form:?} {seed}: {other:?} of {model:#?}");
            }
        }
    }
}

/// Sixteen times sixteen values are as many as are tried, sixty-four times sixty-four as are paired.
#[test]
fn medium_domains_are_counted_like_brute_force() {
    const SHAPE: Shape = Shape {
        n_vars: 1..=3,
        domains: &[Values::Boolean, Values::Near(16), Values::Near(64), Values::Near(256), Values::Sparse],
        n_constraints: 1..=2,
        n_arguments: 3,
        depth: 1,
        most_assignments: 8_000,
        ..Shape::SMALL
    };
    for (form, seed) in itertools::iproduct!(Form::ALL, 0..14) {
        let model = model_with(*form, seed, &SHAPE);
        let mut answers: Vec<Vec<i64>> = solutions(&model).map(|a| a.project(&model.answer)).collect();
        answers.sort_unstable();
        answers.dedup();
        let order = ["mrv+mac", "input+fc", "wdeg+mac+split"][seed as usize % 3];
        n_is(&model, &[order], answers.len());
    }
}

fn n_is(model: &Model, orders: &[&str], n: usize) {
    for text in orders {
        let order: Order = text.parse().expect("words of an order");
        let found = count(model, &order, &Budget::unlimited());
        assert_eq!((found.0, found.1), (BigUint::from(n), End::Exhausted), "{text} on {model:?}");
    }
}

const BOTH: [&str; 3] = ["mrv+mac", "input+fc", "mrv+mac+split"];

#[test]
fn sum_of_booleans_not_one_counts_five() {
    let mut model = Model::new();
    let b = model.bools("b", 3);
    model.post(sum(b.iter().copied()).differs(1));
    n_is(&model, &BOTH, 5);
    let atoms = b.iter().map(|b| b.is_true()).collect();
    model.constraints[0].constraint = Constraint::Count { atoms, cmp: crate::model::Cmp::Ne, bound: 1 };
    n_is(&model, &BOTH, 5);
    // Weights, and a value that no weight divides.
    model.constraints[0].constraint = (2 * b[0] + 3 * b[1] - 2 * b[2]).differs(3);
    n_is(&model, &BOTH, 6);
}

#[test]
fn a_product_of_hundreds_has_two_factorings() {
    let mut model = Model::new();
    let (x, y) = (model.int("x", 1..=100), model.int("y", 1..=100));
    model.post(Constraint::Operation { op: Op::Times, x: x.into(), y: y.into(), z: 9000.into() });
    n_is(&model, &BOTH, 2);
    for (sign_x, sign_y) in [(1, -1), (-1, 1), (-1, -1)] {
        let mut model = Model::new();
        let range = |sign: i64| if sign > 0 { 1..=100 } else { -100..=-1 };
        let (x, y) = (model.int("x", range(sign_x)), model.int("y", range(sign_y)));
        let z = sign_x * sign_y * 9000;
        model.post(Constraint::Operation { op: Op::Times, x: x.into(), y: y.into(), z: z.into() });
        n_is(&model, &BOTH, 2);
    }
}

#[test]
fn remainders_of_a_thousand_by_ninety_and_more() {
    let mut model = Model::new();
    let (x, y) = (model.int("x", 0..=1000), model.int("y", 90..=100));
    model.post(Constraint::Operation { op: Op::Modulo, x: x.into(), y: y.into(), z: 99.into() });
    n_is(&model, &BOTH, 10);
    let mut model = Model::new();
    let (x, y) = (model.int("x", -1000..=0), model.int("y", -100..=-90));
    model.post(Constraint::Operation { op: Op::Modulo, x: x.into(), y: y.into(), z: (-99).into() });
    n_is(&model, &BOTH, 10);
}

#[test]
fn all_different_beyond_the_matching_counts_eight() {
    let mut model = Model::new();
    let bounds = [(0, 1), (0, 1), (0, 3), (29_999, 30_000)];
    let x: Vec<Var> = (1..=4).map(|i| model.int(format!("x{i}"), 0..=30_000)).collect();
    for (x, (lo, hi)) in x.iter().zip(bounds) {
        model.clause([x.at_least(lo)]);
        model.clause([x.at_most(hi)]);
    }
    model.all_different(&x);
    n_is(&model, &BOTH, 8);
}

/// What propagation leaves of the domains, before any decision.
fn left(model: &Model) -> Option<Vec<Domain>> {
    let (budget, watch) = (Budget::unlimited(), Watch::default());
    let mut space = Space::new(model, LookAhead::Full, false, &budget, &watch).ok()?;
    space.start().ok()?;
    Some(model.all_vars().map(|x| space.domains.to_domain(x)).collect())
}

/// Intervals that are full are cleared, one value too few is a conflict, and neighbours of the interval stay.
#[test]
fn hall_intervals_are_cleared_exactly() {
    let model_of = |bounds: &[(i64, i64)]| {
        let mut model = Model::new();
        let x: Vec<Var> = bounds.iter().map(|(lo, hi)| model.int("x", *lo..=*hi)).collect();
        model.all_different(&x);
        left(&model)
    };
    let full = model_of(&[(5, 6), (5, 6), (0, 30_000), (4, 30_000), (0, 7)]).expect("there is room");
    let rest = [Domain::from_ranges([(0, 4), (7, 30_000)]), Domain::from_ranges([(4, 4), (7, 30_000)])];
    assert_eq!(full[2..4], rest);
    assert_eq!(full[4], Domain::from_ranges([(0, 4), (7, 7)]));
    assert_eq!(full[..2], [Domain::range(5, 6), Domain::range(5, 6)]);
    assert_eq!(model_of(&[(5, 6), (5, 6), (5, 6), (0, 30_000)]), None);
    let roomy = model_of(&[(5, 7), (5, 7), (0, 30_000)]).expect("there is room");
    assert_eq!(roomy[2], Domain::range(0, 30_000));
}

/// Bounds of sums, products and the like are as tight as they are said to be.
#[test]
fn bounds_are_tight() {
    let check = |domains: &[(i64, i64)], post: &dyn Fn(&[Var]) -> Constraint, expected: &[(i64, i64)]| {
        let mut model = Model::new();
        let x: Vec<Var> = domains.iter().map(|(lo, hi)| model.int("x", *lo..=*hi)).collect();
        model.post(post(&x));
        let found = left(&model).map(|left| left.iter().map(|d| (d.min(), d.max())).collect::<Vec<_>>());
        assert_eq!(found.as_deref(), Some(expected), "{:?}", model.constraints);
    };
    let operation =
        |op: Op| move |x: &[Var]| Constraint::Operation { op, x: x[0].into(), y: x[1].into(), z: x[2].into() };
    check(&[(0, 9), (0, 9)], &|x| (2 * x[0] + 3 * x[1]).le(7), &[(0, 3), (0, 2)]);
    check(&[(0, 9), (0, 9)], &|x| (2 * x[0] + 3 * x[1]).ge(38), &[(6, 9), (7, 9)]);
    check(&[(0, 9), (0, 9)], &|x| (2 * x[0] - 3 * x[1]).equals(11), &[(7, 7), (1, 1)]);
    check(&[(-9, 9), (0, 9)], &|x| (-2 * x[0] - 3 * x[1]).ge(5), &[(-9, -3), (0, 4)]);
    check(&[(0, 5), (0, 5)], &|x| (x[0] + x[1]).le(10), &[(0, 5), (0, 5)]);
    check(&[(100, 200), (30, 90), (-9999, 99_999)], &operation(Op::Times), &[(100, 200), (30, 90), (3000, 18_000)]);
    check(
        &[(-200, 200), (-90, 90), (-99_999, 99_999)],
        &operation(Op::Times),
        &[(-200, 200), (-90, 90), (-18_000, 18_000)],
    );
    let times = operation(Op::Times);
    check(&[(-9999, 9999), (30, 900), (3010, 5000)], &times, &[(4, 166), (30, 900), (3010, 5000)]);
    check(&[(-9999, 9999), (-900, -30), (3010, 5000)], &times, &[(-166, -4), (-900, -30), (3010, 5000)]);
    check(&[(-9999, 9999), (30, 900), (-5000, -3010)], &times, &[(-166, -4), (30, 900), (-5000, -3010)]);
    check(&[(30, 900), (-9999, 9999), (-5000, 7000)], &times, &[(30, 900), (-166, 233), (-5000, 7000)]);
    check(&[(-700, 700), (-9, 9), (-9999, 9999)], &operation(Op::Divide), &[(-700, 700), (-9, 9), (-700, 700)]);
    check(&[(0, 700), (-9, 9), (-9999, 9999)], &operation(Op::Modulo), &[(0, 700), (-9, 9), (0, 8)]);
    check(&[(-700, 0), (1, 20), (-9999, 9999)], &operation(Op::Modulo), &[(-700, 0), (1, 20), (-19, 0)]);
    check(&[(-5, 9000), (0, 99_999)], &|x| Constraint::Absolute { x: x[0], z: x[1] }, &[(-5, 9000), (0, 9000)]);
    check(&[(-9000, -70), (-9, 80)], &|x| Constraint::Absolute { x: x[0], z: x[1] }, &[(-80, -70), (70, 80)]);
    let least = |x: &[Var]| Constraint::Minimum { of: vec![x[0].into(), x[1].into()], result: x[2] };
    check(&[(3, 9), (5, 8), (0, 20)], &least, &[(3, 9), (5, 8), (3, 8)]);
    check(&[(3, 9), (7, 8), (0, 5)], &least, &[(3, 5), (7, 8), (3, 5)]);
    check(&[(3, 9), (0, 8), (6, 9)], &least, &[(6, 9), (6, 8), (6, 8)]);
    let most = |x: &[Var]| Constraint::Maximum { of: vec![x[0].into(), x[1].into()], result: x[2] };
    check(&[(3, 9), (5, 8), (0, 20)], &most, &[(3, 9), (5, 8), (5, 9)]);
    check(&[(3, 9), (1, 4), (6, 7)], &most, &[(6, 7), (1, 4), (6, 7)]);
    check(&[(3, 9), (0, 8), (0, 6)], &most, &[(3, 6), (0, 6), (3, 6)]);
}

/// A table that has no column and no row is false, one with a row is true.
#[test]
fn tables_without_columns_have_a_truth_value() {
    for (rows, n) in [(vec![], 0), (vec![vec![]], 1)] {
        let mut model = Model::new();
        model.answer_var("x".into(), Domain::singleton(3), Kind::Int);
        model.table(&[], rows);
        let all: Vec<Assignment> = solutions(&model).collect();
        assert_eq!(all.len(), n);
        Order::all().for_each(|order| check(&model, &order, &all));
    }
}

/// A condition on a sum learns from it: the smallest and the largest total decide it, one beside does not.
#[test]
fn conditions_learn_what_the_sum_decides() {
    for (bound, truth) in [(-1, Some(0)), (0, None), (2, None), (3, Some(1)), (4, Some(1))] {
        let mut model = Model::new();
        let b = model.bool("b");
        let x = model.bools("x", 3);
        model.iff(b.is_true(), count_true(x.iter().map(|x| x.is_true())).at_most(bound));
        let left = left(&model).expect("it has solutions");
        assert_eq!(left[0].value(), truth, "at most {bound}");
        model.constraints[0].constraint =
            Constraint::Implies { when: b.is_true(), then: Box::new(sum(x.iter().copied()).ge(4 - bound)) };
        let expected = if 4 - bound > 3 { Some(0) } else { None };
        assert_eq!(self::left(&model).expect("it has solutions")[0].value(), expected);
    }
}
