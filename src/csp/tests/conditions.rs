//! Conditions that have no value until all else has one: what the other variables decide of them must be right.
//!
//! The condition is the last variable, so the constraint below it is asked whether it is decided with some of its
//! variables fixed and others open, which random models seldom come to.

use super::{Order, check};
use crate::model::arbitrary::{Form, Shape, Values, model_with, solutions};
use crate::model::{Assignment, Constraint, Model, Var};

const SHAPE: Shape = Shape {
    n_vars: 3..=3,
    domains: &[Values::Range(3), Values::Few],
    n_constraints: 1..=1,
    n_arguments: 4,
    depth: 1,
    auxiliaries: 0.0,
    ..Shape::SMALL
};

/// The constraint under conditions of every kind, on a Boolean that is declared last.
fn conditioned(model: &Model) -> Vec<Model> {
    let mut with_condition = model.clone();
    let b = with_condition.bool("b");
    let then = || Box::new(model.constraints[0].constraint.clone());
    let when = Var(0).at_most(0);
    let forms = [
        Constraint::Iff { when: b.is_true(), then: then() },
        Constraint::Implies { when: b.is_false(), then: then() },
        Constraint::Iff { when: b.is_true(), then: Box::new(Constraint::Implies { when, then: then() }) },
        Constraint::Iff { when: b.is_false(), then: Box::new(Constraint::Iff { when, then: then() }) },
    ];
    let with = |constraint: Constraint| {
        let mut model = with_condition.clone();
        model.constraints[0].constraint = constraint;
        model
    };
    forms.into_iter().map(with).collect()
}

#[test]
fn what_is_decided_of_a_condition_is_right() {
    let orders: Vec<Order> = ["input+fc", "input+mac"].map(|text| text.parse().expect("words of an order")).to_vec();
    for (form, seed) in itertools::iproduct!(Form::ALL, 0..25) {
        for model in conditioned(&model_with(*form, seed, &SHAPE)) {
            let all: Vec<Assignment> = solutions(&model).collect();
            orders.iter().for_each(|order| check(&model, order, &all));
        }
    }
}

/// Two of three variables differ: that decides nothing. Two are equal: that decides it.
#[test]
fn three_variables_that_differ_decide_when_the_last_is_fixed() {
    let mut model = Model::new();
    let x = model.ints("x", 3, 0..=2);
    let b = model.bool("b");
    model.iff(b.is_true(), Constraint::AllDifferent(x));
    let all: Vec<Assignment> = solutions(&model).collect();
    assert_eq!(all.iter().filter(|a| a[b] == 1).count(), 6);
    Order::all().for_each(|order| check(&model, &order, &all));
}
