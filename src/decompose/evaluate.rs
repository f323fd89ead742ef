//! Passes over a circuit: totals from below, what lies outside from above, and a witness.
//!
//! The polynomial of a node says how many solutions it has for each total. Its *outside* says, for each total, in how
//! many ways everything else can be completed. Their product at a leaf is the exact number of solutions of the whole
//! in which so many members of a group are true (the derivative of the circuit, Darwiche 2003). Each pass is linear in
//! the edges of the circuit times the totals.

use super::circuit::{Circuit, Node, NodeId};
use super::poly::{Amount, Poly};
use super::split::Group;
use crate::search::{Budget, Stop};

/// Nodes between two looks at the clock.
const NODES_PER_CHECK: usize = 512;

/// The polynomial of every node.
pub(super) fn polys<T: Amount>(circuit: &Circuit, groups: &[Group], budget: &Budget) -> Result<Vec<Poly<T>>, Stop> {
    let mut polys: Vec<Poly<T>> = Vec::with_capacity(circuit.nodes.len());
    for (i, node) in circuit.nodes.iter().enumerate() {
        if i.is_multiple_of(NODES_PER_CHECK)
            && let Some(stop) = budget.spent()
        {
            return Err(stop);
        }
        let poly = match node {
            Node::False => Poly::zero(),
            Node::True => Poly::one(),
            Node::Some { group, lo, hi } => some_poly(&groups[*group as usize], *lo, *hi),
            Node::And(children) => children.iter().fold(Poly::one(), |p, c| p.times(&polys[*c as usize])),
            Node::Or(children) => alternatives(children, &polys),
            Node::Exists(child) if polys[*child as usize].is_zero() => Poly::zero(),
            Node::Exists(_) => Poly::one(),
        };
        polys.push(poly);
    }
    Ok(polys)
}

/// Between `lo` and `hi` members of the group are true.
pub(super) fn some_poly<T: Amount>(group: &Group, lo: i32, hi: i32) -> Poly<T> {
    let n = group.members.len();
    if group.weight == 0 && lo == 0 && hi as usize == n {
        return Poly { terms: vec![(0, T::power_of_two(n as u64))] };
    }
    let amounts = T::binomials(n as u64, lo as u64, hi as u64);
    Poly::from_terms((i64::from(lo)..).map(|k| k * group.weight).zip(amounts).collect())
}

fn alternatives<T: Amount>(children: &[NodeId], polys: &[Poly<T>]) -> Poly<T> {
    Poly::from_terms(children.iter().flat_map(|c| polys[*c as usize].terms.iter().cloned()).collect())
}

/// Who is told what the solutions of the whole say about the groups of a circuit.
pub(super) trait Visitor<T> {
    /// A leaf with what lies outside of it.
    fn leaf(&mut self, group: u32, lo: i32, hi: i32, outside: &Poly<T>);
    /// So many solutions have exactly so many true members.
    fn sure(&mut self, group: u32, n_true: i32, n_solutions: &T);
}

/// Visits every leaf with what lies outside of it, given what lies outside of the root.
pub(super) fn descend<T: Amount>(
    circuit: &Circuit,
    polys: &[Poly<T>],
    outside: Poly<T>,
    budget: &Budget,
    visitor: &mut dyn Visitor<T>,
) -> Result<(), Stop> {
    let mut outsides: Vec<Poly<T>> = vec![Poly::zero(); circuit.nodes.len()];
    outsides[circuit.root as usize] = outside;
    for id in (0..circuit.nodes.len()).rev() {
        if id.is_multiple_of(NODES_PER_CHECK)
            && let Some(stop) = budget.spent()
        {
            return Err(stop);
        }
        let outside = std::mem::replace(&mut outsides[id], Poly::zero());
        if outside.is_zero() {
            continue;
        }
        match &circuit.nodes[id] {
            Node::False | Node::True | Node::Exists(_) => {}
            Node::Some { group, lo, hi } => visitor.leaf(*group, *lo, *hi, &outside),
            Node::And(children) => {
                visit_sure(circuit, children, &polys[id], &outside, visitor);
                descend_and(circuit, children, polys, &outside, &mut outsides);
            }
            Node::Or(children) => descend_or(children, polys, &outside, &mut outsides),
        }
    }
    Ok(())
}

