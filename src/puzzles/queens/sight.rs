//! The visibility graph: an edge between any two queens that see each other. The source keeps the board like this.
//!
//! Every queen has at most eight edges, one per direction. A capture takes the capturing queen's edges away and joins its
//! neighbours on both sides of each axis; the captured queen keeps its edges and doubles. Undoing puts the edges back. Both
//! cost `O(1)`. Vertices of queens that are gone stay, without edges, so that numbers of queens never change.

use super::board::Board;
use super::rays::Rays;
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::visit::EdgeRef;
use smallvec::SmallVec;

/// The axis of an edge: 0 and its opposite direction 4 of `Direction::ALL` are axis 0, and so on.
type Axis = u8;

/// The board as a graph of who sees whom.
pub struct Sight {
    graph: UnGraph<u8, Axis>,
    n_standing: usize,
}

/// What a capture took away and put in, to be given back.
pub struct Done {
    from: NodeIndex<u32>,
    into: NodeIndex<u32>,
    lost: SmallVec<[(NodeIndex<u32>, Axis); 8]>,
    joined: SmallVec<[(NodeIndex<u32>, NodeIndex<u32>); 4]>,
}

impl Sight {
    /// The graph of a board.
    pub fn new(board: &Board, rays: &Rays) -> Sight {
        let mut graph = UnGraph::default();
        board.queens().iter().for_each(|queen| _ = graph.add_node(queen.exponent));
        for queen in 0..board.queens().len() {
            // Every edge is met from both ends; the four directions of the first half are enough.
            for (axis, ray) in rays.star(queen)[..4].iter().enumerate() {
                if let Some(&seen) = ray.first() {
                    graph.add_edge(node(queen), NodeIndex::new(seen as usize), axis as Axis);
                }
            }
        }
        Sight { graph, n_standing: board.queens().len() }
    }

    /// How many queens stand.
    pub fn n_standing(&self) -> usize {
        self.n_standing
    }

    /// The exponent of a queen.
    pub fn exponent(&self, queen: usize) -> u8 {
        self.graph[node(queen)]
    }

    /// How many queens a queen sees.
    pub fn degree(&self, queen: usize) -> usize {
        self.graph.edges(node(queen)).count()
    }

    /// The queens of equal value that a queen sees.
    pub fn equals(&self, queen: usize) -> SmallVec<[usize; 8]> {
        let own = self.exponent(queen);
        self.graph.neighbors(node(queen)).filter(|&other| self.graph[other] == own).map(NodeIndex::index).collect()
    }

    /// Lets one queen capture another that it sees and that has its value.
    pub fn capture(&mut self, from: usize, into: usize) -> Done {
        let (from, into) = (node(from), node(into));
        let lost: SmallVec<[_; 8]> = self.graph.edges(from).map(|e| (e.target(), *e.weight())).collect();
        lost.iter().for_each(|&(seen, _)| self.disconnect(from, seen));
        let mut joined = SmallVec::new();
        for axis in 0..4 {
            let mut ends = lost.iter().filter(|end| end.1 == axis).map(|end| end.0);
            if let (Some(a), Some(b)) = (ends.next(), ends.next()) {
                self.graph.add_edge(a, b, axis);
                joined.push((a, b));
            }
        }
        self.graph[into] += 1;
        self.n_standing -= 1;
        Done { from, into, lost, joined }
    }

    /// Takes back the last capture that is not taken back yet.
    pub fn undo(&mut self, done: Done) {
        self.n_standing += 1;
        self.graph[done.into] -= 1;
        done.joined.iter().for_each(|&(a, b)| self.disconnect(a, b));
        done.lost.iter().for_each(|&(seen, axis)| _ = self.graph.add_edge(done.from, seen, axis));
    }

    fn disconnect(&mut self, a: NodeIndex<u32>, b: NodeIndex<u32>) {
        let edge = self.graph.find_edge(a, b).expect("queens that see each other have an edge");
        self.graph.remove_edge(edge);
    }
}

fn node(queen: usize) -> NodeIndex<u32> {
    NodeIndex::new(queen)
}

#[cfg(test)]
mod tests {
    use super::super::instance::read;
    use super::*;
    use rand::{RngExt, SeedableRng};

    /// The edges as pairs, to be compared with walking.
    fn edges(sight: &Sight, n: usize) -> Vec<Vec<usize>> {
        let sorted = |queen| {
            let mut seen: Vec<usize> = sight.graph.neighbors(node(queen)).map(NodeIndex::index).collect();
            seen.sort_unstable();
            seen
        };
        (0..n).map(sorted).collect()
    }

    #[test]
    fn captures_and_undoing_keep_the_graph_right() {
        let board = read("f", &format!("7\n1\n{}", "1 1 0 1 0 1 1 ".repeat(7))).expect("good").remove(0).board;
        let rays = Rays::new(&board);
        let n = board.queens().len();
        let mut sight = Sight::new(&board, &rays);
        let mut stands = vec![true; n];
        let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(1);
        let mut trail = Vec::new();
        loop {
            let walked: Vec<Vec<usize>> = (0..n)
                .map(|q| {
                    let mut seen: Vec<usize> =
                        if stands[q] { rays.seen(q, |other| stands[other]).collect() } else { Vec::new() };
                    seen.sort_unstable();
                    seen
                })
                .collect();
            assert_eq!(edges(&sight, n), walked);
            let moves: Vec<(usize, usize)> =
                (0..n).filter(|&q| stands[q]).flat_map(|q| sight.equals(q).into_iter().map(move |p| (q, p))).collect();
            if moves.is_empty() {
                break;
            }
            let (from, into) = moves[random.random_range(0..moves.len())];
            let before = edges(&sight, n);
            let done = sight.capture(from, into);
            sight.undo(done);
            assert_eq!(edges(&sight, n), before);
            trail.push(sight.capture(from, into));
            stands[from] = false;
        }
        assert!(trail.len() > n / 2);
        assert_eq!(sight.n_standing(), n - trail.len());
    }
}
