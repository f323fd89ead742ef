//! A board as SVG: queens as discs with their values, captures as numbered arrows.
//!
//! Discs are coloured by value, so that queens that can capture each other look alike. An arrow runs from the square that is
//! left to the square that doubles; the number beside it says when. Queens that are left in the end have a thick ring.

use super::board::{Board, Capture};
use crate::grid::Pos;
use crate::look::{Entry, Frame, Point, Rings, Squares, Taken, arrow_head};
use crate::puzzles::text::counted;
use std::fmt::{self, Write};

/// The side of a square.
const CELL: usize = 48;
/// Half the width of a disc.
const DISC: f64 = 17.0;
/// Half the width of a number.
const LABEL: f64 = 7.5;
/// The number of colours.
const N_COLOURS: u8 = 12;

/// Draws a board with captures, none for the board alone.
pub fn draw(board: &Board, captures: &[Capture], rings: Rings) -> String {
    // A claim may name squares that do not exist.
    let exists = |at: Pos| at.0 < board.n_rows && at.1 < board.n_cols;
    let captures: Vec<Capture> = captures.iter().copied().filter(|c| exists(c.from) && exists(c.into)).collect();
    let captures = &captures[..];
    let n_queens = board.queens().len();
    let (size, queens) = (format!("{} × {}", board.n_rows, board.n_cols), counted(n_queens, "queen"));
    let made = match captures.len() {
        0 => String::new(),
        n => format!(" · {}", counted(n, "capture")),
    };
    let left = n_queens.saturating_sub(captures.len());
    let words = match captures.len() {
        0 => format!("A board of {size} squares with {queens}; equal values have equal colours."),
        n => format!("A board of {size} squares with {queens}; {} leave {left} of them.", counted(n, "capture")),
    };
    let frame = Frame {
        prefix: "qn",
        name: "Queens",
        facts: format!("{size} · {queens}{made}"),
        words,
        style: style(),
        defs: DEFS.to_string(),
        squares: Some(Squares { n_rows: board.n_rows, n_cols: board.n_cols, side: CELL }),
        legend: legend(captures),
        rings,
        ..Frame::default()
    };
    frame.text(|out| {
        let (width, height) = (board.n_cols * CELL, board.n_rows * CELL);
        writeln!(out, "<rect class=\"qn-chess\" width=\"{width}\" height=\"{height}\"/>")?;
        arrows(out, captures)?;
        queens_of(out, board, captures)?;
        numbers(out, board, captures)
    })
}

fn centre((row, col): Pos) -> Point {
    let middle = |n: usize| (n * CELL + CELL / 2) as f64;
    (middle(col), middle(row))
}

fn queens_of(out: &mut dyn Write, board: &Board, captures: &[Capture]) -> fmt::Result {
    let leaves: std::collections::HashSet<Pos> = captures.iter().map(|capture| capture.from).collect();
    for queen in board.queens() {
        let (x, y) = centre(queen.at);
        let is_left = !captures.is_empty() && !leaves.contains(&queen.at);
        let ring = if is_left { " qn-left" } else { "" };
        let (text, size) = value(queen.exponent);
        let colour = queen.exponent % N_COLOURS;
        writeln!(
            out,
            "<circle class=\"qn-queen qn-c{colour}{ring}\" cx=\"{x}\" cy=\"{y}\" r=\"{DISC}\"/>\
             <text class=\"qn-value\" x=\"{x}\" y=\"{}\" font-size=\"{size}\">{text}</text>",
            y + 0.36 * f64::from(size)
        )?;
    }
    Ok(())
}

/// A value and the size to write it in.
fn value(exponent: u8) -> (String, u32) {
    match exponent {
        0..=6 => ((1u64 << exponent).to_string(), 16),
        7..=9 => ((1u64 << exponent).to_string(), 14),
        10..=13 => ((1u64 << exponent).to_string(), 11),
        _ => (format!("2<tspan dy=\"-5\" font-size=\"10\">{exponent}</tspan>"), 15),
    }
}

/// Where an arrow begins and ends: at the rims of the discs, a little to its right, so that arrows both ways stay apart.
fn ends(capture: &Capture) -> (Point, Point) {
    let ((x1, y1), (x2, y2)) = (centre(capture.from), centre(capture.into));
    let length = (x2 - x1).hypot(y2 - y1).max(1.0);
    let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
    let (aside_x, aside_y) = (-4.0 * dy, 4.0 * dx);
    let (off, on) = (DISC + 1.0, DISC + 3.0);
    ((x1 + off * dx + aside_x, y1 + off * dy + aside_y), (x2 - on * dx + aside_x, y2 - on * dy + aside_y))
}

