//! Hand-written truth tables of the constraints that stay whole, computed by nothing.

use super::{
    Automaton, BinPacking, Cardinality, Circuit, Cumulative, Diffn, Disjunctive, Inverse, Lex, NValue, Overlap,
    Regular, Task,
};
use crate::model::truth_tables::{X, Y, Z, check};
use crate::model::{Cmp, Domain, Operand};
use std::sync::Arc;

#[test]
fn cumulative() {
    let task =
        |start: Operand, duration: i64, demand: i64| Task { start, duration: duration.into(), demand: demand.into() };
    let two = |capacity: i64| Cumulative {
        tasks: vec![task(X.into(), 2, 1), task(Y.into(), 1, 2)],
        capacity: capacity.into(),
    };
    check(&two(3).into(), 2, &[0, 1], &[&[0, 0], &[0, 1], &[1, 0], &[1, 1]]);
    check(&two(2).into(), 2, &[0, 1, 2], &[&[0, 2], &[1, 0], &[2, 0], &[2, 1]]);
    check(&two(1).into(), 2, &[0, 1, 2], &[]);
    // One that lasts no time, or needs nothing, takes nothing; nothing may be negative.
    let odd = |duration: Operand, demand: Operand, capacity: Operand| Cumulative {
        tasks: vec![Task { start: 0.into(), duration, demand }],
        capacity,
    };
    check(&odd(X.into(), 2.into(), 1.into()).into(), 1, &[-1, 0, 1], &[&[0]]);
    check(&odd(2.into(), X.into(), 1.into()).into(), 1, &[-1, 0, 1, 2], &[&[0], &[1]]);
    check(&odd(2.into(), 0.into(), X.into()).into(), 1, &[-1, 0, 1], &[&[0], &[1]]);
    check(&Cumulative { tasks: vec![], capacity: X.into() }.into(), 1, &[-1, 0], &[&[0]]);
}

#[test]
fn disjunctive() {
    let on = |duration: i64, strict: bool| Disjunctive {
        tasks: vec![(X.into(), 2.into()), (Y.into(), duration.into())],
        strict,
    };
    check(&on(1, false).into(), 2, &[0, 1, 2], &[&[0, 2], &[1, 0], &[2, 0], &[2, 1]]);
    check(&on(1, true).into(), 2, &[0, 1, 2], &[&[0, 2], &[1, 0], &[2, 0], &[2, 1]]);
    check(&on(0, false).into(), 2, &[0, 1], &[&[0, 0], &[0, 1], &[1, 0], &[1, 1]]);
    check(&on(0, true).into(), 2, &[0, 1], &[&[0, 0], &[1, 0], &[1, 1]]);
    check(&on(-1, false).into(), 2, &[0, 1], &[]);
    let instants = Disjunctive { tasks: vec![(X.into(), 0.into()), (Y.into(), 0.into())], strict: true };
    check(&instants.into(), 2, &[0, 1], &[&[0, 0], &[0, 1], &[1, 0], &[1, 1]]);
}

#[test]
fn circuit() {
    let on = |sub: bool| Circuit { next: vec![X, Y, Z], first: 1, sub };
    check(&on(false).into(), 3, &[1, 2, 3], &[&[2, 3, 1], &[3, 1, 2]]);
    let with_own = [&[1, 2, 3][..], &[1, 3, 2], &[2, 1, 3], &[2, 3, 1], &[3, 1, 2], &[3, 2, 1]];
    check(&on(true).into(), 3, &[1, 2, 3], &with_own);
    check(&Circuit { next: vec![X], first: 4, sub: false }.into(), 1, &[3, 4, 5], &[&[4]]);
    check(&Circuit { next: vec![], first: 0, sub: false }.into(), 1, &[9], &[&[9]]);
    let four = Circuit { next: vec![X, Y, crate::model::Var(2), crate::model::Var(3)], first: 0, sub: true };
    let pairs = [1, 0, 3, 2].map(i64::from);
    assert!(!crate::model::Constraint::from(four).holds(&crate::model::Assignment::new(pairs.to_vec())));
}

#[test]
fn regular() {
    // 1 any number of times, then 2 once.
    let automaton = Automaton {
        n_states: 2,
        first: 1,
        n_letters: 2,
        steps: vec![1, 2, 0, 0],
        start: 1,
        accepting: Domain::singleton(2),
    };
    let automaton = Arc::new(automaton);
    let on = |word: Vec<crate::model::Var>| Regular { word, automaton: automaton.clone() }.into();
    check(&on(vec![X, Y]), 2, &[0, 1, 2, 3], &[&[1, 2]]);
    check(&on(vec![X]), 1, &[1, 2], &[&[2]]);
    check(&on(vec![]), 1, &[1, 2], &[]);
}

#[test]
fn cardinality() {
    let on = |closed: bool| Cardinality { vars: vec![X, Y], counts: vec![(5, Z.into()), (7, 0.into())], closed };
    check(&on(false).into(), 3, &[1, 5], &[&[1, 5, 1], &[5, 1, 1]]);
    check(&on(true).into(), 3, &[0, 1, 2, 5], &[&[5, 5, 2]]);
    let twice = Cardinality { vars: vec![X], counts: vec![(1, 1.into()), (1, Y.into())], closed: false };
    check(&twice.into(), 2, &[0, 1], &[&[1, 1]]);
}

#[test]
fn inverse() {
    let same = Inverse { f: vec![X, Y], first_f: 1, g: vec![X, Y], first_g: 1 };
    check(&same.into(), 2, &[0, 1, 2], &[&[1, 2], &[2, 1]]);
    let shifted = Inverse { f: vec![X], first_f: 5, g: vec![Y], first_g: 8 };
    check(&shifted.into(), 2, &[5, 8], &[&[8, 5]]);
    let longer = Inverse { f: vec![X], first_f: 1, g: vec![Y, Z], first_g: 1 };
    check(&longer.into(), 3, &[1, 2], &[]);
}