/// The number of true members that a leaf allows, if it is just one.
fn sure(circuit: &Circuit, id: NodeId) -> Option<(u32, i32)> {
    match circuit.nodes[id as usize] {
        Node::Some { group, lo, hi } if lo == hi => Some((group, lo)),
        _ => None,
    }
}

/// Children that leave no choice are in all solutions of their parent; no need to know what lies outside of them.
fn visit_sure<T: Amount>(
    circuit: &Circuit,
    children: &[NodeId],
    poly: &Poly<T>,
    outside: &Poly<T>,
    visitor: &mut dyn Visitor<T>,
) {
    let mut sure = children.iter().filter_map(|c| sure(circuit, *c)).peekable();
    if sure.peek().is_none() {
        return;
    }
    let mut n_solutions = T::nothing();
    for (total, ways) in &outside.terms {
        poly.at(*total).into_iter().for_each(|n| n_solutions.add(&n.times(ways)));
    }
    sure.for_each(|(group, n_true)| visitor.sure(group, n_true, &n_solutions));
}

fn descend_or<T: Amount>(children: &[NodeId], polys: &[Poly<T>], outside: &Poly<T>, outsides: &mut [Poly<T>]) {
    for c in children {
        let known = polys[*c as usize].terms.iter();
        let part = known.filter_map(|(t, _)| outside.at(*t).map(|x| (*t, x.clone())));
        outsides[*c as usize].add(Poly { terms: part.collect() });
    }
}

/// What lies beside a child is the product of its siblings: those before it times those after it.
fn descend_and<T: Amount>(
    circuit: &Circuit,
    children: &[NodeId],
    polys: &[Poly<T>],
    outside: &Poly<T>,
    outsides: &mut [Poly<T>],
) {
    let (sure, open): (Vec<NodeId>, Vec<NodeId>) = children.iter().partition(|c| sure(circuit, **c).is_some());
    let mut before = sure.iter().fold(Poly::one(), |p, c| p.times(&polys[*c as usize]));
    let mut after = vec![Poly::one()];
    for c in open.iter().skip(1).rev() {
        after.push(after[after.len() - 1].times(&polys[*c as usize]));
    }
    for c in open {
        let poly = &polys[c as usize];
        let beside = before.times(&after.pop().expect("as many suffixes as children"));
        outsides[c as usize].add(poly.outside_of(&beside, outside));
        before = before.times(poly);
    }
}

/// Sets `n_true` of each group such that the node has this total, which must be one of its totals.
pub(super) fn witness(circuit: &Circuit, polys: &[Poly<bool>], groups: &[Group], total: i64, n_true: &mut [i32]) {
    let mut waiting = vec![(circuit.root, total)];
    while let Some((id, total)) = waiting.pop() {
        match &circuit.nodes[id as usize] {
            Node::False => unreachable!("a node with a total is not false"),
            Node::True => {}
            Node::Some { group, lo, hi } => {
                let weight = groups[*group as usize].weight;
                n_true[*group as usize] = (*lo..=*hi)
                    .find(|k| i64::from(*k) * weight == total)
                    .expect("the total belongs to one of the numbers");
            }
            Node::And(children) => waiting.extend(shares(children, polys, total)),
            Node::Or(children) => {
                let child = children.iter().find(|c| polys[**c as usize].at(total).is_some());
                waiting.push((*child.expect("one of the alternatives has the total"), total));
            }
            Node::Exists(child) => {
                let any = polys[*child as usize].terms[0].0;
                waiting.push((*child, any));
            }
        }
    }
}

/// A total for each child such that they add up.
fn shares(children: &[NodeId], polys: &[Poly<bool>], total: i64) -> Vec<(NodeId, i64)> {
    let mut after = vec![Poly::one()];
    for c in children[1..].iter().rev() {
        after.push(after[after.len() - 1].times(&polys[*c as usize]));
    }
    let mut left = total;
    let mut out = Vec::with_capacity(children.len());
    for c in children {
        let rest = after.pop().expect("as many suffixes as children");
        let share = polys[*c as usize].terms.iter().map(|(s, _)| *s).find(|s| rest.at(left - s).is_some());
        let share = share.expect("the children can make the total");
        out.push((*c, share));
        left -= share;
    }
    out
}
