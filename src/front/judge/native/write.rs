//! Arrays that are written to, searched, inverted, compared.

use super::{Indexed, Row, cells, either, holds, numbers, strange, truth, value};
use crate::front::judge::operator::{equal, number, set};
use crate::front::judge::value::{Cells, Members, Val};
use crate::front::judge::walk::{Out, Stop, Walk};
use crate::front::source::Span;
use std::sync::Arc;

pub(super) const TABLE: &[Row] = &[
    either("write", 4, |_, args, _| {
        made(args, |array| put(array, std::slice::from_ref(&args[1]), std::slice::from_ref(&args[2])))
    }),
    either("writes_seq", 4, |_, args, _| {
        made(args, |array| put(array, &cells(&args[1])?.cells, &cells(&args[2])?.cells))
    }),
    either("writes", 4, writes),
    value("arg_val", arg_val),
    truth("inverse_in_range", |_, args, _| inverse_in_range(&args[0], &args[1])),
    either("range", 3, range),
    either("roots", 3, roots),
    value("hamming_distance", |_, args, _| distance(args, |a, b| i64::from(a != b))),
    value("manhattan_distance", |_, args, _| distance(args, |a, b| (a - b).abs())),
    value("set_to_ranges", |_, args, _| {
        let ends = set(&args[0])?.ranges.iter().flat_map(|(lo, hi)| [Val::Int(*lo), Val::Int(*hi)]);
        Ok(Val::list(ends.collect()))
    }),
    truth("has_index", |_, args, _| holds(cells(&args[1])?.at(&[number(&args[0])?]).is_some())),
    truth("has_element", |_, args, _| {
        let mut found = false;
        for cell in &cells(&args[1])?.cells {
            found |= equal(cell, &args[0])?;
        }
        holds(found)
    }),
];

/// The array after the writes, or whether the last argument is it.
fn made(args: &[Val], run: impl FnOnce(&Cells) -> Out<Cells>) -> Out<Val> {
    let new = run(cells(&args[0])?)?;
    match args {
        [_, _, _] => Ok(Val::Array(Arc::new(new))),
        [_, _, _, other] => holds(equal(&Val::Array(Arc::new(new)), other)?),
        _ => strange("write"),
    }
}

/// The array with values at places, the later ones over the earlier. Nothing is written outside.
fn put(array: &Cells, places: &[Val], values: &[Val]) -> Out<Cells> {
    let first = array.index.first().map_or(1, |index| index.lo);
    let mut out = array.clone();
    for (place, value) in places.iter().zip(values) {
        let place = usize::try_from(number(place)? - first).ok();
        if let Some(cell) = place.and_then(|at| out.cells.get_mut(at)) {
            *cell = value.clone();
        }
    }
    Ok(out)
}

/// All at once: what is written to one place must be the same, and no place is outside.
fn writes(_: &mut Walk<'_>, args: &[Val], span: Span) -> Out<Val> {
    let (array, places, values) = (cells(&args[0])?, numbers(&args[1])?, numbers(&args[2])?);
    let pairs: Vec<(i64, i64)> = places.into_iter().zip(values).collect();
    if pairs.iter().any(|(p, v)| pairs.iter().any(|(q, w)| p == q && v != w)) {
        return Stop::undefined(span, "two values for one place");
    }
    if pairs.iter().any(|(p, _)| array.at(&[*p]).is_none()) {
        return Stop::undefined(span, "a place outside the array");
    }
    made(args, |array| put(array, &cells(&args[1])?.cells, &cells(&args[2])?.cells))
}

/// The first index of a value.
fn arg_val(_: &mut Walk<'_>, args: &[Val], span: Span) -> Out<Val> {
    let (array, wanted) = (cells(&args[0])?, &args[1]);
    let Some(index) = array.index.first() else { return strange("arg_val") };
    for (at, cell) in (index.lo..).zip(&array.cells) {
        if equal(cell, wanted)? {
            return Ok(index.members().value(at));
        }
    }
    Stop::undefined(span, "the value is not in the array")
}

/// Where one of them leads into the other, that one leads back.
fn inverse_in_range(f: &Val, g: &Val) -> Out<Val> {
    let (f, g) = (Indexed::of(f)?, Indexed::of(g)?);
    let goes = |f: &Indexed, g: &Indexed| f.iter().all(|(i, j)| g.get(j).is_none_or(|back| back == i));
    holds(goes(&f, &g) && goes(&g, &f))
}

/// What the indices in a set lead to.
fn range(_: &mut Walk<'_>, args: &[Val], span: Span) -> Out<Val> {
    let array = Indexed::of(&args[0])?;
    let found = set(&args[1])?.iter().map(|i| array.get(i)).collect::<Option<Vec<i64>>>();
    let Some(found) = found else { return Stop::undefined(span, "an index is outside the array") };
    image(Members::of_list(found), args.get(2))
}

/// Which indices lead into a set.
fn roots(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let array = Indexed::of(&args[0])?;
    let into = |of: &Val| -> Out<Members> {
        let of = set(of)?;
        Ok(Members::of_list(array.iter().filter(|(_, n)| of.contains(*n)).map(|(i, _)| i).collect()))
    };
    match args {
        [_, into_set] => image(into(into_set)?, None),
        [_, own, into_set] => image(into(into_set)?, Some(own)),
        _ => strange("roots"),
    }
}

fn image(found: Members, claimed: Option<&Val>) -> Out<Val> {
    match claimed {
        None => Ok(Val::set(found)),
        Some(claimed) => holds(set(claimed)?.ranges == found.ranges),
    }
}

fn distance(args: &[Val], one: impl Fn(i64, i64) -> i64) -> Out<Val> {
    let (a, b) = (numbers(&args[0])?, numbers(&args[1])?);
    match a.len() == b.len() {
        true => Ok(Val::Int(a.into_iter().zip(b).map(|(a, b)| one(a, b)).sum())),
        false => Stop::unjudged("arrays of different length"),
    }
}
