//! Tours and graphs.

use super::{Indexed, Row, holds, numbers, strange, truth};
use crate::front::judge::value::Val;
use crate::front::judge::walk::{Out, Stop, Walk};
use crate::front::source::Span;

pub(super) const TABLE: &[Row] = &[
    truth("circuit", circuit),
    truth("subcircuit", subcircuit),
    truth("network_flow", |_, args, _| holds(flows(&args[0], &args[1], &args[2])?)),
    truth("network_flow_cost", flow_cost),
];

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

/// What leaves a node less what comes in is its balance.
fn flows(arcs: &Val, balance: &Val, flow: &Val) -> Out<bool> {
    let (arcs, flow, balance) = (numbers(arcs)?, numbers(flow)?, Indexed::of(balance)?);
    if arcs.len() != 2 * flow.len() {
        return Stop::unjudged("as many flows as arcs are expected");
    }
    let mut left: Vec<i64> = balance.cells.clone();
    for (arc, n) in arcs.chunks(2).zip(flow) {
        for (node, n) in [(arc[0], -n), (arc[1], n)] {
            if let Some(cell) = usize::try_from(node - balance.lo).ok().and_then(|at| left.get_mut(at)) {
                *cell += n;
            }
        }
    }
    Ok(left.iter().all(|n| *n == 0))
}

fn flow_cost(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let [arcs, balance, weights, flow, cost] = args else { return strange("network_flow_cost") };
    let total = super::number::weighted(&[weights.clone(), flow.clone()])?;
    holds(flows(arcs, balance, flow)? && total == i128::from(super::super::operator::number(cost)?))
}
