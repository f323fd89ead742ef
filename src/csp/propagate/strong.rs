//! Strong components of a directed graph, without recursion.
//!
//! What holds: `low` of a node on the stack is the smallest number it is known to reach; a node that reaches nothing
//! smaller than itself closes a component, which is then the top of the stack. Linear (Tarjan, SIAM J. Computing 1972).
//! The lists are kept from one run to the next, since runs are many and short.

const NEW: u32 = u32::MAX;

/// The components, and the lists that finding them takes.
#[derive(Default)]
pub(super) struct Strong {
    /// By node the number of its component.
    pub part: Vec<u32>,
    /// How many components there are.
    pub n_parts: u32,
    number: Vec<u32>,
    low: Vec<u32>,
    stack: Vec<u32>,
    /// Nodes on the way from the root, each with how many of its arrows were followed.
    path: Vec<(u32, u32)>,
    n_numbered: u32,
}

impl Strong {
    /// Finds the components of a graph of `n` nodes; `arrow(node, i)` is where the arrow of that number leads.
    pub fn run(&mut self, n: u32, arrow: impl Fn(u32, u32) -> Option<u32>) {
        for list in [&mut self.part, &mut self.number] {
            list.clear();
            list.resize(n as usize, NEW);
        }
        self.low.resize(n as usize, 0);
        (self.n_parts, self.n_numbered) = (0, 0);
        for root in 0..n {
            if self.number[root as usize] == NEW {
                self.from(root, &arrow);
            }
        }
    }

    fn from(&mut self, root: u32, arrow: &impl Fn(u32, u32) -> Option<u32>) {
        self.path.push((root, 0));
        while let Some((node, followed)) = self.path.last_mut() {
            let at = *node as usize;
            if *followed == 0 && self.number[at] == NEW {
                self.number[at] = self.n_numbered;
                self.low[at] = self.n_numbered;
                self.n_numbered += 1;
                self.stack.push(at as u32);
            }
            match arrow(at as u32, *followed) {
                Some(to) => {
                    *followed += 1;
                    match (self.number[to as usize], self.part[to as usize]) {
                        (NEW, _) => self.path.push((to, 0)),
                        (number, NEW) => self.low[at] = self.low[at].min(number),
                        _ => {}
                    }
                }
                None => {
                    self.path.pop();
                    self.close(at);
                    if let Some((parent, _)) = self.path.last() {
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
    use super::Strong;
    use petgraph::graph::{DiGraph, NodeIndex};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    #[test]
    fn components_are_those_of_petgraph() {
        let mut strong = Strong::default();
        for seed in 0..300 {
            let mut rng = Pcg32::seed_from_u64(seed);
            let n: u32 = rng.random_range(1..12);
            let arrow = |rng: &mut Pcg32| (rng.random_range(0..n), rng.random_range(0..n));
            let edges: Vec<(u32, u32)> = (0..rng.random_range(0..3 * n)).map(|_| arrow(&mut rng)).collect();
            let mut arrows = vec![Vec::new(); n as usize];
            edges.iter().for_each(|(from, to)| arrows[*from as usize].push(*to));
            strong.run(n, |node, i| arrows[node as usize].get(i as usize).copied());
            let part = &strong.part;
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
