//! How often values occur.

use super::{Indexed, Row, cells, either, holds, numbers, present, strange, truth, value};
use crate::front::judge::operator::{equal, number, set};
use crate::front::judge::value::{Members, Val};
use crate::front::judge::walk::{Out, Stop, Walk};
use crate::front::source::Span;

pub(super) const TABLE: &[Row] = &[
    truth("alldifferent", |_, args, _| all_different(args)),
    truth("all_different", |_, args, _| all_different(args)),
    truth("alldifferent_except", |_, args, _| except(&args[0], set(&args[1])?)),
    truth("all_different_except", |_, args, _| except(&args[0], set(&args[1])?)),
    truth("alldifferent_except_0", |_, args, _| except(&args[0], &Members::range(0, 0))),
    truth("all_different_except_0", |_, args, _| except(&args[0], &Members::range(0, 0))),
    truth("all_equal", all_equal),
    truth("symmetric_all_different", |_, args, _| inverse(&args[0], &args[0])),
    either("count", 3, count),
    either("count_eq", 3, count),
    truth("count_neq", |_, args, _| holds(number(&args[2])? != times(&args[0], &args[1])?)),
    truth("count_leq", |_, args, _| holds(number(&args[2])? <= times(&args[0], &args[1])?)),
    truth("count_lt", |_, args, _| holds(number(&args[2])? < times(&args[0], &args[1])?)),
    truth("count_geq", |_, args, _| holds(number(&args[2])? >= times(&args[0], &args[1])?)),
    truth("count_gt", |_, args, _| holds(number(&args[2])? > times(&args[0], &args[1])?)),
    truth("at_most", |_, args, _| holds(times(&args[1], &args[2])? <= number(&args[0])?)),
    truth("at_least", |_, args, _| holds(times(&args[1], &args[2])? >= number(&args[0])?)),
    truth("exactly", |_, args, _| holds(times(&args[1], &args[2])? == number(&args[0])?)),
    either("among", 3, among),
    either("nvalue", 2, nvalue),
    either("global_cardinality", 3, cardinality),
    either("global_cardinality_closed", 3, |walk, args, span| closed(walk, args, span, cardinality)),
    truth("global_cardinality_low_up", low_up),
    truth("global_cardinality_low_up_closed", |walk, args, span| closed(walk, args, span, low_up)),
    either("distribute", 3, distribute),
    either("inverse", 2, |walk, args, span| match args {
        [one] => inverted(walk, one, span),
        [f, g] => inverse(f, g),
        _ => strange("inverse"),
    }),
    value("among_fn", among),
];

/// Whether no two of them are the same; `<>` does not count.
pub(super) fn different(cells: &[Val]) -> Out<bool> {
    let there: Vec<&Val> = cells.iter().filter(|cell| **cell != Val::Absent).collect();
    if let Some(mut numbers) = there.iter().map(|cell| cell.number()).collect::<Option<Vec<i64>>>() {
        numbers.sort_unstable();
        return Ok(numbers.windows(2).all(|pair| pair[0] != pair[1]));
    }
    let mut all = true;
    for (at, a) in there.iter().enumerate() {
        for b in &there[..at] {
            all &= !equal(a, b)?;
        }
    }
    Ok(all)
}

fn except(array: &Val, excepted: &Members) -> Out<Val> {
    let kept = present(array)?.into_iter().filter(|n| !excepted.contains(*n)).map(Val::Int);
    holds(different(&kept.collect::<Vec<_>>())?)
}

fn all_equal(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let there: Vec<&Val> = cells(&args[0])?.cells.iter().filter(|cell| **cell != Val::Absent).collect();
    let mut all = true;
    for pair in there.windows(2) {
        all &= equal(pair[0], pair[1])?;
    }
    holds(all)
}

/// How often a value occurs.
fn times(array: &Val, wanted: &Val) -> Out<i64> {
    let mut n = 0;
    for cell in cells(array)?.cells.iter().filter(|cell| **cell != Val::Absent) {
        n += i64::from(equal(cell, wanted)?);
    }
    Ok(n)
}

/// `count(bools)`, `count(x, y)`, `count(x, y, n)`.
fn count(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    match args {
        [one] => Ok(Val::Int(present(one)?.iter().filter(|n| **n == 1).count() as i64)),
        [array, wanted] => times(array, wanted).map(Val::Int),
        [array, wanted, n] => holds(times(array, wanted)? == number(n)?),
        _ => strange("count"),
    }
}

/// `among(x, s)`, `among(n, x, s)`.
fn among(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let n = |array: &Val, of: &Val| -> Out<i64> {
        let of = set(of)?;
        Ok(present(array)?.iter().filter(|n| of.contains(**n)).count() as i64)
    };
    match args {
        [array, of] => n(array, of).map(Val::Int),
        [wanted, array, of] => holds(n(array, of)? == number(wanted)?),
        _ => strange("among"),
    }
}

