//! Constraints that stay whole: what propagation leaves before any decision, against all solutions.
//!
//! Nothing that has a solution may go. Where a kind is said to be domain consistent, everything else does; the other
//! kinds must see at least what their rules say, and the planted contradictions.

use crate::csp::space::Space;
use crate::csp::{LookAhead, Order, count, optimise};
use crate::model::arbitrary::solutions;
use crate::model::global::{
    Automaton, BinPacking, Cardinality, Circuit, Cumulative, Diffn, Disjunctive, Inverse, Lex, NValue, Overlap,
    Regular, Task,
};
use crate::model::{Assignment, Cmp, Constraint, Domain, Kind, Model, Objective, Operand, Var};
use crate::search::{Budget, Incumbent, Watch};
use num_bigint::BigUint;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use std::ops::ControlFlow;
use std::sync::Arc;

/// How much of what has no solution must be gone.
#[derive(Clone, Copy, PartialEq)]
enum Strength {
    /// All.
    Domain,
    /// Whatever the rules see.
    Some,
}

fn at_root(model: &Model) -> Option<Vec<Domain>> {
    let (budget, watch) = (Budget::unlimited(), Watch::default());
    let mut space = Space::new(model, LookAhead::Full, false, &budget, &watch).ok()?;
    space.start().ok()?;
    Some(model.all_vars().map(|x| space.domains.to_domain(x)).collect())
}

/// Draws models of a kind and compares; `draw` gets the dice and fresh variables of the size it asks for.
fn check(strength: Strength, draw: impl Fn(&mut Pcg32, &mut Model) -> Constraint) {
    const N_SEEDS: u64 = 1500;
    let order: Order = "mrv+mac".parse().expect("words of an order");
    let (mut n_solvable, mut n_narrowed) = (0, 0);
    for seed in 0..N_SEEDS {
        let mut rng = Pcg32::seed_from_u64(seed);
        let mut model = Model::new();
        let constraint = draw(&mut rng, &mut model);
        model.post(constraint);
        let solutions: Vec<Assignment> = solutions(&model).collect();
        let left = at_root(&model);
        for x in model.all_vars() {
            let needed = Domain::from_values(solutions.iter().map(|a| a[x]));
            let kept = left.as_ref().map_or(Domain::from_values([]), |left| left[x.index()].clone());
            assert_eq!(needed.minus(&kept), Domain::from_values([]), "seed {seed}, {x:?} of {model:#?}");
            assert!(strength == Strength::Some || needed == kept, "seed {seed}, {x:?} kept {kept:?} of {model:#?}");
            n_narrowed += usize::from(kept.size() < model.domain(x).size());
        }
        n_solvable += usize::from(!solutions.is_empty());
        let (n, ..) = count(&model, &order, &Budget::unlimited());
        assert_eq!(n, BigUint::from(solutions.len()), "seed {seed}: {model:#?}");
    }
    assert!(n_solvable > 20 && n_narrowed > 20, "{n_solvable} solvable, {n_narrowed} narrowed");
}

/// Variables with some of the values from `lo` to `hi`.
fn vars(rng: &mut Pcg32, model: &mut Model, n: usize, lo: i64, hi: i64) -> Vec<Var> {
    (0..n)
        .map(|_| {
            let a = rng.random_range(lo..=hi);
            let b = rng.random_range(lo..=hi);
            let holes = Domain::from_values((lo..=hi).filter(|v| *v != a && rng.random_bool(0.8)));
            let range = Domain::range(a.min(b), a.max(b));
            let domain = if holes.is_empty() || rng.random_bool(0.4) { range } else { holes };
            model.answer_var("x".to_string(), domain, Kind::Int)
        })
        .collect()
}

fn operands(vars: Vec<Var>) -> Vec<Operand> {
    vars.into_iter().map(Operand::Var).collect()
}

#[test]
fn lex_leaves_what_has_a_solution() {
    check(Strength::Domain, |rng, model| {
        let (n, m) = (rng.random_range(1..=3), rng.random_range(1..=3));
        let (left, right) = (vars(rng, model, n, 0, 3), vars(rng, model, m, 0, 3));
        Lex { left: operands(left), right: operands(right), strict: rng.random_bool(0.5) }.into()
    });
}

