//! The board as an SVG picture: light or dark as the reader's screen is, in the digit colours of the classic game.
//!
//! The picture stands alone (no script, no outside font) and grows by some 40 bytes per cell. All its names begin with `ms`,
//! so that several pictures can share a page.

use std::fmt::Write;

use super::board::Board;
use super::view::{Chance, Mark, View};
use crate::grid::{Grid, Pos};

/// Side of a cell.
const CELL: usize = 32;
/// Room for the row numbers at the left.
const LEFT: usize = 40;
/// Room for the title and the column numbers above.
const TOP: usize = 76;
/// Room at the right.
const RIGHT: usize = 24;
/// Room for the legend below.
const BOTTOM: usize = 60;
/// The least width, so that title and legend fit beside small boards.
const LEAST: usize = 360;

/// Draws a view of a board.
pub fn draw(board: &Board, view: View) -> String {
    let marks = view.marks(board);
    let (width, height) = (marks.n_cols() * CELL, marks.n_rows() * CELL);
    let full = ((LEFT + width + RIGHT).max(LEAST), TOP + height + BOTTOM);
    let left = LEFT + (full.0 - LEFT - width - RIGHT) / 2;
    let mut out = String::new();
    head(&mut out, board, full);
    put(&mut out, format_args!("<g transform=\"translate({left} {TOP})\">\n"));
    coordinates(&mut out, &marks);
    put(
        &mut out,
        format_args!(
            "<rect class=\"floor\" x=\"-3\" y=\"-3\" width=\"{}\" height=\"{}\" rx=\"7\"/>\n",
            width + 6,
            height + 6
        ),
    );
    rules(&mut out, &marks);
    for (at, &mark) in marks.iter() {
        cell(&mut out, at, mark);
    }
    out += "</g>\n";
    legend(&mut out, view, full);
    out + "</svg>\n"
}

/// Writing to a string cannot fail.
fn put(out: &mut String, text: std::fmt::Arguments) {
    out.write_fmt(text).expect("strings take any text");
}

