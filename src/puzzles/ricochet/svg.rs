//! The board as an SVG picture: walls, robots, target, and the paths of a solution with arrows and numbers.
//!
//! The picture stands alone (no script, no outside font), light or dark as the reader's screen is. All its names begin with
//! `rr`, so that several pictures can share a page. Paths that share a line are drawn side by side.

use super::board::Cell;
use super::config::{Config, Move, positions};
use super::names::{LETTERS, ROBOTS, in_words, variant};
use crate::grid::Direction;
use std::fmt::Write;

/// Side of a field.
const CELL: usize = 36;
/// Room at the left and right.
const SIDE: usize = 28;
/// Room above, for the title.
const TOP: usize = 64;
/// Room below, without the list of moves.
const BOTTOM: usize = 24;
/// Height of a line in the list of moves.
const LINE: usize = 20;
/// How far paths of different robots are apart.
const LANE: f64 = 4.0;

/// Draws the board and the paths of the moves.
pub fn draw(config: &Config, moves: &[Move]) -> String {
    let (width, height) = (config.board.width() * CELL, config.board.height() * CELL);
    let full_width = (width + 2 * SIDE).max(300);
    let n_columns = ((full_width - 2 * SIDE) / 130).max(1);
    let list = moves.len().div_ceil(n_columns) * LINE;
    let full = (full_width, TOP + height + BOTTOM + list);
    let left = (full_width - width) / 2;
    let times = positions(config, moves);
    let mut out = head(config, moves, full);
    put(&mut out, format_args!("<g transform=\"translate({left} {TOP})\">\n"));
    put(&mut out, format_args!("<rect class=\"floor\" width=\"{width}\" height=\"{height}\" rx=\"4\"/>\n"));
    rules(&mut out, config);
    target(&mut out, config);
    for (number, (step, pair)) in moves.iter().zip(times.windows(2)).enumerate() {
        path(&mut out, config, *step, number, (pair[0][step.robot], pair[1][step.robot]));
    }
    walls(&mut out, config);
    robots(&mut out, config, times.last().expect("there is a first time"));
    for (number, (step, pair)) in moves.iter().zip(times.windows(2)).enumerate() {
        badge(&mut out, config, *step, number, pair[1][step.robot]);
    }
    out += "</g>\n";
    for (number, step) in moves.iter().enumerate() {
        let (row, col) = (number / n_columns, number % n_columns);
        let (x, y) = (SIDE + col * 130, TOP + height + BOTTOM + row * LINE);
        let robot = step.robot;
        put(
            &mut out,
            format_args!(
                "<text class=\"step rr{robot}\" x=\"{x}\" y=\"{y}\">{}. {}</text>\n",
                number + 1,
                in_words(*step)
            ),
        );
    }
    out + "</svg>\n"
}

/// Writing to a string cannot fail.
fn put(out: &mut String, text: std::fmt::Arguments) {
    out.write_fmt(text).expect("strings take any text");
}

fn head(config: &Config, moves: &[Move], (width, height): (usize, usize)) -> String {
    let size = format!("{} × {}", config.board.height(), config.board.width());
    let number = match moves.len() {
        0 => String::new(),
        1 => ", 1 move".to_string(),
        n => format!(", {n} moves"),
    };
    let variant = variant(config);
    format!(
        "<svg class=\"rr\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n\
         <title>Ricochet Robots, {size}, {variant}{number}</title>\n<style>{STYLE}</style>\n{ARROWS}\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\" rx=\"14\"/>\n\
         <text class=\"title\" x=\"{SIDE}\" y=\"30\">Ricochet Robots</text>\n\
         <text class=\"note\" x=\"{SIDE}\" y=\"50\">{size}, {variant}{number}</text>\n"
    )
}

/// Thin lines between fields.
fn rules(out: &mut String, config: &Config) {
    let (height, width) = (config.board.height(), config.board.width());
    let rows = (1..height).map(|row| format!("M0 {}H{}", row * CELL, width * CELL));
    let cols = (1..width).map(|col| format!("M{} 0V{}", col * CELL, height * CELL));
    put(out, format_args!("<path class=\"rule\" d=\"{}\"/>\n", rows.chain(cols).collect::<String>()));
}

