//! Words that decision diagrams accept: node 1 is the root, node 0 the end, every edge leads one level on.

use super::{Row, cells, holds, numbers, strange, truth};
use crate::front::judge::operator::{number, set};
use crate::front::judge::value::{Members, Val};
use crate::front::judge::walk::{Out, Stop, Walk};
use crate::front::source::Span;

pub(super) const TABLE: &[Row] =
    &[truth("mdd", mdd), truth("mdd_nondet", mdd), truth("cost_mdd", |_, args, _| with_cost(args))];

struct Edge {
    from: i64,
    to: i64,
    labels: Members,
    cost: i64,
}

fn mdd(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let [word, _, level, _, from, label, to] = args else { return strange("mdd") };
    let word = numbers(word)?;
    let edges = edges([level, from, label, to], None, word.len())?;
    holds(!costs(&word, &edges).is_empty())
}

fn with_cost(args: &[Val]) -> Out<Val> {
    let [word, _, level, _, from, label, cost, to, total] = args else { return strange("cost_mdd") };
    let word = numbers(word)?;
    let edges = edges([level, from, label, to], Some(cost), word.len())?;
    match costs(&word, &edges).as_slice() {
        [] => holds(false),
        [only] => holds(*only == number(total)?),
        _ => Stop::unjudged("a diagram with several ways for one word"),
    }
}

/// The edges, if every one of them leads one level on.
fn edges([level, from, label, to]: [&Val; 4], cost: Option<&Val>, length: usize) -> Out<Vec<Edge>> {
    let (level, from, to) = (numbers(level)?, numbers(from)?, numbers(to)?);
    let labels = cells(label)?.cells.iter().map(|cell| set(cell).cloned()).collect::<Out<Vec<_>>>()?;
    let costs = cost.map_or_else(|| Ok(vec![0; from.len()]), numbers)?;
    let level = |node: i64| match node {
        0 => Some(length as i64 + 1),
        node => level.get(usize::try_from(node - 1).ok()?).copied(),
    };
    let mut out = Vec::new();
    for (((from, to), labels), cost) in from.into_iter().zip(to).zip(labels).zip(costs) {
        match (level(from), level(to)) {
            (Some(a), Some(b)) if a + 1 == b => out.push(Edge { from, to, labels, cost }),
            _ => return Stop::unjudged("a diagram with edges over several levels"),
        }
    }
    Ok(out)
}

/// What each way that spells the word costs.
fn costs(word: &[i64], edges: &[Edge]) -> Vec<i64> {
    let mut at = vec![(1, 0)];
    for letter in word {
        let next = |(node, so_far): &(i64, i64)| {
            let out = edges.iter().filter(|edge| edge.from == *node && edge.labels.contains(*letter));
            out.map(|edge| (edge.to, so_far + edge.cost)).collect::<Vec<_>>()
        };
        at = at.iter().flat_map(next).collect();
    }
    at.into_iter().filter(|(node, _)| *node == 0).map(|(_, cost)| cost).collect()
}
