//! Every goal of the decomposition against brute force, on seeded random models of every shape.

use super::compile::Limits;
use super::solve::solve_patiently;
use super::{Halt, Leaf, Outcome, backbone, count, probabilities, solve_split};
use crate::model::{Assignment, Atom, Cmp, Constraint, Domain, Kind, Model, Var};
use crate::search::{Budget, Found};
use itertools::Itertools;
use num_bigint::BigUint;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeSet;

/// Tries everything.
struct Brute;

fn solutions(model: &Model) -> impl Iterator<Item = Assignment> + '_ {
    let domains = model.vars.iter().map(|d| d.domain.iter().collect_vec());
    let all: Box<dyn Iterator<Item = Vec<i64>>> = match model.vars.is_empty() {
        true => Box::new(std::iter::once(Vec::new())),
        false => Box::new(domains.multi_cartesian_product()),
    };
    all.map(Assignment::new).filter(|a| model.violated_by(a).is_none())
}

impl Leaf for Brute {
    fn solve(&mut self, model: &Model, _: &Budget) -> Outcome {
        solutions(model).next().map_or(Outcome::Unsat, Outcome::Sat)
    }

    fn enumerate(&mut self, model: &Model, _: &Budget, found: &mut Found) -> Result<bool, Halt> {
        let mut seen = BTreeSet::new();
        for solution in solutions(model) {
            if seen.insert(solution.project(&model.answer)) && found(solution).is_break() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Compares all four goals with the list of all solutions.
fn check(model: &Model, name: &str) {
    let unlimited = Budget::unlimited();
    let answers: BTreeSet<Vec<i64>> = solutions(model).map(|a| a.project(&model.answer)).collect();
    let n = BigUint::from(answers.len());
    assert_eq!(count(model, &mut Brute, &unlimited).unwrap(), n, "count of {name}: {model:#?}");
    match solve_split(model, &mut Brute, &unlimited) {
        Outcome::Sat(solution) => assert_eq!(model.violated_by(&solution), None, "{name}: {model:#?}"),
        Outcome::Unsat => assert!(answers.is_empty(), "{name} has solutions: {model:#?}"),
        Outcome::Unknown(halt) => panic!("{name}: {halt}"),
    }
    let impatient = Limits { nodes: 0, degree: 99 };
    let solution = solve_patiently(model, impatient, 3, &mut Brute, &unlimited).unwrap();
    assert_eq!(solution.is_some(), !answers.is_empty(), "refined {name}: {model:#?}");
    assert!(solution.is_none_or(|a| model.violated_by(&a).is_none()), "refined {name}: {model:#?}");
    let same = |i: usize| answers.iter().map(|a| a[i]).all_equal_value().ok();
    let fixed = model.answer.iter().enumerate().filter_map(|(i, v)| same(i).map(|x| v.is(x)));
    let fixed: BTreeSet<Atom> = fixed.collect();
    let found = backbone(model, &mut Brute, &unlimited).unwrap();
    let found = found.map(BTreeSet::from_iter);
    assert_eq!(found, Some(fixed).filter(|_| !answers.is_empty()), "backbone of {name}: {model:#?}");
    let exact = probabilities(model, &mut Brute, &unlimited).unwrap();
    assert_eq!(exact.total, n);
    for (i, v) in
        model.answer.iter().enumerate().filter(|(_, v)| model.domain(**v).iter().all(|x| (0..=1).contains(&x)))
    {
        let n_true = answers.iter().filter(|a| a[i] == 1).count();
        assert_eq!(exact.n_true(*v), Some(&BigUint::from(n_true)), "{v:?} of {name}: {model:#?}");
    }
}

fn subset(rng: &mut Pcg64Mcg, vars: &[Var], n: usize) -> Vec<Var> {
    (0..n).map(|_| vars[rng.random_range(0..vars.len())]).collect()
}

fn atom(rng: &mut Pcg64Mcg, model: &Model, var: Var) -> Atom {
    let value = rng.random_range(model.domain(var).min()..=model.domain(var).max());
    match rng.random_range(0..4) {
        0 => var.is(value),
        1 => var.is_not(value),
        2 => var.at_most(value),
        _ => var.at_least(value),
    }
}

fn constraint(rng: &mut Pcg64Mcg, model: &Model, vars: &[Var], odd: bool) -> Constraint {
    let n = rng.random_range(1..=4);
    let cmp = Cmp::ALL[rng.random_range(0..if odd { 4 } else { 3 })];
    let scope = subset(rng, vars, n);
    match rng.random_range(0..if odd { 6 } else { 3 }) {
        0 => Constraint::Clause(scope.iter().map(|v| atom(rng, model, *v)).collect()),
        1 => {
            let bound = rng.random_range(0..=n as i64);
            Constraint::Count { atoms: scope.iter().map(|v| atom(rng, model, *v)).collect(), cmp, bound }
        }
        2 => {
            let terms = scope.iter().map(|v| (rng.random_range(-2..=3), *v)).collect();
            Constraint::Linear { terms, cmp, bound: rng.random_range(-1..=3) }
        }
        3 => Constraint::AllDifferent(scope[..n.min(2)].to_vec()),
        4 => {
            Constraint::Implies { when: atom(rng, model, vars[0]), then: Box::new(constraint(rng, model, vars, false)) }
        }
        _ => Constraint::Iff { when: atom(rng, model, vars[0]), then: Box::new(constraint(rng, model, vars, false)) },
    }
}

/// A model with `n_couplings` long sums over many of its Booleans.
fn random_model(seed: u64) -> Model {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut model = Model::new();
    let n = rng.random_range(1..=9);
    let aux = seed % 3 == 1;
    let odd = seed % 4 == 3;
    for i in 0..n {
        let domain = match rng.random_range(0..12) {
            0 if odd => Domain::range(-1, 2),
            1 => Domain::singleton(i64::from(rng.random_bool(0.5))),
            _ => Domain::boolean(),
        };
        match aux && rng.random_bool(0.3) {
            true => model.auxiliary(domain, Kind::Int),
            false => model.answer_var(format!("x{i}"), domain, Kind::Int),
        };
    }
    let vars = model.all_vars().collect_vec();
    for _ in 0..rng.random_range(0..=5) {
        let c = constraint(&mut rng, &model, &vars, odd);
        model.post(c);
    }
    for _ in 0..rng.random_range(0..=2) {
        let part = vars.iter().filter(|_| rng.random_bool(0.8)).copied().collect_vec();
        let cmp = [Cmp::Eq, Cmp::Eq, Cmp::Le, Cmp::Ge][rng.random_range(0..4)];
        let bound = rng.random_range(0..=part.len() as i64 / 2 + 1);
        let weight = |rng: &mut Pcg64Mcg| if rng.random_bool(0.8) { 1 } else { rng.random_range(-2..=2) };
        model.post(Constraint::Linear { terms: part.iter().map(|v| (weight(&mut rng), *v)).collect(), cmp, bound });
    }
    model
}

#[test]
fn random_models_agree_with_brute_force() {
    for seed in 0..6000 {
        check(&random_model(seed), &format!("seed {seed}"));
    }
}

#[test]
fn degenerate_models() {
    check(&Model::new(), "nothing");
    let mut falsity = Model::new();
    falsity.clause([]);
    check(&falsity, "falsity");
    let mut empty = Model::new();
    empty.answer_var("x".into(), Domain::empty(), Kind::Int);
    check(&empty, "no value");
    let mut free = Model::new();
    free.int("x", -3..=9);
    free.bool("b");
    check(&free, "nothing said");
}
