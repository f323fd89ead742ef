//! What the backtracker says is impossible is proved to VeriPB: models of every kind, by many orders, and nothing that is wrong.

use quandary::csp::{Order, Refutation, Refuted, refute, refute_as};
use quandary::model::arbitrary::{Form, Shape, model_with, solutions};
use quandary::model::{Constraint, Model, Op, Operand, Var};
use quandary::proof;
use quandary::search::Budget;
use std::collections::BTreeMap;
use std::fs;
use veripb::args::Args;

/// Orders that go about it in different ways.
const ORDERS: &[&str] = &[
    "input",
    "mrv+degree+lcv+fc",
    "wdeg+mac",
    "mac+split",
    "random(3)+random-value+fc+split",
    "mrv+mac+luby(1)+nogoods",
    "chs+fc+geometric(1)+nogoods+lc",
    "impact+mac+lc+phase+luby(2)",
];

/// What VeriPB says, and that the checker of bundles says the same.
fn verdict(refutation: &Refutation) -> Result<(), String> {
    let (theirs, ours) = (by_veripb(refutation), by_bundles(refutation));
    assert_eq!(theirs.is_ok(), ours.is_ok(), "{theirs:?} but {ours:?}: {}\n{}", refutation.model, refutation.proof);
    theirs
}

fn by_bundles(refutation: &Refutation) -> Result<(), String> {
    let Refutation { model, proof, .. } = refutation;
    let shown =
        proof::check_inequalities(model.as_bytes(), proof.as_bytes(), None, u64::MAX).map_err(|e| e.to_string())?;
    if shown.refutes { Ok(()) } else { Err("it shows nothing".to_string()) }
}

fn by_veripb(refutation: &Refutation) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("m.opb"), &refutation.model).expect("there is room");
    fs::write(at("p.pbp"), &refutation.proof).expect("there is room");
    let args = Args {
        formula: at("m.opb"),
        derivation: at("p.pbp"),
        print_verification_result: false,
        show_warnings: false,
        ..Args::default()
    };
    veripb::run_checker(args).map_err(|error| error.to_string())
}

fn order(words: &str) -> Order {
    words.parse().expect("words of an order")
}

fn refuted(model: &Model, words: &str) -> Result<Refutation, String> {
    match refute(model, &order(words), &Budget::unlimited()) {
        Refuted::Yes(refutation) => Ok(refutation),
        Refuted::No(at) => panic!("{words}: {model:?} has the solution {at:?}"),
        Refuted::Stopped(stop) => panic!("{words}: {stop:?}"),
        Refuted::Unlogged(why) => Err(why),
    }
}

/// The proof is complete and accepted; `None` with the reason if there is none.
fn check(model: &Model, words: &str) -> Result<(), String> {
    let refutation = refuted(model, words)?;
    let Refutation { model: opb, proof, missing } = &refutation;
    let shown = || format!("{words}: {:?}\n{opb}\n{proof}", model.constraints);
    assert_eq!(*missing, None, "{}", shown());
    if let Err(why) = verdict(&refutation) {
        panic!("{why}: {}", shown());
    }
    Ok(())
}

/// The same model without its solutions.
fn emptied(model: &Model) -> Model {
    let mut emptied = model.clone();
    for at in solutions(model).take(40) {
        emptied.clause(model.all_vars().map(|x| x.is_not(at[x])));
    }
    emptied
}

