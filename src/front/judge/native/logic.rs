//! Functions of Booleans.

use super::{Row, cells, holds, passed, strange, truth, value};
use crate::front::judge::operator::{equal, number};
use crate::front::judge::value::Val;
use crate::front::judge::walk::{Out, Stop, Walk};
use crate::front::source::Span;

pub(super) const TABLE: &[Row] = &[
    truth("xorall", |_, args, _| holds(has_absent(&args[0])? || n_true(&args[0])? % 2 == 1)),
    truth("iffall", |_, args, _| holds(has_absent(&args[0])? || n_true(&args[0])? % 2 == 0)),
    truth("clause", clause),
    truth("bool_clause", clause),
    truth("redundant_constraint", itself),
    truth("implied_constraint", itself),
    truth("symmetry_breaking_constraint", itself),
    passed("fix", |_, args, _| Ok(args[0].clone())),
    passed("trace", traced),
    passed("trace_stdout", traced),
    truth("is_fixed", |_, _, _| holds(true)),
    super::either("bool2int", 2, bool2int),
    value("bool2float", |_, args, _| Ok(Val::Float(number(&args[0])? as f64))),
    truth("bool_eq", |_, args, _| holds(equal(&args[0], &args[1])?)),
    truth("bool_not", |_, args, _| holds(!equal(&args[0], &args[1])?)),
    truth("array_bool_and", |_, args, _| holds(Val::Bool(bools(&args[0])?.iter().all(|b| *b)) == args[1])),
    truth("array_bool_or", |_, args, _| holds(Val::Bool(bools(&args[0])?.iter().any(|b| *b)) == args[1])),
    truth("array_bool_xor", |_, args, _| holds(n_true(&args[0])? % 2 == 1)),
];

/// The Booleans of an array that are there.
fn bools(value: &Val) -> Out<Vec<bool>> {
    let there = cells(value)?.cells.iter().filter(|cell| **cell != Val::Absent);
    there.map(|cell| if let Val::Bool(b) = cell { Ok(*b) } else { Stop::unjudged("expected Booleans") }).collect()
}

fn n_true(value: &Val) -> Out<usize> {
    Ok(bools(value)?.iter().filter(|b| **b).count())
}

fn has_absent(value: &Val) -> Out<bool> {
    Ok(cells(value)?.cells.contains(&Val::Absent))
}

fn clause(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let absent = has_absent(&args[0])? || has_absent(&args[1])?;
    holds(absent || bools(&args[0])?.contains(&true) || bools(&args[1])?.contains(&false))
}

/// What is said along with a message; a message alone is true.
fn traced(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    match args {
        [_] => Ok(Val::Bool(true)),
        [_, value] => Ok(value.clone()),
        _ => strange("trace"),
    }
}

fn itself(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    Ok(args[0].clone())
}

fn bool2int(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    match args {
        [Val::Absent] => Ok(Val::Absent),
        [one] => Ok(Val::Int(number(one)?)),
        [one, other] => holds(equal(one, other)?),
        _ => strange("bool2int"),
    }
}