/// Walls as one path; a field with four walls is a solid block.
fn walls(out: &mut String, config: &Config) {
    let board = &config.board;
    let (height, width) = (board.height() * CELL, board.width() * CELL);
    let line = |(cell, side): (Cell, Direction)| {
        let (row, col) = board.pos(cell);
        match side {
            Direction::East => format!("M{} {}v{CELL}", (col + 1) * CELL, row * CELL),
            _ => format!("M{} {}h{CELL}", col * CELL, (row + 1) * CELL),
        }
    };
    let inner: String = board.inner_walls().map(line).collect();
    put(out, format_args!("<path class=\"wall\" d=\"M0 0H{width}V{height}H0Z{inner}\"/>\n"));
}

fn centre(config: &Config, cell: Cell) -> (f64, f64) {
    let (row, col) = config.board.pos(cell);
    ((col * CELL + CELL / 2) as f64, (row * CELL + CELL / 2) as f64)
}

fn target(out: &mut String, config: &Config) {
    let (x, y) = centre(config, config.target);
    let class = config.active.map_or("wild".to_string(), |active| format!("rr{active}"));
    let (left, top) = (x - 15.0, y - 15.0);
    put(
        out,
        format_args!("<rect class=\"goal {class}\" x=\"{left}\" y=\"{top}\" width=\"30\" height=\"30\" rx=\"6\"/>\n"),
    );
    put(
        out,
        format_args!(
            "<circle class=\"ring {class}\" cx=\"{x}\" cy=\"{y}\" r=\"9\"/><circle class=\"dot {class}\" cx=\"{x}\" cy=\"{y}\" r=\"3.5\"/>\n"
        ),
    );
}

/// One slide as a line with an arrow, on the lane of its robot.
fn path(out: &mut String, config: &Config, step: Move, number: usize, (from, to): (Cell, Cell)) {
    let lane = (step.robot as f64 - (config.robots.len() as f64 - 1.0) / 2.0) * LANE;
    let ((x1, y1), (x2, y2)) = (centre(config, from), centre(config, to));
    let (robot, n) = (step.robot, number + 1);
    let ((x1, y1), (x2, y2)) = ((x1 + lane, y1 + lane), (x2 + lane, y2 + lane));
    let (down, right) = step.direction.step();
    let (x2, y2) = (x2 - 9.0 * right as f64, y2 - 9.0 * down as f64);
    put(
        out,
        format_args!(
            "<path class=\"path rr{robot}\" marker-end=\"url(#rr-a{robot})\" d=\"M{x1} {y1}L{x2} {y2}\"><title>{n}. {}</title></path>\n",
            in_words(step)
        ),
    );
}

/// The number of a move where it stops.
fn badge(out: &mut String, config: &Config, step: Move, number: usize, to: Cell) {
    let ((x, y), robot, n) = (centre(config, to), step.robot, number + 1);
    let (x, y) = (x + 11.0, y - 11.0);
    put(
        out,
        format_args!(
            "<circle class=\"badge rr{robot}\" cx=\"{x}\" cy=\"{y}\" r=\"6.5\"/><text class=\"count\" x=\"{x}\" y=\"{}\">{n}</text>\n",
            y + 3.0
        ),
    );
}

/// Robots where they start, faint, and where they end.
fn robots(out: &mut String, config: &Config, last: &[Cell]) {
    for (robot, (&start, &end)) in config.robots.iter().zip(last).enumerate() {
        if start != end {
            let (x, y) = centre(config, start);
            put(out, format_args!("<circle class=\"ghost rr{robot}\" cx=\"{x}\" cy=\"{y}\" r=\"11\"/>\n"));
        }
        let ((x, y), letter) = (centre(config, end), LETTERS[robot].to_ascii_uppercase());
        put(
            out,
            format_args!(
                "<g class=\"robot\"><title>{}</title><circle class=\"body rr{robot}\" cx=\"{x}\" cy=\"{y}\" r=\"12\"/>",
                ROBOTS[robot]
            ),
        );
        put(out, format_args!("<text class=\"letter\" x=\"{x}\" y=\"{}\">{letter}</text></g>\n", y + 5.0));
    }
}

