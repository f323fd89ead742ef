//! The graph the cops sweep: simple, undirected, vertices `0..n`.
//!
//! Neighbour lists are sorted, without loops and repeats. At most [`MAX_VERTICES`] vertices, so that a set of vertices
//! is one machine integer.

use petgraph::unionfind::UnionFind;

/// The most vertices a graph may have.
pub const MAX_VERTICES: usize = 128;

/// An undirected graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// How users write it: `grid:5x5`, or `edges` for a list of edges.
    pub name: String,
    /// Rows and columns for drawing, if the vertices lie in a grid (the last dimensions of a higher one).
    pub shape: Option<(usize, usize)>,
    neighbours: Vec<Vec<usize>>,
}

impl Graph {
    /// A graph of edges. Repeated edges count once; loops are dropped, since everybody may stay anyway.
    pub fn new(name: &str, n_vertices: usize, edges: &[(usize, usize)]) -> Result<Graph, String> {
        if !(1..=MAX_VERTICES).contains(&n_vertices) {
            return Err(format!("{n_vertices} vertices, expected 1 to {MAX_VERTICES}"));
        }
        let mut neighbours = vec![Vec::new(); n_vertices];
        for &(u, v) in edges {
            if let Some(wrong) = [u, v].into_iter().find(|&w| w >= n_vertices) {
                return Err(format!("vertex {wrong}, expected 0 to {}", n_vertices - 1));
            }
            if u != v {
                neighbours[u].push(v);
                neighbours[v].push(u);
            }
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        Ok(Graph { name: name.to_string(), shape: None, neighbours })
    }

    /// The same graph, drawn as a grid of rows and columns.
    pub fn with_shape(self, n_rows: usize, n_cols: usize) -> Graph {
        Graph { shape: Some((n_rows, n_cols)), ..self }
    }

    /// The number of vertices.
    pub fn n_vertices(&self) -> usize {
        self.neighbours.len()
    }

    /// The neighbours of a vertex, in order.
    pub fn neighbours(&self, v: usize) -> &[usize] {
        &self.neighbours[v]
    }

    /// Whether it has the same vertices and edges, whatever it is called.
    pub fn is_same(&self, other: &Graph) -> bool {
        self.neighbours == other.neighbours
    }

    /// Whether two vertices are joined by an edge.
    pub fn adjacent(&self, u: usize, v: usize) -> bool {
        self.neighbours[u].binary_search(&v).is_ok()
    }

    /// All edges `(u, v)` with `u < v`, in order.
    pub fn edges(&self) -> Vec<(usize, usize)> {
        let of = |u: usize| self.neighbours[u].iter().filter(move |&&v| u < v).map(move |&v| (u, v));
        (0..self.n_vertices()).flat_map(of).collect()
    }

    /// Whether every vertex can be reached from every other.
    pub fn is_connected(&self) -> bool {
        let mut parts = UnionFind::<usize>::new(self.n_vertices());
        let n_joined = self.edges().into_iter().filter(|&(u, v)| parts.union(u, v)).count();
        n_joined + 1 == self.n_vertices()
    }
}

#[cfg(test)]
mod tests {
    use super::Graph;

    #[test]
    fn edges_are_cleaned_and_checked() {
        let graph = Graph::new("edges", 4, &[(2, 1), (1, 2), (3, 3), (0, 1)]).expect("good");
        assert_eq!(graph.edges(), [(0, 1), (1, 2)]);
        assert!(graph.adjacent(2, 1) && !graph.adjacent(0, 2) && !graph.is_connected());
        assert_eq!(Graph::new("e", 2, &[(0, 2)]), Err("vertex 2, expected 0 to 1".to_string()));
        assert_eq!(Graph::new("e", 129, &[]), Err("129 vertices, expected 1 to 128".to_string()));
        assert_eq!(Graph::new("e", 0, &[]), Err("0 vertices, expected 1 to 128".to_string()));
    }
}
