//! Options: what may be absent.

use super::number::extremum;
use super::{Row, cells, holds, numbers, strange, truth, value};
use crate::front::judge::operator::{arithmetic, equal, number};
use crate::front::judge::value::Val;
use crate::front::judge::walk::{Out, Stop};
use crate::front::source::Span;
use crate::front::syntax::Op;
use std::cmp::Ordering;

pub(super) const TABLE: &[Row] = &[
    truth("occurs", |_, args, _| holds(args[0] != Val::Absent)),
    truth("absent", |_, args, _| holds(args[0] == Val::Absent)),
    value("deopt", |_, args, span| match &args[0] {
        Val::Absent => Stop::undefined(span, "`deopt` of `<>`"),
        value => Ok(value.clone()),
    }),
    truth("~=", |_, args, _| holds(args.contains(&Val::Absent) || equal(&args[0], &args[1])?)),
    truth("~!=", |_, args, _| holds(args.contains(&Val::Absent) || !equal(&args[0], &args[1])?)),
    value("~+", |_, args, span| weak(Op::Plus, args, span)),
    value("~-", |_, args, span| weak(Op::Minus, args, span)),
    value("~*", |_, args, span| weak(Op::Times, args, span)),
    value("~/", |_, args, span| weak(Op::Divide, args, span)),
    value("~div", |_, args, span| weak(Op::Div, args, span)),
    value("min_weak", |_, args, span| if_any(&args[0], extremum(args, Ordering::Less, span))),
    value("max_weak", |_, args, span| if_any(&args[0], extremum(args, Ordering::Greater, span))),
    value("arg_min_weak", |_, args, span| if_any(&args[0], super::array::arg_extremum(&args[0], Ordering::Less, span))),
    value("arg_max_weak", |_, args, span| {
        if_any(&args[0], super::array::arg_extremum(&args[0], Ordering::Greater, span))
    }),
    truth("span", |_, args, _| holds(spans(args)?)),
    truth("alternative", |_, args, _| holds(spans(args)? && tasks(&args[2], &args[3])?.len() <= 1)),
];

/// Absent if either is.
fn weak(op: Op, args: &[Val], span: Span) -> Out<Val> {
    if args.contains(&Val::Absent) { Ok(Val::Absent) } else { arithmetic(op, &args[0], &args[1], span) }
}

/// Absent if nothing in the array is there.
fn if_any(array: &Val, found: Out<Val>) -> Out<Val> {
    if cells(array)?.cells.iter().all(|cell| *cell == Val::Absent) { Ok(Val::Absent) } else { found }
}

/// Beginning and end of the tasks that are there.
fn tasks(starts: &Val, durations: &Val) -> Out<Vec<(i64, i64)>> {
    let there = cells(starts)?.cells.iter().zip(numbers(durations)?).filter(|(start, _)| **start != Val::Absent);
    there.map(|(start, duration)| number(start).map(|start| (start, start + duration))).collect()
}

/// The first task is there if one of the others is, and goes from the first beginning to the last end; else it takes no time.
fn spans(args: &[Val]) -> Out<bool> {
    let [start, duration, starts, durations] = args else { return strange("span").map(|_| false) };
    let (tasks, duration) = (tasks(starts, durations)?, number(duration)?);
    let first = tasks.iter().map(|(begin, _)| *begin).min();
    let last = tasks.iter().map(|(_, end)| *end).max();
    match (start, first, last) {
        (Val::Absent, None, None) => Ok(duration == 0),
        (Val::Absent, ..) | (_, None, _) | (_, _, None) => Ok(false),
        (start, Some(first), Some(last)) => Ok(number(start)? == first && first + duration == last),
    }
}