#[test]
fn lex() {
    let on = |strict: bool| Lex { left: vec![X.into(), Y.into()], right: vec![1.into(), Z.into()], strict };
    let less = [&[0, 0, 0][..], &[0, 0, 1], &[0, 1, 0], &[0, 1, 1], &[1, 0, 1]];
    check(&on(true).into(), 3, &[0, 1], &less);
    let at_most = [&[0, 0, 0][..], &[0, 0, 1], &[0, 1, 0], &[0, 1, 1], &[1, 0, 0], &[1, 0, 1], &[1, 1, 1]];
    check(&on(false).into(), 3, &[0, 1], &at_most);
    let begins = |strict| Lex { left: vec![X.into()], right: vec![X.into(), Y.into()], strict }.into();
    check(&begins(true), 2, &[0], &[&[0, 0]]);
    check(&Lex { left: vec![X.into(), X.into()], right: vec![X.into()], strict: false }.into(), 1, &[0], &[]);
    check(&Lex { left: vec![], right: vec![], strict: true }.into(), 1, &[0], &[]);
    check(&Lex { left: vec![], right: vec![], strict: false }.into(), 1, &[0], &[&[0]]);
}

#[test]
fn bin_packing() {
    let on = BinPacking { items: vec![(2, X), (3, Y)], loads: vec![Z.into(), 3.into()], first: 1 };
    check(&on.into(), 3, &[0, 1, 2, 3], &[&[1, 2, 2]]);
    let none = BinPacking { items: vec![], loads: vec![X.into()], first: 1 };
    check(&none.into(), 1, &[0, 1], &[&[0]]);
}

#[test]
fn n_value() {
    check(
        &NValue { n: Z.into(), of: vec![X, Y] }.into(),
        3,
        &[1, 2],
        &[&[1, 1, 1], &[1, 2, 2], &[2, 1, 2], &[2, 2, 1]],
    );
    check(&NValue { n: X.into(), of: vec![] }.into(), 1, &[0, 1], &[&[0]]);
}

#[test]
fn diffn() {
    // A bar of two by one, and a box as high that is free to move.
    let on = |length: i64, strict: bool| Diffn {
        n_dimensions: 2,
        sides: vec![(0.into(), 2.into()), (0.into(), 1.into()), (X.into(), length.into()), (Y.into(), 1.into())],
        strict,
    };
    let all = [&[0, 0][..], &[0, 1], &[0, 2], &[1, 0], &[1, 1], &[1, 2], &[2, 0], &[2, 1], &[2, 2]];
    let beside = [&[0, 1][..], &[0, 2], &[1, 1], &[1, 2], &[2, 0], &[2, 1], &[2, 2]];
    check(&on(1, true).into(), 2, &[0, 1, 2], &beside);
    check(&on(1, false).into(), 2, &[0, 1, 2], &beside);
    // Without length it may not lie inside, if that is asked; at the ends it may.
    let outside = [&[0, 0][..], &[0, 1], &[0, 2], &[1, 1], &[1, 2], &[2, 0], &[2, 1], &[2, 2]];
    check(&on(0, true).into(), 2, &[0, 1, 2], &outside);
    check(&on(0, false).into(), 2, &[0, 1, 2], &all);
    let line = Diffn { n_dimensions: 1, sides: vec![(X.into(), 2.into()), (Y.into(), 1.into())], strict: true };
    check(&line.into(), 2, &[0, 1, 2], &[&[0, 2], &[1, 0], &[2, 0], &[2, 1]]);
    check(&Diffn { n_dimensions: 2, sides: vec![], strict: true }.into(), 1, &[7], &[&[7]]);
    // A box alone is apart from all others, whatever its length.
    let one = Diffn { n_dimensions: 1, sides: vec![(X.into(), (-3).into())], strict: true };
    check(&one.into(), 1, &[0, 1], &[&[0], &[1]]);
}

#[test]
fn overlap() {
    let on = |cmp: Cmp, bound: i64| Overlap {
        pairs: vec![(X.is_true(), Y.is_true()), (Y.is_true(), Z.is_true())],
        cmp,
        bound,
    };
    let none = [&[0, 0, 0][..], &[0, 0, 1], &[0, 1, 0], &[1, 0, 0], &[1, 0, 1]];
    let one = [&[0, 1, 1][..], &[1, 1, 0]];
    let two = [&[1, 1, 1][..]];
    let all = |parts: &[&[&'static [i64]]]| {
        let mut rows: Vec<&[i64]> = parts.concat();
        rows.sort_unstable();
        rows
    };
    check(&on(Cmp::Le, 0).into(), 3, &[0, 1], &none);
    check(&on(Cmp::Le, 1).into(), 3, &[0, 1], &all(&[&none, &one]));
    check(&on(Cmp::Ge, 2).into(), 3, &[0, 1], &two);
    check(&on(Cmp::Ge, 1).into(), 3, &[0, 1], &all(&[&one, &two]));
    check(&on(Cmp::Eq, 1).into(), 3, &[0, 1], &one);
    check(&on(Cmp::Ne, 1).into(), 3, &[0, 1], &all(&[&none, &two]));
    check(&on(Cmp::Ge, 3).into(), 3, &[0, 1], &[]);
    check(&on(Cmp::Le, -1).into(), 3, &[0, 1], &[]);
    let same = Overlap { pairs: vec![(X.is(2), X.more_than(1)), (X.is(2), X.is(1))], cmp: Cmp::Eq, bound: 1 };
    check(&same.into(), 1, &[0, 1, 2], &[&[2]]);
}
