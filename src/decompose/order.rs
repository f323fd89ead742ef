//! In which order to branch: the reverse of a greedy elimination order.
//!
//! Eliminating the variable with the fewest neighbours first (minimum degree, Markowitz 1957) leaves the separators of
//! the component to the end; branching on those first makes the rest fall apart early. The largest degree met bounds
//! the treewidth from above and tells whether compiling is worth a try.

use super::split::Component;
use crate::presolve::sums::Sum;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// A rank per group of the component, in its order (the highest is branched on first), and the largest degree.
/// `None` once a degree exceeds `max_degree`.
pub(super) fn ranks(component: &Component, sums: &[Sum], max_degree: usize) -> Option<(Vec<u32>, usize)> {
    eliminated(neighbours(component, sums, max_degree)?, max_degree)
}

/// The same for any graph, which is given by the neighbours of each vertex.
pub(crate) fn eliminated(mut near: Vec<BTreeSet<usize>>, max_degree: usize) -> Option<(Vec<u32>, usize)> {
    let n = near.len();
    let mut heap: BinaryHeap<Reverse<(usize, usize)>> = (0..n).map(|i| Reverse((near[i].len(), i))).collect();
    let mut ranks = vec![u32::MAX; n];
    let (mut next, mut width) = (0, 0);
    while let Some(Reverse((degree, i))) = heap.pop() {
        if ranks[i] != u32::MAX || degree != near[i].len() {
            continue;
        }
        if degree > max_degree {
            return None;
        }
        width = width.max(degree);
        ranks[i] = next;
        next += 1;
        let around: Vec<usize> = std::mem::take(&mut near[i]).into_iter().collect();
        for a in &around {
            near[*a].remove(&i);
            near[*a].extend(around.iter().filter(|b| *b != a));
            heap.push(Reverse((near[*a].len(), *a)));
        }
    }
    Some((ranks, width))
}

/// The positions of groups that share a sum with each group.
fn neighbours(component: &Component, sums: &[Sum], max_degree: usize) -> Option<Vec<BTreeSet<usize>>> {
    let position = |g: u32| component.groups.binary_search(&g).expect("a component has the groups of its sums");
    let mut near = vec![BTreeSet::new(); component.groups.len()];
    for s in &component.sums {
        let terms = &sums[*s as usize].terms;
        if terms.len() > max_degree + 1 {
            return None;
        }
        let at: Vec<usize> = terms.iter().map(|(g, _)| position(*g)).collect();
        for a in &at {
            near[*a].extend(at.iter().filter(|b| *b != a));
        }
    }
    Some(near)
}