#[test]
fn every_kind_of_constraint_by_every_order() {
    let shape = Shape { most_assignments: 400, ..Shape::SMALL };
    let seeds: u64 = std::env::var("SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    let (mut accepted, mut refused) = (0, BTreeMap::<String, u64>::new());
    for form in Form::ALL {
        for seed in 0..seeds {
            let model = emptied(&model_with(*form, seed, &shape));
            if solutions(&model).next().is_some() {
                continue;
            }
            for words in ORDERS {
                match check(&model, words) {
                    Ok(()) => accepted += 1,
                    Err(why) => *refused.entry(format!("{form:?}: {why}")).or_default() += 1,
                }
            }
        }
    }
    println!("{accepted} proofs accepted; refused: {refused:?}");
    assert!(accepted > 50 * ORDERS.len());
}

#[test]
fn pigeons_and_permutations() {
    let mut model = Model::new();
    let birds = model.ints("hole", 6, 1..=5);
    model.post(Constraint::AllDifferent(birds));
    for words in ORDERS {
        check(&model, words).expect("an order that is logged");
    }
}

/// Sums, tables, entries and products over domains with holes, not all of them by unit propagation alone.
fn mixed() -> Model {
    let mut model = Model::new();
    let x = model.ints("x", 4, 0..=5);
    model.post((x[0] * 3 + x[1] * 2 + x[2]).equals(16));
    model.post((x[0] + x[1] + x[2] + x[3]).ge(14));
    let rows: Vec<Vec<i64>> = (0..30).map(|i| vec![i * 7 % 6, i * 5 % 4 + i % 3]).collect();
    model.post(Constraint::Table { vars: vec![x[1], x[2]], rows: rows.into() });
    let array = [Operand::Var(x[0]), 3.into(), 5.into(), Operand::Var(x[1])].into();
    model.post(Constraint::Element { array, first: 0, index: x[3], result: x[2].into() });
    model.post(Constraint::Operation { op: Op::Times, x: x[0].into(), y: x[1].into(), z: x[2].into() });
    model
}

/// Eight queens in a square of seven, and a permutation whose sums do not fit.
fn classics() -> Vec<Model> {
    let mut queens = Model::new();
    let column = queens.ints("column", 6, 1..=5);
    queens.post(Constraint::AllDifferent(column.clone()));
    for (i, a) in column.iter().enumerate() {
        for (distance, b) in (1i64..).zip(&column[i + 1..]) {
            queens.post((*a + distance - *b).differs(0));
            queens.post((*a - distance - *b).differs(0));
        }
    }
    let mut sums = Model::new();
    let place = sums.ints("place", 6, 1..=6);
    sums.post(Constraint::AllDifferent(place.clone()));
    sums.post((place[0] + place[1] + place[2]).le(8));
    sums.post((place[3] + place[4]).le(7));
    sums.post((place[2] * 2 - place[5]).ge(3));
    vec![emptied(&mixed()), queens, emptied(&sums)]
}

#[test]
fn classics_by_every_order() {
    for model in classics() {
        for words in ORDERS {
            check(&model, words).expect("an order that is logged");
        }
    }
}

/// A line less, a literal turned around, or another model, and it is no proof.
#[test]
fn spoiled_proofs_are_rejected() {
    let (mut n_rejected, mut n_spoiled) = (0, 0);
    for model in classics() {
        let good = refuted(&model, "mrv+degree+fc").expect("an order that is logged");
        assert_eq!(verdict(&good), Ok(()));
        let lines: Vec<&str> = good.proof.lines().collect();
        let steps: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with("rup 1 ")).collect();
        for at in steps.iter().step_by(steps.len().div_ceil(25)) {
            let mut turned: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
            let (first, rest) = lines[*at][6..].split_once(' ').expect("a literal and more");
            let other = first.strip_prefix('~').map_or_else(|| format!("~{first}"), str::to_string);
            turned[*at] = format!("rup 1 {other} {rest}");
            let spoiled = Refutation { proof: turned.join("\n") + "\n", ..good.clone() };
            n_spoiled += 1;
            n_rejected += u32::from(verdict(&spoiled).is_err());
        }
        let cut = [&lines[..2], &lines[lines.len() - 4..]].concat().join("\n") + "\n";
        assert!(verdict(&Refutation { proof: cut, ..good.clone() }).is_err(), "nothing but the end");
        let other = refuted(&emptied(&mixed()), "mac").expect("an order that is logged").model;
        if other != good.model {
            assert!(verdict(&Refutation { model: other, ..good.clone() }).is_err(), "another model");
        }
    }
    // A literal that is turned around may leave a clause that holds, too.
    println!("{n_rejected} of {n_spoiled} spoiled proofs rejected");
    assert!(2 * n_rejected > n_spoiled, "{n_rejected} of {n_spoiled}");
}

/// A propagator that removes too much is one of a stricter constraint: the search believes it, and nobody else does.
#[test]
fn planted_bugs_are_caught() {
    let model = |post: &dyn Fn(&mut Model, &[Var])| {
        let mut model = Model::new();
        let x = model.ints("x", 3, 1..=4);
        post(&mut model, &x);
        model.post((x[0] + x[1] + x[2]).le(6));
        model.post((x[0] + x[1] + x[2]).ge(6));
        model
    };
    type Post = fn(&mut Model, &[Var], bool);
    let bugs: &[Post] = &[
        |m, x, bug| m.post((x[0] * 2 + x[1]).le(if bug { 2 } else { 4 })),
        |m, x, bug| m.post((x[0] - x[1]).ge(if bug { 4 } else { 0 })),
        |m, x, bug| m.post(Constraint::AllDifferent(if bug { vec![x[0], x[0], x[1]] } else { x.to_vec() })),
        |m, x, bug| {
            let rows = if bug { vec![vec![4, 4]] } else { vec![vec![4, 4], vec![1, 2], vec![2, 2]] };
            m.post(Constraint::Table { vars: vec![x[0], x[1]], rows: rows.into() });
        },
        |m, x, bug| {
            let array = [1, 2, 4, 4].map(|entry| Operand::Const(if bug { 9 } else { entry })).into();
            m.post(Constraint::Element { array, first: 1, index: x[0], result: x[1].into() });
        },
        |m, x, bug| {
            let y = if bug { 5 } else { 3 }.into();
            m.post(Constraint::Operation { op: Op::Times, x: x[0].into(), y, z: x[2].into() });
        },
    ];
    let mut n = 0;
    for bug in bugs {
        let right = model(&|m, x| bug(m, x, false));
        let wrong = model(&|m, x| bug(m, x, true));
        assert!(solutions(&right).next().is_some() && solutions(&wrong).next().is_none(), "{:?}", wrong.constraints);
        for words in ORDERS {
            let Refuted::Yes(refutation) = refute_as(&right, &wrong, &order(words), &Budget::unlimited()) else {
                panic!("{words}: the search believes its bug");
            };
            assert!(refutation.missing.is_some(), "{words}: {:?}", wrong.constraints);
            assert!(verdict(&refutation).is_err(), "{words}: {:?}", wrong.constraints);
            n += 1;
        }
    }
    println!("{n} searches with a planted bug, all rejected");
}

#[test]
fn words_that_are_not_logged_say_so() {
    let mut model = Model::new();
    model.post(Constraint::falsity());
    let why = refuted(&model, "cbj+fc").expect_err("cbj is not logged");
    assert!(why.contains("cbj"), "{why}");
}
