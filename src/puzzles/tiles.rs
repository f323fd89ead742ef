//! Boards of stones as SVG: each side is a triangle in the colour of its number, so that a match is seen as one diamond.
//!
//! A badge in the middle has the stone's own number, and a tip that shows where its own north lies if it was turned. In a game the
//! badges of the players differ in colour and shape, and what is not on the board lies beside it.

use super::stones::Laid;
use crate::grid::Grid;
use crate::look::{Entry, Frame, Rings, Squares};
use std::fmt::{self, Write};

/// Side of a stone.
const CELL: usize = 64;
/// Side of a stone beside the board, and the room for it.
const SMALL: usize = 48;
const STEP: usize = SMALL + 6;
/// Stones of a pile in a row, and at most.
const PER_ROW: usize = 4;
const MOST: usize = 16;
/// Room between the board and what lies beside it.
const GAP: usize = 28;
/// The number of colours.
const N_COLOURS: usize = 12;

/// What is to be drawn.
pub struct Scene<'a> {
    /// What all classes begin with.
    pub prefix: &'static str,
    /// The name of the puzzle.
    pub name: &'static str,
    /// Figures for the title.
    pub facts: String,
    /// The picture in words.
    pub words: String,
    /// The squares.
    pub board: &'a Grid<Option<Laid>>,
    /// Whether this is no board: stones that only lie there to be seen do not touch.
    pub is_heap: bool,
    /// The number of a number's colour; numbers that match have the same.
    pub colour: &'a dyn Fn(i64) -> usize,
    /// What lies beside the board.
    pub piles: Vec<Pile>,
    /// Rings around squares.
    pub rings: Rings,
}

/// Stones beside the board.
pub struct Pile {
    /// Whose they are.
    pub title: String,
    /// The stones.
    pub stones: Vec<Laid>,
}

impl Pile {
    fn height(&self) -> usize {
        34 + STEP * self.stones.len().min(MOST).div_ceil(PER_ROW)
    }
}

/// Draws a scene.
pub fn draw(scene: &Scene) -> String {
    let (n_rows, n_cols) = (scene.board.n_rows(), scene.board.n_cols());
    let beside = if scene.piles.is_empty() { 0 } else { GAP + PER_ROW * STEP };
    let below: usize = scene.piles.iter().map(Pile::height).sum();
    let frame = Frame {
        prefix: scene.prefix,
        name: scene.name,
        facts: scene.facts.clone(),
        words: scene.words.clone(),
        style: style(),
        squares: (!scene.is_heap).then_some(Squares { n_rows, n_cols, side: CELL }),
        room: (n_cols * CELL + beside, (n_rows * CELL).max(below)),
        legend: legend(scene),
        rings: scene.rings.clone(),
        ..Frame::default()
    };
    frame.text(|out| {
        let scale = if scene.is_heap { 0.86 } else { 1.0 };
        for ((row, col), cell) in scene.board.iter() {
            let corner = |n: usize| n as f64 * CELL as f64 + (1.0 - scale) / 2.0 * CELL as f64;
            if let Some(stone) = cell {
                tile(out, scene, stone, (corner(col), corner(row)), scale)?;
            }
        }
        piles(out, scene, n_cols * CELL + GAP)
    })
}

fn piles(out: &mut dyn Write, scene: &Scene, left: usize) -> fmt::Result {
    let (p, mut top) = (scene.prefix, 0);
    for pile in &scene.piles {
        let more = pile.stones.len().saturating_sub(MOST);
        let note = if more > 0 { format!(", {more} of them not shown") } else { String::new() };
        writeln!(out, "<text class=\"{p}-pile\" x=\"{left}\" y=\"{}\">{}{note}</text>", top + 14, pile.title)?;
        for (i, stone) in pile.stones.iter().take(MOST).enumerate() {
            let (x, y) = (left + i % PER_ROW * STEP, top + 24 + i / PER_ROW * STEP);
            tile(out, scene, stone, (x as f64, y as f64), SMALL as f64 / CELL as f64)?;
        }
        top += pile.height();
    }
    Ok(())
}

/// The four triangles, clockwise from north, and where their numbers stand.
const SIDES: [(&str, usize, usize); 4] =
    [("M0 0H64L32 32z", 32, 15), ("M64 0V64L32 32z", 54, 37), ("M64 64H0L32 32z", 32, 60), ("M0 64V0L32 32z", 10, 37)];

fn tile(out: &mut dyn Write, scene: &Scene, stone: &Laid, (x, y): (f64, f64), scale: f64) -> fmt::Result {
    let p = scene.prefix;
    let scaled = if scale == 1.0 { String::new() } else { format!(" scale({scale})") };
    write!(out, "<g transform=\"translate({x:.1} {y:.1}){scaled}\">")?;
    for (number, (triangle, _, _)) in stone.sides.iter().zip(SIDES) {
        write!(out, "<path class=\"{p}-c{}\" d=\"{triangle}\"/>", (scene.colour)(*number) % N_COLOURS)?;
    }
    write!(out, "<path class=\"{p}-line\" d=\"M0 0h64v64h-64zL64 64M64 0L0 64\"/>")?;
    for (number, (_, x, y)) in stone.sides.iter().zip(SIDES) {
        let number = number.to_string();
        let long = if number.len() > 2 { " %-long".replace('%', p) } else { String::new() };
        write!(out, "<text class=\"{p}-n{long}\" x=\"{x}\" y=\"{y}\">{number}</text>")?;
    }
    badge(out, p, stone)?;
    writeln!(out, "</g>")
}

