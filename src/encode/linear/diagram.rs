//! Decision diagram: a node per variable and interval of remaining bounds that behave alike.
//!
//! A node says "the terms from here on sum to at most what is left"; each step of a term leads to another node, so there
//! are as many clauses as edges, and a variable per node. Nodes are shared by interval, which makes the diagram the
//! reduced one. Eén and Sörensson, JSAT 2006; intervals: Abío et al., JAIR 2012; integer steps: Abío and Stuckey, CP 2014.

use super::{Plan, Row, Term, note_goal, or_adder, size_or_adder, weights};
use crate::cnf::gates::{FALSE, TRUE};
use crate::cnf::{ClauseSink, Lit, Note};
use std::collections::BTreeMap;

/// The row of this file.
pub const ROW: Row = Row {
    name: "diagram",
    summary: "a reduced decision diagram over the remaining bound",
    reference: "Eén and Sörensson 2006; Abío et al. 2012",
    encode: |terms, cmp, bound, sink| or_adder(at_most, terms, cmp, bound, sink),
    n_clauses: |terms, cmp, bound, most| size_or_adder(at_most, terms, cmp, bound, most),
    certified: true,
};

/// The diagram of "at most", if it has no more edges than that.
pub(super) fn at_most(terms: &[Term], bound: u128, most: usize) -> Option<Plan> {
    // One call per layer: beyond this the stack would feel it.
    const MOST_LAYERS: usize = 2_000;
    if terms.len() > MOST_LAYERS {
        return None;
    }
    // Heavy terms first: the diagram is smallest when the bound is used up early.
    let mut ordered: Vec<Term> = terms.to_vec();
    ordered.sort_by_key(|term| std::cmp::Reverse(term.largest()));
    let mut diagram = Diagram::new(ordered, most);
    let root = diagram.build(0, bound as i128)?.node;
    let n_clauses = diagram.n_edges;
    Some(Plan { n_clauses, write: Box::new(move |sink| diagram.write(root, sink)) })
}

/// The nodes built so far, layer by layer.
struct Diagram {
    terms: Vec<Term>,
    /// Per layer, disjoint intervals of bounds by their upper end.
    layers: Vec<BTreeMap<i128, Interval>>,
    nodes: Vec<Node>,
    n_edges: usize,
    /// The most there may be.
    most: usize,
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
    /// The terms from this layer on sum to at most this.
    layer: usize,
    most: i128,
}

const NO: usize = 0;
const YES: usize = 1;

impl Diagram {
    fn new(terms: Vec<Term>, most: usize) -> Diagram {
        let mut after = 0i128;
        let mut layers = Vec::new();
        for i in (0..=terms.len()).rev() {
            after += terms.get(i).map_or(0, |term| term.largest() as i128);
            let no = Interval { lo: i128::MIN, hi: -1, node: NO };
            let yes = Interval { lo: after, hi: i128::MAX, node: YES };
            layers.push(BTreeMap::from([no, yes].map(|interval| (interval.hi, interval))));
        }
        layers.reverse();
        let nodes = [-1, after].map(|most| Node { edges: Vec::new(), layer: 0, most }).into();
        Diagram { terms, layers, nodes, n_edges: 0, most }
    }

    /// The node for a bound at a layer; `None` when the diagram has become too large.
    fn build(&mut self, layer: usize, bound: i128) -> Option<Interval> {
        let (_, known) = self.layers[layer].range(bound..).next().expect("the last interval has no end");
        if known.lo <= bound {
            return Some(*known);
        }
        let steps = choices(&self.terms[layer]);
        self.n_edges += steps.len();
        if self.n_edges > self.most {
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
        made.node = self.share(Node { edges, layer, most: made.hi });
        self.layers[layer].insert(made.hi, made);
        Some(made)
    }

    /// A node whose edges all lead to one place is that place.
    fn share(&mut self, node: Node) -> usize {
        let first = node.edges[0].1;
        if node.edges.iter().all(|(_, next)| *next == first) {
            return first;
        }
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// A literal per node; a true node and a true edge literal make the next node true. The root is true.
    fn write(&self, root: usize, sink: &mut dyn ClauseSink) {
        let mut lits = vec![FALSE, TRUE];
        note_goal(&self.terms, sink);
        for node in 2..self.nodes.len() {
            lits.push(if node == root { TRUE } else { self.literal(node, sink) });
        }
        for (node, here) in self.nodes.iter().zip(&lits) {
            node.edges.iter().for_each(|(lit, next)| sink.clause(&[!*here, !*lit, lits[*next]]));
        }
        if root == NO {
            sink.clause(&[]);
        }
    }

    fn literal(&self, node: usize, sink: &mut dyn ClauseSink) -> Lit {
        let lit = sink.fresh();
        if sink.takes_notes() {
            let Node { layer, most, .. } = self.nodes[node];
            sink.note(Note::Sum(!lit, &weights(&self.terms[layer..]), most + 1));
        }
        lit
    }
}

/// Every contribution with its literal, that of nothing at all included. Monotone, so "at least" will do for "is".
fn choices(term: &Term) -> Vec<(u128, Lit)> {
    match term {
        Term::Choice(steps) => steps.clone(),
        Term::Chain(steps) => std::iter::once((0, TRUE)).chain(steps.iter().copied()).collect(),
    }
}
