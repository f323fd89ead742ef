//! Tasks in time, boxes in space, things in bins.

use super::{Indexed, Row, cells, either, holds, numbers, strange, truth};
use crate::front::judge::operator::{number, set};
use crate::front::judge::value::{Members, Val};
use crate::front::judge::walk::{Out, Stop, Walk};
use crate::front::source::Span;

pub(super) const TABLE: &[Row] = &[
    truth("cumulative", cumulative),
    truth("cumulatives", |walk, args, span| match args {
        [_, _, _, _, _] => cumulatives(walk, &[args, &[Val::Bool(true)]].concat(), span),
        args => cumulatives(walk, args, span),
    }),
    truth("disjunctive", |_, args, _| disjunctive(args, false)),
    truth("disjunctive_strict", |_, args, _| disjunctive(args, true)),
    truth("diffn", |_, args, _| boxes(args, true)),
    truth("diffn_nonstrict", |_, args, _| boxes(args, false)),
    truth("diffn_k", |_, args, _| boxes_k(args, true)),
    truth("diffn_nonstrict_k", |_, args, _| boxes_k(args, false)),
    truth("bin_packing", bin_packing),
    truth("bin_packing_capa", bin_packing_capa),
    either("bin_packing_load", 3, bin_packing_load),
    truth("int_set_channel", channel),
];

/// Start, duration and use of each task that takes time.
fn tasks(args: &[Val]) -> Out<Option<Vec<(i64, i64, i64)>>> {
    let starts = &cells(&args[0])?.cells;
    let (durations, uses) = (numbers(&args[1])?, numbers(&args[2])?);
    if starts.len() != durations.len() || starts.len() != uses.len() {
        return Stop::unjudged("arrays of different length");
    }
    let mut out = Vec::new();
    for ((start, duration), uses) in starts.iter().zip(durations).zip(uses) {
        match (start, duration) {
            (Val::Absent, _) => {}
            (_, duration) if duration < 0 || uses < 0 => return Ok(None),
            (_, 0) => {}
            (start, duration) => out.push((number(start)?, duration, uses)),
        }
    }
    Ok(Some(out))
}

fn cumulative(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let most = number(&args[3])?;
    let Some(tasks) = tasks(args)? else { return holds(false) };
    // The use is highest where some task begins.
    let at = |t: i64| tasks.iter().filter(|(s, d, _)| *s <= t && t < s + d).map(|(_, _, r)| *r).sum::<i64>();
    holds((cells(&args[0])?.cells.is_empty() || most >= 0) && tasks.iter().all(|(start, _, _)| at(*start) <= most))
}

/// Tasks on machines, each with its own bound.
fn cumulatives(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let [starts, durations, uses, machines, bounds, upper] = args else { return strange("cumulatives") };
    let (machines, bounds) = (numbers(machines)?, Indexed::of(bounds)?);
    let (starts, durations, uses) = (numbers(starts)?, numbers(durations)?, numbers(uses)?);
    let mut all = durations.iter().all(|d| *d >= 0);
    for (i, machine) in machines.iter().enumerate() {
        let Some(bound) = bounds.get(*machine) else { return holds(false) };
        let runs =
            |j: &usize| machines[*j] == *machine && starts[*j] <= starts[i] && starts[i] < starts[*j] + durations[*j];
        let found: i64 = (0..machines.len()).filter(runs).map(|j| uses[j]).sum();
        all &= durations[i] == 0 || if *upper == Val::Bool(true) { found <= bound } else { found >= bound };
    }
    holds(all)
}

/// No two tasks at once; strictly, a task that takes no time is not in the middle of another either.
fn disjunctive(args: &[Val], strict: bool) -> Out<Val> {
    let starts = &cells(&args[0])?.cells;
    let durations = numbers(&args[1])?;
    let mut all = true;
    let mut tasks = Vec::new();
    for (start, duration) in starts.iter().zip(durations) {
        all &= *start == Val::Absent || duration >= 0;
        if *start != Val::Absent && (strict || duration > 0) {
            tasks.push((number(start)?, duration));
        }
    }
    for (i, (s, d)) in tasks.iter().enumerate() {
        all &= tasks[..i].iter().all(|(t, e)| s + d <= *t || t + e <= *s);
    }
    holds(all)
}

