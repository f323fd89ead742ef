//! Hand-written truth tables that pin [`Constraint::holds`].
//!
//! Every engine is tested against `holds`, so an inverted meaning would be invisible everywhere else. The expected
//! rows below are written out by a person and computed by nothing.

use super::{Assignment, Cmp, Constraint, Op, Operand, Var, count_true};

pub(super) const X: Var = Var(0);
pub(super) const Y: Var = Var(1);
pub(super) const Z: Var = Var(2);

/// Checks that of all assignments over `values`, exactly the listed ones satisfy the constraint.
pub(super) fn check(constraint: &Constraint, n_vars: usize, values: &[i64], expected: &[&[i64]]) {
    let mut found: Vec<Vec<i64>> = vec![vec![]];
    for _ in 0..n_vars {
        found = found.iter().flat_map(|row| values.iter().map(move |v| [&row[..], &[*v]].concat())).collect();
    }
    found.retain(|row| constraint.holds(&Assignment::new(row.clone())));
    assert_eq!(found, expected, "{constraint:?}");
}

#[test]
fn clause() {
    let c = Constraint::Clause(vec![X.is_true(), Y.is_false()]);
    check(&c, 2, &[0, 1], &[&[0, 0], &[1, 0], &[1, 1]]);
    check(&Constraint::falsity(), 1, &[0, 1], &[]);
    let c = Constraint::Clause(vec![X.at_most(1), Y.more_than(2)]);
    check(&c, 2, &[1, 2, 3], &[&[1, 1], &[1, 2], &[1, 3], &[2, 3], &[3, 3]]);
    let c = Constraint::Clause(vec![X.is_not(2), Y.at_least(3)]);
    check(&c, 2, &[2, 3], &[&[2, 3], &[3, 2], &[3, 3]]);
}

#[test]
fn count() {
    let of = || count_true([X.is_true(), Y.is_true(), Z.is_false()]);
    check(&of().at_most(0), 3, &[0, 1], &[&[0, 0, 1]]);
    check(&of().at_least(3), 3, &[0, 1], &[&[1, 1, 0]]);
    check(&of().exactly(1), 3, &[0, 1], &[&[0, 0, 0], &[0, 1, 1], &[1, 0, 1]]);
    let twice = Constraint::Count { atoms: vec![X.is_true(), X.is_true()], cmp: Cmp::Ne, bound: 2 };
    check(&twice, 1, &[0, 1], &[&[0]]);
}

#[test]
fn linear() {
    check(&(X + 2 * Y).le(2), 2, &[0, 1, 2], &[&[0, 0], &[0, 1], &[1, 0], &[2, 0]]);
    check(&(X - Y).equals(1), 2, &[0, 1, 2], &[&[1, 0], &[2, 1]]);
    check(&(X + Y).ge(4), 2, &[0, 1, 2], &[&[2, 2]]);
    check(&(X + X).differs(2), 1, &[0, 1, 2], &[&[0], &[2]]);
    check(&(2 * X).gt(Y + 1), 2, &[0, 1, 2], &[&[1, 0], &[2, 0], &[2, 1], &[2, 2]]);
}

#[test]
fn all_different() {
    check(&Constraint::AllDifferent(vec![X, Y]), 2, &[4, 5], &[&[4, 5], &[5, 4]]);
    check(&Constraint::AllDifferent(vec![X, Y, Z]), 3, &[0, 1], &[]);
    check(&Constraint::AllDifferent(vec![]), 1, &[0], &[&[0]]);
}

#[test]
fn table() {
    let c = Constraint::Table { vars: vec![Y, X], rows: vec![vec![1, 2], vec![3, 3]].into() };
    check(&c, 2, &[1, 2, 3], &[&[2, 1], &[3, 3]]);
    let none = Constraint::Table { vars: vec![X], rows: vec![].into() };
    check(&none, 1, &[1], &[]);
}

#[test]
fn element() {
    let array = vec![Operand::Const(7), Operand::Var(Z)];
    let c = Constraint::Element { array: array.into(), first: 1, index: X, result: Y.into() };
    check(&c, 3, &[1, 2, 7], &[&[1, 7, 1], &[1, 7, 2], &[1, 7, 7], &[2, 1, 1], &[2, 2, 2], &[2, 7, 7]]);
    let c = Constraint::Element { array: [Operand::Const(5)].into(), first: 0, index: X, result: Operand::Const(5) };
    check(&c, 1, &[-1, 0, 1], &[&[0]]);
}