#[test]
fn regular_leaves_what_has_a_solution() {
    check(Strength::Domain, |rng, model| {
        let n = rng.random_range(1..=4);
        let word = vars(rng, model, n, 0, 4);
        let (n_states, n_letters) = (rng.random_range(2..=4usize), 3);
        let steps = (0..n_states * n_letters).map(|_| rng.random_range(0..=n_states as i64)).collect();
        let accepting = Domain::from_values([1, rng.random_range(1..=n_states as i64)]);
        Regular { word, automaton: Arc::new(Automaton { n_states, first: 1, n_letters, steps, start: 1, accepting }) }
            .into()
    });
}

#[test]
fn inverse_loses_no_solution() {
    check(Strength::Some, |rng, model| {
        let n = rng.random_range(1..=3);
        let (f, g) = (vars(rng, model, n, 0, n as i64), vars(rng, model, n, 1, n as i64));
        Inverse { f, first_f: 1, g, first_g: 1 }.into()
    });
}

#[test]
fn circuit_loses_no_solution() {
    for sub in [false, true] {
        check(Strength::Some, |rng, model| {
            let n = rng.random_range(1..=5);
            Circuit { next: vars(rng, model, n, 1, n as i64), first: 1, sub }.into()
        });
    }
}

#[test]
fn cardinality_loses_no_solution() {
    check(Strength::Some, |rng, model| {
        let n = rng.random_range(1..=4);
        let of = vars(rng, model, n, 0, 3);
        let counts = vars(rng, model, 2, 0, 3);
        let same = rng.random_bool(0.3);
        let counts = (1..).zip(counts).map(|(v, c)| (v, Operand::Var(if same { of[0] } else { c }))).collect();
        Cardinality { vars: of, counts, closed: rng.random_bool(0.4) }.into()
    });
}

#[test]
fn n_value_loses_no_solution() {
    check(Strength::Some, |rng, model| {
        let n = vars(rng, model, 1, 0, 4)[0];
        let m = rng.random_range(1..=4);
        NValue { n: n.into(), of: vars(rng, model, m, 0, 4) }.into()
    });
}

#[test]
fn bin_packing_loses_no_solution() {
    check(Strength::Some, |rng, model| {
        let n = rng.random_range(1..=4);
        let bins = vars(rng, model, n, 0, 2);
        let items = bins.into_iter().map(|bin| (rng.random_range(-1..=4), bin)).collect();
        BinPacking { items, loads: operands(vars(rng, model, 2, 0, 7)), first: 1 }.into()
    });
}

#[test]
fn disjunctive_loses_no_solution() {
    check(Strength::Some, |rng, model| {
        let n = rng.random_range(2..=5);
        let starts = vars(rng, model, n, 0, 9 - n as i64);
        let mut tasks: Vec<(Operand, Operand)> =
            starts.into_iter().map(|x| (x.into(), rng.random_range(0..=3).into())).collect();
        if rng.random_bool(0.3) {
            tasks[0].1 = vars(rng, model, 1, 0, 3)[0].into();
        }
        Disjunctive { tasks, strict: rng.random_bool(0.5) }.into()
    });
}

#[test]
fn diffn_loses_no_solution() {
    check(Strength::Some, |rng, model| {
        let (n, n_dimensions) = (rng.random_range(2..=3), rng.random_range(1..=2));
        let at = vars(rng, model, n * n_dimensions, 0, 3);
        let least = if rng.random_bool(0.2) { -1 } else { 0 };
        let mut sides: Vec<(Operand, Operand)> =
            at.into_iter().map(|x| (x.into(), rng.random_range(least..=3).into())).collect();
        if rng.random_bool(0.3) {
            sides[0].1 = vars(rng, model, 1, least, 3)[0].into();
        }
        Diffn { n_dimensions, sides, strict: rng.random_bool(0.5) }.into()
    });
}

#[test]
fn overlap_loses_no_solution() {
    check(Strength::Some, |rng, model| {
        let n = rng.random_range(2..=6);
        let x = vars(rng, model, n, 0, 2);
        let atom = |rng: &mut Pcg32| {
            let (x, value) = (x[rng.random_range(0..n)], rng.random_range(0..=2));
            if rng.random_bool(0.5) { x.is(value) } else { x.at_most(value) }
        };
        let pairs: Vec<_> = (0..rng.random_range(1..=4)).map(|_| (atom(rng), atom(rng))).collect();
        let bound = rng.random_range(0..=pairs.len() as i64);
        Overlap { pairs, cmp: Cmp::ALL[rng.random_range(0..4)], bound }.into()
    });
}

