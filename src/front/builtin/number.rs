//! Sums, products, extrema and other functions of numbers.

use super::array::{cells, listed};
use crate::front::diagnostic::{Outcome, fault, undefined};
use crate::front::evaluate::{Evaluator, float, from_sum, option};
use crate::front::formula::Formula;
use crate::front::source::Span;
use crate::front::sum::Sum;
use crate::front::syntax::{Expr, Op};
use crate::front::value::{Array, Value};

/// The sum of an array or of a set's members; of a comprehension it is summed up without making the array.
pub(super) fn sum(ev: &mut Evaluator<'_>, args: &[Expr], span: Span) -> Outcome<Value> {
    if let Some(inner) = Evaluator::only_comprehension(args) {
        return ev.summed(inner, span);
    }
    let value = ev.eval(&args[0])?;
    let array = listed(ev, &value, span)?;
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
    match &args[0] {
        Value::Array(array) => {
            let each = |cell: &Value| bool2int(ev, std::slice::from_ref(cell), span);
            let cells = array.cells.iter().map(each).collect::<Outcome<_>>()?;
            Ok(Value::Array(std::sync::Arc::new(Array { index: array.index.clone(), cells })))
        }
        value => ev.lifted(value, |ev, value| ev.sum(value, span).map(from_sum)),
    }
}

pub(super) fn product(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let array = listed(ev, &args[0], span)?;
    // An absent factor is 1, which the operator knows.
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
        [Value::Floats(set)] => {
            let end = match largest {
                true => set.ranges().last().map(|range| range.1),
                false => set.ranges().first().map(|range| range.0),
            };
            return end.map_or_else(|| undefined(span, "the set is empty"), |end| Ok(Value::Float(end)));
        }
        [Value::OpenSet(set)] => return ev.open_extremum(set, largest, span),
        [Value::Array(array)] if array.cells.iter().any(Value::is_option) => {
            return optional_extremum(ev, &array.cells, span, largest);
        }
        [Value::Array(array)] => array.cells.clone(),
        values if values.iter().any(Value::is_option) => return optional_extremum(ev, values, span, largest),
        values => values.to_vec(),
    };
    if values.is_empty() {
        return undefined(span, "the array is empty");
    }
    if let Some(of) = ev.common_enum(&values).filter(|_| values.iter().any(Value::is_var)) {
        let sums: Vec<Sum> = values.iter().map(|value| ev.sum(value, span)).collect::<Outcome<_>>()?;
        let sum = ev.at(span).extremum(&sums, largest)?;
        let var = ev.flat.var_of(&sum)?;
        ev.is_of(var, of);
        return Ok(Value::Var(var));
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

/// Of what is there; undefined if nothing is.
fn optional_extremum(ev: &mut Evaluator<'_>, cells: &[Value], span: Span, largest: bool) -> Outcome<Value> {
    let there = Formula::or(cells.iter().map(option::occurs));
    if there == Formula::Const(false) {
        return undefined(span, "nothing is there");
    }
    let mut worst = None;
    for cell in cells.iter().filter_map(option::inner) {
        let range = {
            let sum = ev.sum(cell, span)?;
            ev.flat.range(&sum).domain()
        };
        let end = if largest { range.min() } else { range.max() };
        worst = Some(worst.map_or(end, |worst: i64| if largest { worst.min(end) } else { worst.max(end) }));
    }
    let of = ev.common_enum(cells.iter().filter_map(option::inner));
    let worst = worst.unwrap_or_default();
    let worst = of.map_or(Value::Int(worst), |of| Value::Enum(of, worst));
    ev.require(there);
    let cells = ev.or_else_all(cells, &worst, span)?;
    extremum(ev, &[Value::list(cells)], span, largest)
}

pub(super) fn abs(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    match &args[0] {
        value if value.is_option() => ev.lifted(value, |ev, value| abs(ev, std::slice::from_ref(value), span)),
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
