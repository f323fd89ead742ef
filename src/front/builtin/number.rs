//! Sums, products, extrema and other functions of numbers.

use super::array::cells;
use crate::front::diagnostic::{Outcome, fault, undefined};
use crate::front::evaluate::{Evaluator, float, from_sum};
use crate::front::source::Span;
use crate::front::sum::Sum;
use crate::front::syntax::{Expr, Op};
use crate::front::value::Value;

/// The sum of an array; of a comprehension it is summed up without making the array.
pub(super) fn sum(ev: &mut Evaluator<'_>, args: &[Expr], span: Span) -> Outcome<Value> {
    if let Some(inner) = Evaluator::only_comprehension(args) {
        return ev.summed(inner, span);
    }
    let value = ev.eval(&args[0])?;
    let array = cells(&value, span)?;
    ev.sum_all(&array.cells, span)
}

/// `count(bools)`: how many are true; `count(array, value)`: how often the value occurs.
pub(super) fn count(ev: &mut Evaluator<'_>, args: &[Expr], span: Span) -> Outcome<Value> {
    let [array, wanted] = args else { return sum(ev, args, span) };
    let (value, wanted) = (ev.eval(array)?, ev.eval(wanted)?);
    let array = cells(&value, span)?;
    let mut equal = Vec::with_capacity(array.cells.len());
    for cell in &array.cells {
        equal.push(ev.comparison(Op::Eq, cell, &wanted, span)?);
    }
    ev.sum_all(&equal, span)
}

pub(super) fn bool2int(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    ev.sum(&args[0], span).map(from_sum)
}

pub(super) fn product(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let array = cells(&args[0], span)?;
    array.cells.iter().try_fold(Value::Int(1), |product, cell| ev.binary(Op::Times, product, cell.clone(), span))
}

pub(super) fn min(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    extremum(ev, args, span, false)
}

pub(super) fn max(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    extremum(ev, args, span, true)
}

fn extremum(ev: &mut Evaluator<'_>, args: &[Value], span: Span, largest: bool) -> Outcome<Value> {
    let values: Vec<Value> = match args {
        [Value::Set(set)] if set.members.is_empty() => return undefined(span, "the set is empty"),
        [Value::Set(set)] => {
            let at = if largest { set.members.max() } else { set.members.min() };
            return Ok(set.of.map_or(Value::Int(at), |of| Value::Enum(of, at)));
        }
        [Value::Array(array)] => array.cells.clone(),
        values => values.to_vec(),
    };
    if values.is_empty() {
        return undefined(span, "the array is empty");
    }
    if values.iter().any(Value::is_var) {
        let sums: Vec<Sum> = values.iter().map(|value| ev.sum(value, span)).collect::<Outcome<_>>()?;
        return ev.at(span).extremum(&sums, largest).map(from_sum);
    }
    let mut best = values[0].clone();
    for value in &values[1..] {
        let op = if largest { Op::Gt } else { Op::Lt };
        if ev.comparison(op, value, &best, span)? == Value::Bool(true) {
            best = value.clone();
        }
    }
    Ok(best)
}

pub(super) fn abs(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    match &args[0] {
        Value::Int(value) => ev.at(span).checked(value.checked_abs()).map(Value::Int),
        Value::Float(value) => Ok(Value::Float(value.abs())),
        value => {
            let sum = ev.sum(value, span)?;
            ev.at(span).absolute(&sum).map(from_sum)
        }
    }
}

pub(super) fn pow(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    ev.power(&args[0], &args[1], span)
}

pub(super) fn int2float(_: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    float(&args[0], span).map(Value::Float)
}

pub(super) fn ceil(_: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    integer(float(&args[0], span)?.ceil(), span)
}

pub(super) fn floor(_: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    integer(float(&args[0], span)?.floor(), span)
}

pub(super) fn round(_: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    integer(float(&args[0], span)?.round(), span)
}

pub(super) fn sqrt(_: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    match float(&args[0], span)? {
        value if value >= 0.0 => Ok(Value::Float(value.sqrt())),
        _ => undefined(span, "the square root of a negative number"),
    }
}

fn integer(value: f64, span: Span) -> Outcome<Value> {
    match value.abs() < 9e18 {
        true => Ok(Value::Int(value as i64)),
        false => fault(span, "this number does not fit into 64 bits"),
    }
}
