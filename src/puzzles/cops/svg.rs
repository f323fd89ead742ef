//! A sweep as an animated SVG: cops glide along edges, contaminated vertices are red.
//!
//! Vertices in a grid lie in rows, others on a circle. The animation needs no script; one move takes a second.

use super::check::{Sweep, simulate};
use super::graph::Graph;
use std::f64::consts::TAU;
use std::fmt::Write;

const CELL: f64 = 48.0;

/// Draws the graph, or plays a sweep on it for ever.
pub fn draw(graph: &Graph, sweep: Option<&Sweep>) -> String {
    let at = layout(graph);
    let (width, height) = at.iter().fold((0.0f64, 0.0f64), |(w, h), &(x, y)| (w.max(x), h.max(y)));
    let (width, height) = (width + CELL, height + CELL);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\">\n"
    );
    for (u, v) in graph.edges() {
        let ((x1, y1), (x2, y2)) = (at[u], at[v]);
        line(&mut out, &format!("<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"#888\"/>"));
    }
    let none = Sweep::new();
    let sweep = sweep.unwrap_or(&none);
    let times = simulate(graph, sweep);
    for (v, &(x, y)) in at.iter().enumerate() {
        let fills: Vec<&str> = times.iter().map(|dirty| if dirty[v] { "#c0392b" } else { "#ecf0f1" }).collect();
        let first = fills.first().unwrap_or(&"#ecf0f1");
        let animation = animate("fill", &fills.join(";"), fills.len(), "discrete");
        line(
            &mut out,
            &format!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"15\" fill=\"{first}\" stroke=\"#444\">{animation}</circle>"
            ),
        );
    }
    for cop in 0..sweep.first().map_or(0, Vec::len) {
        let path = |pick: fn((f64, f64)) -> f64| {
            let values: Vec<String> = sweep.iter().map(|row| format!("{:.1}", pick(at[row[cop]]))).collect();
            values.join(";")
        };
        let (x, y) = at[sweep[0][cop]];
        let animations = animate("cx", &path(|p| p.0), sweep.len(), "linear")
            + &animate("cy", &path(|p| p.1), sweep.len(), "linear");
        line(
            &mut out,
            &format!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"9\" fill=\"#27ae60\" stroke=\"#145a32\">{animations}</circle>"
            ),
        );
    }
    out + "</svg>\n"
}

fn line(out: &mut String, text: &str) {
    writeln!(out, "{text}").expect("writing to a string does not fail");
}

fn animate(attribute: &str, values: &str, n_values: usize, mode: &str) -> String {
    if n_values < 2 {
        return String::new();
    }
    format!(
        "<animate attributeName=\"{attribute}\" values=\"{values}\" dur=\"{n_values}s\" calcMode=\"{mode}\" repeatCount=\"indefinite\"/>"
    )
}

fn layout(graph: &Graph) -> Vec<(f64, f64)> {
    let n = graph.n_vertices();
    let in_grid = |n_cols: usize, v: usize| ((v % n_cols + 1) as f64 * CELL, (v / n_cols + 1) as f64 * CELL);
    let radius = CELL * (n as f64 / 4.0).max(1.0);
    let on_circle = |v: usize| {
        let angle = TAU * v as f64 / n as f64;
        (CELL + radius + radius * angle.sin(), CELL + radius - radius * angle.cos())
    };
    match graph.shape {
        Some((_, n_cols)) => (0..n).map(|v| in_grid(n_cols, v)).collect(),
        None => (0..n).map(on_circle).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::families::graph;
    use super::draw;

    #[test]
    fn sweeps_are_animated() {
        let grid = graph("grid:2x2").expect("good");
        let svg = draw(&grid, Some(&vec![vec![0, 1], vec![2, 3]]));
        assert!(svg.contains("values=\"#c0392b;#ecf0f1\""), "{svg}");
        assert_eq!(svg.matches("attributeName=\"cx\"").count(), 2);
        assert_eq!(svg.matches("<circle").count(), svg.matches("</circle>").count());
        let still = draw(&graph("petersen").expect("good"), None);
        assert_eq!((still.matches("<line").count(), still.matches("<circle").count()), (15, 10));
        assert!(!still.contains("animate") && !still.contains("NaN"));
    }
}