fn boxes(args: &[Val], strict: bool) -> Out<Val> {
    let [x, y, dx, dy] = args else { return strange("diffn") };
    let (x, y, dx, dy) = (numbers(x)?, numbers(y)?, numbers(dx)?, numbers(dy)?);
    let corners: Vec<Vec<(i64, i64)>> = (0..x.len()).map(|i| vec![(x[i], dx[i]), (y[i], dy[i])]).collect();
    holds(apart(&corners, strict))
}

fn boxes_k(args: &[Val], strict: bool) -> Out<Val> {
    let [corner, size] = args else { return strange("diffn_k") };
    let [_, dimensions] = cells(corner)?.index.as_slice() else { return strange("diffn_k") };
    let (at, size) = (numbers(corner)?, numbers(size)?);
    let all: Vec<(i64, i64)> = at.into_iter().zip(size).collect();
    let corners: Vec<Vec<(i64, i64)>> = all.chunks(dimensions.len().max(1)).map(<[_]>::to_vec).collect();
    holds(apart(&corners, strict))
}

/// Any two boxes are one beside the other in some dimension; not strictly, a box without size is nowhere.
fn apart(boxes: &[Vec<(i64, i64)>], strict: bool) -> bool {
    let no_size = |one: &[(i64, i64)]| !strict && one.iter().any(|(_, d)| *d == 0);
    let beside = |a: &[(i64, i64)], b: &[(i64, i64)]| {
        no_size(a) || no_size(b) || a.iter().zip(b).any(|((x, dx), (y, dy))| x + dx <= *y || y + dy <= *x)
    };
    boxes.iter().enumerate().all(|(i, a)| boxes[..i].iter().all(|b| beside(a, b)))
}

/// What lies in a bin.
fn load(bins: &[i64], weights: &[i64], bin: i64) -> i64 {
    bins.iter().zip(weights).filter(|(at, _)| **at == bin).map(|(_, weight)| *weight).sum()
}

fn bin_packing(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let (most, bins, weights) = (number(&args[0])?, numbers(&args[1])?, numbers(&args[2])?);
    holds(bins.iter().all(|bin| load(&bins, &weights, *bin) <= most))
}

fn bin_packing_capa(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let (most, bins, weights) = (Indexed::of(&args[0])?, numbers(&args[1])?, numbers(&args[2])?);
    let known = bins.iter().all(|bin| most.get(*bin).is_some());
    holds(known && most.iter().all(|(bin, most)| load(&bins, &weights, bin) <= most))
}

fn bin_packing_load(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let [loads, bins, weights] = args else { return strange("bin_packing_load") };
    let (loads, bins, weights) = (Indexed::of(loads)?, numbers(bins)?, numbers(weights)?);
    let known = bins.iter().all(|bin| loads.get(*bin).is_some());
    holds(known && loads.iter().all(|(bin, found)| load(&bins, &weights, bin) == found))
}

/// `x[i] = j` just where `i` is in `y[j]`.
fn channel(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let x = Indexed::of(&args[0])?;
    let y = cells(&args[1])?;
    let sets = y.cells.iter().map(|cell| set(cell).cloned()).collect::<Out<Vec<Members>>>()?;
    let first = y.index.first().map_or(1, |index| index.lo);
    let inside = |j: i64| usize::try_from(j - first).ok().and_then(|at| sets.get(at));
    let there = x.iter().all(|(i, j)| inside(j).is_some_and(|set| set.contains(i)));
    let back = (first..).zip(&sets).all(|(j, set)| set.iter().all(|i| x.get(i) == Some(j)));
    holds(there && back)
}
