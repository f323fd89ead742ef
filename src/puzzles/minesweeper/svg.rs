//! The board as an SVG picture, in the digit colours of the classic game.
//!
//! What is not known is raised, and a run of such cells is one element; everything else is one element per cell.

use super::board::Board;
use super::view::{Chance, Mark, View};
use crate::grid::Grid;
use crate::look::{Entry, Frame, Squares};
use itertools::Itertools;
use std::fmt::{self, Write};

/// Side of a cell.
const CELL: usize = 32;

/// Draws a view of a board.
pub fn draw(board: &Board, view: View) -> String {
    let mut out = String::new();
    write(&mut out, board, view).expect("strings take any text");
    out
}

/// Writes the drawing piece by piece.
pub fn write(out: &mut dyn Write, board: &Board, view: View) -> fmt::Result {
    let marks = view.marks(board);
    let mines = if board.mines == 1 { "1 mine".to_string() } else { format!("{} mines", board.mines) };
    let frame = Frame {
        prefix: "ms",
        name: "Minesweeper",
        facts: format!("{} × {} · {mines}", board.rows(), board.cols()),
        words: words(&marks, view),
        style: STYLE.to_string(),
        defs: DEFS.to_string(),
        squares: Some(Squares { n_rows: board.rows(), n_cols: board.cols(), side: CELL }),
        legend: legend(&marks, view),
        rings: view.rings(),
        ..Frame::default()
    };
    frame.draw(out, |out| marks.rows().enumerate().try_for_each(|(row, cells)| line(out, row, cells)))
}

/// One row of cells.
fn line(out: &mut dyn Write, row: usize, cells: &[Mark]) -> fmt::Result {
    write!(out, "<g transform=\"translate(0 {})\">", row * CELL)?;
    let mut x = 0;
    for (is_raised, run) in &cells.iter().chunk_by(|mark| **mark == Mark::Unknown) {
        let run: Vec<Mark> = run.copied().collect();
        match is_raised {
            true => {
                write!(out, "<rect class=\"ms-open\" x=\"{x}\" width=\"{}\" height=\"{CELL}\"/>", run.len() * CELL)?
            }
            false => run.iter().zip(0..).try_for_each(|(mark, i)| cell(out, x + i * CELL, *mark))?,
        }
        x += run.len() * CELL;
    }
    writeln!(out, "</g>")
}

fn cell(out: &mut dyn Write, x: usize, mark: Mark) -> fmt::Result {
    match mark {
        Mark::Clue(0) | Mark::Unknown => Ok(()),
        Mark::Clue(clue) => {
            write!(out, "<text class=\"ms-d ms-d{clue}\" x=\"{}\" y=\"23\">{clue}</text>", x + CELL / 2)
        }
        Mark::Found => write!(out, "<use href=\"#ms-found\" x=\"{x}\"/>"),
        Mark::Mine => write!(out, "<use href=\"#ms-yes\" x=\"{x}\"/>"),
        Mark::Safe => write!(out, "<use href=\"#ms-no\" x=\"{x}\"/>"),
        Mark::Maybe(chance) => heat(out, x, chance),
    }
}

fn heat(out: &mut dyn Write, x: usize, chance: Chance) -> fmt::Result {
    let (percent, step) = (chance.percent(), chance.percent() / 10);
    write!(out, "<rect class=\"ms-l{step}\" x=\"{}\" y=\"2\" width=\"28\" height=\"28\" rx=\"5\"/>", x + 2)?;
    write!(out, "<text class=\"ms-h\" x=\"{}\" y=\"21\">{percent}</text>", x + CELL / 2)
}

/// What the signs that occur mean.
fn legend(marks: &Grid<Mark>, view: View) -> Vec<Entry> {
    let has = |wanted: fn(&Mark) -> bool| marks.cells().iter().any(wanted);
    let sign = |name: &str| format!("<use href=\"#ms-{name}\" transform=\"translate(-2 -2) scale(.75)\"/>");
    let raised = match view {
        View::Solution(_) => "no mine",
        View::Backbone { .. } => "open: mined or not",
        View::Board | View::Heat(_) | View::Reason(_) => "unknown",
    };
    let steps: String = (0..10)
        .map(|i| format!("<rect class=\"ms-l{i} ms-step\" x=\"{}\" y=\"3\" width=\"12\" height=\"14\"/>", 12 * i))
        .collect();
    let entries = [
        (has(|m| *m == Mark::Found), Entry::new(sign("found"), "mine")),
        (has(|m| *m == Mark::Mine), Entry::new(sign("yes"), "always mined")),
        (has(|m| *m == Mark::Safe), Entry::new(sign("no"), "never mined")),
        (has(|m| *m == Mark::Unknown), Entry::new(sign("cell"), raised)),
        (
            has(|m| matches!(m, Mark::Maybe(_))),
            Entry { sign: steps, width: 121, label: "chance of a mine, 1 to 99 %".into() },
        ),
    ];
    entries.into_iter().filter(|(occurs, _)| *occurs).map(|(_, entry)| entry).collect()
}

