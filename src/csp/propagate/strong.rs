//! Strong components of a directed graph, without recursion.
//!
//! What holds: `low` of a node on the stack is the smallest number it is known to reach; a node that reaches nothing
//! smaller than itself closes a component, which is then the top of the stack. Linear (Tarjan, SIAM J. Computing 1972).

const NEW: u32 = u32::MAX;

/// By node the number of its component.
pub(super) fn components(arrows: &[Vec<u32>]) -> Vec<u32> {
    let n = arrows.len();
    let mut walk =
        Walk { arrows, number: vec![NEW; n], low: vec![0; n], part: vec![NEW; n], stack: vec![], n_parts: 0 };
    let mut n_numbered = 0;
    for root in 0..n as u32 {
        if walk.number[root as usize] == NEW {
            walk.from(root, &mut n_numbered);
        }
    }
    walk.part
}

struct Walk<'a> {
    arrows: &'a [Vec<u32>],
    number: Vec<u32>,
    low: Vec<u32>,
    part: Vec<u32>,
    stack: Vec<u32>,
    n_parts: u32,
}

impl Walk<'_> {
    fn from(&mut self, root: u32, n_numbered: &mut u32) {
        // Nodes on the way from the root, each with how many of its arrows were followed.
        let mut path: Vec<(u32, usize)> = vec![(root, 0)];
        while let Some((node, followed)) = path.last_mut() {
            let at = *node as usize;
            if *followed == 0 && self.number[at] == NEW {
                self.number[at] = *n_numbered;
                self.low[at] = *n_numbered;
                *n_numbered += 1;
                self.stack.push(at as u32);
            }
            match self.arrows[at].get(*followed) {
                Some(&to) => {
                    *followed += 1;
                    match (self.number[to as usize], self.part[to as usize]) {
                        (NEW, _) => path.push((to, 0)),
                        (number, NEW) => self.low[at] = self.low[at].min(number),
                        _ => {}
                    }
                }
                None => {
                    path.pop();
                    self.close(at);
                    if let Some((parent, _)) = path.last() {
                        self.low[*parent as usize] = self.low[*parent as usize].min(self.low[at]);
                    }
                }
            }
        }
    }

    /// If the node is the first of its component, takes the component off the stack.
    fn close(&mut self, at: usize) {
        if self.low[at] != self.number[at] {
            return;
        }
        while let Some(node) = self.stack.pop() {
            self.part[node as usize] = self.n_parts;
            if node as usize == at {
                break;
            }
        }
        self.n_parts += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::components;
    use petgraph::graph::{DiGraph, NodeIndex};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    #[test]
    fn components_are_those_of_petgraph() {
        for seed in 0..300 {
            let mut rng = Pcg32::seed_from_u64(seed);
            let n: u32 = rng.random_range(1..12);
            let arrow = |rng: &mut Pcg32| (rng.random_range(0..n), rng.random_range(0..n));
            let edges: Vec<(u32, u32)> = (0..rng.random_range(0..3 * n)).map(|_| arrow(&mut rng)).collect();
            let mut arrows = vec![Vec::new(); n as usize];
            edges.iter().for_each(|(from, to)| arrows[*from as usize].push(*to));
            let part = components(&arrows);
            let mut graph: DiGraph<(), ()> = DiGraph::new();
            let nodes: Vec<NodeIndex> = (0..n).map(|_| graph.add_node(())).collect();
            graph.extend_with_edges(edges);
            for group in petgraph::algo::kosaraju_scc(&graph) {
                let together = |node: &NodeIndex| group.contains(node);
                let first = part[group[0].index()];
                nodes.iter().for_each(|node| assert_eq!(part[node.index()] == first, together(node), "{arrows:?}"));
            }
        }
    }
}
