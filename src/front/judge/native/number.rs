//! Functions of numbers.

use super::{Row, cells, holds, numbers, strange, truth, value};
use crate::front::judge::operator::{arithmetic, equal, float, number, order, overflow, power};
use crate::front::judge::value::Val;
use crate::front::judge::walk::{Out, Stop, Walk};
use crate::front::source::Span;
use crate::front::syntax::Op;
use std::cmp::Ordering;

pub(super) const TABLE: &[Row] = &[
    value("sum", |_, args, span| fold(&args[0], Op::Plus, Val::Int(0), span)),
    value("product", |_, args, span| fold(&args[0], Op::Times, Val::Int(1), span)),
    value("min", |_, args, span| extremum(args, Ordering::Less, span)),
    value("max", |_, args, span| extremum(args, Ordering::Greater, span)),
    truth("minimum", |_, args, span| holds(equal(&args[0], &extremum(&args[1..], Ordering::Less, span)?)?)),
    truth("maximum", |_, args, span| holds(equal(&args[0], &extremum(&args[1..], Ordering::Greater, span)?)?)),
    value("abs", absolute),
    value("pow", |_, args, span| arithmetic(Op::Pow, &args[0], &args[1], span)),
    value("int2float", |_, args, _| float(&args[0]).map(Val::Float)),
    value("ceil", |_, args, _| integer(float(&args[0])?.ceil())),
    value("floor", |_, args, _| integer(float(&args[0])?.floor())),
    value("round", |_, args, _| integer(float(&args[0])?.round())),
    value("sqrt", |_, args, span| defined(float(&args[0])?.sqrt(), span)),
    value("exp", |_, args, span| defined(float(&args[0])?.exp(), span)),
    value("ln", |_, args, span| defined(float(&args[0])?.ln(), span)),
    value("log10", |_, args, span| defined(float(&args[0])?.log10(), span)),
    value("log2", |_, args, span| defined(float(&args[0])?.log2(), span)),
    value("log", |_, args, span| defined(float(&args[1])?.ln() / float(&args[0])?.ln(), span)),
    value("sin", |_, args, span| defined(float(&args[0])?.sin(), span)),
    value("cos", |_, args, span| defined(float(&args[0])?.cos(), span)),
    value("tan", |_, args, span| defined(float(&args[0])?.tan(), span)),
    value("asin", |_, args, span| defined(float(&args[0])?.asin(), span)),
    value("acos", |_, args, span| defined(float(&args[0])?.acos(), span)),
    value("atan", |_, args, span| defined(float(&args[0])?.atan(), span)),
    value("sinh", |_, args, span| defined(float(&args[0])?.sinh(), span)),
    value("cosh", |_, args, span| defined(float(&args[0])?.cosh(), span)),
    value("tanh", |_, args, span| defined(float(&args[0])?.tanh(), span)),
    value("asinh", |_, args, span| defined(float(&args[0])?.asinh(), span)),
    value("acosh", |_, args, span| defined(float(&args[0])?.acosh(), span)),
    value("atanh", |_, args, span| defined(float(&args[0])?.atanh(), span)),
    truth("int_eq", |_, args, _| holds(number(&args[0])? == number(&args[1])?)),
    truth("int_ne", |_, args, _| holds(number(&args[0])? != number(&args[1])?)),
    truth("int_le", |_, args, _| holds(number(&args[0])? <= number(&args[1])?)),
    truth("int_lt", |_, args, _| holds(number(&args[0])? < number(&args[1])?)),
    truth("int_lin_eq", |_, args, _| holds(weighted(args)? == i128::from(number(&args[2])?))),
    truth("int_lin_ne", |_, args, _| holds(weighted(args)? != i128::from(number(&args[2])?))),
    truth("int_lin_le", |_, args, _| holds(weighted(args)? <= i128::from(number(&args[2])?))),
    truth("bool_lin_eq", |_, args, _| holds(weighted(args)? == i128::from(number(&args[2])?))),
    truth("bool_lin_le", |_, args, _| holds(weighted(args)? <= i128::from(number(&args[2])?))),
    truth("int_plus", |_, args, span| third(Op::Plus, args, span)),
    truth("int_times", |_, args, span| third(Op::Times, args, span)),
    truth("int_div", |_, args, span| third(Op::Div, args, span)),
    truth("int_mod", |_, args, span| third(Op::Mod, args, span)),
    truth("int_pow", |_, args, span| holds(equal(&power(number(&args[0])?, number(&args[1])?, span)?, &args[2])?)),
    truth("int_abs", |_, args, _| holds(number(&args[0])?.checked_abs() == Some(number(&args[1])?))),
    truth("int_min", |_, args, _| holds(number(&args[0])?.min(number(&args[1])?) == number(&args[2])?)),
    truth("int_max", |_, args, _| holds(number(&args[0])?.max(number(&args[1])?) == number(&args[2])?)),
    truth("array_int_maximum", |_, args, span| {
        holds(equal(&args[0], &extremum(&args[1..], Ordering::Greater, span)?)?)
    }),
    truth("array_int_minimum", |_, args, span| holds(equal(&args[0], &extremum(&args[1..], Ordering::Less, span)?)?)),
];

