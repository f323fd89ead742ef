//! A graph as SVG, or a sweep on it as an animation: cops glide along edges, and a vertex turns clean when they have arrived.
//!
//! The animation needs no script. On paper, and for readers who want less motion, the steps lie side by side instead. Vertices that may hold the robber have dots besides their colour.

use super::check::{Sweep, simulate};
use super::film::Clock;
use super::graph::Graph;
use super::layout::layout;
use crate::look::{Around, Entry, Frame, Point, Rings, distance};
use crate::puzzles::Ringed;
use std::collections::BTreeSet;
use std::fmt::{self, Write};

/// Between neighbours in a grid.
const STEP: f64 = 68.0;
/// Half the width of a vertex, and of a cop.
const VERTEX: f64 = 16.0;
const COP: f64 = 10.0;
/// From the middle of a vertex to the middle of a cop on it.
const ASIDE: f64 = 17.0;
/// Room around the vertices.
const ROOM: f64 = 32.0;
/// The most steps shown side by side.
const MOST: usize = 12;

/// Draws the graph, or plays a sweep on it for ever; the vertices of a reason, each with its times, have rings.
pub fn draw(graph: &Graph, sweep: Option<&Sweep>, reason: Option<&Ringed>) -> String {
    let stage = Stage::new(graph);
    let counted = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let n_cops = sweep.and_then(|sweep| sweep.first()).map_or(0, Vec::len);
    let n_moves = sweep.map_or(0, |sweep| sweep.len().saturating_sub(1));
    let mut facts = vec![graph.name.clone(), counted(graph.n_vertices(), "vertex").replace("vertexs", "vertices")];
    facts.extend((n_cops > 0).then(|| counted(n_cops, "cop")));
    facts.extend((n_moves > 0).then(|| counted(n_moves, "move")));
    let words = match n_moves {
        0 => format!("The graph {} with its vertices numbered from 0.", graph.name),
        n => format!("{} sweep the graph {} in {}.", counted(n_cops, "cop"), graph.name, counted(n, "move")),
    };
    let times = sweep.map_or(Vec::new(), |sweep| simulate(graph, sweep));
    let frame = Frame {
        prefix: "cp",
        name: "Cops",
        facts: facts.join(" · "),
        words,
        style: STYLE.to_string(),
        defs: DEFS.to_string(),
        room: (stage.size.0.ceil() as usize, stage.size.1.ceil() as usize),
        legend: legend(&times, n_cops),
        rings: stage.rings(reason),
        ..Frame::default()
    };
    frame.text(|out| match sweep.filter(|_| n_moves > 0) {
        None => stage.still(out, sweep.and_then(|s| s.first()).map_or(&[], Vec::as_slice), times.first()),
        Some(sweep) => {
            writeln!(out, "<g class=\"cp-film\">")?;
            stage.film(out, sweep, &times)?;
            writeln!(out, "</g>\n<g class=\"cp-steps\">")?;
            stage.steps(out, sweep, &times)?;
            writeln!(out, "</g>")
        }
    })
}

/// The graph in its place.
struct Stage<'a> {
    graph: &'a Graph,
    at: Vec<Point>,
    size: Point,
}

