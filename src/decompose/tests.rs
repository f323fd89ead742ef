//! Every goal of the decomposition against brute force, on seeded random models of every shape.

use super::backbone::backbone_patiently;
use super::compile::Limits;
use super::solve::solve_patiently;
use super::{Halt, Leaf, Outcome, SatLeaf, backbone, count, probabilities, solve_split};
use crate::model::arbitrary::{self, Form, Shape, Values, solutions};
use crate::model::{Atom, Constraint, Domain, Kind, Model, Var, count_true};
use crate::presolve::{Level, presolve};
use crate::search::{Budget, Found, Stop};
use itertools::Itertools;
use num_bigint::BigUint;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeSet;

/// Tries everything.
struct Brute;

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

/// The model as the program takes it apart.
fn probed(model: &Model) -> Model {
    let presolved = presolve(model, Level::Probing, &Budget::unlimited());
    presolved.expect("nothing limits it").model.into_owned()
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
    let impatient = Limits { nodes: 0, visits: 0, degree: 99 };
    let solution = solve_patiently(model, impatient, 3, &mut Brute, &unlimited).unwrap();
    assert_eq!(solution.is_some(), !answers.is_empty(), "refined {name}: {model:#?}");
    assert!(solution.is_none_or(|a| model.violated_by(&a).is_none()), "refined {name}: {model:#?}");
    let same = |i: usize| answers.iter().map(|a| a[i]).all_equal_value().ok();
    let fixed = model.answer.iter().enumerate().filter_map(|(i, v)| same(i).map(|x| v.is(x)));
    let fixed: BTreeSet<Atom> = fixed.collect();
    let found = backbone(model, &mut Brute, &unlimited).unwrap();
    let found = found.map(BTreeSet::from_iter);
    assert_eq!(found, Some(fixed).filter(|_| !answers.is_empty()), "backbone of {name}: {model:#?}");
    let explored = backbone_patiently(model, impatient, 3, &mut Brute, &unlimited).unwrap().map(BTreeSet::from_iter);
    assert_eq!(explored, found, "explored {name}: {model:#?}");
    let exact = probabilities(model, &mut Brute, &unlimited).unwrap();
    assert_eq!(exact.total, n);
    for (i, v) in
        model.answer.iter().enumerate().filter(|(_, v)| model.domain(**v).iter().all(|x| (0..=1).contains(&x)))
    {
        let n_true = answers.iter().filter(|a| a[i] == 1).count();
        assert_eq!(exact.n_true(*v), Some(&BigUint::from(n_true)), "{v:?} of {name}: {model:#?}");
    }
}

/// Booleans and long sums; every fourth model has integers and constraints that the decomposition cannot see into.
fn random_model(seed: u64) -> Model {
    const ODD: Shape = Shape {
        domains: &[Values::Boolean, Values::Boolean, Values::Boolean, Values::Range(4), Values::One],
        most_assignments: 1_000,
        ..Shape::BOOLEAN
    };
    const PLAIN: Shape = Shape { forms: &[Form::Clause, Form::Count, Form::Linear], ..Shape::BOOLEAN };
    let auxiliaries = if seed % 3 == 1 { 0.3 } else { 0.0 };
    arbitrary::model(seed, &Shape { auxiliaries, ..if seed % 4 == 3 { ODD } else { PLAIN } })
}

#[test]
fn random_models_agree_with_brute_force() {
    for seed in 0..4000 {
        let model = random_model(seed);
        check(&model, &format!("seed {seed}"));
        check(&probed(&model), &format!("seed {seed}, presolved"));
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

/// A Minesweeper board as a model: each cell a mine with probability `density`, each safe cell shown with `shown`.
fn board(size: usize, density: f64, shown: f64, seed: u64) -> Model {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let cells = (0..size).cartesian_product(0..size).collect_vec();
    let mines = cells.iter().map(|_| rng.random_bool(density)).collect_vec();
    let mut model = Model::new();
    let hidden = mines.iter().map(|mine| *mine || !rng.random_bool(shown)).collect_vec();
    let vars = hidden.iter().map(|h| h.then(|| model.bool("cell"))).collect_vec();
    for (r, c) in cells.iter().filter(|(r, c)| !hidden[r * size + c]) {
        let is_near = |i: &usize| cells[*i].0.abs_diff(*r) <= 1 && cells[*i].1.abs_diff(*c) <= 1;
        let near = (0..cells.len()).filter(is_near).collect_vec();
        let clue = near.iter().filter(|i| mines[**i]).count();
        model.post(count_true(near.iter().filter_map(|i| vars[*i]).map(Var::is_true)).exactly(clue as i64));
    }
    let n_mines = mines.iter().filter(|mine| **mine).count();
    model.post(count_true(vars.into_iter().flatten().map(Var::is_true)).exactly(n_mines as i64));
    model
}

#[test]
fn large_components_are_explored_to_the_same_backbone() {
    let unlimited = Budget::unlimited();
    let impatient = Limits { nodes: 40, visits: 1000, degree: 99 };
    for seed in 0..12 {
        let model = probed(&board(14, 0.25, [0.3, 0.4, 0.5][seed as usize % 3], seed));
        let exact =
            backbone(&model, &mut SatLeaf::default(), &unlimited).unwrap().expect("the board was made from mines");
        let explored = backbone_patiently(&model, impatient, 3, &mut SatLeaf::default(), &unlimited);
        assert_eq!(explored.unwrap(), Some(exact.clone()), "seed {seed}");
        let numbers = probabilities(&model, &mut SatLeaf::default(), &unlimited).unwrap();
        let is_fixed = |v: &Var| [Some(&BigUint::ZERO), Some(&numbers.total)].contains(&numbers.n_true(*v));
        assert_eq!(model.all_vars().filter(is_fixed).collect_vec(), exact.iter().map(|a| a.var).collect_vec());
        let solution = solve_patiently(&model, impatient, 3, &mut SatLeaf::default(), &unlimited).unwrap();
        assert!(solution.is_some_and(|a| model.violated_by(&a).is_none()), "seed {seed}");
    }
}

#[test]
fn a_spent_budget_is_no_answer() {
    let model = board(20, 0.25, 0.4, 1);
    let spent = Budget::seconds(0.0);
    let leaf = &mut SatLeaf::default();
    let timeout = Halt::Stop(Stop::Timeout);
    assert_eq!(solve_split(&model, leaf, &spent), Outcome::Unknown(timeout.clone()));
    assert_eq!(count(&model, leaf, &spent), Err(timeout.clone()));
    assert_eq!(backbone(&model, leaf, &spent), Err(timeout.clone()));
    assert_eq!(probabilities(&model, leaf, &spent), Err(timeout));
}

#[test]
fn all_unknown_is_one_binomial() {
    let model = board(200, 0.25, 0.0, 1);
    let n = count(&model, &mut Brute, &Budget::unlimited()).unwrap();
    assert_eq!(n.to_string().len(), 9803);
    // Of any 40,000 cells each is a mine equally often.
    let exact = probabilities(&model, &mut Brute, &Budget::unlimited()).unwrap();
    assert!(exact.n_true.iter().all_equal());
    assert_eq!(exact.n_true[0].clone().expect("a cell") * 40_000u32, n * n_mines(&model));
}

fn n_mines(model: &Model) -> u64 {
    match &model.constraints[0].constraint {
        Constraint::Count { bound, .. } => *bound as u64,
        other => panic!("{other:?} is no count"),
    }
}
