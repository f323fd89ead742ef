//! Functions of arrays as such: shapes, index sets, order.

use super::{Row, cells, either, holds, strange, truth, value};
use crate::front::judge::operator::{equal, number, order, set};
use crate::front::judge::value::{Cells, Span1, Val};
use crate::front::judge::walk::{Out, Stop, Walk};
use crate::front::source::Span;
use std::cmp::Ordering;
use std::sync::Arc;

pub(super) const TABLE: &[Row] = &[
    value("array1d", reshape),
    value("array2d", reshape),
    value("array3d", reshape),
    value("array4d", reshape),
    value("array5d", reshape),
    value("array6d", reshape),
    value("arrayXd", like),
    value("array_with_indices", indexed),
    value("index_set", |_, args, _| index_set(&args[0], 0, 1)),
    value("index_set_1of2", |_, args, _| index_set(&args[0], 0, 2)),
    value("index_set_2of2", |_, args, _| index_set(&args[0], 1, 2)),
    value("index_set_1of3", |_, args, _| index_set(&args[0], 0, 3)),
    value("index_set_2of3", |_, args, _| index_set(&args[0], 1, 3)),
    value("index_set_3of3", |_, args, _| index_set(&args[0], 2, 3)),
    value("index_set_1of4", |_, args, _| index_set(&args[0], 0, 4)),
    value("index_set_2of4", |_, args, _| index_set(&args[0], 1, 4)),
    value("index_set_3of4", |_, args, _| index_set(&args[0], 2, 4)),
    value("index_set_4of4", |_, args, _| index_set(&args[0], 3, 4)),
    value("index_set_1of5", |_, args, _| index_set(&args[0], 0, 5)),
    value("index_set_2of5", |_, args, _| index_set(&args[0], 1, 5)),
    value("index_set_3of5", |_, args, _| index_set(&args[0], 2, 5)),
    value("index_set_4of5", |_, args, _| index_set(&args[0], 3, 5)),
    value("index_set_5of5", |_, args, _| index_set(&args[0], 4, 5)),
    value("index_set_1of6", |_, args, _| index_set(&args[0], 0, 6)),
    value("index_set_2of6", |_, args, _| index_set(&args[0], 1, 6)),
    value("index_set_3of6", |_, args, _| index_set(&args[0], 2, 6)),
    value("index_set_4of6", |_, args, _| index_set(&args[0], 3, 6)),
    value("index_set_5of6", |_, args, _| index_set(&args[0], 4, 6)),
    value("index_set_6of6", |_, args, _| index_set(&args[0], 5, 6)),
    truth("index_sets_agree", |_, args, _| {
        let (a, b) = (&cells(&args[0])?.index, &cells(&args[1])?.index);
        holds(a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a.lo, a.hi) == (b.lo, b.hi)))
    }),
    value("length", length),
    value("reverse", reverse),
    either("sort", 2, sort),
    value("row", |_, args, span| line(&args[0], number(&args[1])?, 0, span)),
    value("col", |_, args, span| line(&args[0], number(&args[1])?, 1, span)),
    truth("element", element),
    truth("array_int_element", element),
    truth("array_var_int_element", element),
    truth("array_bool_element", element),
    truth("array_var_bool_element", element),
    truth("member", member),
    either("arg_sort", 2, arg_sort),
    value("sort_by", sort_by),
    value("arg_max", |_, args, span| arg_extremum(&args[0], Ordering::Greater, span)),
    value("arg_min", |_, args, span| arg_extremum(&args[0], Ordering::Less, span)),
    truth("maximum_arg", |_, args, span| holds(equal(&arg_extremum(&args[0], Ordering::Greater, span)?, &args[1])?)),
    truth("minimum_arg", |_, args, span| holds(equal(&arg_extremum(&args[0], Ordering::Less, span)?, &args[1])?)),
];

/// The number of cells; of a set that of its members.
fn length(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    match &args[0] {
        Val::Set(set) => Ok(Val::Int(set.size() as i64)),
        value => Ok(Val::Int(cells(value)?.cells.len() as i64)),
    }
}

fn made(index: Vec<Span1>, cells: Vec<Val>) -> Val {
    Val::Array(Arc::new(Cells { index, cells }))
}

fn range(value: &Val) -> Out<Span1> {
    let set = set(value)?;
    match set.ranges.as_slice() {
        [] => Ok(Span1 { lo: 1, hi: 0, of: set.of }),
        [(lo, hi)] => Ok(Span1 { lo: *lo, hi: *hi, of: set.of }),
        _ => Stop::unjudged("an index set with gaps"),
    }
}

fn reshape(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let Some((last, sets)) = args.split_last() else { return strange("array1d") };
    let cells = match last {
        Val::Set(set) => set.iter().map(|n| set.value(n)).collect(),
        last => cells(last)?.cells.clone(),
    };
    if sets.is_empty() {
        return Ok(Val::list(cells));
    }
    let index = sets.iter().map(range).collect::<Out<Vec<_>>>()?;
    match index.iter().map(Span1::len).product::<usize>() == cells.len() {
        true => Ok(made(index, cells)),
        false => Stop::unjudged("index sets that do not fit the array"),
    }
}

/// The second array with the index sets of the first.
fn like(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let (shape, array) = (cells(&args[0])?, cells(&args[1])?);
    match shape.cells.len() == array.cells.len() {
        true => Ok(made(shape.index.clone(), array.cells.clone())),
        false => Stop::unjudged("arrays of different size"),
    }
}