impl Stage<'_> {
    fn new(graph: &Graph) -> Stage<'_> {
        let places = layout(graph);
        let least = places.iter().fold((f64::MAX, f64::MAX), |(x, y), p| (p.0.min(x), p.1.min(y)));
        let at: Vec<Point> =
            places.iter().map(|p| ((p.0 - least.0) * STEP + ROOM, (p.1 - least.1) * STEP + ROOM)).collect();
        let most = at.iter().fold((0.0f64, 0.0f64), |(x, y), p| (p.0.max(x), p.1.max(y)));
        Stage { graph, at, size: (most.0 + ROOM, most.1 + ROOM) }
    }

    fn rings(&self, reason: Option<&Ringed>) -> Rings {
        let Some(reason) = reason else { return Rings::default() };
        let vertices: BTreeSet<usize> = reason.cells.iter().map(|(_, vertex)| *vertex).collect();
        let disc = |vertex: usize| self.at.get(vertex).map(|(x, y)| Around::Disc(*x, *y, VERTEX + 8.0));
        Rings { around: vertices.into_iter().filter_map(disc).collect(), is_clash: reason.fact.is_none() }
    }

    /// The middle of an edge: aside if the straight line would run over a vertex.
    fn middle(&self, u: usize, v: usize) -> Option<Point> {
        let (a, b) = (self.at[u], self.at[v]);
        let is_near = |(w, p): (usize, &Point)| w != u && w != v && distance(*p, a, b) < VERTEX;
        if !self.at.iter().enumerate().any(is_near) {
            return None;
        }
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length = dx.hypot(dy).max(1.0);
        let bow = 26.0;
        Some(((a.0 + b.0) / 2.0 + bow * dy / length, (a.1 + b.1) / 2.0 - bow * dx / length))
    }

    fn edges(&self, out: &mut dyn Write) -> fmt::Result {
        write!(out, "<path class=\"cp-edge\" d=\"")?;
        for (u, v) in self.graph.edges() {
            let (a, b) = (self.at[u], self.at[v]);
            match self.middle(u, v) {
                None => write!(out, "M{:.1} {:.1}L{:.1} {:.1}", a.0, a.1, b.0, b.1)?,
                Some(m) => {
                    // The curve passes the middle when its handle is twice as far away.
                    let handle = (2.0 * m.0 - (a.0 + b.0) / 2.0, 2.0 * m.1 - (a.1 + b.1) / 2.0);
                    write!(out, "M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}", a.0, a.1, handle.0, handle.1, b.0, b.1)?
                }
            }
        }
        writeln!(out, "\"/>")
    }

    /// A vertex with something that hides or shows its dots.
    fn vertex(&self, out: &mut dyn Write, v: usize, dirty: Option<bool>, change: &str) -> fmt::Result {
        let (x, y) = self.at[v];
        write!(out, "<g transform=\"translate({x:.1} {y:.1})\"><circle class=\"cp-clean\" r=\"{VERTEX}\"/>")?;
        if let Some(dirty) = dirty.filter(|dirty| *dirty || !change.is_empty()) {
            let hidden = if dirty { "" } else { " visibility=\"hidden\"" };
            write!(
                out,
                "<g{hidden}>{change}<circle class=\"cp-dirty\" r=\"{VERTEX}\"/><circle class=\"cp-dots\" r=\"{VERTEX}\"/></g>"
            )?;
        }
        writeln!(out, "<text class=\"cp-name\" y=\"5\">{v}</text></g>")
    }

    /// One moment: the graph alone if nothing is known of the robber.
    fn still(&self, out: &mut dyn Write, cops: &[usize], dirty: Option<&Vec<bool>>) -> fmt::Result {
        self.edges(out)?;
        (0..self.at.len()).try_for_each(|v| self.vertex(out, v, dirty.map(|d| d[v]), ""))?;
        let places = spots(&self.at, cops);
        places.iter().try_for_each(|(x, y)| writeln!(out, "<g transform=\"translate({x:.1} {y:.1})\">{}</g>", cop()))
    }

    /// The animation.
    fn film(&self, out: &mut dyn Write, sweep: &Sweep, times: &[Vec<bool>]) -> fmt::Result {
        self.edges(out)?;
        let clock = Clock { n_moves: sweep.len() - 1 };
        for v in 0..self.at.len() {
            let states: Vec<bool> = times.iter().map(|dirty| dirty[v]).collect();
            self.vertex(out, v, Some(states[0]), &clock.changes(&states))?;
        }
        let places: Vec<Vec<Point>> = sweep.iter().map(|cops| spots(&self.at, cops)).collect();
        for cop_number in 0..sweep[0].len() {
            let way: Vec<(Point, usize)> =
                places.iter().zip(sweep).map(|(p, s)| (p[cop_number], s[cop_number])).collect();
            let (x, y) = way[0].0;
            let motion = clock.motion(&way, |u, v| self.middle(u.min(v), u.max(v)));
            writeln!(out, "<g transform=\"translate({x:.1} {y:.1})\">{motion}{}</g>", cop())?;
        }
        Ok(())
    }

    /// Up to [`MOST`] moments side by side.
    fn steps(&self, out: &mut dyn Write, sweep: &Sweep, times: &[Vec<bool>]) -> fmt::Result {
        let n = sweep.len().min(MOST);
        let across = (1..=n).find(|c| c * c >= n).unwrap_or(1);
        let scale = 0.94 / across as f64;
        for i in 0..n {
            let time = i * (sweep.len() - 1) / (n - 1).max(1);
            let corner = |k: usize, size: f64| k as f64 * size / across as f64;
            let (x, y) = (corner(i % across, self.size.0), corner(i / across, self.size.1));
            writeln!(
                out,
                "<g transform=\"translate({x:.1} {y:.1}) scale({scale:.3})\"><text class=\"cp-time\" x=\"2\" y=\"9\">time {time}</text>"
            )?;
            self.still(out, &sweep[time], Some(&times[time]))?;
            writeln!(out, "</g>")?;
        }
        Ok(())
    }
}

