//! Parts of a given graph: which nodes and which edges are chosen.
//!
//! The number of nodes and of edges may come first, and says nothing that the arrays do not say.

use super::{Indexed, Row, holds, numbers, strange, truth};
use crate::front::judge::operator::number;
use crate::front::judge::value::Val;
use crate::front::judge::walk::{Out, Stop, Walk};
use crate::front::source::Span;
use std::collections::BTreeSet;

pub(super) const TABLE: &[Row] = &[
    truth("subgraph", |_, args, _| plain(args, Part::is_graph)),
    truth("connected", |_, args, _| plain(args, |part| part.both_ways().is_connected())),
    truth("dconnected", |_, args, _| plain(args, Part::is_connected)),
    truth("dag", |_, args, _| plain(args, Part::is_acyclic)),
    truth("reachable", |_, args, _| rooted(args, |part, root| part.both_ways().reaches_all(root))),
    truth("dreachable", |_, args, _| rooted(args, Part::reaches_all)),
    truth("tree", |_, args, _| rooted(args, |part, root| part.n_fits_tree() && part.both_ways().reaches_all(root))),
    truth("dtree", |_, args, _| rooted(args, |part, root| part.n_fits_tree() && part.reaches_all(root))),
    truth("path", |_, args, _| between(args, false)),
    truth("dpath", |_, args, _| between(args, true)),
    truth("bounded_path", |_, args, _| bounded(args, false)),
    truth("bounded_dpath", |_, args, _| bounded(args, true)),
    truth("steiner", steiner),
    truth("dsteiner", directed_steiner),
    truth("weighted_spanning_tree", spanning),
    truth("d_weighted_spanning_tree", directed_spanning),
];

/// What is chosen of a graph: nodes, and edges by their ends.
struct Part {
    nodes: BTreeSet<i64>,
    edges: Vec<(i64, i64)>,
}

impl Part {
    fn of(from: &Val, to: &Val, nodes: &Val, edges: &Val) -> Out<Part> {
        let nodes = Indexed::of(nodes)?.iter().filter(|(_, n)| *n == 1).map(|(node, _)| node).collect();
        Ok(Part { nodes, edges: taken(from, to, edges)? })
    }

    /// Both ends of every edge are there.
    fn is_graph(&self) -> bool {
        self.edges.iter().all(|(a, b)| self.nodes.contains(a) && self.nodes.contains(b))
    }

    fn both_ways(&self) -> Part {
        let edges = self.edges.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]).collect();
        Part { nodes: self.nodes.clone(), edges }
    }

    fn reaches_all(&self, root: i64) -> bool {
        let mut seen = BTreeSet::from([root]);
        loop {
            let before = seen.len();
            let next: Vec<i64> = self.edges.iter().filter(|(a, _)| seen.contains(a)).map(|(_, b)| *b).collect();
            seen.extend(next);
            if seen.len() == before {
                return self.is_graph() && seen == self.nodes;
            }
        }
    }

    /// Some node reaches all others.
    fn is_connected(&self) -> bool {
        self.nodes.iter().any(|root| self.reaches_all(*root))
    }

    fn n_fits_tree(&self) -> bool {
        self.edges.len() + 1 == self.nodes.len()
    }

    /// No way leads back, and none to a node that is not there.
    fn is_acyclic(&self) -> bool {
        let mut left = self.edges.clone();
        loop {
            let entered: BTreeSet<i64> = left.iter().map(|(_, b)| *b).collect();
            let before = left.len();
            left.retain(|(a, _)| entered.contains(a));
            if left.len() == before {
                return left.is_empty() && self.edges.iter().all(|(_, b)| self.nodes.contains(b));
            }
        }
    }

    /// Every edge and every node is on one way from the source to the sink.
    fn is_path(&self, source: i64, sink: i64, directed: bool) -> bool {
        let (mut left, mut at, mut seen) = (self.edges.clone(), source, BTreeSet::from([source]));
        while !left.is_empty() {
            let goes = |(a, b): &(i64, i64)| *a == at || (!directed && *b == at);
            let ways: Vec<usize> = (0..left.len()).filter(|way| goes(&left[*way])).collect();
            let [way] = ways.as_slice() else { return false };
            let (a, b) = left.remove(*way);
            at = if a == at { b } else { a };
            if !seen.insert(at) {
                return false;
            }
        }
        at == sink && seen == self.nodes
    }
}