/// The arrows, below the queens they pass after these were captured.
fn arrows(out: &mut dyn Write, captures: &[Capture]) -> fmt::Result {
    for (number, capture) in captures.iter().enumerate() {
        let (from, to) = ends(capture);
        writeln!(
            out,
            "<g><title>capture {}</title><path class=\"qn-arrow\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/><path class=\"qn-head\" d=\"{}\"/></g>",
            number + 1,
            from.0,
            from.1,
            to.0,
            to.1,
            arrow_head(from, to, 6.0)
        )?;
    }
    Ok(())
}

/// The numbers, each beside its arrow.
fn numbers(out: &mut dyn Write, board: &Board, captures: &[Capture]) -> fmt::Result {
    let mut taken = Taken::default();
    board.queens().iter().for_each(|queen| taken.disc(centre(queen.at), DISC + 2.0));
    captures.iter().map(ends).for_each(|(from, to)| taken.line(from, to));
    for (number, capture) in captures.iter().enumerate() {
        let (x, y) = taken.beside(ends(capture), LABEL);
        writeln!(
            out,
            "<circle class=\"qn-badge\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{LABEL}\"/>\
             <text class=\"qn-number\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
            y + 3.4,
            number + 1
        )?;
    }
    Ok(())
}

fn legend(captures: &[Capture]) -> Vec<Entry> {
    if captures.is_empty() {
        return Vec::new();
    }
    let arrow = format!(
        "<path class=\"qn-arrow\" d=\"M0 10H17\"/><path class=\"qn-head\" d=\"{}\"/>",
        arrow_head((0.0, 10.0), (20.0, 10.0), 6.0)
    );
    let left = "<circle class=\"qn-queen qn-c3 qn-left\" cx=\"10\" cy=\"10\" r=\"8\"/>";
    vec![Entry::new(arrow, "captures, in the order of the numbers"), Entry::new(left, "left in the end")]
}

fn style() -> String {
    let colours: String = (0..N_COLOURS).map(|i| format!(".%-c{i}{{fill:$side{i}}}")).collect();
    format!("{STYLE}{colours}\n")
}

const DEFS: &str = "<pattern id=\"%-squares\" width=\"96\" height=\"96\" patternUnits=\"userSpaceOnUse\">\
<path class=\"%-shade\" d=\"M48 0h48v48h-48zM0 48h48v48h-48z\"/></pattern>";

const STYLE: &str = "\
.%-chess{fill:url(#%-squares)}.%-shade{fill:$shade}.%-rule{display:none}
.%-queen{stroke:$rim;stroke-width:1.500}.%-left{stroke:$given;stroke-width:3.500}
.%-value{fill:$side-ink;font-weight:650;text-anchor:middle}
.%-arrow{fill:none;stroke:$path;stroke-width:2}.%-head{fill:$path}
.%-badge{fill:$floor;stroke:$path}.%-number{fill:$ink;font-size:9.500px;font-weight:700;text-anchor:middle}
";

#[cfg(test)]
mod tests {
    use super::super::instance::read;
    use super::*;

    #[test]
    fn every_queen_has_a_disc_and_every_capture_an_arrow() {
        let board = read("f", "2 3\n1\n8 0 8\n0 16 1048576\n").expect("good").remove(0).board;
        let captures = [Capture { from: (0, 2), into: (0, 0) }, Capture { from: (1, 1), into: (0, 0) }];
        let count = |svg: &str, what: &str| svg.matches(what).count();
        let (plain, solved) = (draw(&board, &[], Rings::default()), draw(&board, &captures, Rings::default()));
        assert_eq!((count(&plain, "\"qn-queen "), count(&plain, "<path class=\"qn-arrow\"")), (4, 0));
        assert_eq!(
            (count(&solved, "\"qn-queen "), count(&solved, "<title>capture"), count(&solved, "qn-left\" cx=\"10\"")),
            (5, 2, 1)
        );
        assert_eq!(count(&solved, "qn-left\" cx"), 3, "two queens and the legend");
        assert!(!solved.contains("NaN"));
    }
}
