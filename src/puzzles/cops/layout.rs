//! Where the vertices of a graph are drawn: as people know the graph, or by forces.
//!
//! Grids and tori are grids, further dimensions slant; cylinders are rings; cycles and complete graphs are circles; trees hang
//! from their root; all others are pushed apart and pulled together until they rest, always the same way. Neighbours in a grid
//! are one unit apart.

use super::graph::Graph;
use crate::look::Point;
use std::f64::consts::{PI, TAU};

/// A path of more vertices goes on in the next row.
const LONGEST_ROW: usize = 14;

/// A place for each vertex.
pub fn layout(graph: &Graph) -> Vec<Point> {
    let n = graph.n_vertices();
    let (family, rest) = graph.name.split_once(':').unwrap_or((&graph.name, ""));
    let sides: Vec<usize> = rest.split(['x', ',']).filter_map(|side| side.parse().ok()).collect();
    let known = match family {
        "grid" | "torus" => product(&sides),
        "cylinder" if sides.len() == 2 => rings(sides[0], sides[1]),
        "hypercube" => cube(n),
        "bipartite" if sides.len() == 2 => two_rows(sides[0], sides[1]),
        "petersen" => [circle(5, 1.9, 0.0), circle(5, 0.95, 0.0)].concat(),
        _ => Vec::new(),
    };
    if known.len() == n { known } else { by_structure(graph) }
}

/// Graphs without a name that are something all the same.
fn by_structure(graph: &Graph) -> Vec<Point> {
    let n = graph.n_vertices();
    let n_edges = graph.edges().len();
    let degree = |v: usize| graph.neighbours(v).len();
    let is_connected = graph.is_connected();
    if is_connected && n_edges + 1 == n {
        return match (0..n).find(|&v| degree(v) + 1 == n && n > 3) {
            Some(hub) => star(n, hub),
            None => tree(graph),
        };
    }
    if n_edges == n * (n - 1) / 2 {
        return circle(n, around(n), 0.0);
    }
    if is_connected && (0..n).all(|v| degree(v) == 2) {
        return cycle(graph);
    }
    forces(graph)
}

/// The radius at which so many vertices on a circle are one unit apart.
fn around(n: usize) -> f64 {
    if n < 3 { 0.5 } else { (0.5 / (PI / n as f64).sin()).max(1.0) }
}

/// Vertices on a circle, the first on top.
fn circle(n: usize, radius: f64, turn: f64) -> Vec<Point> {
    let at = |v: usize| {
        let angle = TAU * (v as f64 + turn) / n as f64;
        (radius * angle.sin(), -radius * angle.cos())
    };
    (0..n).map(at).collect()
}

/// The last dimension runs across, the one before down, one more slants up and away, and so on further away.
fn product(sides: &[usize]) -> Vec<Point> {
    let n: usize = sides.iter().product();
    // In space the front is wider, so that the slanting edges are seen; these slants keep the layers apart.
    let unit = if sides.len() > 2 { 1.6 } else { 1.0 };
    let slant = if sides.iter().rev().nth(2).is_some_and(|&depth| depth > 2) { (0.64, -0.32) } else { (0.72, -0.6) };
    let mut steps = vec![(unit, 0.0), (0.0, unit), slant];
    let wide = unit * (sides.last().copied().unwrap_or(1) as f64 + 0.9);
    steps.extend((0..).map(|i| (wide + 0.3 * f64::from(i), 0.4)).take(sides.len()));
    let at = |v: usize| {
        let (mut rest, mut point) = (v, (0.0, 0.0));
        for (side, (dx, dy)) in sides.iter().rev().zip(&steps) {
            let digit = (rest % side) as f64;
            (rest, point) = (rest / side, (point.0 + digit * dx, point.1 + digit * dy));
        }
        point
    };
    match sides {
        [length] => snake(*length),
        _ => (0..n).map(at).collect(),
    }
}

/// A path, row by row and back.
fn snake(n: usize) -> Vec<Point> {
    let at = |v: usize| {
        let (row, col) = (v / LONGEST_ROW, v % LONGEST_ROW);
        (if row.is_multiple_of(2) { col } else { LONGEST_ROW - 1 - col } as f64, row as f64)
    };
    (0..n).map(at).collect()
}

/// Cycles of a length, one around the other.
fn rings(n_rings: usize, length: usize) -> Vec<Point> {
    let first = around(length).max(0.9);
    (0..n_rings).flat_map(|ring| circle(length, first + 0.95 * ring as f64, 0.0)).collect()
}

