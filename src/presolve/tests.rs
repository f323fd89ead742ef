//! Every level against brute force: the solutions stay, and the reasons named imply what was concluded.

use super::{Level, Presolved, What, presolve, presolve_with_steps};
use crate::model::arbitrary::{self, Form, Shape, planted, solutions};
use crate::model::{Assignment, Cmp, Constraint, Domain, Model, Var, count_true, sum};
use crate::search::{Budget, Stop};
use itertools::Itertools;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::sync::atomic::Ordering;

/// Every assignment within the declared domains.
fn assignments(model: &Model) -> Vec<Assignment> {
    solutions(&Model { constraints: Vec::new(), ..model.clone() }).collect()
}

fn at(model: &Model, level: Level) -> Presolved<'_> {
    presolve_with_steps(model, level, &Budget::unlimited()).expect("nothing limits it")
}

fn random_models() -> impl Iterator<Item = (u64, Model)> {
    let small = Shape { n_constraints: 1..=5, most_assignments: 500, ..Shape::SMALL };
    (0..3000).map(move |seed| (seed, arbitrary::model(seed, if seed % 2 == 0 { &small } else { &Shape::BOOLEAN })))
}

#[test]
fn every_level_keeps_the_solutions() {
    let mut n_changed = 0;
    for (seed, model) in random_models() {
        let expected = solutions(&model).collect_vec();
        for level in Level::ALL {
            let presolved = at(&model, level);
            let left = solutions(&presolved.model).map(|a| presolved.lift.assignment(a)).collect_vec();
            assert_eq!(left, expected, "level {level}, seed {seed}: {model:#?}");
            n_changed += usize::from(*presolved.model != model);
            for (decl, original) in presolved.model.vars.iter().zip(&model.vars) {
                assert!(decl.domain.minus(&original.domain).is_empty(), "seed {seed}");
            }
        }
    }
    assert!(n_changed > 1000, "only {n_changed} models changed at all");
}

/// Random nests of counts, for the subtraction of exact ones.
#[test]
fn nested_counts_keep_their_solutions() {
    for seed in 0..150 {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut model = Model::new();
        let n = random.random_range(8..=10);
        let all = model.bools("b", n);
        let whole = all.iter().map(|v| v.is_true()).collect();
        let (cmp, bound) = (Cmp::ALL[random.random_range(0..4)], random.random_range(0..=n as i64));
        model.post(Constraint::Count { atoms: whole, cmp, bound });
        for _ in 0..random.random_range(3..=7) {
            let start = random.random_range(0..n - 1);
            let part = &all[start..random.random_range(start + 1..=n)];
            let k = random.random_range(0..=part.len() as i64);
            let opposite = random.random_bool(0.1);
            let atom = |v: &Var| if opposite { v.is_false() } else { v.is_true() };
            match random.random_range(0..4) {
                0 => model.post(sum(part.iter().copied()).equals(k)),
                1 => model.post(count_true(part.iter().map(atom)).at_most(k)),
                _ => model.post(count_true(part.iter().map(atom)).exactly(k)),
            }
        }
        let expected = solutions(&model).collect_vec();
        for level in Level::ALL {
            assert_eq!(solutions(&at(&model, level).model).collect_vec(), expected, "level {level}, seed {seed}");
        }
    }
}

/// Domains too large to try everything: a solution that is known stays one.
#[test]
fn a_planted_solution_stays() {
    for (form, seed) in itertools::iproduct!(Form::ALL, 0..60) {
        let (model, solution) = planted(*form, seed, &Shape::WIDE);
        for level in Level::ALL {
            let presolved = at(&model, level);
            assert_eq!(presolved.model.violated_by(&solution), None, "level {level}, {form:?} {seed}: {model:#?}");
        }
    }
}

#[test]
fn level_0_is_the_identity() {
    for (_, model) in random_models() {
        let Presolved { model: same, lift } = at(&model, Level::Nothing);
        assert_eq!(*same, model);
        assert!(lift.steps.is_empty() && lift.origins.is_empty());
    }
}

/// Whether the constraints named, within the declared domains, imply what is claimed.
fn implied(model: &Model, constraints: &[usize], claim: impl Fn(&Assignment) -> bool) -> bool {
    let all = |a: &Assignment| constraints.iter().all(|c| model.constraints[*c].constraint.holds(a));
    assignments(model).iter().filter(|a| all(a)).all(claim)
}

#[test]
fn conclusions_follow_from_the_constraints_they_name() {
    let (mut n_narrowed, mut n_partial) = (0, 0);
    for (seed, model) in random_models() {
        for level in [Level::Bounds, Level::Probing] {
            let Presolved { model: presolved, lift } = at(&model, level);
            if let Some(reasons) = lift.contradiction(&model) {
                assert!(implied(&model, &reasons, |_| false), "seed {seed}: {reasons:?} can hold in {model:#?}");
                continue;
            }
            for var in model.all_vars().filter(|v| presolved.domain(*v) != model.domain(*v)) {
                let reasons = lift.reasons(&model, var);
                let claim = |a: &Assignment| presolved.domain(var).contains(a[var]);
                assert!(implied(&model, &reasons, claim), "seed {seed}: {var:?} by {reasons:?} in {model:#?}");
                n_narrowed += 1;
                n_partial += usize::from(reasons.len() < model.constraints.len());
            }
        }
    }
    assert!(n_narrowed > 1000 && n_partial > n_narrowed / 2, "{n_narrowed} narrowed, {n_partial} by some");
}

