//! Spoiled derivations: whatever our checker accepts, VeriPB accepts, too; and no damage makes it fall over.

use crate::damage::{damaged, n_damaged};
use crate::rows::{model_of, vars};
use crate::{by_us, by_veripb, derived};
use quandary::derive::Derived;
use quandary::model::{Constraint, Op, Var, count_true, sum};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Derivations of several kinds: counts, sums, tables, functions, orders, bits.
fn sound() -> Vec<Derived> {
    let booleans = [&[0i64, 1][..]; 6];
    let counted = || count_true(vars(6).into_iter().map(Var::is_true));
    let v = vars(3);
    let domains: &[&[i64]] = &[&[-1, 0, 2, 3], &[0, 1, 2], &[0, 1, 4]];
    let table = Constraint::Table { vars: v.clone(), rows: vec![vec![0, 1, 4], vec![3, 2, 0], vec![-1, 0, 0]].into() };
    let product = Constraint::Operation { op: Op::Times, x: v[0].into(), y: v[1].into(), z: v[2].into() };
    let mut all = Vec::new();
    for row in ["totalizer", "sequential", "network", "adder", "binomial"] {
        all.push(derived(&model_of(&booleans, counted().at_most(2)), row));
    }
    for rows in ["order", "direct+plain", "log"] {
        all.push(derived(&model_of(domains, sum(v.clone()).le(4)), rows));
        all.push(derived(&model_of(domains, Constraint::AllDifferent(v.clone())), rows));
        all.push(derived(&model_of(domains, table.clone()), rows));
        all.push(derived(&model_of(domains, product.clone()), rows));
    }
    assert!(all.iter().all(|derived| derived.missing.is_empty() && by_us(derived).is_ok()));
    all
}

/// One line gone, doubled, moved or taken from another text; a word changed; or bytes of it.
fn spoiled(text: &str, other: &str, random: &mut Pcg64Mcg) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let (at, to) = (random.random_range(0..lines.len()), random.random_range(0..lines.len()));
    let other: Vec<&str> = other.lines().collect();
    match random.random_range(0..7) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(to, lines[at]),
        2 => lines.swap(at, to),
        3 => lines[at] = other[random.random_range(0..other.len())],
        4 => {
            let mut words: Vec<&str> = lines[at].split(' ').collect();
            let place = random.random_range(0..words.len());
            let theirs: Vec<&str> = lines[to].split(' ').collect();
            words[place] = theirs[random.random_range(0..theirs.len())];
            let line = words.join(" ");
            return lines.iter().enumerate().map(|(i, l)| format!("{}\n", if i == at { &line } else { *l })).collect();
        }
        5 => {
            let line = if lines[at].contains('~') {
                lines[at].replacen('~', "", 1)
            } else {
                lines[at].replacen("1 ", "1 ~", 1)
            };
            return lines.iter().enumerate().map(|(i, l)| format!("{}\n", if i == at { &line } else { *l })).collect();
        }
        _ => return damaged(text, random),
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// `QUANDARY_FUZZ=1000000` for a long run.
#[test]
fn nothing_is_accepted_that_veripb_rejects() {
    let all = sound();
    let mut random = Pcg64Mcg::seed_from_u64(25);
    let (mut n_changed, mut n_accepted) = (0, 0);
    for _ in 0..n_damaged(6000) {
        let (good, other) = (&all[random.random_range(0..all.len())], &all[random.random_range(0..all.len())]);
        let mut bad = good.clone();
        match random.random_range(0..8) {
            0 => bad.model = spoiled(&good.model, &other.model, &mut random),
            1 => bad.formula = spoiled(&good.formula, &other.formula, &mut random),
            _ => bad.proof = spoiled(&good.proof, &other.proof, &mut random),
        }
        if (&bad.model, &bad.proof, &bad.formula) == (&good.model, &good.proof, &good.formula) {
            continue;
        }
        n_changed += 1;
        if by_us(&bad).is_ok() {
            n_accepted += 1;
            let theirs = by_veripb(&bad);
            assert_eq!(theirs, Ok(()), "{}\n{}\n{}", bad.model, bad.proof, bad.formula);
        }
    }
    println!("{n_changed} spoiled derivations: {n_accepted} accepted, all of them by VeriPB, too");
    assert!(n_changed < 1000 || n_accepted > 0);
}