/// A hypercube: up to a cube slanted, beyond by the corners of a regular polygon, from five dimensions on a
/// little askew so that none coincide.
fn cube(n: usize) -> Vec<Point> {
    let n_bits = n.ilog2() as usize;
    let step = |bit: usize| {
        let angle = PI * (bit as f64 + 0.5) / n_bits as f64;
        let length = 1.25 + if n_bits > 4 { 0.23 * bit as f64 } else { 0.0 };
        (-length * angle.cos(), length * angle.sin())
    };
    let slanted = [(1.5, 0.0), (0.0, 1.5), (0.7, -0.6)];
    let steps: Vec<Point> = (0..n_bits).map(|bit| if n_bits <= 3 { slanted[bit] } else { step(bit) }).collect();
    let at = |v: usize| {
        let bits = (0..n_bits).filter(|bit| v >> bit & 1 == 1);
        bits.fold((0.0, 0.0), |(x, y), bit| (x + steps[bit].0, y + steps[bit].1))
    };
    let points = (0..n).map(at).collect();
    if n_bits <= 3 { points } else { spread(points, 4.0) }
}

fn two_rows(a: usize, b: usize) -> Vec<Point> {
    let wide = a.max(b) as f64;
    let row = |n: usize, y: f64| (0..n).map(move |i| ((i as f64 + 0.5) * wide / n as f64, y));
    row(a, 0.0).chain(row(b, 1.0 + wide / 4.0)).collect()
}

fn star(n: usize, hub: usize) -> Vec<Point> {
    let mut points = circle(n - 1, around(n - 1).max(1.2), 0.0);
    points.insert(hub, (0.0, 0.0));
    points
}

/// A cycle in its own order, from vertex 0.
fn cycle(graph: &Graph) -> Vec<Point> {
    let n = graph.n_vertices();
    let places = circle(n, around(n), 0.0);
    let mut points = vec![(0.0, 0.0); n];
    let (mut before, mut now) = (graph.neighbours(0)[1], 0);
    for place in places {
        points[now] = place;
        let next = graph.neighbours(now).iter().copied().find(|&v| v != before).unwrap_or(0);
        (before, now) = (now, next);
    }
    points
}

/// A tree: leaves side by side, everyone else above the middle of its children; a path is drawn as one.
fn tree(graph: &Graph) -> Vec<Point> {
    let n = graph.n_vertices();
    let is_path = (0..n).all(|v| graph.neighbours(v).len() <= 2);
    let root = if is_path { (0..n).find(|&v| graph.neighbours(v).len() <= 1).unwrap_or(0) } else { 0 };
    let mut order = vec![(root, root, 0usize)];
    let mut next = 0;
    while let Some(&(v, parent, depth)) = order.get(next) {
        order.extend(graph.neighbours(v).iter().filter(|&&u| u != parent).map(|&u| (u, v, depth + 1)));
        next += 1;
    }
    if is_path {
        let mut points = vec![(0.0, 0.0); n];
        order.iter().zip(snake(n)).for_each(|(&(v, _, _), place)| points[v] = place);
        return points;
    }
    hung(graph, root, &order)
}

/// The places of a tree's vertices, given with parents and depths, parents first.
fn hung(graph: &Graph, root: usize, order: &[(usize, usize, usize)]) -> Vec<Point> {
    let mut points = vec![(0.0, 0.0); graph.n_vertices()];
    let mut n_leaves = 0;
    // Depth first, so that the leaves of a branch lie together.
    let mut stack = vec![(root, root)];
    while let Some((v, parent)) = stack.pop() {
        let children: Vec<usize> = graph.neighbours(v).iter().copied().filter(|&u| u != parent).collect();
        if children.is_empty() {
            points[v].0 = 0.85 * f64::from(n_leaves);
            n_leaves += 1;
        }
        stack.extend(children.into_iter().rev().map(|u| (u, v)));
    }
    for &(v, parent, depth) in order.iter().rev() {
        let children: Vec<usize> = graph.neighbours(v).iter().copied().filter(|&u| v == root || u != parent).collect();
        if !children.is_empty() {
            points[v].0 = children.iter().map(|&u| points[u].0).sum::<f64>() / children.len() as f64;
        }
        points[v].1 = 1.2 * depth as f64;
    }
    points
}

