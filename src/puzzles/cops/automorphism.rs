//! The automorphisms of a graph: all of them, or, if there are too many, a subgroup.
//!
//! Colour refinement first (vertices with different refined colours are never exchanged), then images are chosen vertex
//! by vertex, each consistent with the edges to all vertices chosen before. Vertices are chosen along a breadth-first
//! walk, so wrong images are seen at once. For groups larger than the limit (complete graphs, stars) the group is cut down
//! to those that fix a prefix of the vertices: a pointwise stabiliser, again a group, so canonical forms stay sound.

use super::graph::Graph;

/// A permutation of the vertices: `image[v]` is where `v` goes.
pub type Permutation = Vec<u8>;

/// At most `limit` automorphisms that form a group, the identity first.
pub fn automorphisms(graph: &Graph, limit: usize) -> Vec<Permutation> {
    let order = walk(graph);
    let colours = refine(graph);
    for n_fixed in 0..=order.len() {
        let mut search =
            Search { graph, order: &order, colours: &colours, n_fixed, limit, steps: STEPS, found: Vec::new() };
        let mut image = vec![u8::MAX; order.len()];
        if search.extend(0, &mut image, &mut vec![false; order.len()]) {
            search.found.sort_unstable();
            return search.found;
        }
    }
    vec![(0..graph.n_vertices() as u8).collect()]
}

/// How many images are tried before the group is cut down.
const STEPS: u64 = 2_000_000;

struct Search<'a> {
    graph: &'a Graph,
    order: &'a [usize],
    colours: &'a [usize],
    n_fixed: usize,
    limit: usize,
    steps: u64,
    found: Vec<Permutation>,
}

impl Search<'_> {
    /// Extends the images of the first vertices in all ways; false if there are more than the limits allow.
    fn extend(&mut self, depth: usize, image: &mut Permutation, used: &mut [bool]) -> bool {
        let Some(&v) = self.order.get(depth) else {
            self.found.push(image.clone());
            return self.found.len() <= self.limit;
        };
        let candidates = if depth < self.n_fixed { v..v + 1 } else { 0..self.order.len() };
        for w in candidates {
            self.steps = self.steps.saturating_sub(1);
            if self.steps == 0 {
                return false;
            }
            if used[w] || !self.fits(depth, v, w, image) {
                continue;
            }
            (image[v], used[w]) = (w as u8, true);
            let within = self.extend(depth + 1, image, used);
            (image[v], used[w]) = (u8::MAX, false);
            if !within {
                return false;
            }
        }
        true
    }

    fn fits(&self, depth: usize, v: usize, w: usize, image: &[u8]) -> bool {
        self.colours[v] == self.colours[w]
            && self.order[..depth].iter().all(|&u| self.graph.adjacent(u, v) == self.graph.adjacent(image[u].into(), w))
    }
}

/// All vertices, each component breadth-first.
fn walk(graph: &Graph) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    for root in 0..graph.n_vertices() {
        if order.contains(&root) {
            continue;
        }
        let mut next = order.len();
        order.push(root);
        while next < order.len() {
            let fresh: Vec<usize> =
                graph.neighbours(order[next]).iter().copied().filter(|v| !order.contains(v)).collect();
            order.extend(fresh);
            next += 1;
        }
    }
    order
}

/// Colours such that vertices of one colour have equally many neighbours of each colour.
fn refine(graph: &Graph) -> Vec<usize> {
    let mut colours = vec![0; graph.n_vertices()];
    let mut n_colours = 1;
    loop {
        let signature = |v: usize| {
            let mut around: Vec<usize> = graph.neighbours(v).iter().map(|&u| colours[u]).collect();
            around.sort_unstable();
            (colours[v], around)
        };
        let signatures: Vec<(usize, Vec<usize>)> = (0..colours.len()).map(signature).collect();
        let mut kinds = signatures.clone();
        kinds.sort();
        kinds.dedup();
        colours = signatures.iter().map(|s| kinds.binary_search(s).expect("it is one of them")).collect();
        if kinds.len() == n_colours {
            return colours;
        }
        n_colours = kinds.len();
    }
}

#[cfg(test)]
mod tests {
    use super::super::families::graph;
    use super::*;

    #[test]
    fn groups_have_their_orders_and_keep_edges() {
        let check = |spec: &str, order: usize| {
            let graph = graph(spec).expect("good");
            let group = automorphisms(&graph, 1024);
            assert_eq!(group.len(), order, "{spec}");
            assert_eq!(group[0], (0..graph.n_vertices() as u8).collect::<Vec<u8>>());
            for g in &group {
                assert!(graph.edges().iter().all(|&(u, v)| graph.adjacent(g[u].into(), g[v].into())), "{spec}");
            }
        };
        check("grid:5x5", 8);
        check("grid:3x5", 4);
        check("grid:3x3x3", 48);
        check("path:128", 2);
        check("cycle:7", 14);
        check("petersen", 120);
        check("hypercube:4", 384);
        check("torus:5x5", 200);
        check("complete:5", 120);
        check("complete:4", 24);
        check("star:3", 6);
        check("grid:11x11", 8);
    }

    #[test]
    fn large_groups_are_cut_down_to_a_subgroup() {
        for spec in ["complete:8", "star:20", "bipartite:6,6", "hypercube:7"] {
            let group = automorphisms(&graph(spec).expect("good"), 500);
            assert!(group.len() <= 500 && group.len() > 1, "{spec}: {}", group.len());
            let (a, b) = (&group[group.len() / 2], &group[group.len() - 1]);
            let product: Permutation = a.iter().map(|&v| b[usize::from(v)]).collect();
            assert!(group.contains(&product), "{spec}");
        }
    }
}
