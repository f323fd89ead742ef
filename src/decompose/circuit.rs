//! All solutions of one component as a circuit: who decides what, and which parts are independent.
//!
//! The circuit is a deterministic, decomposable normal form (d-DNNF, Darwiche 2001) over groups: the children of an
//! `Or` exclude each other, the children of an `And` share no group. Children come before parents. Hence counting,
//! attainable totals, a witness for a total and exact numbers per variable are each one pass over the nodes.

use rustc_hash::FxHashMap;

/// A node of a circuit, by its position.
pub(super) type NodeId = u32;

/// What a node says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// Nothing satisfies it.
    False,
    /// Nothing is to be satisfied.
    True,
    /// Between `lo` and `hi` members of the group are true.
    Some { group: u32, lo: i32, hi: i32 },
    /// All of them.
    And(Box<[NodeId]>),
    /// Just one of them.
    Or(Box<[NodeId]>),
    /// There is a solution, however many there are: auxiliaries.
    Exists(NodeId),
}

/// The node that is always false.
pub(super) const FALSE: NodeId = 0;
/// The node that is always true.
pub(super) const TRUE: NodeId = 1;

/// Nodes in order, children first; the last one built by the compiler is `root`.
#[derive(Clone, Debug)]
pub(super) struct Circuit {
    pub nodes: Vec<Node>,
    pub root: NodeId,
    leaves: FxHashMap<(u32, i32, i32), NodeId>,
}

impl Circuit {
    /// The circuit that knows only false and true.
    pub fn new() -> Circuit {
        Circuit { nodes: vec![Node::False, Node::True], root: FALSE, leaves: FxHashMap::default() }
    }

    fn push(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        self.nodes.len() as NodeId - 1
    }

    /// Between `lo` and `hi` members of the group are true; the same node for the same statement.
    pub fn some(&mut self, group: u32, lo: i32, hi: i32) -> NodeId {
        if let Some(known) = self.leaves.get(&(group, lo, hi)) {
            return *known;
        }
        let id = self.push(Node::Some { group, lo, hi });
        self.leaves.insert((group, lo, hi), id);
        id
    }

    /// All of the children, none of which is false.
    pub fn and(&mut self, mut children: Vec<NodeId>) -> NodeId {
        children.retain(|c| *c != TRUE);
        match children.as_slice() {
            [] => TRUE,
            [only] => *only,
            _ => self.push(Node::And(children.into())),
        }
    }

    /// One of the children, none of which is false.
    pub fn or(&mut self, children: Vec<NodeId>) -> NodeId {
        match children.as_slice() {
            [] => FALSE,
            [only] => *only,
            _ => self.push(Node::Or(children.into())),
        }
    }

    /// Whether the child has a solution.
    pub fn exists(&mut self, child: NodeId) -> NodeId {
        match child {
            FALSE | TRUE => child,
            _ => self.push(Node::Exists(child)),
        }
    }
}