#[test]
fn the_last_step_says_what_became_of_each_variable() {
    for (seed, model) in random_models() {
        let Presolved { model: presolved, lift } = at(&model, Level::Probing);
        if lift.contradiction(&model).is_some() {
            continue;
        }
        let mut domains = model.vars.iter().map(|decl| decl.domain.clone()).collect_vec();
        for step in &lift.steps {
            if let What::Narrowed { var, from, to } = &step.what {
                assert_eq!(domains[var.index()], *from, "seed {seed}");
                domains[var.index()] = to.clone();
            }
        }
        let left = presolved.vars.iter().map(|decl| decl.domain.clone()).collect_vec();
        assert_eq!(domains, left, "seed {seed}: {model:#?}");
    }
}

#[test]
fn the_obvious_is_drawn() {
    let mut model = Model::new();
    let b = model.bools("b", 6);
    let (x, y) = (model.int("x", -5..=9), model.int("y", 0..=9));
    model.clause([b[0].is_true()]);
    model.clause([b[0].is_false(), b[1].is_true()]);
    model.post(count_true(b[..4].iter().map(|b| b.is_true())).exactly(2));
    model.post(count_true(b[2..].iter().map(|b| b.is_true())).at_least(2));
    model.post((x * 2 + y).le(-3));
    model.post(sum([x, y]).ge(-4));
    let presolved = at(&model, Level::Bounds).model;
    let shown = presolved.vars.iter().map(|decl| decl.domain.to_string()).collect_vec();
    assert_eq!(shown, ["1", "1", "0", "0", "1", "1", "-5..-2", "0..7"]);
    assert_eq!(presolved.constraints.len(), 2);
}

#[test]
fn a_contradiction_leaves_one_constraint_that_says_so() {
    let mut model = Model::new();
    let x = model.int("x", 0..=3);
    model.int("y", 0..=3);
    model.clause([x.is(2)]);
    model.post((x * 2).equals(5));
    let Presolved { model: presolved, lift } = at(&model, Level::Bounds);
    assert_eq!(presolved.constraints.iter().map(|p| &p.constraint).collect_vec(), [&Constraint::falsity()]);
    assert_eq!(presolved.vars, model.vars);
    assert!(lift.contradiction(&model).is_some());
}

#[test]
fn probing_sees_what_bounds_do_not() {
    let mut model = Model::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| model.bool(name));
    model.clause([a.is_true(), b.is_true()]);
    model.clause([a.is_false(), b.is_true()]);
    model.clause([b.is_false(), c.is_true()]);
    assert_eq!(at(&model, Level::Bounds).model.domain(b), &Domain::boolean());
    let Presolved { model: presolved, lift } = at(&model, Level::Probing);
    assert_eq!([b, c].map(|v| presolved.domain(v).value()), [Some(1), Some(1)]);
    assert_eq!([b, c].map(|v| lift.reasons(&model, v)), [vec![0, 1], vec![0, 1, 2]]);
}

#[test]
fn exact_counts_are_taken_out_of_larger_ones() {
    let mut model = Model::new();
    let x = model.ints("x", 6, 0..=4);
    let ones = |vars: &[Var]| count_true(vars.iter().map(|v| v.is(3)).collect_vec());
    model.post(ones(&x[..3]).exactly(1));
    model.post(ones(&x).at_most(3));
    let Presolved { model: presolved, lift } = at(&model, Level::Bounds);
    assert_eq!(presolved.constraints[1].constraint, ones(&x[3..]).at_most(2));
    let replaced = lift.steps.iter().find(|step| step.what == What::Replaced(1)).expect("it was replaced");
    assert_eq!(replaced.because, [0, 1]);
    assert_eq!(lift.origins, [Some(0), Some(1)]);
}

/// A board of overlapping counts, large enough that a look at the clock comes before the end.
fn large() -> Model {
    let mut model = Model::new();
    let b = model.bools("b", 20_000);
    for four in b.windows(4).step_by(2) {
        model.post(count_true(four.iter().map(|v| v.is_true())).exactly(2));
    }
    model
}

#[test]
fn an_interrupted_budget_stops_every_level_that_works() {
    let model = large();
    let budget = Budget::unlimited();
    budget.interrupt().store(true, Ordering::Relaxed);
    for level in [Level::Bounds, Level::Probing] {
        assert_eq!(presolve(&model, level, &budget).err(), Some(Stop::Interrupted));
    }
    assert!(presolve(&model, Level::Nothing, &budget).is_ok());
}

#[test]
fn probing_itself_hears_an_interrupt() {
    let kernel = super::kernel::kernel(&large());
    let budget = Budget::unlimited();
    budget.interrupt().store(true, Ordering::Relaxed);
    let origins = vec![0; kernel.sums.len()];
    let mut patience = super::probe::Patience::new(20_000);
    let stopped = super::probe::probe(&kernel, &origins, &mut patience, &mut super::log::Log::default(), &budget);
    assert_eq!(stopped, Err(Stop::Interrupted));
}

#[test]
fn creeping_bounds_come_to_an_end() {
    let mut model = Model::new();
    let (x, y) = (model.int("x", 0..=1 << 40), model.int("y", 0..=1 << 40));
    model.post((x - y).le(-1));
    model.post((y - x).le(-1));
    let bounds = super::bounded(&model, vec![true; 2], &Budget::unlimited()).expect("nothing limits it");
    assert!(bounds[x.index()].size() > 1 << 39);
}
