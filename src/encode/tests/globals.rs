//! Every row of every kind of constraint that stays whole, against `holds`.

use super::{by_formula, check, enumerate, model_of, reified, vars};
use crate::cnf::Cnf;
use crate::encode::{Encoding, encode};
use crate::expand::{Rows, expanded};
use crate::model::arbitrary::{Form, Shape, model_with, solutions};
use crate::model::global::{
    Automaton, BinPacking, Cardinality, Circuit, Cumulative, Diffn, Disjunctive, Inverse, Lex, NValue, Overlap,
    Regular, Task,
};
use crate::model::{Cmp, Constraint, Domain, Model, Operand, Var};
use crate::search::Budget;
use std::sync::Arc;

/// The kinds with the words of their tables.
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

/// The constraint alone and under conditions, by every row of its kind, over domains with and without order.
fn check_rows(word: &str, domains: &[&[i64]], constraint: impl Into<Constraint>) {
    let constraint = constraint.into();
    let with_condition = [domains, &[&[0, 1]]].concat();
    for row in rows(word) {
        for constraint in reified(&constraint, Var(domains.len() as u32)) {
            check(&model_of(&with_condition, constraint), row);
        }
        check(&model_of(domains, constraint.clone()), &format!("{row}+direct"));
    }
}

#[test]
fn each_kind_has_two_rows_and_a_form() {
    let kinds: Vec<&str> = Rows::all().iter().map(|(kind, ..)| *kind).collect();
    for (form, word) in FORMS {
        assert!(rows(word).len() >= 2, "{word}");
        assert!(Form::ALL.contains(form));
    }
    assert!(kinds.iter().all(|kind| FORMS.iter().any(|(_, word)| word == kind)));
}

#[test]
fn whatever_is_drawn() {
    for (form, word) in FORMS {
        let shape = Shape { n_constraints: 1..=1, n_arguments: 4, most_assignments: 300, ..Shape::SMALL };
        for seed in 0..60 {
            let model = model_with(*form, seed, &shape);
            for row in rows(word) {
                check(&model, row);
            }
        }
    }
}

/// The expanded model has the same solutions over the old variables.
#[test]
fn the_expanded_model_says_the_same() {
    for (form, word) in FORMS {
        let shape = Shape { n_arguments: 4, most_assignments: 200, ..Shape::SMALL };
        for seed in 0..20 {
            let model = model_with(*form, seed, &shape);
            for row in rows(word) {
                let chosen = Rows::default().with(row).expect("the name of a row");
                let flat = expanded(&model, &chosen, &|_| true, &Budget::unlimited()).expect("no limit");
                assert!(!flat.constraints.iter().any(|posted| matches!(posted.constraint, Constraint::Global(_))));
                let expected: Vec<_> = solutions(&model).collect();
                assert_eq!(projected(&model, &flat), expected, "{row} {seed}: {:?}", model.constraints);
            }
        }
    }
}

/// The solutions of a model, as far as the variables of another go.
fn projected(old: &Model, model: &Model) -> Vec<crate::model::Assignment> {
    let mut cnf = Cnf::new();
    let map = encode(model, &Encoding::default(), &Budget::unlimited(), &mut cnf).expect("tiny models can be encoded");
    let mut found = enumerate(old, &map, &cnf);
    found.iter_mut().for_each(|assignment| assignment.values.truncate(old.vars.len()));
    found.sort();
    found
}

