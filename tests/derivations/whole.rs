//! Constraints that stay whole, by each of their rows: stated as `quandary::expand` says them, and derived from that.

use crate::rows::{model_of, vars};
use crate::{check, derived};
use quandary::encode::domain;
use quandary::expand::Rows;
use quandary::model::arbitrary::{Form, Shape, model_with};
use quandary::model::global::{
    Automaton, BinPacking, Cardinality, Circuit, Cumulative, Diffn, Disjunctive, Inverse, Lex, NValue, Overlap,
    Regular, Task,
};
use quandary::model::{Cmp, Constraint, Domain, Operand, Var};
use std::sync::Arc;

/// The kinds, as random models draw them, with the words of their tables.
const FORMS: &[(Form, &str)] = &[
    (Form::Cumulative, "cumulative"),
    (Form::Disjunctive, "disjunctive"),
    (Form::Circuit, "circuit"),
    (Form::Regular, "regular"),
    (Form::Cardinality, "cardinality"),
    (Form::Inverse, "inverse"),
    (Form::Lex, "lex"),
    (Form::BinPacking, "bin-packing"),
    (Form::NValue, "nvalue"),
    (Form::Diffn, "diffn"),
    (Form::Overlap, "overlap"),
];

/// The names of the rows of a kind.
fn rows(word: &str) -> Vec<&'static str> {
    Rows::all().into_iter().filter(|(kind, ..)| *kind == word).map(|(_, name, ..)| name).collect()
}

/// The constraint alone and under conditions, by every row of its kind and of domains.
fn check_rows(word: &str, domains: &[&[i64]], constraint: impl Into<Constraint>) {
    let constraint = constraint.into();
    let with_condition = [domains, &[&[0, 1]]].concat();
    let when = Var(domains.len() as u32).is_true();
    let implied = Constraint::Implies { when, then: Box::new(constraint.clone()) };
    let either = Constraint::Iff { when, then: Box::new(constraint.clone()) };
    for row in rows(word) {
        for domain in domain::TABLE {
            let encoding = format!("{row}+{}", domain.name);
            check(&model_of(domains, constraint.clone()), &encoding);
            check(&model_of(&with_condition, implied.clone()), &encoding);
        }
        check(&model_of(&with_condition, either.clone()), row);
    }
}

#[test]
fn every_kind_is_drawn() {
    assert!(Rows::all().iter().all(|(kind, ..)| FORMS.iter().any(|(_, word)| word == kind)));
}

/// Sums that are trivial are not stated, and a model that has one may say that it is not certified; few do.
#[test]
fn whatever_is_drawn() {
    let (mut n_claimed, mut n_all) = (0, 0);
    for (form, word) in FORMS {
        let shape = Shape { n_constraints: 1..=1, n_arguments: 4, most_assignments: 300, ..Shape::SMALL };
        for seed in 0..20 {
            let model = model_with(*form, seed, &shape);
            for row in rows(word) {
                let is_claimed = derived(&model, row).missing.is_empty();
                if is_claimed {
                    check(&model, row);
                }
                n_claimed += usize::from(is_claimed);
                n_all += 1;
            }
        }
    }
    println!("{n_claimed} of {n_all} drawn models are certified");
    assert!(n_claimed * 10 > n_all * 9, "{n_claimed} of {n_all}");
}

#[test]
fn schedules() {
    let v = vars(4);
    let task = |start: Var, duration: Operand, demand: Operand| Task { start: start.into(), duration, demand };
    let four: &[i64] = &[0, 1, 2, 3];
    let fixed = vec![
        task(v[0], 2.into(), 1.into()),
        task(v[1], 1.into(), 2.into()),
        task(v[2], 2.into(), 2.into()),
        task(v[3], 1.into(), 1.into()),
    ];
    check_rows("cumulative", &[four; 4], Cumulative { tasks: fixed, capacity: 3.into() });
    let open = vec![task(v[0], v[2].into(), 1.into()), task(v[1], 2.into(), v[3].into())];
    check_rows("cumulative", &[four, four, &[-1, 0, 2], &[0, 1, 2]], Cumulative { tasks: open, capacity: 2.into() });
    for strict in [false, true] {
        let tasks = vec![(v[0].into(), 2.into()), (v[1].into(), v[3].into()), (v[2].into(), 0.into())];
        check_rows("disjunctive", &[four, four, four, &[0, 1, 2]], Disjunctive { tasks, strict });
    }
}