/// The stone's own number: round for player 1, square for player 2, plain for nobody.
fn badge(out: &mut dyn Write, p: &str, stone: &Laid) -> fmt::Result {
    if !stone.turn.is_multiple_of(4) {
        write!(
            out,
            "<path class=\"{p}-tip\" d=\"M28.500 22.500L32 17.500L35.500 22.500z\" transform=\"rotate(-{} 32 32)\"/>",
            stone.turn % 4 * 90
        )?;
    }
    let owner = match stone.owner {
        None => "nobody",
        Some(0) => "first",
        Some(_) => "second",
    };
    let round = if stone.owner == Some(1) { 2 } else { 10 };
    write!(out, "<rect class=\"{p}-{owner}\" x=\"22\" y=\"22\" width=\"20\" height=\"20\" rx=\"{round}\"/>")?;
    write!(out, "<text class=\"{p}-own {p}-on-{owner}\" x=\"32\" y=\"36\">{}</text>", stone.label)
}

/// What occurs.
fn legend(scene: &Scene) -> Vec<Entry> {
    let p = scene.prefix;
    let all = || scene.board.cells().iter().flatten();
    let touch = |(row, col): (usize, usize)| {
        let laid = |at| scene.board.get(at).is_some_and(Option::is_some);
        laid((row, col)) && (laid((row + 1, col)) || laid((row, col + 1)))
    };
    let sign = |class: &str, rx: usize| {
        format!("<rect class=\"{p}-{class}\" x=\"1\" y=\"1\" width=\"18\" height=\"18\" rx=\"{rx}\"/>")
    };
    let diamond =
        format!("<path class=\"{p}-c1\" d=\"M10 0L20 10L10 20L0 10z\"/><path class=\"{p}-line\" d=\"M10 0V20\"/>");
    let tip = format!("<path class=\"{p}-tip\" d=\"M4 15L10 5L16 15z\"/>");
    let entries = [
        (!scene.is_heap && scene.board.positions().any(touch), Entry::new(diamond, "sides that match")),
        (all().any(|s| !s.turn.is_multiple_of(4)), Entry::new(tip, "turned: where its own north lies")),
        (all().any(|s| s.owner == Some(0)), Entry::new(sign("first", 9), "laid by player 1")),
        (all().any(|s| s.owner == Some(1)), Entry::new(sign("second", 2), "laid by player 2")),
    ];
    entries.into_iter().filter(|(occurs, _)| *occurs).map(|(_, entry)| entry).collect()
}

fn style() -> String {
    let colours: String = (0..N_COLOURS).map(|i| format!(".%-c{i}{{fill:$side{i}}}")).collect();
    format!("{STYLE}{colours}\n")
}

const STYLE: &str = "\
.%-line{fill:none;stroke:$floor;stroke-width:1}.%-tip{fill:$ink}
.%-n{font-size:14px;font-weight:650;text-anchor:middle;fill:$side-ink}.%-long{font-size:11px}
.%-own{font-size:11px;font-weight:700;text-anchor:middle}.%-pile{font-size:14px;font-weight:600;fill:$ink}
.%-nobody{fill:$floor;stroke:$rim}.%-first{fill:$actor1;stroke:$floor}.%-second{fill:$actor3;stroke:$floor}
.%-on-nobody{fill:$ink}.%-on-first{fill:$actor1-text}.%-on-second{fill:$actor3-text}
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_have_their_colours_and_numbers() {
        let stone =
            |turn: usize, owner: Option<usize>| Laid { sides: [1, 20, 3, -400], label: "7".to_string(), turn, owner };
        let board = Grid::from_cells(1, 2, vec![Some(stone(1, Some(1))), None]).expect("two cells");
        let mut scene = Scene {
            prefix: "mk",
            name: "Stones",
            facts: "1 × 2".into(),
            words: "Two squares.".into(),
            board: &board,
            is_heap: false,
            colour: &|n| n.unsigned_abs() as usize,
            piles: vec![Pile { title: "pot: 20".into(), stones: vec![stone(0, None); 20] }],
            rings: Rings::default(),
        };
        let drawn = draw(&scene);
        for part in [
            ">20</text>",
            "mk-c8\"",
            "mk-long",
            "mk-second\"",
            "rotate(-90 32 32)",
            "4 of them not shown",
            "laid by player 2",
        ] {
            assert!(drawn.contains(part), "{part} is missing in {drawn}");
        }
        assert!(!drawn.contains("laid by player 1") && !drawn.contains("sides that match"), "only what occurs");
        assert_eq!(drawn.matches("<g transform").count(), 1 + 1 + MOST + 2, "board, stone, pile, legend");
        scene.is_heap = true;
        assert!(!draw(&scene).contains("mk-axis\""), "a heap has no coordinates");
    }
}
