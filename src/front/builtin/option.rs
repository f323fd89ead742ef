//! Questions to values that may be absent.

use crate::front::diagnostic::Outcome;
use crate::front::evaluate::{Evaluator, from_formula, option};
use crate::front::source::Span;
use crate::front::syntax::Op;
use crate::front::value::{Array, Value};
use std::sync::Arc;

pub(super) fn occurs(_: &mut Evaluator<'_>, args: &[Value], _: Span) -> Outcome<Value> {
    Ok(from_formula(option::occurs(&args[0])))
}

pub(super) fn absent(_: &mut Evaluator<'_>, args: &[Value], _: Span) -> Outcome<Value> {
    Ok(from_formula(option::occurs(&args[0]).negated()))
}

/// The value that is there, or all those of an array.
pub(super) fn deopt(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    match &args[0] {
        Value::Array(array) => {
            let cells = array.cells.iter().map(|cell| ev.deopt(cell, span)).collect::<Outcome<_>>()?;
            Ok(Value::Array(Arc::new(Array { index: array.index.clone(), cells })))
        }
        value => ev.deopt(value, span),
    }
}

pub(super) fn weakly_equal(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    ev.weak_truth(Op::Eq, &args[0], &args[1], span)
}

pub(super) fn weakly_different(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    ev.weak_truth(Op::Ne, &args[0], &args[1], span)
}
