//! Circuits of random models: as many solutions as brute force finds, nothing said by ranges or keys that is not so, and
//! nothing believed that was changed.

use super::residual::{Part, Residual};
use super::truth::TRIES;
use super::{Refusal, compile, count};
use crate::model::arbitrary::{Form, Shape, model, model_with, solutions};
use crate::model::{Assignment, Cmp, Constraint, Domain, Kind, Model, Var};
use crate::search::Budget;
use num_bigint::BigUint;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::{BTreeMap, BTreeSet};

fn by_force(model: &Model) -> BigUint {
    let answer = |a: Assignment| a.project(&model.answer);
    solutions(model).map(answer).collect::<BTreeSet<Vec<i64>>>().len().into()
}

fn counted(model: &Model, text: &str) -> Result<BigUint, Refusal> {
    count(model, text.as_bytes(), &Budget::unlimited())
}

fn compiled(model: &Model) -> String {
    compile(model, &Budget::unlimited()).expect("it is small").text
}

#[test]
fn random_models_have_as_many_solutions_as_brute_force_finds() {
    let check = |model: &Model, seed: u64| {
        let text = compiled(model);
        assert_eq!(counted(model, &text), Ok(by_force(model)), "seed {seed}\n{text}\n{model:#?}");
    };
    for seed in 0..300 {
        check(&model(seed, &Shape::SMALL), seed);
        check(&model(seed, &Shape::BOOLEAN), seed);
    }
    for (form, seed) in Form::ALL.iter().flat_map(|form| (0..20).map(move |seed| (*form, seed))) {
        check(&model_with(form, seed, &Shape::SMALL), seed);
    }
}

/// Cuts a range at random.
fn cut(residual: &mut Residual, var: u32, random: &mut Pcg64Mcg) {
    let (lo, hi) = residual.ranges[var as usize];
    let values: Vec<i64> = residual.domain(var).within(lo, hi).collect();
    let (a, b) = (random.random_range(0..values.len()), random.random_range(0..values.len()));
    residual.narrow(var, values[a.min(b)], values[a.max(b)]);
}

/// The values of some variables in all solutions within the ranges, by trying everything.
fn within(residual: &Residual, model: &Model, vars: &[u32]) -> BTreeSet<Vec<i64>> {
    let fits = |a: &Assignment| residual.ranges.iter().zip(&a.values).all(|((lo, hi), x)| (lo..=hi).contains(&x));
    let all = solutions(model).filter(fits);
    all.map(|a| vars.iter().map(|v| a.values[*v as usize]).collect()).collect()
}

#[test]
fn ranges_say_only_what_follows_and_single_values_say_all() {
    let mut n_said = 0;
    for (form, seed) in Form::ALL.iter().flat_map(|form| (0..30).map(move |seed| (*form, seed))) {
        let drawn = model_with(form, seed, &Shape::SMALL);
        let bare = Model { constraints: Vec::new(), ..drawn.clone() };
        let Some(mut residual) = Residual::new(&drawn) else { continue };
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        for _ in 0..4 {
            let posted = &drawn.constraints[0].constraint;
            let truth = residual.truth(posted, TRIES);
            let fits =
                |a: &Assignment| residual.ranges.iter().zip(&a.values).all(|((lo, hi), x)| (lo..=hi).contains(&x));
            let truths: BTreeSet<bool> = solutions(&bare).filter(fits).map(|a| posted.holds(&a)).collect();
            n_said += u32::from(truth.is_some());
            assert!(truth.is_none_or(|truth| truths == BTreeSet::from([truth])), "{posted:?} {:?}", residual.ranges);
            let is_single = posted.scope().iter().all(|v| !residual.is_open(v.0));
            assert!(!is_single || truth.is_some(), "{posted:?} {:?}", residual.ranges);
            (0..drawn.vars.len() as u32).for_each(|v| cut(&mut residual, v, &mut random));
        }
    }
    assert!(n_said > 500, "{n_said}");
}

/// What the checker rests on where a node is reached again.
#[test]
fn what_has_the_same_key_has_the_same_solutions() {
    let mut n_same = 0;
    for (form, seed) in Form::ALL.iter().flat_map(|form| (0..12).map(move |seed| (*form, seed))) {
        let drawn = model_with(form, seed, &Shape { most_assignments: 300, ..Shape::SMALL });
        let Some(mut residual) = Residual::new(&drawn) else { continue };
        let whole: Part = residual.whole(None);
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut met: BTreeMap<Box<[u8]>, BTreeSet<Vec<i64>>> = BTreeMap::new();
        for _ in 0..60 {
            let mark = residual.mark();
            for v in whole.vars.iter().filter(|_| random.random_bool(0.5)).copied().collect::<Vec<u32>>() {
                cut(&mut residual, v, &mut random);
            }
            if let Some(key) = residual.key(&whole) {
                let open: Vec<u32> = whole.vars.iter().copied().filter(|v| residual.is_open(*v)).collect();
                let here = within(&residual, &drawn, &open);
                n_same += u32::from(met.contains_key(&key));
                let known = met.entry(key).or_insert_with(|| here.clone());
                assert_eq!(*known, here, "{drawn:#?} {:?}", residual.ranges);
            }
            residual.undo(mark);
        }
    }
    assert!(n_same > 500, "{n_same}");
}