/// Edges pull, vertices push, and every step is shorter than the one before. Fruchterman and Reingold, 1991.
fn forces(graph: &Graph) -> Vec<Point> {
    const N_STEPS: u32 = 400;
    let n = graph.n_vertices();
    // A spiral: nobody starts on top of another, and no dice are needed.
    let spiral =
        |v: usize| (0.6 * (v as f64).sqrt() * (2.4 * v as f64).cos(), 0.6 * (v as f64).sqrt() * (2.4 * v as f64).sin());
    let mut points: Vec<Point> = (0..n).map(spiral).collect();
    for step in 0..N_STEPS {
        let longest = 0.3 * (1.0 - f64::from(step) / f64::from(N_STEPS)) + 0.005;
        let pulls: Vec<Point> = (0..n).map(|v| force(graph, &points, v)).collect();
        for (point, (dx, dy)) in points.iter_mut().zip(pulls) {
            let length = dx.hypot(dy).max(1e-9);
            let by = length.min(longest) / length;
            *point = (point.0 + by * dx, point.1 + by * dy);
        }
    }
    spread(points, 1.6)
}

fn force(graph: &Graph, points: &[Point], v: usize) -> Point {
    let (x, y) = points[v];
    // Parts that hang together by nothing do not fly away.
    let mut sum = (-0.02 * x, -0.02 * y);
    for (u, &(ux, uy)) in points.iter().enumerate().filter(|(u, _)| *u != v) {
        let (dx, dy) = (x - ux, y - uy);
        let length = dx.hypot(dy).max(0.01);
        let pull = if graph.adjacent(u, v) { length } else { 0.0 };
        let by = (1.0 / length - pull * length) / length;
        sum = (sum.0 + by * dx, sum.1 + by * dy);
    }
    sum
}

/// Scaled, but not by more than `most`, so that the nearest two are no nearer than most of a unit.
fn spread(points: Vec<Point>, most: f64) -> Vec<Point> {
    let pairs =
        points.iter().enumerate().flat_map(|(i, a)| points[..i].iter().map(move |b| (a.0 - b.0).hypot(a.1 - b.1)));
    let nearest = pairs.fold(f64::INFINITY, f64::min);
    let by = if nearest.is_finite() { (0.85 / nearest).clamp(0.6, most) } else { 1.0 };
    points.into_iter().map(|(x, y)| (by * x, by * y)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::families::graph;
    use super::*;

    #[test]
    fn no_two_vertices_lie_on_each_other() {
        for name in [
            "grid:5x5",
            "grid:3x3x3",
            "grid:2x2x2x2",
            "torus:4x5",
            "cylinder:3x5",
            "path:40",
            "grid:30",
            "cycle:9",
            "complete:8",
            "bipartite:3,7",
            "star:12",
            "tree:3,3",
            "hypercube:3",
            "hypercube:4",
            "hypercube:5",
            "hypercube:6",
            "petersen",
            "graph6:DqK",
            "path:1",
            "hypercube:0",
            "torus:1x4",
            "graph6:IheA@GUAo",
        ] {
            let graph = graph(name).unwrap_or_else(|e| panic!("{name}: {e}"));
            let points = layout(&graph);
            assert_eq!(points.len(), graph.n_vertices(), "{name}");
            for (i, a) in points.iter().enumerate() {
                assert!(a.0.is_finite() && a.1.is_finite(), "{name}");
                let near = points[..i].iter().map(|b| (a.0 - b.0).hypot(a.1 - b.1)).fold(9.0, f64::min);
                assert!(near > 0.22, "{name}: vertex {i} is {near:.2} from another");
            }
            assert_eq!(points, layout(&graph), "the same graph, the same drawing");
        }
    }

    #[test]
    fn graphs_are_known_by_their_shape() {
        let named = |name: &str| graph(name).expect("a family");
        let unnamed = |name: &str| Graph::new("edges", named(name).n_vertices(), &named(name).edges()).expect("good");
        for name in ["cycle:7", "complete:6", "tree:2,3", "path:9", "star:6"] {
            assert_eq!(layout(&unnamed(name)), layout(&named(name)), "{name}");
        }
        assert_eq!(layout(&named("grid:2x3"))[4], (1.0, 1.0));
        let radius = |p: Point| p.0.hypot(p.1);
        let points = layout(&named("petersen"));
        assert!(points[..5].iter().all(|p| (radius(*p) - 1.9).abs() < 1e-9), "the outer cycle");
        assert!(points[5..].iter().all(|p| (radius(*p) - 0.95).abs() < 1e-9), "the inner star");
    }
}