#[test]
fn boxes_are_seen_beside_each_other() {
    let boxes = |windows: &[(i64, i64)]| {
        let lengths = [3, 2, 3, 2];
        starts(windows, |at| {
            let sides = at.into_iter().zip(lengths).map(|(at, length)| (at, length.into())).collect();
            Diffn { n_dimensions: 2, sides, strict: true }.into()
        })
    };
    // On rows that meet, one of them is left of the other.
    assert_eq!(boxes(&[(0, 1), (0, 1), (0, 4), (0, 1)]), Some(vec![(0, 1), (0, 1), (3, 4), (0, 1)]));
    assert_eq!(boxes(&[(0, 2), (0, 1), (0, 2), (0, 1)]), None);
    assert_eq!(boxes(&[(0, 2), (0, 2), (0, 2), (0, 2)]), Some(vec![(0, 2); 4]));
}

#[test]
fn cumulative_loses_no_solution() {
    check(Strength::Some, |rng, model| {
        let n = rng.random_range(2..=5);
        let starts = vars(rng, model, n, 0, 8 - n as i64);
        let task = |x: Var, rng: &mut Pcg32| {
            let (duration, demand) = (rng.random_range(0..=4), rng.random_range(0..=3));
            Task { start: x.into(), duration: duration.into(), demand: demand.into() }
        };
        let mut tasks: Vec<Task> = starts.into_iter().map(|x| task(x, rng)).collect();
        if rng.random_bool(0.3) {
            tasks[0].demand = vars(rng, model, 1, 0, 3)[0].into();
        }
        let capacity = if rng.random_bool(0.3) { vars(rng, model, 1, 1, 4)[0].into() } else { 3.into() };
        Cumulative { tasks, capacity }.into()
    });
}

/// What is seen at once of starts between the bounds; `None` is a contradiction.
fn starts(windows: &[(i64, i64)], constraint: impl FnOnce(Vec<Operand>) -> Constraint) -> Option<Vec<(i64, i64)>> {
    let mut model = Model::new();
    let x: Vec<Var> = windows.iter().map(|(lo, hi)| model.int("x", *lo..=*hi)).collect();
    model.post(constraint(operands(x)));
    at_root(&model).map(|left| left.iter().map(|d| (d.min(), d.max())).collect())
}

fn machine(durations: &[i64]) -> impl FnOnce(Vec<Operand>) -> Constraint {
    let durations: Vec<Operand> = durations.iter().map(|d| Operand::Const(*d)).collect();
    |starts| Disjunctive { tasks: starts.into_iter().zip(durations).collect(), strict: true }.into()
}

#[test]
fn a_machine_is_seen_as_a_whole() {
    // Three tasks of 3 within 8.
    assert_eq!(starts(&[(0, 5), (0, 5), (0, 5)], machine(&[3, 3, 3])), None);
    // Edge finding: two tasks fill 4 to 9, so the third, which may start at 0 but not be done by 4, comes after both.
    let found = starts(&[(4, 6), (4, 7), (0, 20)], machine(&[3, 2, 5]));
    assert_eq!(found.map(|f| f[2]), Some((9, 20)));
    // Detectable precedence: the second cannot come before the first is under way.
    let found = starts(&[(0, 2), (1, 20)], machine(&[5, 4]));
    assert_eq!(found.map(|f| f[1]), Some((5, 20)));
    // Both others come after the first, and then there is too much to do.
    let found = starts(&[(1, 4), (0, 9), (0, 9)], machine(&[4, 5, 6]));
    assert_eq!(found, None);
}

#[test]
fn a_shared_resource_is_seen_as_a_whole() {
    let tasks = |needs: &'static [(i64, i64)], capacity: i64| {
        move |starts: Vec<Operand>| -> Constraint {
            let task = |(start, (duration, demand)): (Operand, &(i64, i64))| Task {
                start,
                duration: (*duration).into(),
                demand: (*demand).into(),
            };
            Cumulative { tasks: starts.into_iter().zip(needs).map(task).collect(), capacity: capacity.into() }.into()
        }
    };
    // The first runs from 2 to 5 for sure, and leaves no room for the second.
    let found = starts(&[(0, 2), (1, 9)], tasks(&[(5, 2), (2, 2)], 3));
    assert_eq!(found.map(|f| f[1]), Some((5, 9)));
    let found = starts(&[(4, 6), (0, 6)], tasks(&[(5, 2), (2, 2)], 3));
    assert_eq!(found.map(|f| f[1]), Some((0, 4)));
    // Five times 2 by 2 are more than 3 by 6 has room for.
    assert_eq!(starts(&[(0, 4); 5], tasks(&[(2, 2), (2, 2), (2, 2), (2, 2), (2, 2)], 3)), None);
}

