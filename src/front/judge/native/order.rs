//! What stands before what.

use super::{Indexed, Row, cells, holds, numbers, present, strange, truth};
use crate::front::judge::operator::{number, order, set};
use crate::front::judge::value::{Cells, Members, Val};
use crate::front::judge::walk::{Out, Stop, Walk};
use crate::front::source::Span;
use std::cmp::Ordering;

pub(super) const TABLE: &[Row] = &[
    truth("increasing", |_, args, _| in_order(&args[0], &[Ordering::Less, Ordering::Equal])),
    truth("strictly_increasing", |_, args, _| in_order(&args[0], &[Ordering::Less])),
    truth("decreasing", |_, args, _| in_order(&args[0], &[Ordering::Greater, Ordering::Equal])),
    truth("strictly_decreasing", |_, args, _| in_order(&args[0], &[Ordering::Greater])),
    truth("lex_less", |_, args, _| lists(args, &[Ordering::Less])),
    truth("lex_lesseq", |_, args, _| lists(args, &[Ordering::Less, Ordering::Equal])),
    truth("lex_greater", |_, args, _| lists(args, &[Ordering::Greater])),
    truth("lex_greatereq", |_, args, _| lists(args, &[Ordering::Greater, Ordering::Equal])),
    truth("lex2", |_, args, _| both_ways(&args[0], &[Ordering::Less, Ordering::Equal])),
    truth("strict_lex2", |_, args, _| both_ways(&args[0], &[Ordering::Less])),
    truth("lex2_strict", |_, args, _| both_ways(&args[0], &[Ordering::Less])),
    truth("lex_chain_less", |_, args, _| columns(&args[0], &[Ordering::Less])),
    truth("lex_chain_lesseq", |_, args, _| columns(&args[0], &[Ordering::Less, Ordering::Equal])),
    truth("lex_chain_greater", |_, args, _| columns(&args[0], &[Ordering::Greater])),
    truth("lex_chain_greatereq", |_, args, _| columns(&args[0], &[Ordering::Greater, Ordering::Equal])),
    truth("lex_chain_lesseq_orbitope", |_, args, _| orbitope(args, &[Ordering::Less, Ordering::Equal])),
    truth("lex_chain_greatereq_orbitope", |_, args, _| orbitope(args, &[Ordering::Greater, Ordering::Equal])),
    truth("var_perm_sym", var_perm_sym),
    truth("var_sqr_sym", var_sqr_sym),
    truth("sliding_among", sliding_among),
    truth("value_precede", |_, args, _| precede(&[number(&args[0])?, number(&args[1])?], &args[2])),
    truth("value_precede_chain", |_, args, _| precede(&numbers(&args[0])?, &args[1])),
    truth("seq_precede_chain", seq_precede),
    truth("sliding_sum", sliding_sum),
    truth("table", table),
    truth("knapsack", knapsack),
    truth("sum_pred", sum_pred),
];

fn in_order(value: &Val, allowed: &[Ordering]) -> Out<Val> {
    let there: Vec<&Val> = cells(value)?.cells.iter().filter(|cell| **cell != Val::Absent).collect();
    let mut all = true;
    for pair in there.windows(2) {
        all &= order(pair[0], pair[1])?.is_some_and(|found| allowed.contains(&found));
    }
    holds(all)
}

fn lists(args: &[Val], allowed: &[Ordering]) -> Out<Val> {
    let (a, b) = (cells(&args[0])?, cells(&args[1])?);
    let (a, b) = (Val::list(a.cells.clone()), Val::list(b.cells.clone()));
    holds(order(&a, &b)?.is_some_and(|found| allowed.contains(&found)))
}

fn matrix(value: &Val) -> Out<(&Cells, usize, usize)> {
    let array = cells(value)?;
    match array.index.as_slice() {
        [rows, columns] => Ok((array, rows.len(), columns.len())),
        _ => Stop::unjudged("expected a matrix"),
    }
}

fn chain(lines: &[Vec<Val>], allowed: &[Ordering]) -> Out<bool> {
    let mut all = true;
    for pair in lines.windows(2) {
        let found = order(&Val::list(pair[0].clone()), &Val::list(pair[1].clone()))?;
        all &= found.is_some_and(|found| allowed.contains(&found));
    }
    Ok(all)
}

fn both_ways(value: &Val, allowed: &[Ordering]) -> Out<Val> {
    let (array, n_rows, n_columns) = matrix(value)?;
    let row = |r: usize| (0..n_columns).map(|c| array.cells[r * n_columns + c].clone()).collect();
    let column = |c: usize| (0..n_rows).map(|r| array.cells[r * n_columns + c].clone()).collect();
    let rows: Vec<Vec<Val>> = (0..n_rows).map(row).collect();
    let columns: Vec<Vec<Val>> = (0..n_columns).map(column).collect();
    holds(chain(&rows, allowed)? && chain(&columns, allowed)?)
}

/// The columns are in order.
fn columns(value: &Val, allowed: &[Ordering]) -> Out<Val> {
    let (array, n_rows, n_columns) = matrix(value)?;
    let column = |c: usize| (0..n_rows).map(|r| array.cells[r * n_columns + c].clone()).collect();
    holds(chain(&(0..n_columns).map(column).collect::<Vec<_>>(), allowed)?)
}

/// The columns are in order, and in each row exactly one is 1 (kind 1), or at most one (kind 2).
fn orbitope(args: &[Val], allowed: &[Ordering]) -> Out<Val> {
    let (_, _, n_columns) = matrix(&args[0])?;
    if n_columns <= 1 {
        return Stop::unjudged("an orbitope without columns");
    }
    let (sums, kind) = (numbers(&args[0])?, number(&args[1])?);
    let fits = |row: &[i64]| match (kind, row.iter().sum::<i64>()) {
        (1, sum) => sum == 1,
        (2, sum) => sum <= 1,
        _ => true,
    };
    let rows = sums.chunks(n_columns).all(fits);
    holds(columns(&args[0], allowed)? == Val::Bool(true) && rows)
}