const ARROWS: &str = "<defs>\
<marker id=\"rr-a0\" class=\"rr0\" viewBox=\"0 0 8 8\" refX=\"4\" refY=\"4\" markerWidth=\"5\" markerHeight=\"5\" orient=\"auto\"><path d=\"M0 0L8 4L0 8Z\"/></marker>\
<marker id=\"rr-a1\" class=\"rr1\" viewBox=\"0 0 8 8\" refX=\"4\" refY=\"4\" markerWidth=\"5\" markerHeight=\"5\" orient=\"auto\"><path d=\"M0 0L8 4L0 8Z\"/></marker>\
<marker id=\"rr-a2\" class=\"rr2\" viewBox=\"0 0 8 8\" refX=\"4\" refY=\"4\" markerWidth=\"5\" markerHeight=\"5\" orient=\"auto\"><path d=\"M0 0L8 4L0 8Z\"/></marker>\
<marker id=\"rr-a3\" class=\"rr3\" viewBox=\"0 0 8 8\" refX=\"4\" refY=\"4\" markerWidth=\"5\" markerHeight=\"5\" orient=\"auto\"><path d=\"M0 0L8 4L0 8Z\"/></marker>\
<marker id=\"rr-a4\" class=\"rr4\" viewBox=\"0 0 8 8\" refX=\"4\" refY=\"4\" markerWidth=\"5\" markerHeight=\"5\" orient=\"auto\"><path d=\"M0 0L8 4L0 8Z\"/></marker>\
<marker id=\"rr-a5\" class=\"rr5\" viewBox=\"0 0 8 8\" refX=\"4\" refY=\"4\" markerWidth=\"5\" markerHeight=\"5\" orient=\"auto\"><path d=\"M0 0L8 4L0 8Z\"/></marker>\
</defs>\n";

const STYLE: &str = "
.rr{font-family:system-ui,'Segoe UI','DejaVu Sans',sans-serif}
.rr .page{fill:#f4f1ea}.rr .floor{fill:#fffdf8}.rr .rule{stroke:#e2dccf;stroke-width:1;fill:none}
.rr .wall{stroke:#3b3a36;stroke-width:4;stroke-linecap:round;stroke-linejoin:round;fill:none}
.rr .title{font-size:18px;font-weight:700;fill:#2b2a27}.rr .note{font-size:12px;fill:#6d6a62}
.rr0{fill:#d63a2f;stroke:#d63a2f}.rr1{fill:#2e9a4b;stroke:#2e9a4b}.rr2{fill:#2f6fd6;stroke:#2f6fd6}
.rr3{fill:#d9a514;stroke:#d9a514}.rr4{fill:#8f979e;stroke:#8f979e}.rr5{fill:#35353a;stroke:#35353a}
.rr .wild{fill:#8b46c8;stroke:#8b46c8}
.rr .goal{fill-opacity:.16;stroke-width:2}.rr .ring{fill:none;stroke-width:3}.rr .dot{stroke:none}
.rr .path{fill:none;stroke-width:3;stroke-opacity:.75;stroke-linecap:round}
.rr .ghost{fill-opacity:.12;stroke-width:1.5;stroke-dasharray:3 3}
.rr .body{stroke:#fffdf8;stroke-width:2}.rr .letter{font-size:13px;font-weight:700;fill:#fff;text-anchor:middle}
.rr .badge{stroke:#fffdf8;stroke-width:1.2}.rr .count{font-size:8.5px;font-weight:700;fill:#fff;text-anchor:middle}
.rr .step{font-size:12.5px;stroke:none;font-weight:600}
@media (prefers-color-scheme:dark){
.rr .page{fill:#1b1c20}.rr .floor{fill:#26282d}.rr .rule{stroke:#34373e}.rr .wall{stroke:#c9c4b8}
.rr .title{fill:#f0ede6}.rr .note{fill:#a5a199}.rr .body,.rr .badge{stroke:#26282d}
}
";
