//! Decision diagram: a node per variable and interval of remaining bounds that behave alike.
//!
//! A node says "the terms from here on sum to at most what is left"; each step of a term leads to another node, so there
//! are as many clauses as edges, and a variable per node. Nodes are shared by interval, which makes the diagram the
//! reduced one. Eén and Sörensson, JSAT 2006; intervals: Abío et al., JAIR 2012; integer steps: Abío and Stuckey, CP 2014.

use super::{MOST, Row, Term, by_at_most};
use crate::cnf::gates::{FALSE, TRUE};
use crate::cnf::{ClauseSink, Lit};
use crate::model::Cmp;
use std::collections::BTreeMap;

/// The row of this file.
pub const ROW: Row = Row {
    name: "diagram",
    summary: "a reduced decision diagram over the remaining bound",
    reference: "Eén and Sörensson 2006; Abío et al. 2012",
    encode,
};

/// Writes the clauses.
pub fn encode(terms: &[Term], cmp: Cmp, bound: u128, sink: &mut dyn ClauseSink) {
    by_at_most(terms, cmp, bound, sink, at_most);
}

/// Writes "at most" and says whether it was small enough.
fn at_most(terms: &[Term], bound: u128, sink: &mut dyn ClauseSink) -> bool {
    // One call per layer: beyond this the stack would feel it.
    const MOST_LAYERS: usize = 2_000;
    if terms.len() > MOST_LAYERS {
        return false;
    }
    // Heavy terms first: the diagram is smallest when the bound is used up early.
    let mut ordered: Vec<Term> = terms.to_vec();
    ordered.sort_by_key(|term| std::cmp::Reverse(term.largest()));
    let mut diagram = Diagram::new(ordered);
    let Some(root) = diagram.build(0, bound as i128) else { return false };
    diagram.write(root.node, sink);
    true
}

/// The nodes built so far, layer by layer.
struct Diagram {
    terms: Vec<Term>,
    /// Per layer, disjoint intervals of bounds by their upper end.
    layers: Vec<BTreeMap<i128, Interval>>,
    nodes: Vec<Node>,
    n_edges: usize,
}

/// All bounds from `lo` to `hi` allow the same choices of the terms from a layer on.
#[derive(Clone, Copy)]
struct Interval {
    lo: i128,
    hi: i128,
    node: usize,
}

/// A layer and its edges: the literal that takes each, and where it leads.
struct Node {
    edges: Vec<(Lit, usize)>,
}

const NO: usize = 0;
const YES: usize = 1;

impl Diagram {
    fn new(terms: Vec<Term>) -> Diagram {
        let mut after = 0i128;
        let mut layers = Vec::new();
        for i in (0..=terms.len()).rev() {
            after += terms.get(i).map_or(0, |term| term.largest() as i128);
            let no = Interval { lo: i128::MIN, hi: -1, node: NO };
            let yes = Interval { lo: after, hi: i128::MAX, node: YES };
            layers.push(BTreeMap::from([no, yes].map(|interval| (interval.hi, interval))));
        }
        layers.reverse();
        let nodes = vec![Node { edges: Vec::new() }, Node { edges: Vec::new() }];
        Diagram { terms, layers, nodes, n_edges: 0 }
    }

    /// The node for a bound at a layer; `None` when the diagram has become too large.
    fn build(&mut self, layer: usize, bound: i128) -> Option<Interval> {
        let (_, known) = self.layers[layer].range(bound..).next().expect("the last interval has no end");
        if known.lo <= bound {
            return Some(*known);
        }
        let steps = choices(&self.terms[layer]);
        self.n_edges += steps.len();
        if self.n_edges > MOST {
            return None;
        }
        let mut made = Interval { lo: i128::MIN, hi: i128::MAX, node: NO };
        let mut edges = Vec::with_capacity(steps.len());
        for (weight, lit) in steps {
            let weight = weight as i128;
            let below = self.build(layer + 1, bound - weight)?;
            made.lo = made.lo.max(below.lo.saturating_add(weight));
            made.hi = made.hi.min(below.hi.saturating_add(weight));
            edges.push((lit, below.node));
        }
        if matches!(self.terms[layer], Term::Chain(_)) {
            // A higher step implies the lower one, which leads there already.
            edges.dedup_by_key(|(_, node)| *node);
        }
        made.node = self.share(edges);
        self.layers[layer].insert(made.hi, made);
        Some(made)
    }

    /// A node whose edges all lead to one place is that place.
    fn share(&mut self, edges: Vec<(Lit, usize)>) -> usize {
        let first = edges[0].1;
        if edges.iter().all(|(_, node)| *node == first) {
            return first;
        }
        self.nodes.push(Node { edges });
        self.nodes.len() - 1
    }

    /// A literal per node; a true node and a true edge literal make the next node true. The root is true.
    fn write(&self, root: usize, sink: &mut dyn ClauseSink) {
        let mut lits = vec![FALSE, TRUE];
        for node in 2..self.nodes.len() {
            lits.push(if node == root { TRUE } else { sink.fresh() });
        }
        for (node, here) in self.nodes.iter().zip(&lits) {
            node.edges.iter().for_each(|(lit, next)| sink.clause(&[!*here, !*lit, lits[*next]]));
        }
        if root == NO {
            sink.clause(&[]);
        }
    }
}

/// Every contribution with its literal, that of nothing at all included. Monotone, so "at least" will do for "is".
fn choices(term: &Term) -> Vec<(u128, Lit)> {
    match term {
        Term::Choice(steps) => steps.clone(),
        Term::Chain(steps) => std::iter::once((0, TRUE)).chain(steps.iter().copied()).collect(),
    }
}
