//! Search trees as one SVG: a panel for each engine, marks by outcome, figures below.
//!
//! Every outcome has its own shape besides its colour. All marks of one kind are one path, so that ten thousand nodes are
//! a small file.

use super::layout::layout;
use super::{Trees, Watched};
use crate::look::{Entry, Frame, escape};
use crate::trace::Outcome;
use std::fmt::{self, Write};

/// The room of a panel.
const WIDTH: f64 = 330.0;
const HEIGHT: f64 = 320.0;
const GAP: f64 = 26.0;
/// Room for the words below a tree, two lines, and for one more.
const WORDS: f64 = 50.0;
const LINE: f64 = 20.0;
/// The most room between two leaves, and between two levels.
const WIDEST: (f64, f64) = (22.0, 34.0);

const STYLE: &str = "\
.%-card{fill:$floor;stroke:$rule}.%-edge{fill:none;stroke:$edge}.%-name{font-weight:600;fill:$ink}
.%-solution{fill:$found;stroke:$found}.%-leads{fill:$found-soft;stroke:$found}.%-refuted{fill:$floor;stroke:$dim}
.%-failed{fill:$clash;stroke:$clash}.%-left{fill:$floor;stroke:$edge}
";

/// The picture.
pub(super) fn draw(trees: &Trees) -> String {
    let n = trees.all.len();
    let occurs = |o: &Outcome| trees.all.iter().any(|one| one.tree.nodes.iter().any(|node| node.outcome == *o));
    let legend = Outcome::ALL.into_iter().filter(occurs).map(entry).collect();
    let is_cut = trees.all.iter().any(|one| one.tree.is_cut);
    let room = (n as f64 * (WIDTH + GAP) - GAP, HEIGHT + WORDS + if is_cut { LINE } else { 0.0 });
    let frame = Frame {
        prefix: "tr",
        name: "Search tree",
        facts: trees.title.clone(),
        words: trees.all.iter().map(|one| format!("{}: {}. ", one.engine, one.figures())).collect(),
        style: STYLE.to_string(),
        room: (room.0 as usize, room.1 as usize),
        legend,
        ..Frame::default()
    };
    frame.text(|out| {
        let panels = trees.all.iter().enumerate();
        panels.into_iter().try_for_each(|(number, one)| panel(out, one, number as f64 * (WIDTH + GAP)))
    })
}

fn entry(outcome: Outcome) -> Entry {
    let mut path = String::new();
    // Strings take any text.
    let _ = mark(&mut path, outcome, (10.0, 10.0), 6.0);
    Entry::new(format!("<path class=\"tr-{}\" d=\"{path}\"/>", outcome.word()), outcome.meaning())
}

fn panel(out: &mut dyn Write, one: &Watched, left: f64) -> fmt::Result {
    let placed = layout(&one.tree);
    let (margin, depth) = (16.0, f64::from(one.tree.depth().max(1)));
    let across = ((WIDTH - 2.0 * margin) / placed.n_leaves.max(2) as f64).min(WIDEST.0);
    let down = ((HEIGHT - 2.0 * margin) / depth).min(WIDEST.1);
    let radius = (across.min(down) * 0.32).clamp(0.7, 6.0);
    let start = (WIDTH - across * placed.n_leaves.saturating_sub(1) as f64) / 2.0;
    let at =
        |number: usize| (start + across * placed.x[number], margin + down * f64::from(one.tree.nodes[number].depth));
    writeln!(out, "<g transform=\"translate({left} 0)\">")?;
    writeln!(out, "<rect class=\"tr-card\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"8\"/>")?;
    write!(out, "<path class=\"tr-edge\" stroke-width=\"{:.2}\" d=\"", (radius / 4.0).clamp(0.3, 1.2))?;
    for (number, node) in one.tree.nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            let ((x, y), (px, py)) = (at(number), at(parent as usize));
            write!(out, "M{px:.1} {py:.1}L{x:.1} {y:.1}")?;
        }
    }
    writeln!(out, "\"/>")?;
    for outcome in Outcome::ALL {
        marks(out, one, outcome, radius, &at)?;
    }
    let name = escape(&one.engine);
    writeln!(out, "<text class=\"tr-name\" x=\"2\" y=\"{}\">{name}</text>", HEIGHT + LINE)?;
    for (words, line) in [Some(one.counts()), one.cut()].into_iter().flatten().zip([2.0, 3.0]) {
        let y = HEIGHT + line * LINE;
        writeln!(out, "<text class=\"tr-note\" x=\"2\" y=\"{y}\">{}</text>", escape(&words))?;
    }
    writeln!(out, "</g>")
}

/// All marks of one kind.
fn marks(
    out: &mut dyn Write,
    one: &Watched,
    outcome: Outcome,
    radius: f64,
    at: &dyn Fn(usize) -> (f64, f64),
) -> fmt::Result {
    let of_kind: Vec<usize> = (0..one.tree.nodes.len()).filter(|n| one.tree.nodes[*n].outcome == outcome).collect();
    if of_kind.is_empty() {
        return Ok(());
    }
    // What was looked for is seen in a forest, too.
    let radius = if outcome == Outcome::Solution { radius.max(3.5) } else { radius };
    write!(out, "<path class=\"tr-{}\" stroke-width=\"{:.2}\" d=\"", outcome.word(), (radius / 4.0).clamp(0.2, 1.5))?;
    of_kind.iter().try_for_each(|number| mark(out, outcome, at(*number), radius))?;
    writeln!(out, "\"/>")
}

/// A diamond for a solution, a square for a failure, a triangle for what was left, and else a disc.
fn mark(out: &mut dyn Write, outcome: Outcome, (x, y): (f64, f64), r: f64) -> fmt::Result {
    match outcome {
        Outcome::Solution => {
            write!(out, "M{x:.1} {:.1}l{r:.1} {r:.1}l-{r:.1} {r:.1}l-{r:.1} -{r:.1}z", y - r)
        }
        Outcome::Failed => {
            let half = r * 0.8;
            write!(out, "M{:.1} {:.1}h{side:.1}v{side:.1}h-{side:.1}z", x - half, y - half, side = 2.0 * half)
        }
        Outcome::Left => write!(out, "M{:.1} {:.1}h{w:.1}l-{r:.1} {w:.1}z", x - r, y - r, w = 2.0 * r),
        Outcome::Leads | Outcome::Refuted => {
            write!(out, "M{:.1} {y:.1}a{r:.1} {r:.1} 0 1 0 {d:.1} 0a{r:.1} {r:.1} 0 1 0 -{d:.1} 0z", x - r, d = 2.0 * r)
        }
    }
}