/// The ends of the edges that are chosen.
fn taken(from: &Val, to: &Val, edges: &Val) -> Out<Vec<(i64, i64)>> {
    let (from, to, edges) = (numbers(from)?, numbers(to)?, numbers(edges)?);
    if from.len() != edges.len() || to.len() != edges.len() {
        return Stop::unjudged("edges without ends");
    }
    Ok((0..edges.len()).filter(|e| edges[*e] == 1).map(|e| (from[e], to[e])).collect())
}

/// The arguments without the number of nodes and of edges.
fn bare(args: &[Val]) -> &[Val] {
    match args {
        [Val::Int(_), Val::Int(_), rest @ ..] => rest,
        args => args,
    }
}

fn plain(args: &[Val], test: impl FnOnce(&Part) -> bool) -> Out<Val> {
    let [from, to, nodes, edges] = bare(args) else { return strange("a graph") };
    holds(test(&Part::of(from, to, nodes, edges)?))
}

fn rooted(args: &[Val], test: impl FnOnce(&Part, i64) -> bool) -> Out<Val> {
    let [from, to, root, nodes, edges] = bare(args) else { return strange("a graph") };
    holds(test(&Part::of(from, to, nodes, edges)?, number(root)?))
}

fn between(args: &[Val], directed: bool) -> Out<Val> {
    let [from, to, source, sink, nodes, edges] = bare(args) else { return strange("a path") };
    holds(Part::of(from, to, nodes, edges)?.is_path(number(source)?, number(sink)?, directed))
}

fn bounded(args: &[Val], directed: bool) -> Out<Val> {
    let [from, to, weights, source, sink, nodes, edges, total] = bare(args) else { return strange("a path") };
    let ends = [from, to, source, sink, nodes, edges].map(Clone::clone);
    holds(between(&ends, directed)? == Val::Bool(true) && costs(weights, edges, total)?)
}

/// Whether the weights of the chosen edges come to a total.
fn costs(weights: &Val, edges: &Val, total: &Val) -> Out<bool> {
    Ok(super::number::weighted(&[weights.clone(), edges.clone()])? == i128::from(number(total)?))
}

fn steiner(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let [from, to, weights, nodes, edges, total] = bare(args) else { return strange("steiner") };
    let part = Part::of(from, to, nodes, edges)?;
    holds(part.n_fits_tree() && part.both_ways().is_connected() && costs(weights, edges, total)?)
}

fn directed_steiner(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let [from, to, weights, root, nodes, edges, total] = bare(args) else { return strange("dsteiner") };
    let part = Part::of(from, to, nodes, edges)?;
    holds(part.n_fits_tree() && part.reaches_all(number(root)?) && costs(weights, edges, total)?)
}

/// All nodes of a graph; without their number, as many as an edge has for its end.
fn everyone(args: &[Val]) -> Out<BTreeSet<i64>> {
    let n = match args {
        [Val::Int(n), Val::Int(_), ..] => *n,
        [from, to, ..] => numbers(from)?.into_iter().chain(numbers(to)?).max().unwrap_or(0),
        _ => return Stop::unjudged("a graph without edges"),
    };
    Ok((1..=n).collect())
}

fn spanning(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let [from, to, weights, edges, total] = bare(args) else { return strange("weighted_spanning_tree") };
    let part = Part { nodes: everyone(args)?, edges: taken(from, to, edges)? };
    holds(part.n_fits_tree() && part.both_ways().is_connected() && costs(weights, edges, total)?)
}

fn directed_spanning(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let [from, to, weights, root, edges, total] = bare(args) else { return strange("d_weighted_spanning_tree") };
    let part = Part { nodes: everyone(args)?, edges: taken(from, to, edges)? };
    holds(part.n_fits_tree() && part.reaches_all(number(root)?) && costs(weights, edges, total)?)
}