#[test]
fn tours_and_counts_are_seen_as_wholes() {
    let model_of = |domains: &[&[i64]], post: &dyn Fn(Vec<Var>) -> Constraint| {
        let mut model = Model::new();
        let of =
            |values: &&[i64]| model.answer_var("x".to_string(), Domain::from_values(values.iter().copied()), Kind::Int);
        let x: Vec<Var> = domains.iter().map(of).collect();
        model.post(post(x));
        at_root(&model)
    };
    let tour = |sub: bool| move |next: Vec<Var>| Constraint::from(Circuit { next, first: 1, sub });
    // From 1, 2 and 3 there is no way to the others.
    let apart: [&[i64]; 6] = [&[2, 3], &[1, 3], &[1, 2], &[5, 6, 1], &[4, 6], &[4, 5]];
    assert_eq!(model_of(&apart, &tour(false)), None);
    // 1 and 2 must be on the tour, so the others are not.
    let found = model_of(&[&[2], &[1, 3], &[3, 4], &[3, 4]], &tour(true)).expect("1, 2 and back");
    assert_eq!(found, [2, 1, 3, 4].map(Domain::singleton));
    // A chain must not close while somebody is missing.
    let found = model_of(&[&[2], &[1, 3], &[1, 2, 3, 4], &[1, 2]], &tour(false)).expect("1, 2, 3, 4 and back");
    assert_eq!(found, [2, 3, 4, 1].map(Domain::singleton));
    // All that may be 1 must be: the count says so.
    let counted = |x: Vec<Var>| Cardinality { counts: vec![(1, 2.into())], vars: x, closed: false }.into();
    let found = model_of(&[&[1, 2], &[1, 3], &[2, 3]], &counted).expect("two can be 1");
    assert_eq!(found[..2], [1, 1].map(Domain::singleton));
    let packed = |x: Vec<Var>| {
        let items = x.into_iter().zip([4, 3, 2]).map(|(bin, weight)| (weight, bin)).collect();
        Constraint::from(BinPacking { items, loads: vec![4.into(), 5.into()], first: 1 })
    };
    let found = model_of(&[&[1], &[1, 2], &[1, 2]], &packed).expect("4 and 3 + 2");
    assert_eq!(found, [1, 2, 2].map(Domain::singleton));
}

/// Machine and duration of every step of six jobs (Fisher and Thompson 1963); all are done after 55 at the earliest.
const FT06: [[(usize, i64); 6]; 6] = [
    [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
    [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
    [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
    [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
    [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
    [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
];

#[test]
fn a_job_shop_is_proved_in_few_nodes() {
    const HORIZON: i64 = 197;
    let mut model = Model::new();
    let end = model.int("end", 0..=HORIZON);
    let mut machines: Vec<Vec<(Operand, Operand)>> = vec![Vec::new(); 6];
    for job in FT06 {
        let starts = model.ints("start", 6, 0..=HORIZON);
        for (at, (machine, duration)) in job.into_iter().enumerate() {
            let next = starts.get(at + 1).copied().unwrap_or(end);
            model.post((starts[at] - next).le(-duration));
            machines[machine].push((starts[at].into(), duration.into()));
        }
    }
    machines.into_iter().for_each(|tasks| model.post(Disjunctive { tasks, strict: true }.into()));
    model.objective = Objective::Minimise(end);
    let order: Order = "wdeg+mac".parse().expect("words of an order");
    let mut best = None;
    let (_, stats) = optimise(&model, &order, &Budget::unlimited(), &Incumbent::default(), &mut |a| {
        best = Some(a[end]);
        ControlFlow::Continue(())
    });
    assert_eq!(best, Some(55));
    assert!(stats.nodes < 1000, "{} nodes", stats.nodes);
}
