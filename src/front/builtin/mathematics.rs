//! Functions of known numbers: logarithms, powers of e, angles.

use crate::front::diagnostic::{Outcome, undefined};
use crate::front::evaluate::float;
use crate::front::source::Span;
use crate::front::value::Value;

/// A function of one number; where it has no value the call is undefined.
pub(super) fn of_one(args: &[Value], span: Span, function: fn(f64) -> f64) -> Outcome<Value> {
    defined(function(float(&args[0], span)?), span)
}

/// `log(base, x)`.
pub(super) fn logarithm(args: &[Value], span: Span) -> Outcome<Value> {
    let (base, x) = (float(&args[0], span)?, float(&args[1], span)?);
    defined(x.ln() / base.ln(), span)
}

fn defined(value: f64, span: Span) -> Outcome<Value> {
    if value.is_finite() { Ok(Value::Float(value)) } else { undefined(span, "the function has no value there") }
}
