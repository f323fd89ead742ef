//! What changes no answer but the size of a formula: trivial, impossible and repeated things are seen before they are written.

use super::{check, model_of, vars};
use crate::cnf::Cnf;
use crate::encode::{Encoding, encode};
use crate::model::{Constraint, Model, Op, Operand, sum};
use crate::search::Budget;

/// The clauses that a constraint adds to those of its variables.
fn n_clauses(model: &Model, encoding: &str) -> usize {
    let encoding = Encoding::parse(encoding).expect("the tests name known rows");
    let written = |model: &Model| {
        let mut cnf = Cnf::new();
        encode(model, &encoding, &Budget::unlimited(), &mut cnf).expect("tiny models can be encoded");
        cnf.n_clauses()
    };
    let mut bare = model.clone();
    bare.constraints.clear();
    written(model) - written(&bare)
}

#[test]
fn a_variable_cannot_differ_from_itself_and_one_clause_says_so() {
    for repeated in [vec![0, 0], vec![0, 1, 1], vec![1, 0, 2, 1]] {
        let v = vars(3);
        let constraint = Constraint::AllDifferent(repeated.iter().map(|i| v[*i]).collect());
        let model = model_of(&[&[1, 2, 3], &[1, 2, 3], &[1, 2, 3]], constraint);
        assert_eq!(n_clauses(&model, "order"), 1, "{repeated:?}");
    }
}

#[test]
fn a_term_written_twice_is_one_term() {
    let domains: &[&[i64]] = &[&[0, 1, 2, 3, 4], &[0, 1, 2, 3]];
    let v = vars(2);
    for encoding in ["order", "direct", "log"] {
        let twice = model_of(domains, sum([v[0], v[1], v[0]]).le(5));
        let once = model_of(domains, (v[0] * 2 + v[1]).le(5));
        assert_eq!(n_clauses(&twice, encoding), n_clauses(&once, encoding), "{encoding}");
    }
}

#[test]
fn what_always_holds_is_not_written() {
    let domains: &[&[i64]] = &[&[0, 1, 2], &[0, 1, 2]];
    let v = vars(2);
    for trivial in [(v[0] + v[1]).ge(0), (v[0] + v[1]).le(4), (v[0] - v[1]).ge(-2), (v[0] * 2 + v[1]).differs(7)] {
        assert_eq!(n_clauses(&model_of(domains, trivial.clone()), "order"), 0, "{trivial:?}");
    }
}

/// Too many bases and exponents to list, so that powers are chains of products: with exponents that vanish and that explode.
#[test]
fn large_powers_with_strange_exponents() {
    let bases: Vec<i64> = (-3500..=3500).collect();
    let v = vars(3);
    let power = Constraint::Operation { op: Op::Power, x: v[0].into(), y: v[1].into(), z: Operand::Var(v[2]) };
    for (exponents, results) in
        [(&[-2i64, -1, 2][..], &[-1i64, 1, 4][..]), (&[-3, 0, 3], &[-1, 27]), (&[1, 64, 65], &[-1, 1, 7])]
    {
        check(&model_of(&[&bases, exponents, results], power.clone()), "order");
    }
}