#[test]
fn what_is_not_wanted_stays() {
    let mut model = Model::new();
    let x = model.ints("x", 3, 1..=3);
    model.post(Circuit { next: x.clone(), first: 1, sub: false }.into());
    model.post(NValue { n: 2.into(), of: x }.into());
    let is_wanted = |global: &crate::model::Global| global.kind() == "circuit";
    let flat = expanded(&model, &Rows::default(), &is_wanted, &Budget::unlimited()).expect("no limit");
    let kinds: Vec<&str> = flat.constraints.iter().map(|posted| posted.constraint.kind()).collect();
    assert!(kinds.contains(&"nvalue") && !kinds.contains(&"circuit"), "{kinds:?}");
    assert_eq!(by_formula(&flat, ""), []);
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
    let same = vec![task(v[0], 1.into(), v[1].into()), task(v[0], v[1].into(), 1.into())];
    check_rows("cumulative", &[&[0, 7], four, &[-1, 2, 3]], Cumulative { tasks: same, capacity: v[2].into() });
    for strict in [false, true] {
        let tasks = vec![(v[0].into(), 2.into()), (v[1].into(), v[3].into()), (v[2].into(), 0.into())];
        check_rows("disjunctive", &[four, four, four, &[0, 1, 2]], Disjunctive { tasks, strict });
        let tasks = vec![(v[0].into(), v[1].into()), (v[0].into(), v[1].into()), (2.into(), 2.into())];
        check_rows("disjunctive", &[&[0, 2, 4, 5], &[-1, 0, 1]], Disjunctive { tasks, strict });
    }
}

#[test]
fn tours() {
    for sub in [false, true] {
        for n in 0..=4 {
            let wide: &[i64] = &[2, 3, 4, 5, 6];
            let domains = vec![&wide[..n + 1]; n];
            check_rows("circuit", &domains, Circuit { next: vars(n), first: 2, sub });
        }
        check_rows("circuit", &[&[1, 2, 3]], Circuit { next: vec![Var(0), Var(0)], first: 1, sub });
    }
    for (n, m) in [(0, 0), (2, 2), (3, 3), (1, 2)] {
        let (f, g) = (vars(n), vars(n + m)[n..].to_vec());
        check_rows("inverse", &vec![&[0, 1, 2, 3][..]; n + m], Inverse { f, first_f: 1, g, first_g: 0 });
    }
    let own = Inverse { f: vars(3), first_f: 1, g: vars(3), first_g: 1 };
    check_rows("inverse", &[&[1, 2, 3][..]; 3], own);
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
    let twice = Regular { word: vec![Var(0), Var(1), Var(0)], automaton };
    check_rows("regular", &[&[1, 2, 3, 4][..]; 2], twice);
    for strict in [false, true] {
        let v = vars(4).into_iter().map(Operand::from).collect::<Vec<_>>();
        let lex = |left: &[Operand], right: &[Operand]| Lex { left: left.to_vec(), right: right.to_vec(), strict };
        let domains: &[&[i64]] = &[&[0, 1, 2][..]; 4];
        check_rows("lex", domains, lex(&v[..2], &v[2..]));
        check_rows("lex", domains, lex(&v[..3], &v[3..]));
        check_rows("lex", domains, lex(&v[..1], &v[1..]));
        check_rows("lex", domains, lex(&[v[0], 1.into(), v[1]], &[v[2], v[3], v[1]]));
        check_rows("lex", &[&[0]], lex(&[], &[]));
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
        check_rows("cardinality", &[&[0, 1]], Cardinality { vars: vec![], counts: vec![(3, v[0].into())], closed });
    }
    let items = vec![(2, v[0]), (0, v[0]), (3, v[1]), (1, v[2])];
    let packing = BinPacking { items, loads: vec![v[3].into(), 3.into()], first: 1 };
    check_rows("bin-packing", &[&[1, 2], &[0, 1, 2], &[1, 2, 3], &[-1, 0, 2, 3, 6]], packing);
    let items = vec![(-2, v[0]), (3, v[1])];
    let packing = BinPacking { items, loads: vec![v[2].into(), v[3].into()], first: 0 };
    check_rows("bin-packing", &[&[0, 1], &[0, 1], &[-2, 0, 1, 3], &[-2, 0, 1, 3]], packing);
    check_rows("nvalue", &[&[0, 1, 2], &[1, 2, 3], &[5, 2], &[0, 1, 2, 3]], NValue { n: v[3].into(), of: vars(3) });
    check_rows("nvalue", &[&[0, 1, 2][..]; 3], NValue { n: v[0].into(), of: vars(3) });
    check_rows("nvalue", &[&[0, 1, 2][..]; 3], NValue { n: 2.into(), of: vec![v[0], v[1], v[0], v[2]] });
    check_rows("nvalue", &[&[0, 1]], NValue { n: v[0].into(), of: vec![] });
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