#[test]
fn operations() {
    let on = |op, x: i64, y: i64| Constraint::Operation { op, x: x.into(), y: y.into(), z: X.into() };
    check(&on(Op::Times, -3, 2), 1, &[-6, 6], &[&[-6]]);
    check(&on(Op::Divide, -7, 2), 1, &[-4, -3], &[&[-3]]);
    check(&on(Op::Divide, 7, 0), 1, &[0, 7], &[]);
    check(&on(Op::Modulo, -7, 2), 1, &[-1, 1], &[&[-1]]);
    check(&on(Op::Modulo, 7, -2), 1, &[-1, 1], &[&[1]]);
    check(&on(Op::Modulo, 7, 0), 1, &[0, 7], &[]);
    check(&on(Op::Power, 2, 3), 1, &[6, 8], &[&[8]]);
    check(&on(Op::Power, 2, -1), 1, &[0, 1], &[&[0]]);
    check(&on(Op::Power, -1, -3), 1, &[-1, 0, 1], &[&[-1]]);
    check(&on(Op::Power, 0, 0), 1, &[0, 1], &[&[1]]);
    check(&on(Op::Power, 0, -1), 1, &[0, 1], &[]);
    let square = Constraint::Operation { op: Op::Times, x: X.into(), y: X.into(), z: Y.into() };
    check(&square, 2, &[-2, 0, 1, 4], &[&[-2, 4], &[0, 0], &[1, 1]]);
}

#[test]
fn absolute_minimum_maximum() {
    check(&Constraint::Absolute { x: X, z: Y }, 2, &[-2, 0, 2], &[&[-2, 2], &[0, 0], &[2, 2]]);
    let of = vec![Operand::Var(X), Operand::Const(2)];
    let min = Constraint::Minimum { of: of.clone(), result: Y };
    check(&min, 2, &[1, 2, 3], &[&[1, 1], &[2, 2], &[3, 2]]);
    check(&Constraint::Maximum { of, result: Y }, 2, &[1, 2, 3], &[&[1, 2], &[2, 2], &[3, 3]]);
    check(&Constraint::Minimum { of: vec![], result: X }, 1, &[0], &[]);
    check(&Constraint::Maximum { of: vec![], result: X }, 1, &[0], &[]);
}

#[test]
fn reification() {
    let then = || Box::new((X + Y).equals(1));
    let half = Constraint::Implies { when: Z.is_true(), then: then() };
    check(&half, 3, &[0, 1], &[&[0, 0, 0], &[0, 1, 0], &[0, 1, 1], &[1, 0, 0], &[1, 0, 1], &[1, 1, 0]]);
    let full = Constraint::Iff { when: Z.is_true(), then: then() };
    check(&full, 3, &[0, 1], &[&[0, 0, 0], &[0, 1, 1], &[1, 0, 1], &[1, 1, 0]]);
}

#[test]
fn negation_is_the_complement() {
    let cases = [
        Constraint::Clause(vec![X.is_true(), Y.is_false()]),
        count_true([X.is_true(), Y.is_true(), Z.is_true()]).exactly(2),
        (X + 2 * Y - Z).le(1),
        Constraint::Iff { when: Z.is_true(), then: Box::new((X + Y).ge(2)) },
    ];
    for c in cases {
        let not = c.negated().expect("these have an opposite");
        for bits in 0..8 {
            let a = Assignment::new((0..3).map(|i| bits >> i & 1).collect());
            assert_ne!(c.holds(&a), not.holds(&a), "{c:?} at {a:?}");
        }
    }
}

#[test]
fn scope_is_sorted_and_without_repetition() {
    let inner = Constraint::Element {
        array: [Operand::Var(Z), Operand::Var(Z)].into(),
        first: 0,
        index: Y,
        result: Operand::Const(1),
    };
    let c = Constraint::Iff { when: X.is_true(), then: Box::new(inner) };
    assert_eq!(c.scope(), vec![X, Y, Z]);
}

#[test]
fn user() {
    let c = Constraint::user("a square", &[Y, X], |v| v[0] == v[1] * v[1]);
    check(&c, 2, &[-1, 0, 1, 4], &[&[-1, 1], &[0, 0], &[1, 1]]);
    assert!(Constraint::user("nothing", &[], |_| true).holds(&Assignment::new(vec![])));
    let other = Constraint::user("a square", &[Y, X], |v| v[0] == v[1] * v[1]);
    assert!(c == c.clone() && c != other, "each function is its own");
}
