//! Boxes pair by pair: what is searched instead of a model where many boxes are apart.
//!
//! A pair is checked as soon as its boxes are placed, runs only when one of them changes, and has a weight of its own. With full
//! propagation there is besides how much of one dimension is used at each place of the other (Simonis and O'Sullivan, CP 2008):
//! it follows from the pairs, so the solutions are the same.

use super::{LookAhead, Order};
use crate::model::global::Diffn;
use crate::model::{Constraint, Global, Model, Operand, Posted};
use std::borrow::Cow;

/// The model with its boxes said pair by pair.
pub(super) fn paired<'m>(model: &'m Model, order: &Order) -> Cow<'m, Model> {
    let is_empty = model.vars.iter().any(|decl| decl.domain.is_empty());
    if is_empty || !model.constraints.iter().any(|posted| boxes(posted).is_some()) {
        return Cow::Borrowed(model);
    }
    let mut constraints = Vec::with_capacity(model.constraints.len());
    for posted in &model.constraints {
        let like = |constraint: Constraint| Posted { constraint, ..posted.clone() };
        let Some(it) = boxes(posted) else {
            constraints.push(posted.clone());
            continue;
        };
        let all: Vec<_> = it.boxes().collect();
        for (j, b) in all.iter().enumerate() {
            constraints.extend(all[..j].iter().map(|a| like(Diffn { sides: [*a, *b].concat(), ..*it }.into())));
        }
        if order.look_ahead == LookAhead::Full {
            constraints.extend(it.loads(|operand| range(model, operand)).into_iter().map(|load| like(load.into())));
        }
    }
    Cow::Owned(Model { constraints, ..model.clone() })
}

fn range(model: &Model, operand: Operand) -> (i64, i64) {
    match operand {
        Operand::Const(value) => (value, value),
        Operand::Var(var) => (model.domain(var).min(), model.domain(var).max()),
    }
}

/// Boxes that are more than a pair.
fn boxes(posted: &Posted) -> Option<&Diffn> {
    const PAIR: usize = 2;
    match &posted.constraint {
        Constraint::Global(global) => match &**global {
            Global::Diffn(it) if it.boxes().len() > PAIR => Some(it),
            _ => None,
        },
        _ => None,
    }
}