/// Whether no array is before this one that follows from two of the permutations, the first of them backwards.
fn is_least(list: &[i64], permutations: &[Vec<usize>]) -> Out<bool> {
    let mut all = true;
    for first in permutations {
        for second in permutations.iter().filter(|second| *second != first) {
            let moved = (0..list.len()).map(|i| {
                let back = first.iter().position(|to| *to == i)?;
                list.get(*second.get(back)?).copied()
            });
            match moved.collect::<Option<Vec<i64>>>() {
                Some(moved) => all &= list <= moved.as_slice(),
                None => return Stop::unjudged("what is no permutation"),
            }
        }
    }
    Ok(all)
}

fn var_perm_sym(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let (list, places) = (numbers(&args[0])?, numbers(&args[1])?);
    let (_, _, width) = matrix(&args[1])?;
    let permutations: Option<Vec<Vec<usize>>> = places
        .chunks(width.max(1))
        .map(|row| row.iter().map(|place| usize::try_from(place - 1).ok()).collect())
        .collect();
    match permutations {
        Some(permutations) => holds(is_least(&list, &permutations)?),
        None => Stop::unjudged("what is no permutation"),
    }
}

/// The least of the eight ways to turn and flip a square.
fn var_sqr_sym(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let (_, n, width) = matrix(&args[0])?;
    if n != width {
        return Stop::unjudged("what is no square");
    }
    let list = numbers(&args[0])?;
    let turned = |way: usize, r: usize, c: usize| {
        let (r, c) = if way & 1 == 1 { (c, r) } else { (r, c) };
        let r = if way & 2 == 2 { n - 1 - r } else { r };
        let c = if way & 4 == 4 { n - 1 - c } else { c };
        list[r * n + c]
    };
    let all = (0..8).all(|way| {
        let other: Vec<i64> =
            (0..n).flat_map(|r| (0..n).map(move |c| (r, c))).map(|(r, c)| turned(way, r, c)).collect();
        list <= other
    });
    holds(all)
}

fn sliding_among(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let [low, up, n, list, of] = args else { return strange("sliding_among") };
    let (low, up, list) = (number(low)?, number(up)?, numbers(list)?);
    let inside = |value: &i64| match of {
        Val::Set(of) => Ok(of.contains(*value)),
        of => number(of).map(|n| n == *value),
    };
    let found = list.iter().map(inside).collect::<Out<Vec<bool>>>()?;
    match usize::try_from(number(n)?) {
        Ok(n) if n > 0 && !found.is_empty() => holds(
            found
                .windows(n)
                .all(|window| (low..=up).contains(&(window.iter().filter(|inside| **inside).count() as i64))),
        ),
        _ => Stop::unjudged("a window of no length"),
    }
}

/// Before the first of each value comes one of the value before it.
fn precede(values: &[i64], array: &Val) -> Out<Val> {
    let list = present(array)?;
    let first = |value: i64| list.iter().position(|n| *n == value);
    let right = |pair: &[i64]| match (first(pair[0]), first(pair[1])) {
        (_, None) => true,
        (Some(before), Some(after)) => before < after,
        (None, Some(_)) => false,
    };
    holds(values.windows(2).all(right))
}

/// A value `n + 1` only after an `n`; the first is at most 1.
fn seq_precede(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let mut most = 0;
    for n in present(&args[0])? {
        if n > most + 1 {
            return holds(false);
        }
        most = most.max(n);
    }
    holds(true)
}

fn sliding_sum(_: &mut Walk<'_>, args: &[Val], span: Span) -> Out<Val> {
    let (low, up, n, list) = (number(&args[0])?, number(&args[1])?, number(&args[2])?, numbers(&args[3])?);
    let Ok(n) = usize::try_from(n) else { return Stop::unjudged("a window of negative length") };
    if n == 0 {
        return Stop::unjudged("a window of no length");
    }
    // The library asks for the first index.
    if list.is_empty() {
        return Stop::undefined(span, "the array is empty");
    }
    holds(list.windows(n).all(|window| (low..=up).contains(&window.iter().sum::<i64>())))
}

fn table(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let list = numbers(&args[0])?;
    let rows = numbers(&args[1])?;
    let (_, n_rows, width) = matrix(&args[1])?;
    if width != list.len() {
        return if n_rows == 0 { holds(false) } else { Stop::unjudged("a table of another width") };
    }
    holds((0..n_rows).any(|r| rows[r * width..(r + 1) * width] == list))
}

fn knapsack(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let [weights, profits, taken, weight, profit] = args else { return strange("knapsack") };
    let total = |of: &Val| super::number::weighted(&[of.clone(), taken.clone()]);
    let (weight, profit) = (number(weight)?, number(profit)?);
    let right = total(weights)? == i128::from(weight) && total(profits)? == i128::from(profit);
    holds(right && weight >= 0 && profit >= 0 && numbers(taken)?.iter().all(|n| *n >= 0))
}

/// The costs of the members of the i-th set come to the sum.
fn sum_pred(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let [at, sets, costs, sum] = args else { return strange("sum_pred") };
    let costs = Indexed::of(costs)?;
    let Some(members) = cells(sets)?.at(&[number(at)?]) else { return holds(false) };
    let members: &Members = set(members)?;
    match members.iter().map(|n| costs.get(n)).collect::<Option<Vec<_>>>() {
        Some(found) => holds(found.iter().sum::<i64>() == number(sum)?),
        None => Stop::unjudged("a set reaches outside the costs"),
    }
}
