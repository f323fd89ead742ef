//! Sets and enums.

use super::{Row, cells, holds, strange, truth, value};
use crate::front::judge::operator::{number, set};
use crate::front::judge::value::{Members, Val};
use crate::front::judge::walk::{Out, Stop, Walk};
use crate::front::source::Span;

pub(super) const TABLE: &[Row] = &[
    value("card", |_, args, _| Ok(Val::Int(set(&args[0])?.size() as i64))),
    value("set2array", |_, args, _| Ok(listed(set(&args[0])?))),
    value("set_to_array", |_, args, _| Ok(listed(set(&args[0])?))),
    value("array2set", |walk, args, _| walk.set_of(&cells(&args[0])?.cells.clone())),
    value("array_union", |_, args, _| Ok(Val::set(sets(&args[0])?.iter().fold(Members::default(), |a, b| a.union(b))))),
    value("array_intersect", intersection),
    value("enum_next", |walk, args, span| neighbour(walk, args, 1, span)),
    value("enum_prev", |walk, args, span| neighbour(walk, args, -1, span)),
    value("enum2int", |_, args, _| strip(&args[0])),
    value("index2int", |_, args, _| strip(&args[0])),
    value("to_enum", to_enum),
    truth("set_in", |_, args, _| holds(set(&args[1])?.contains(number(&args[0])?))),
    truth("disjoint", |_, args, _| holds(set(&args[0])?.intersect(set(&args[1])?).is_empty())),
    truth("all_disjoint", |_, args, _| all_disjoint(&args[0])),
    truth("partition_set", partition),
    truth("at_most1", at_most_one),
    truth("atmost1", at_most_one),
    truth("link_set_to_booleans", link),
    truth("inverse_set", inverse_set),
    truth("sum_set", sum_set),
];

fn listed(set: &Members) -> Val {
    Val::list(set.iter().map(|n| set.value(n)).collect())
}

fn sets(value: &Val) -> Out<Vec<Members>> {
    cells(value)?.cells.iter().map(|cell| set(cell).cloned()).collect()
}

fn intersection(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    match sets(&args[0])?.split_first() {
        Some((first, rest)) => Ok(Val::set(rest.iter().fold(first.clone(), |a, b| a.intersect(b)))),
        None => Stop::unjudged("the intersection of no sets"),
    }
}

/// `enum_next(x)`, `enum_next(E, x)`.
fn neighbour(walk: &mut Walk<'_>, args: &[Val], by: i64, span: Span) -> Out<Val> {
    let Some(last) = args.last() else { return strange("enum_next") };
    let n = number(last)? + by;
    let inside = match (args, last) {
        ([Val::Set(all), _], _) => all.contains(n),
        (_, Val::Enum(of, _)) => {
            let names = walk.ground.enums.get(*of as usize);
            names.is_some_and(|names| 1 <= n && n <= names.len() as i64)
        }
        _ => return strange("enum_next"),
    };
    match (inside, last, args) {
        (false, _, _) => Stop::undefined(span, "the enum has no such constant"),
        (true, Val::Enum(of, _), _) => Ok(Val::Enum(*of, n)),
        (true, _, [Val::Set(all), _]) => Ok(all.value(n)),
        _ => strange("enum_next"),
    }
}

/// The same as numbers.
fn strip(value: &Val) -> Out<Val> {
    match value {
        Val::Enum(_, n) => Ok(Val::Int(*n)),
        Val::Set(set) => Ok(Val::set(Members { of: None, ranges: set.ranges.clone() })),
        Val::Array(array) => {
            let mut out = (**array).clone();
            out.index.iter_mut().for_each(|index| index.of = None);
            for cell in &mut out.cells {
                *cell = strip(cell)?;
            }
            Ok(Val::Array(out.into()))
        }
        other => Ok(other.clone()),
    }
}

fn to_enum(_: &mut Walk<'_>, args: &[Val], span: Span) -> Out<Val> {
    let all = set(&args[0])?;
    let one = |value: &Val| match number(value)? {
        n if all.contains(n) => Ok(all.value(n)),
        _ => Stop::undefined(span, "the enum has no such constant"),
    };
    match &args[1] {
        Val::Array(array) => {
            let mut out = (**array).clone();
            out.cells = out.cells.iter().map(one).collect::<Out<Vec<_>>>()?;
            Ok(Val::Array(out.into()))
        }
        Val::Set(numbers) if numbers.within(all) => {
            Ok(Val::set(Members { of: all.of, ranges: numbers.ranges.clone() }))
        }
        Val::Set(_) => Stop::undefined(span, "the enum has no such constants"),
        Val::Absent => Ok(Val::Absent),
        value => one(value),
    }
}

fn all_disjoint(value: &Val) -> Out<Val> {
    let all = sets(value)?;
    holds(all.iter().enumerate().all(|(i, a)| all[..i].iter().all(|b| a.intersect(b).is_empty())))
}

fn partition(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let whole = sets(&args[0])?.iter().fold(Members::default(), |a, b| a.union(b));
    let apart = all_disjoint(&args[0])? == Val::Bool(true);
    holds(apart && whole.ranges == set(&args[1])?.ranges)
}

/// Any two sets share at most one member.
fn at_most_one(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let all = sets(&args[0])?;
    holds(all.iter().enumerate().all(|(i, a)| all[..i].iter().all(|b| a.intersect(b).size() <= 1)))
}

fn link(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let (set, bools) = (set(&args[0])?, super::Indexed::of(&args[1])?);
    let inside = bools.iter().all(|(i, b)| set.contains(i) == (b == 1));
    holds(inside && set.iter().all(|i| bools.get(i).is_some()))
}

/// `j` is in `f[i]` just where `i` is in `g[j]`.
fn inverse_set(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let (f, g) = (cells(&args[0])?, cells(&args[1])?);
    let goes = |f: &Val, g: &Val| -> Out<bool> {
        let (first, others) = (cells(f)?.index.first().map_or(1, |i| i.lo), cells(g)?);
        for (i, cell) in (first..).zip(&cells(f)?.cells) {
            for j in set(cell)?.iter() {
                match others.at(&[j]) {
                    Some(back) if set(back)?.contains(i) => {}
                    _ => return Ok(false),
                }
            }
        }
        Ok(true)
    };
    let (f, g) = (Val::Array(f.clone()), Val::Array(g.clone()));
    holds(goes(&f, &g)? && goes(&g, &f)?)
}

/// The values of the members of a set come to the sum.
fn sum_set(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let [names, values, members, sum] = args else { return strange("sum_set") };
    let (names, values, members) = (super::numbers(names)?, super::numbers(values)?, set(members)?);
    let there = names.iter().zip(&values).filter(|(name, _)| members.contains(**name)).map(|(_, value)| *value);
    holds(there.sum::<i64>() == number(sum)?)
}