fn head(out: &mut String, board: &Board, (width, height): (usize, usize)) {
    let size = format!("{} × {}", board.rows(), board.cols());
    let mines = if board.mines == 1 { "1 mine".to_string() } else { format!("{} mines", board.mines) };
    put(out, format_args!("<svg class=\"ms\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" "));
    put(out, format_args!("width=\"{width}\" height=\"{height}\" role=\"img\">\n"));
    put(out, format_args!("<title>Minesweeper, {size}, {mines}</title>\n<style>{STYLE}</style>\n{SYMBOLS}"));
    put(out, format_args!("<rect class=\"page\" width=\"{width}\" height=\"{height}\" rx=\"14\"/>\n"));
    put(
        out,
        format_args!(
            "<use href=\"#ms-b\" x=\"16\" y=\"14\"/>\n<text class=\"title\" x=\"54\" y=\"36\">Minesweeper</text>\n"
        ),
    );
    put(
        out,
        format_args!(
            "<text class=\"note\" x=\"{}\" y=\"36\" text-anchor=\"end\">{size} · {mines}</text>\n",
            width - 24
        ),
    );
}

/// Row and column numbers; on large boards every fifth or tenth.
fn coordinates<T>(out: &mut String, grid: &Grid<T>) {
    let every = |n: usize| if n <= 40 { 1 } else { 10 };
    out.push_str("<g class=\"axis\">\n");
    for col in (0..grid.n_cols()).step_by(every(grid.n_cols())) {
        put(out, format_args!("<text x=\"{}\" y=\"-10\">{col}</text>\n", col * CELL + CELL / 2));
    }
    for row in (0..grid.n_rows()).step_by(every(grid.n_rows())) {
        put(out, format_args!("<text x=\"-17\" y=\"{}\">{row}</text>\n", row * CELL + CELL / 2 + 4));
    }
    out.push_str("</g>\n");
}

/// The thin lines between cells, as one path.
fn rules<T>(out: &mut String, grid: &Grid<T>) {
    let (width, height) = (grid.n_cols() * CELL, grid.n_rows() * CELL);
    let down = (1..grid.n_cols()).map(|col| format!("M{} 0v{height}", col * CELL));
    let across = (1..grid.n_rows()).map(|row| format!("M0 {}h{width}", row * CELL));
    put(out, format_args!("<path class=\"rule\" d=\"M0 0{}\"/>\n", down.chain(across).collect::<String>()));
}

fn cell(out: &mut String, (row, col): Pos, mark: Mark) {
    let (x, y) = (col * CELL, row * CELL);
    let mut symbol = |name: &str| put(out, format_args!("<use href=\"#ms-{name}\" x=\"{x}\" y=\"{y}\"/>\n"));
    match mark {
        Mark::Clue(0) => (),
        Mark::Clue(clue) => digit(out, (x, y), clue),
        Mark::Unknown => symbol("u"),
        Mark::Mine => symbol("b"),
        Mark::Safe => symbol("s"),
        Mark::Maybe(chance) => heat(out, (x, y), chance),
    }
}

fn digit(out: &mut String, (x, y): (usize, usize), clue: u8) {
    put(out, format_args!("<text class=\"d d{clue}\" x=\"{}\" y=\"{}\">{clue}</text>\n", x + 16, y + 23));
}

fn heat(out: &mut String, (x, y): (usize, usize), chance: Chance) {
    let (percent, colour) = (chance.percent(), ramp(chance));
    put(
        out,
        format_args!("<rect x=\"{}\" y=\"{}\" width=\"28\" height=\"28\" rx=\"5\" fill=\"{colour}\"/>", x + 2, y + 2),
    );
    put(out, format_args!("<text class=\"h\" x=\"{}\" y=\"{}\">{percent}</text>\n", x + 16, y + 21));
}

/// From green over yellow to red; the text on it is dark in both themes.
fn ramp(chance: Chance) -> String {
    const STOPS: [[f64; 3]; 3] = [[126.0, 200.0, 145.0], [247.0, 213.0, 112.0], [236.0, 112.0, 99.0]];
    let along = match chance {
        Chance::Safe => 0.0,
        Chance::Mined => 2.0,
        Chance::Maybe(share) => 2.0 * share.clamp(0.0, 1.0),
    };
    let (from, to) = if along < 1.0 { (STOPS[0], STOPS[1]) } else { (STOPS[1], STOPS[2]) };
    let part = along - if along < 1.0 { 0.0 } else { 1.0 };
    let channel = |i: usize| (from[i] + part * (to[i] - from[i])).round() as u8;
    format!("#{:02x}{:02x}{:02x}", channel(0), channel(1), channel(2))
}

/// What the symbols of this view mean, centred below the board.
fn legend(out: &mut String, view: View, (width, height): (usize, usize)) {
    let y = height - 42;
    let entries: &[(&str, &str)] = match view {
        View::Board => &[("u", "unknown")],
        View::Solution(_) => &[("b", "mine"), ("u", "safe")],
        View::Backbone { .. } => &[("b", "always mined"), ("s", "never mined"), ("u", "open")],
        View::Heat(_) => return scale(out, (width, y)),
    };
    let room = |label: &str| 52 + 7 * label.len();
    let total: usize = entries.iter().map(|(_, label)| room(label)).sum();
    let mut x = (width + 16).saturating_sub(total) / 2;
    for (symbol, label) in entries {
        put(out, format_args!("<use href=\"#ms-{symbol}\" transform=\"translate({x} {y}) scale(.75)\"/>"));
        put(out, format_args!("<text class=\"note\" x=\"{}\" y=\"{}\">{label}</text>\n", x + 30, y + 17));
        x += room(label);
    }
}

/// The colour scale of a heat map.
fn scale(out: &mut String, (width, y): (usize, usize)) {
    const STEPS: usize = 24;
    let left = width / 2 - 84;
    put(out, format_args!("<use href=\"#ms-s\" transform=\"translate({} {y}) scale(.75)\"/>", left - 32));
    for step in 0..STEPS {
        let colour = ramp(Chance::Maybe(step as f64 / (STEPS - 1) as f64));
        put(
            out,
            format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"7.5\" height=\"12\" fill=\"{colour}\"/>",
                left + 7 * step,
                y + 6
            ),
        );
    }
    put(out, format_args!("<use href=\"#ms-b\" transform=\"translate({} {y}) scale(.75)\"/>\n", left + 176));
    put(
        out,
        format_args!("<text class=\"axis\" x=\"{}\" y=\"{}\">chance of a mine, percent</text>\n", width / 2, y + 32),
    );
}

const SYMBOLS: &str = concat!(
    "<defs>\n",
    "<linearGradient id=\"ms-g\" x2=\"0\" y2=\"1\"><stop class=\"g0\"/><stop class=\"g1\" offset=\"1\"/></linearGradient>\n",
    "<g id=\"ms-u\"><rect class=\"edge\" x=\"2\" y=\"3\" width=\"28\" height=\"28\" rx=\"5\"/>",
    "<rect fill=\"url(#ms-g)\" x=\"2\" y=\"2\" width=\"28\" height=\"27.5\" rx=\"5\"/></g>\n",
    "<g id=\"ms-m\"><path class=\"iron\" d=\"M16 6.500v19M6.500 16h19M9.300 9.300l13.400 13.400M22.700 9.300L9.300 22.700\"/>",
    "<circle class=\"ball\" cx=\"16\" cy=\"16\" r=\"6.800\"/><circle class=\"glint\" cx=\"13.700\" cy=\"13.500\" r=\"1.900\"/></g>\n",
    "<g id=\"ms-b\"><rect class=\"danger\" x=\"2\" y=\"2\" width=\"28\" height=\"28\" rx=\"5\"/><use href=\"#ms-m\"/></g>\n",
    "<g id=\"ms-s\"><rect class=\"safe\" x=\"2\" y=\"2\" width=\"28\" height=\"28\" rx=\"5\"/>",
    "<path class=\"tick\" d=\"M10 16.500l4.200 4.200L22.500 12\"/></g>\n",
    "</defs>\n",
);

const STYLE: &str = "
.ms text{font-family:Inter,'Segoe UI','Helvetica Neue',Roboto,'DejaVu Sans',sans-serif;fill:#3b4656}
.ms .title{font-size:18px;font-weight:700}.ms .note{font-size:13px}
.ms .axis,.ms .axis text{font-size:11px;text-anchor:middle;fill:#8592a3}
.ms .d{font-size:20px;font-weight:800;text-anchor:middle}.ms .h{font-size:13px;font-weight:600;text-anchor:middle;fill:#2b2410}
.ms .page{fill:#f4f6f9}.ms .floor{fill:#fff;stroke:#cfd7e1}.ms .rule{fill:none;stroke:#e6eaf0}
.ms .g0{stop-color:#c9d4e2}.ms .g1{stop-color:#b3c1d3}.ms .edge{fill:#8fa1b8}
.ms .iron{fill:none;stroke:#27303d;stroke-width:2.4;stroke-linecap:round}.ms .ball{fill:#27303d}.ms .glint{fill:#fff;opacity:.85}
.ms .danger{fill:#f0968b}.ms .safe{fill:#98d8ac}.ms .tick{fill:none;stroke:#17663a;stroke-width:3.2;stroke-linecap:round;stroke-linejoin:round}
.ms .d1{fill:#1f4fd8}.ms .d2{fill:#17803a}.ms .d3{fill:#d92d20}.ms .d4{fill:#1c2f86}.ms .d5{fill:#86201b}.ms .d6{fill:#0d7c86}.ms .d7{fill:#14181f}.ms .d8{fill:#6b7686}
@media(prefers-color-scheme:dark){
.ms text{fill:#c6d0dc}.ms .axis,.ms .axis text{fill:#76849a}.ms .h{fill:#2b2410}
.ms .page{fill:#12171e}.ms .floor{fill:#1a212b;stroke:#333f4e}.ms .rule{stroke:#252e3a}
.ms .g0{stop-color:#526277}.ms .g1{stop-color:#435166}.ms .edge{fill:#2a3442}
.ms .iron{stroke:#0d1117}.ms .ball{fill:#0d1117}
.ms .danger{fill:#c7564c}.ms .safe{fill:#2f8a55}.ms .tick{stroke:#dcfbe6}
.ms .d1{fill:#6ea2ff}.ms .d2{fill:#5fd38a}.ms .d3{fill:#ff7a70}.ms .d4{fill:#a9b1ff}.ms .d5{fill:#e0a37a}.ms .d6{fill:#43cfd8}.ms .d7{fill:#f2f5f9}.ms .d8{fill:#a3aebd}
}
";