/// A cop, around the origin.
fn cop() -> String {
    format!("<circle class=\"cp-cop\" r=\"{COP}\"/><text class=\"cp-letter\" y=\"4.300\">C</text>")
}

/// Where cops stand: at the upper right of their vertex, whose number stays to be seen, further ones around it.
fn spots(at: &[Point], cops: &[usize]) -> Vec<Point> {
    let spot = |(i, v): (usize, &usize)| {
        let n = cops.iter().filter(|u| *u == v).count().max(4);
        let before = cops[..i].iter().filter(|u| *u == v).count();
        let angle = std::f64::consts::TAU * (before as f64 / n as f64 - 0.125);
        (at[*v].0 + ASIDE * angle.cos(), at[*v].1 + ASIDE * angle.sin())
    };
    cops.iter().enumerate().map(spot).collect()
}

fn legend(times: &[Vec<bool>], n_cops: usize) -> Vec<Entry> {
    let sign = |inner: &str| format!("<g transform=\"translate(10 10)\">{inner}</g>");
    let dirty = sign("<circle class=\"cp-dirty\" r=\"9\"/><circle class=\"cp-dots\" r=\"9\"/>");
    let clean = sign("<circle class=\"cp-clean\" r=\"9\"/>");
    let has = |state: bool| times.iter().flatten().any(|&dirty| dirty == state);
    let entries = [
        (n_cops > 0, Entry::new(sign(&cop()), "cop")),
        (has(true), Entry::new(dirty, "may hold the robber")),
        (has(false), Entry::new(clean, "cannot hold the robber")),
    ];
    entries.into_iter().filter(|(occurs, _)| *occurs).map(|(_, entry)| entry).collect()
}

const DEFS: &str = "<pattern id=\"%-spots\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\"><circle class=\"%-dot\" cx=\"2\" cy=\"2\" r=\"1.300\"/></pattern>";

const STYLE: &str = "\
.%-edge{fill:none;stroke:$rim;stroke-width:2}.%-clean{fill:$floor;stroke:$clean;stroke-width:2}
.%-dirty{fill:$dirty-soft;stroke:$dirty;stroke-width:2}.%-dots{fill:url(#%-spots)}.%-dot{fill:$dirty}
.%-name{font-size:13px;font-weight:600;fill:$ink;text-anchor:middle}.%-time{font-size:13px;fill:$ink}
.%-cop{fill:$actor3;stroke:$floor;stroke-width:2}.%-letter{font-size:12px;font-weight:700;fill:$actor3-text;text-anchor:middle}
.%-steps{display:none}
@media print,(prefers-reduced-motion:reduce){.%-film{display:none}.%-steps{display:inline}}
";

#[cfg(test)]
mod tests {
    use super::super::families::graph;
    use super::*;

    #[test]
    fn sweeps_are_animated() {
        let grid = graph("grid:2x2").expect("good");
        let svg = draw(&grid, Some(&vec![vec![0, 1], vec![2, 3]]), None);
        assert_eq!(svg.matches("<animateTransform").count(), 2, "two cops move");
        assert_eq!(svg.matches("values=\"visible;hidden\"").count(), 2, "two vertices turn clean");
        assert!(svg.contains("Cops<tspan") && svg.contains("grid:2x2 · 4 vertices · 2 cops · 1 move"), "{svg}");
        let still = draw(&graph("petersen").expect("good"), None, None);
        assert_eq!((still.matches("cp-clean\" r=\"16\"").count(), still.matches('M').count() > 14), (10, true));
        assert!(!still.contains("animate") && !still.contains("NaN") && !still.contains("may hold"));
    }
}