/// With a second argument: but for the values in it.
fn all_different(args: &[Val]) -> Out<Val> {
    match args {
        [list] => holds(different(&cells(list)?.cells)?),
        [list, but] => except(list, set(but)?),
        _ => strange("all_different"),
    }
}

/// `nvalue(x)`, `nvalue(n, x)`.
fn nvalue(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let n = |array: &Val| -> Out<i64> { Ok(Members::of_list(present(array)?).size() as i64) };
    match args {
        [array] => n(array).map(Val::Int),
        [wanted, array] => holds(n(array)? == number(wanted)?),
        _ => strange("nvalue"),
    }
}

/// `global_cardinality(x, cover)`, `global_cardinality(x, cover, counts)`, or with bounds.
fn cardinality(walk: &mut Walk<'_>, args: &[Val], span: Span) -> Out<Val> {
    match args {
        [array, cover] => {
            let counts = listed(cover)?.into_iter().map(|n| times(array, &Val::Int(n)).map(Val::Int));
            Ok(Val::list(counts.collect::<Out<Vec<_>>>()?))
        }
        [array, cover, counts] => {
            let (cover, counts) = (listed(cover)?, numbers(counts)?);
            if cover.len() != counts.len() {
                return Stop::unjudged("as many counts as values are expected");
            }
            let mut all = counts.iter().sum::<i64>() <= present(array)?.len() as i64;
            for (n, wanted) in cover.into_iter().zip(counts) {
                all &= times(array, &Val::Int(n))? == wanted;
            }
            holds(all)
        }
        [_, _, _, _] => low_up(walk, args, span),
        _ => strange("global_cardinality"),
    }
}

fn low_up(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let [array, cover, low, up] = args else { return strange("global_cardinality_low_up") };
    let mut all = true;
    for ((n, low), up) in listed(cover)?.into_iter().zip(numbers(low)?).zip(numbers(up)?) {
        let found = times(array, &Val::Int(n))?;
        all &= low <= found && found <= up;
    }
    holds(all)
}

/// The same, and nothing else occurs.
fn closed(walk: &mut Walk<'_>, args: &[Val], span: Span, open: super::Run) -> Out<Val> {
    let cover = Members::of_list(listed(&args[1])?);
    let inside = present(&args[0])?.iter().all(|n| cover.contains(*n));
    match open(walk, args, span)? {
        Val::Bool(truth) => holds(truth && inside),
        counts if inside => Ok(counts),
        _ => Stop::undefined(span, "a value is not covered"),
    }
}

/// The numbers of an array or of a set.
fn listed(value: &Val) -> Out<Vec<i64>> {
    match value {
        Val::Set(set) => Ok(set.iter().collect()),
        array => numbers(array),
    }
}

/// `distribute(card, value, base)`, `distribute(value, base)`.
fn distribute(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let counts = |values: &Val, base: &Val| -> Out<Vec<Val>> {
        cells(values)?.cells.iter().map(|value| times(base, value).map(Val::Int)).collect()
    };
    match args {
        [values, base] => counts(values, base).map(Val::list),
        [card, values, base] => holds(equal(card, &Val::list(counts(values, base)?))?),
        _ => strange("distribute"),
    }
}

/// Each is where the other says.
pub(super) fn inverse(f: &Val, g: &Val) -> Out<Val> {
    let (f, g) = (entries(f)?, entries(g)?);
    let leads = |list: &[(i64, Option<i64>)], i: i64, j: i64| list.contains(&(i, Some(j)));
    let goes =
        |f: &[(i64, Option<i64>)], g: &[(i64, Option<i64>)]| f.iter().all(|(i, to)| to.is_none_or(|j| leads(g, j, *i)));
    holds(goes(&f, &g) && goes(&g, &f))
}

/// The indices of an array with what is there.
fn entries(value: &Val) -> Out<Vec<(i64, Option<i64>)>> {
    let array = cells(value)?;
    let first = array.index.first().map_or(1, |index| index.lo);
    let entry = |(i, cell): (i64, &Val)| Ok((i, if *cell == Val::Absent { None } else { Some(number(cell)?) }));
    (first..).zip(&array.cells).map(entry).collect()
}

fn inverted(_: &mut Walk<'_>, f: &Val, span: Span) -> Out<Val> {
    let f = Indexed::of(f)?;
    let lo = f.cells.iter().copied().min().unwrap_or(1);
    let mut out = vec![None; f.cells.len()];
    for (i, j) in f.iter() {
        match usize::try_from(j - lo).ok().and_then(|at| out.get_mut(at)) {
            Some(place @ None) => *place = Some(Val::Int(i)),
            _ => return Stop::undefined(span, "there is no inverse"),
        }
    }
    let cells: Option<Vec<Val>> = out.into_iter().collect();
    match (cells, f.of, lo) {
        (Some(cells), None, 1) => Ok(Val::list(cells)),
        (Some(_), _, _) => Stop::unjudged("the inverse with other index sets"),
        (None, _, _) => Stop::undefined(span, "there is no inverse"),
    }
}
