//! A board as SVG: queens as discs with their values, captures as numbered arrows.
//!
//! Discs are coloured by exponent. An arrow runs from the square that is left to the square that doubles; its number says when.
//! Queens that are left in the end have a thick ring.

use super::board::{Board, Capture};
use crate::grid::Pos;
use std::fmt::Write;

/// The side of a square.
const CELL: f64 = 48.0;
/// Room for the coordinates.
const MARGIN: f64 = 24.0;

/// Draws a board with captures, none for the board alone.
pub fn draw(board: &Board, captures: &[Capture]) -> String {
    let (width, height) = (MARGIN + CELL * board.n_cols as f64, MARGIN + CELL * board.n_rows as f64);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" font-family=\"sans-serif\" text-anchor=\"middle\" dominant-baseline=\"central\">\n\
         <defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
         orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#222\"/></marker></defs>\n\
         <rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#fff\"/>\n"
    );
    squares(&mut out, board);
    queens(&mut out, board, captures);
    captures.iter().enumerate().for_each(|(number, capture)| arrow(&mut out, number + 1, capture));
    captures.iter().enumerate().for_each(|(number, capture)| label(&mut out, number + 1, capture));
    out + "</svg>\n"
}

fn line(out: &mut String, text: &str) {
    writeln!(out, "{text}").expect("writing to a string does not fail");
}

fn centre((row, col): Pos) -> (f64, f64) {
    (MARGIN + CELL * (col as f64 + 0.5), MARGIN + CELL * (row as f64 + 0.5))
}

/// The board: light squares, then all dark ones as one path, and the coordinates.
fn squares(out: &mut String, board: &Board) {
    let mut dark = String::new();
    for (row, col) in (0..board.n_rows).flat_map(|row| (0..board.n_cols).map(move |col| (row, col))) {
        if (row + col) % 2 == 1 {
            let (x, y) = (MARGIN + CELL * col as f64, MARGIN + CELL * row as f64);
            dark += &format!("M{x:.0} {y:.0}h{CELL:.0}v{CELL:.0}h-{CELL:.0}z");
        }
    }
    let (width, height) = (CELL * board.n_cols as f64, CELL * board.n_rows as f64);
    line(
        out,
        &format!("<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#f6f1e7\"/>"),
    );
    line(out, &format!("<path d=\"{dark}\" fill=\"#e6dcc8\"/>"));
    let coordinate = |out: &mut String, x: f64, y: f64, n: usize| {
        line(out, &format!("<text x=\"{x:.0}\" y=\"{y:.0}\" font-size=\"12\" fill=\"#777\">{n}</text>"));
    };
    (0..board.n_cols).for_each(|col| coordinate(out, centre((0, col)).0, MARGIN / 2.0, col));
    (0..board.n_rows).for_each(|row| coordinate(out, MARGIN / 2.0, centre((row, 0)).1, row));
}

fn queens(out: &mut String, board: &Board, captures: &[Capture]) {
    for queen in board.queens() {
        let (x, y) = centre(queen.at);
        let is_left = !captures.is_empty() && captures.iter().all(|capture| capture.from != queen.at);
        let (ring, colour) = if is_left { (4, "#111") } else { (1, "#555") };
        let hue = (210 + 47 * u32::from(queen.exponent)) % 360;
        line(
            out,
            &format!(
                "<circle cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"19\" fill=\"hsl({hue} 65% 78%)\" stroke=\"{colour}\" \
                 stroke-width=\"{ring}\"/>"
            ),
        );
        let (text, size) = value(queen.exponent);
        line(out, &format!("<text x=\"{x:.0}\" y=\"{y:.0}\" font-size=\"{size}\" fill=\"#222\">{text}</text>"));
    }
}

/// A value and the size to write it in.
fn value(exponent: u8) -> (String, u32) {
    match exponent {
        0..=9 => ((1u64 << exponent).to_string(), 16),
        10..=13 => ((1u64 << exponent).to_string(), 13),
        _ => (format!("2<tspan dy=\"-6\" font-size=\"10\">{exponent}</tspan>"), 15),
    }
}

/// Where an arrow begins and ends: at the rims of the discs, a little to its right, so that arrows both ways stay apart.
fn ends(capture: &Capture) -> ((f64, f64), (f64, f64)) {
    let ((x1, y1), (x2, y2)) = (centre(capture.from), centre(capture.into));
    let length = (x2 - x1).hypot(y2 - y1).max(1.0);
    let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
    let (aside_x, aside_y) = (-4.0 * dy, 4.0 * dx);
    let begin = (x1 + 14.0 * dx + aside_x, y1 + 14.0 * dy + aside_y);
    (begin, (x2 - 17.0 * dx + aside_x, y2 - 17.0 * dy + aside_y))
}

fn arrow(out: &mut String, number: usize, capture: &Capture) {
    let ((x1, y1), (x2, y2)) = ends(capture);
    line(
        out,
        &format!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"#222\" stroke-width=\"1.6\" \
             stroke-opacity=\"0.75\" marker-end=\"url(#head)\"><title>capture {number}</title></line>"
        ),
    );
}

/// The number of a capture, near its beginning, where no other arrow begins.
fn label(out: &mut String, number: usize, capture: &Capture) {
    let ((x1, y1), (x2, y2)) = ends(capture);
    let length = (x2 - x1).hypot(y2 - y1).max(1.0);
    let (x, y) = (x1 + 7.0 * (x2 - x1) / length, y1 + 7.0 * (y2 - y1) / length);
    line(out, &format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7\" fill=\"#222\"/>"));
    line(out, &format!("<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"9\" fill=\"#fff\">{number}</text>"));
}

#[cfg(test)]
mod tests {
    use super::super::instance::read;
    use super::*;

    #[test]
    fn every_queen_has_a_disc_and_every_capture_an_arrow() {
        let board = read("f", "2 3\n1\n8 0 8\n0 16 1048576\n").expect("good").remove(0).board;
        let captures = [Capture { from: (0, 2), into: (0, 0) }, Capture { from: (1, 1), into: (0, 0) }];
        let count = |svg: &str, what: &str| svg.matches(what).count();
        let (plain, solved) = (draw(&board, &[]), draw(&board, &captures));
        assert_eq!((count(&plain, "<circle"), count(&plain, "<line")), (4, 0));
        assert_eq!(
            (count(&solved, "<circle"), count(&solved, "<line"), count(&solved, "stroke-width=\"4\"")),
            (6, 2, 2)
        );
        assert!(!solved.contains("NaN"));
    }
}