fn fold(array: &Val, op: Op, start: Val, span: Span) -> Out<Val> {
    let one = |so_far: Val, cell: &Val| arithmetic(op, &so_far, cell, span);
    match array {
        Val::Set(set) => set.iter().try_fold(start, |so_far, n| one(so_far, &set.value(n))),
        array => cells(array)?.cells.iter().filter(|cell| **cell != Val::Absent).try_fold(start, one),
    }
}

/// `extremum(array)`, `extremum(set)`, `extremum(a, b)`.
pub(super) fn extremum(args: &[Val], better: Ordering, span: Span) -> Out<Val> {
    let listed = match args {
        [Val::Array(array)] => array.cells.clone(),
        [Val::Set(set)] => {
            let end = if better == Ordering::Less { set.first() } else { set.last() };
            return end.map_or_else(|| Stop::undefined(span, "the set is empty"), |n| Ok(set.value(n)));
        }
        args => args.to_vec(),
    };
    let mut best: Option<Val> = None;
    for value in listed.into_iter().filter(|value| *value != Val::Absent) {
        best = match best {
            Some(best) if order(&value, &best)? != Some(better) => Some(best),
            _ => Some(value),
        };
    }
    match best {
        Some(Val::Bool(b)) if args.len() == 1 => Ok(Val::Bool(b)),
        Some(best) => Ok(best),
        None => Stop::undefined(span, "the array is empty"),
    }
}

fn absolute(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    match &args[0] {
        Val::Float(x) => Ok(Val::Float(x.abs())),
        Val::Absent => Ok(Val::Absent),
        value => number(value)?.checked_abs().map(Val::Int).ok_or_else(overflow),
    }
}

fn defined(x: f64, span: Span) -> Out<Val> {
    if x.is_finite() { Ok(Val::Float(x)) } else { Stop::undefined(span, "the function has no value here") }
}

fn integer(x: f64) -> Out<Val> {
    if x.abs() < 9e18 { Ok(Val::Int(x as i64)) } else { Stop::unjudged("a number does not fit into 64 bits") }
}

/// The sum of weights times values.
pub(super) fn weighted(args: &[Val]) -> Out<i128> {
    let (weights, values) = (numbers(&args[0])?, numbers(&args[1])?);
    match weights.len() == values.len() {
        true => Ok(weights.iter().zip(&values).map(|(a, b)| i128::from(*a) * i128::from(*b)).sum()),
        false => Stop::unjudged("weights and values of different length"),
    }
}

fn third(op: Op, args: &[Val], span: Span) -> Out<Val> {
    match args {
        [a, b, c] => holds(equal(&arithmetic(op, a, b, span)?, c)?),
        _ => strange("this constraint"),
    }
}