/// `[1: a, 2: b]` and `[0: a, b, c]`.
fn indexed(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    with_indices(&cells(&args[0])?.cells, cells(&args[1])?.cells.clone())
}

/// An array whose indices begin with these, one after the other.
pub(in crate::front::judge) fn with_indices(keys: &[Val], cells: Vec<Val>) -> Out<Val> {
    let numbers = keys.iter().map(number).collect::<Out<Vec<_>>>()?;
    let lo = numbers.first().copied().unwrap_or(1);
    if !numbers.iter().copied().eq(lo..lo + numbers.len() as i64) {
        return Stop::unjudged("indices that do not follow each other");
    }
    let of = keys.first().and_then(Val::enum_id);
    Ok(made(vec![Span1 { lo, hi: lo + cells.len() as i64 - 1, of }], cells))
}

fn index_set(value: &Val, dimension: usize, n: usize) -> Out<Val> {
    let array = cells(value)?;
    match array.index.get(dimension) {
        Some(index) if array.index.len() == n => Ok(Val::set(index.members())),
        _ => Stop::unjudged("another number of dimensions"),
    }
}

fn reverse(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    if let Val::Set(set) = &args[0] {
        let members: Vec<Val> = set.iter().map(|n| set.value(n)).collect();
        return Ok(Val::list(members.into_iter().rev().collect()));
    }
    let array = cells(&args[0])?;
    Ok(made(array.index.clone(), array.cells.iter().rev().cloned().collect()))
}

fn sorted(array: &Cells) -> Out<Vec<Val>> {
    let mut out: Vec<Val> = Vec::with_capacity(array.cells.len());
    for cell in &array.cells {
        let mut at = out.len();
        while at > 0 && order(cell, &out[at - 1])? == Some(Ordering::Less) {
            at -= 1;
        }
        out.insert(at, cell.clone());
    }
    Ok(out)
}

/// `sort(x)`, or `sort(x, y)`: y is x in order.
fn sort(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    match args {
        [one] => Ok(made(cells(one)?.index.clone(), sorted(cells(one)?)?)),
        [one, other] => holds(equal(&Val::list(sorted(cells(one)?)?), other)?),
        _ => strange("sort"),
    }
}

/// The positions in the order of their keys, equal ones in their own order.
fn positions(keys: &Cells) -> Out<Vec<usize>> {
    let mut out: Vec<usize> = Vec::with_capacity(keys.cells.len());
    for (position, cell) in keys.cells.iter().enumerate() {
        let mut at = out.len();
        while at > 0 && order(cell, &keys.cells[out[at - 1]])? == Some(Ordering::Less) {
            at -= 1;
        }
        out.insert(at, position);
    }
    Ok(out)
}

fn sort_by(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let (array, keys) = (cells(&args[0])?, cells(&args[1])?);
    let sorted = positions(keys)?.into_iter().filter_map(|at| array.cells.get(at).cloned()).collect();
    Ok(made(array.index.clone(), sorted))
}

fn arg_sort(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let array = cells(&args[0])?;
    let index = array.index.first().copied().unwrap_or(Span1::counted(0)).members();
    let first = index.first().unwrap_or(1);
    let found: Vec<Val> = positions(array)?.into_iter().map(|at| index.value(first + at as i64)).collect();
    match args {
        [_] => Ok(Val::list(found)),
        [_, other] => holds(equal(&Val::list(found), other)?),
        _ => strange("arg_sort"),
    }
}

/// The index of the first extreme cell.
pub(super) fn arg_extremum(value: &Val, better: Ordering, span: Span) -> Out<Val> {
    let array = cells(value)?;
    let [index] = array.index.as_slice() else { return Stop::unjudged("an array of several dimensions") };
    let mut best: Option<usize> = None;
    for (at, cell) in array.cells.iter().enumerate().filter(|(_, cell)| **cell != Val::Absent) {
        best = match best {
            Some(best) if order(cell, &array.cells[best])? != Some(better) => Some(best),
            _ => Some(at),
        };
    }
    match best {
        Some(best) => Ok(index.members().value(index.lo + best as i64)),
        None => Stop::undefined(span, "the array is empty"),
    }
}

/// A row (`0`) or a column (`1`) of a matrix.
fn line(value: &Val, at: i64, fixed: usize, span: Span) -> Out<Val> {
    let array = cells(value)?;
    let [rows, columns] = array.index.as_slice() else { return Stop::unjudged("expected a matrix") };
    let along = if fixed == 0 { columns } else { rows };
    let cell = |n: i64| array.at(&if fixed == 0 { [at, n] } else { [n, at] }).cloned();
    match (along.lo..=along.hi).map(cell).collect::<Option<Vec<_>>>() {
        Some(found) => Ok(made(vec![*along], found)),
        None => Stop::undefined(span, "the index is outside the array"),
    }
}

fn element(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    match args {
        [at, array, value] => match cells(array)?.at(&[number(at)?]) {
            Some(cell) => holds(equal(cell, value)?),
            None => holds(false),
        },
        _ => strange("element"),
    }
}

fn member(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    match &args[0] {
        Val::Set(set) => holds(set.contains(number(&args[1])?)),
        array => {
            let mut found = false;
            for cell in &cells(array)?.cells {
                found |= equal(cell, &args[1])?;
            }
            holds(found)
        }
    }
}