#[test]
fn tours() {
    for sub in [false, true] {
        for n in 0..=4 {
            let wide: &[i64] = &[2, 3, 4, 5, 6];
            check_rows("circuit", &vec![&wide[..n + 1]; n], Circuit { next: vars(n), first: 2, sub });
        }
    }
    for (n, m) in [(0, 0), (2, 2), (3, 3), (1, 2)] {
        let (f, g) = (vars(n), vars(n + m)[n..].to_vec());
        check_rows("inverse", &vec![&[0, 1, 2, 3][..]; n + m], Inverse { f, first_f: 1, g, first_g: 0 });
    }
}

#[test]
fn words() {
    let steps = vec![2, 1, 0, 3, 0, 1, 3, 2, 0];
    let accepting = Domain::from_values([1, 3]);
    let automaton = Arc::new(Automaton { n_states: 3, first: 1, n_letters: 3, steps, start: 1, accepting });
    for n in 0..=4 {
        let word = Regular { word: vars(n), automaton: automaton.clone() };
        check_rows("regular", &vec![&[0, 1, 2, 3][..]; n], word);
    }
    for strict in [false, true] {
        let v = vars(4).into_iter().map(Operand::from).collect::<Vec<_>>();
        let lex = |left: &[Operand], right: &[Operand]| Lex { left: left.to_vec(), right: right.to_vec(), strict };
        let domains: &[&[i64]] = &[&[0, 1, 2][..]; 4];
        check_rows("lex", domains, lex(&v[..2], &v[2..]));
        check_rows("lex", domains, lex(&v[..3], &v[3..]));
        check_rows("lex", domains, lex(&[v[0], 1.into(), v[1]], &[v[2], v[3], v[1]]));
        check_rows("lex", &[&[0, 1]], lex(&[], &v[..1]));
    }
}

#[test]
fn counts_of_values() {
    let v = vars(4);
    for closed in [false, true] {
        let counts = vec![(1, v[3].into()), (2, 1.into()), (1, v[3].into()), (9, v[2].into())];
        let it = Cardinality { vars: v[..3].to_vec(), counts, closed };
        check_rows("cardinality", &[&[0, 1, 2], &[1, 2], &[0, 1, 2, 9], &[-1, 0, 1, 2, 5]], it);
    }
    let items = vec![(2, v[0]), (0, v[0]), (3, v[1]), (1, v[2])];
    let packing = BinPacking { items, loads: vec![v[3].into(), 3.into()], first: 1 };
    check_rows("bin-packing", &[&[1, 2], &[0, 1, 2], &[1, 2, 3], &[-1, 0, 2, 3, 6]], packing);
    let items = vec![(-2, v[0]), (3, v[1])];
    let packing = BinPacking { items, loads: vec![v[2].into(), v[3].into()], first: 0 };
    check_rows("bin-packing", &[&[0, 1], &[0, 1], &[-2, 0, 1, 3], &[-2, 0, 1, 3]], packing);
    check_rows("nvalue", &[&[0, 1, 2], &[1, 2, 3], &[5, 2], &[0, 1, 2, 3]], NValue { n: v[3].into(), of: vars(3) });
    check_rows("nvalue", &[&[0, 1, 2][..]; 3], NValue { n: 2.into(), of: vars(3) });
}

#[test]
fn boxes_and_sets() {
    let v = vars(4);
    let three: &[i64] = &[0, 1, 2];
    for strict in [false, true] {
        let flat =
            vec![(v[0].into(), 2.into()), (v[1].into(), 1.into()), (v[2].into(), v[3].into()), (1.into(), 2.into())];
        check_rows("diffn", &[three, three, three, &[0, 1, 2]], Diffn { n_dimensions: 2, sides: flat, strict });
        let line = vec![(v[0].into(), 1.into()), (v[1].into(), v[2].into()), (v[3].into(), 0.into())];
        check_rows("diffn", &[three, three, &[-1, 0, 2], three], Diffn { n_dimensions: 1, sides: line, strict });
    }
    for cmp in Cmp::ALL {
        for bound in -1..=4 {
            let pairs = vec![
                (v[0].is_true(), v[1].is_true()),
                (v[1].is_true(), v[2].is_false()),
                (v[3].at_most(1), v[3].more_than(0)),
                (v[0].is_true(), v[0].is_false()),
                (v[2].is_true(), v[2].is_true()),
            ];
            check_rows("overlap", &[&[0, 1], &[0, 1], &[0, 1], three], Overlap { pairs, cmp, bound });
        }
    }
}