/// A line or a word is dropped, doubled, exchanged or made another number.
fn spoiled(text: &str, random: &mut Pcg64Mcg) -> String {
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let (at, other) = (random.random_range(0..lines.len()), random.random_range(0..lines.len()));
    let mut words: Vec<String> = lines[at].split(' ').map(String::from).collect();
    let word = random.random_range(0..words.len());
    match random.random_range(0..7) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => lines.swap(at, other),
        3 => lines[at] = lines[other].clone(),
        4 => {
            words.remove(word);
            lines[at] = words.join(" ");
        }
        5 => {
            words.insert(word, words[word].clone());
            lines[at] = words.join(" ");
        }
        _ => {
            words[word] = random.random_range(-1..8).to_string();
            lines[at] = words.join(" ");
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn a_spoiled_circuit_is_refused_or_shows_the_same_in_another_way() {
    let (mut n_refused, mut n_other) = (0, 0);
    for seed in 0..120 {
        let shape = if seed % 2 == 0 { Shape::SMALL } else { Shape::BOOLEAN };
        let model = model(seed, &shape);
        let text = compiled(&model);
        let right = by_force(&model);
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        for _ in 0..30 {
            let changed = spoiled(&text, &mut random);
            match counted(&model, &changed) {
                _ if changed == text => {}
                Ok(n) => {
                    assert_eq!(n, right, "seed {seed}\n{text}\n{changed}\n{model:#?}");
                    n_other += 1;
                }
                Err(_) => n_refused += 1,
            }
        }
    }
    assert!(n_refused > 2_000 && n_other * 20 < n_refused, "{n_refused} {n_other}");
}

#[test]
fn damaged_texts_are_refused_without_a_panic() {
    let model = model(7, &Shape::BOOLEAN);
    let text = compiled(&model);
    let right = by_force(&model);
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for _ in 0..3_000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..random.random_range(1..4) {
            let at = random.random_range(0..bytes.len());
            bytes[at] = random.random_range(0..=255);
        }
        bytes.truncate(random.random_range(0..=bytes.len()));
        let n = count(&model, &bytes, &Budget::unlimited());
        assert!(n.is_err() || n == Ok(right.clone()));
    }
    for hostile in
        ["p 0 0\n", "b 4294967295 0 0 0\n", "i 0 0 0 9223372036854775807 9223372036854775807\n", "f\n", "z 0 0\n"]
    {
        let end = text.find("\nv").map_or(0, |at| at + 1);
        for head in [&text[..end], text.as_str(), ""] {
            assert!(counted(&model, &format!("{head}{hostile}")).is_err(), "{hostile}");
        }
    }
}

/// A model of two answers that an auxiliary ties together.
fn tied() -> (Model, String) {
    let mut model = Model::new();
    let (x, y) = (model.bool("x"), model.bool("y"));
    let z = model.auxiliary(Domain::range(0, 2), Kind::Int);
    model.post(Constraint::Linear { terms: vec![(1, x), (1, y), (-1, z)], cmp: Cmp::Le, bound: 0 });
    (model, "quandary circuit 1\nv x 0..1\nv y 0..1\na  0..2\n".to_string())
}

#[test]
fn an_auxiliary_is_counted_once() {
    let (model, head) = tied();
    assert_eq!(by_force(&model), 4u32.into());
    let text = compiled(&model);
    assert_eq!(counted(&model, &text), Ok(4u32.into()), "{text}");
    // Branching on the auxiliary first would count answers several times.
    let first = "n 0\nf 0 0 1 1 0 1\nb 2 0 1 0 2 2 1\n";
    assert_eq!(counted(&model, &format!("{head}{first}")).map_err(|e| matches!(e, Refusal::Wrong(5, _))), Err(true));
    let twice = "f\nf 1 0 1\ni 0 0 1 0 0\nb 0 0 0 1 1 1 2\nb 2 0 0 2 1 2 3\n";
    assert!(counted(&model, &format!("{head}{twice}")).is_err());
}

#[test]
fn cases_must_be_all_values_and_parts_all_there_is() {
    let mut model = Model::new();
    let x: Vec<Var> = (0..4).map(|i| model.int(format!("x{i}"), 0..=2)).collect();
    model.post(Constraint::AllDifferent(vec![x[0], x[1]]));
    model.post(Constraint::AllDifferent(vec![x[2], x[3]]));
    let text = compiled(&model);
    assert_eq!(counted(&model, &text), Ok(36u32.into()), "{text}");
    let head: String = text.lines().take(5).map(|line| format!("{line}\n")).collect();
    let of = |nodes: &str| counted(&model, &format!("{head}{nodes}"));
    let why = |nodes: &str| match of(nodes) {
        Err(Refusal::Wrong(_, why)) => why,
        other => panic!("{nodes}: {other:?}"),
    };
    assert!(why("f\nb 0 0 0 0 1 1 0\n").contains("all the values"));
    assert!(why("f\nb 0 0 0 0 2 2 0\n").contains("one after the other"));
    assert!(why("f\nb 0 0 1 0 1 2 0\n").contains("one after the other"));
    assert!(why("n 0\n").contains("may well hold"));
    assert!(why("f 0 0 2\n").contains("without a constraint"));
    assert!(why("f\np 0 0 0\n").contains("2 parts"));
    assert!(why("f\ni 0 0 0 0 1\n").contains("does not say"));
    assert!(why("f\nz 5 0\n").contains("no part 5"));
    assert!(why("f\nf\n").contains("no node names"));
}