/// The picture in words.
fn words(marks: &Grid<Mark>, view: View) -> String {
    let n = |wanted: fn(&Mark) -> bool| marks.cells().iter().filter(|mark| wanted(mark)).count();
    let clues = n(|m| matches!(m, Mark::Clue(_)));
    let open = n(|m| *m == Mark::Unknown);
    let (mines, safe) = (n(|m| matches!(m, Mark::Mine | Mark::Found)), n(|m| *m == Mark::Safe));
    match view {
        View::Board => format!("A board with {clues} revealed and {open} unknown cells."),
        View::Reason(ringed) => format!(
            "A board with {clues} revealed cells, {} of which are ringed: the clues of a reason.",
            ringed.cells.len()
        ),
        View::Solution(_) => format!("A board with {clues} revealed cells and the {mines} mines of one solution."),
        View::Backbone { .. } => format!(
            "A board with {clues} revealed cells; {mines} cells are mined in every solution, {safe} in none, {open} in some."
        ),
        View::Heat(_) => format!(
            "A board with {clues} revealed cells and the chance of a mine for the others; {mines} are always mined, {safe} never."
        ),
    }
}

const DEFS: &str = "
<g id=\"%-cell\"><rect class=\"%-edge\" x=\"2\" y=\"2.500\" width=\"28\" height=\"28\" rx=\"5\"/><rect class=\"%-top\" x=\"2.700\" y=\"2.700\" width=\"26.600\" height=\"25.800\" rx=\"4.500\"/></g>
<pattern id=\"%-cells\" width=\"32\" height=\"32\" patternUnits=\"userSpaceOnUse\"><use href=\"#%-cell\"/></pattern>
<g id=\"%-mine\"><path class=\"%-spikes\" d=\"M16 6v20M6 16h20M9 9l14 14M23 9L9 23\"/><circle cx=\"16\" cy=\"16\" r=\"7\"/><circle class=\"%-glint\" cx=\"13.800\" cy=\"13.700\" r=\"1.800\"/></g>
<g id=\"%-found\" class=\"%-f\"><rect class=\"%-fs\" x=\"2\" y=\"2\" width=\"28\" height=\"28\" rx=\"5\"/><use href=\"#%-mine\"/></g>
<g id=\"%-yes\" class=\"%-y\"><rect class=\"%-ys\" x=\"2\" y=\"2\" width=\"28\" height=\"28\" rx=\"5\"/><use href=\"#%-mine\"/></g>
<g id=\"%-no\"><rect class=\"%-ns\" x=\"2\" y=\"2\" width=\"28\" height=\"28\" rx=\"5\"/><path class=\"%-tick\" d=\"M10 16.500l4.200 4.200L22.500 12\"/></g>
";

const STYLE: &str = "\
.%-open{fill:url(#%-cells)}.%-edge{fill:$edge}.%-top{fill:$open}
.%-f{fill:$found;stroke:$found}.%-y{fill:$yes;stroke:$yes}.%-fs{fill:$found-soft;stroke:none}.%-ys{fill:$yes-soft;stroke:none}
.%-spikes{fill:none;stroke-width:2;stroke-linecap:round}.%-glint{fill:$floor;stroke:none}
.%-step{stroke:$rim;stroke-width:.500}.%-ns{fill:$no-soft}.%-tick{fill:none;stroke:$no;stroke-width:3.200;stroke-linecap:round;stroke-linejoin:round}
.%-d{font-size:20px;font-weight:800;text-anchor:middle}.%-h{font-size:13px;font-weight:600;text-anchor:middle;fill:$likely-ink}
.%-d1{fill:$digit1}.%-d2{fill:$digit2}.%-d3{fill:$digit3}.%-d4{fill:$digit4}.%-d5{fill:$digit5}.%-d6{fill:$digit6}.%-d7{fill:$digit7}.%-d8{fill:$digit8}
.%-l0{fill:$likely0}.%-l1{fill:$likely1}.%-l2{fill:$likely2}.%-l3{fill:$likely3}.%-l4{fill:$likely4}
.%-l5{fill:$likely5}.%-l6{fill:$likely6}.%-l7{fill:$likely7}.%-l8{fill:$likely8}.%-l9{fill:$likely9}
";
