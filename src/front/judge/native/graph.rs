//! Tours and graphs.

use super::{Indexed, Row, holds, numbers, truth};
use crate::front::judge::value::Val;
use crate::front::judge::walk::{Out, Stop, Walk};
use crate::front::source::Span;
use std::collections::BTreeSet;

pub(super) const TABLE: &[Row] =
    &[truth("circuit", circuit), truth("subcircuit", subcircuit), truth("connected", connected)];

/// How many steps lead from an index back to itself, if they do.
fn tour(next: &Indexed, start: i64) -> Option<usize> {
    let mut at = start;
    for steps in 1..=next.cells.len() {
        at = next.get(at)?;
        if at == start {
            return Some(steps);
        }
    }
    None
}

fn circuit(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let next = Indexed::of(&args[0])?;
    holds(next.cells.is_empty() || tour(&next, next.lo) == Some(next.cells.len()))
}

/// One tour of those that do not stay where they are.
fn subcircuit(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let next = Indexed::of(&args[0])?;
    let moving: Vec<i64> = next.iter().filter(|(i, j)| i != j).map(|(i, _)| i).collect();
    holds(moving.first().is_none_or(|first| tour(&next, *first) == Some(moving.len())))
}

/// `connected(from, to, nodes, edges)`: edges join chosen nodes, and all chosen nodes hang together.
fn connected(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let [from, to, nodes, edges] = args else { return Stop::unjudged("`connected` with these arguments") };
    let (from, to, edges) = (numbers(from)?, numbers(to)?, numbers(edges)?);
    let chosen = Indexed::of(nodes)?;
    let is_in = |node: i64| chosen.get(node) == Some(1);
    let used: Vec<(i64, i64)> = (0..edges.len()).filter(|e| edges[*e] == 1).map(|e| (from[e], to[e])).collect();
    if used.iter().any(|(a, b)| !is_in(*a) || !is_in(*b)) {
        return holds(false);
    }
    let all: BTreeSet<i64> = chosen.iter().filter(|(_, n)| *n == 1).map(|(i, _)| i).collect();
    let mut seen: BTreeSet<i64> = all.first().copied().into_iter().collect();
    loop {
        let before = seen.len();
        for (a, b) in &used {
            if seen.contains(a) || seen.contains(b) {
                seen.extend([*a, *b]);
            }
        }
        if seen.len() == before {
            return holds(seen == all);
        }
    }
}
