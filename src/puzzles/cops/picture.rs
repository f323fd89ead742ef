//! A sweep drawn for a terminal: one block per time, `C` a cop, `#` contaminated, `.` clean.
//!
//! Vertices in a grid are drawn as one, others in one row. Several cops on a vertex show their number.

use super::check::{Sweep, simulate};
use super::graph::Graph;
use crate::look::painted;

/// Draws the graph with its vertices' numbers, or each time of a sweep.
pub fn draw(graph: &Graph, sweep: Option<&Sweep>, colour: bool) -> String {
    match sweep {
        Some(sweep) => frames(graph, sweep, colour).concat(),
        None => numbers(graph, n_cols(graph)),
    }
}

/// Each time of a sweep as a drawing of its own.
pub fn frames(graph: &Graph, sweep: &Sweep, colour: bool) -> Vec<String> {
    let frame = |(time, (cops, dirty)): (usize, (&Vec<usize>, Vec<bool>))| {
        let glyphs: Vec<String> = (0..graph.n_vertices()).map(|v| glyph(v, cops, dirty[v], colour)).collect();
        let rows = glyphs.chunks(n_cols(graph)).map(|row| format!("{}\n", row.join(" ")));
        format!("time {time}\n{}", rows.collect::<String>())
    };
    sweep.iter().zip(simulate(graph, sweep)).enumerate().map(frame).collect()
}

fn n_cols(graph: &Graph) -> usize {
    graph.shape.map_or(graph.n_vertices(), |(_, n_cols)| n_cols)
}

fn numbers(graph: &Graph, n_cols: usize) -> String {
    let width = (graph.n_vertices() - 1).to_string().len();
    let cells: Vec<String> = (0..graph.n_vertices()).map(|v| format!("{v:width$}")).collect();
    cells.chunks(n_cols).map(|row| format!("{}\n", row.join(" "))).collect()
}

fn glyph(v: usize, cops: &[usize], dirty: bool, colour: bool) -> String {
    let (glyph, role) = match cops.iter().filter(|&&c| c == v).count() {
        0 if dirty => ("#".to_string(), "dirty"),
        0 => (".".to_string(), "clean"),
        1 => ("C".to_string(), "actor3"),
        n @ 2..=9 => (n.to_string(), "actor3"),
        _ => ("+".to_string(), "actor3"),
    };
    painted(&glyph, role, colour)
}

#[cfg(test)]
mod tests {
    use super::super::families::graph;
    use super::draw;

    #[test]
    fn sweeps_are_drawn_step_by_step() {
        let grid = graph("grid:2x2").expect("good");
        let sweep = vec![vec![0, 1], vec![2, 3]];
        assert_eq!(draw(&grid, Some(&sweep), false), "time 0\nC C\n# #\ntime 1\n. .\nC C\n");
        assert_eq!(draw(&grid, Some(&vec![vec![2, 2]]), false), "time 0\n# #\n2 #\n");
        assert!(draw(&grid, Some(&sweep), true).contains("\x1b[31m#\x1b[0m"));
        assert_eq!(draw(&graph("path:11").expect("good"), None, false), " 0  1  2  3  4  5  6  7  8  9 10\n");
    }
}
