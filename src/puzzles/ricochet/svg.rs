//! The board as an SVG picture: walls, robots, target, and the paths of a solution with arrows and numbers.
//!
//! A robot's path is one line through all its moves. Where paths share a row or a column they lie side by side, and the number
//! of each move stands beside its part of the path.

use super::board::Cell;
use super::config::{Config, Move, positions};
use super::lanes::{Leg, legs};
use super::names::{LETTERS, ROBOTS, in_words, variant};
use crate::grid::Direction;
use crate::look::{Entry, Frame, Point, Rings, Squares, Taken, arrow_head};
use std::fmt::{self, Write};

/// Side of a field.
pub(super) const CELL: usize = 36;
/// Height of a line in the list of moves, and the width of a column of it.
const LINE: usize = 22;
const COLUMN: usize = 132;
/// Half the width of a number.
const LABEL: f64 = 7.5;

/// Draws the board and the paths of the moves.
pub fn draw(config: &Config, moves: &[Move], rings: Rings) -> String {
    let (width, height) = (config.board.width() * CELL, config.board.height() * CELL);
    let times = positions(config, moves);
    // What comes after a move that is none is not drawn.
    let moves = &moves[..times.len() - 1];
    let n_columns = (width / COLUMN).max(1);
    let list = if moves.is_empty() { 0 } else { 14 + moves.len().div_ceil(n_columns) * LINE };
    let number = match moves.len() {
        0 => String::new(),
        1 => " · 1 move".to_string(),
        n => format!(" · {n} moves"),
    };
    let (size, variant) = (format!("{} × {}", config.board.height(), config.board.width()), variant(config));
    let steps: Vec<String> = moves.iter().map(|step| in_words(*step)).collect();
    let told = if steps.is_empty() { String::new() } else { format!(" Moves: {}.", steps.join(", ")) };
    let frame = Frame {
        prefix: "rr",
        name: "Ricochet Robots",
        facts: format!("{size} · {variant}{number}"),
        words: format!("A board of {size} fields with {variant}.{told}"),
        style: style(),
        squares: Some(Squares { n_rows: config.board.height(), n_cols: config.board.width(), side: CELL }),
        room: (width, height + list),
        legend: legend(config, moves),
        rings,
        ..Frame::default()
    };
    frame.text(|out| {
        target(out, config)?;
        walls(out, config)?;
        robots(out, config, times.last().expect("there is a first time"))?;
        paths(out, config, moves, &times)?;
        moves.iter().enumerate().try_for_each(|(number, step)| {
            let (x, y) = (number % n_columns * COLUMN, height + 32 + number / n_columns * LINE);
            let (robot, number) = (step.robot, number + 1);
            writeln!(out, "<circle class=\"rr-f{robot}\" cx=\"{}\" cy=\"{}\" r=\"4\"/>", x + 5, y - 5)?;
            writeln!(out, "<text class=\"rr-step\" x=\"{}\" y=\"{y}\">{number}. {}</text>", x + 15, in_words(*step))
        })
    })
}

/// Walls as one path.
fn walls(out: &mut dyn Write, config: &Config) -> fmt::Result {
    let board = &config.board;
    let line = |(cell, side): (Cell, Direction)| {
        let (row, col) = board.pos(cell);
        match side {
            Direction::East => format!("M{} {}v{CELL}", (col + 1) * CELL, row * CELL),
            _ => format!("M{} {}h{CELL}", col * CELL, (row + 1) * CELL),
        }
    };
    let inner: String = board.inner_walls().map(line).collect();
    writeln!(out, "<path class=\"rr-wall\" d=\"M0 0H{}V{}H0Z{inner}\"/>", board.width() * CELL, board.height() * CELL)
}

pub(super) fn centre(config: &Config, cell: Cell) -> Point {
    let (row, col) = config.board.pos(cell);
    ((col * CELL + CELL / 2) as f64, (row * CELL + CELL / 2) as f64)
}

fn target(out: &mut dyn Write, config: &Config) -> fmt::Result {
    let (x, y) = centre(config, config.target);
    writeln!(out, "<g transform=\"translate({} {})\">{}</g>", x - 15.0, y - 15.0, goal(config))
}

/// The target in 30 by 30 units, in the colour of its robot; a wild one has all colours' frame, dashed.
fn goal(config: &Config) -> String {
    let class = config.active.map_or("rr-wild".to_string(), |active| format!("rr-s{active}"));
    format!(
        "<rect class=\"rr-goal {class}\" x=\"1\" y=\"1\" width=\"28\" height=\"28\" rx=\"6\"/><circle class=\"rr-goal {class}\" cx=\"15\" cy=\"15\" r=\"8\"/>\
         <circle class=\"rr-goal {class}\" cx=\"15\" cy=\"15\" r=\"2\"/>"
    )
}

/// Robots where they end, and rings where those that moved have started.
fn robots(out: &mut dyn Write, config: &Config, last: &[Cell]) -> fmt::Result {
    for (robot, (&start, &end)) in config.robots.iter().zip(last).enumerate() {
        if start != end {
            let (x, y) = centre(config, start);
            writeln!(out, "<circle class=\"rr-ghost rr-s{robot}\" cx=\"{x}\" cy=\"{y}\" r=\"12\"/>")?;
        }
        let ((x, y), letter) = (centre(config, end), LETTERS[robot].to_ascii_uppercase());
        writeln!(
            out,
            "<g><title>{}</title><circle class=\"rr-body rr-f{robot}\" cx=\"{x}\" cy=\"{y}\" r=\"12\"/><text class=\"rr-letter rr-t{robot}\" x=\"{x}\" y=\"{}\">{letter}</text></g>",
            ROBOTS[robot],
            y + 5.0
        )?;
    }
    Ok(())
}

/// All paths, then all numbers, each beside its part of a path.
fn paths(out: &mut dyn Write, config: &Config, moves: &[Move], times: &[Vec<Cell>]) -> fmt::Result {
    let legs = legs(config, moves, times);
    let mut taken = Taken::default();
    let ends = times.last().into_iter().flatten().chain(&config.robots);
    ends.for_each(|cell| taken.disc(centre(config, *cell), 12.0));
    taken.disc(centre(config, config.target), 13.0);
    for leg in &legs {
        let Leg { robot, number, from, to, .. } = *leg;
        taken.line(from, to);
        let (x, y) = leg.tip();
        writeln!(
            out,
            "<g><title>{number}. {}</title><path class=\"rr-path rr-s{robot}\" d=\"M{:.1} {:.1}L{x:.1} {y:.1}\"/><path class=\"rr-head rr-f{robot}\" d=\"{}\"/></g>",
            in_words(moves[number - 1]),
            from.0,
            from.1,
            arrow_head(from, (x, y), 6.5)
        )?;
    }
    for Leg { robot, number, from, to, .. } in legs {
        let (x, y) = taken.beside((from, to), LABEL);
        writeln!(
            out,
            "<circle class=\"rr-badge rr-s{robot}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{LABEL}\"/><text class=\"rr-count\" x=\"{x:.1}\" y=\"{:.1}\">{number}</text>",
            y + 3.5
        )?;
    }
    Ok(())
}

fn legend(config: &Config, moves: &[Move]) -> Vec<Entry> {
    let target = match config.active {
        Some(active) => format!("target of {}", ROBOTS[active]),
        None => "target of any robot".to_string(),
    };
    let goal = format!("<g transform=\"scale(.667)\">{}</g>", goal(config));
    let mut entries = vec![Entry::new(goal, target)];
    if let Some(step) = moves.first() {
        let ring = format!("<circle class=\"rr-ghost rr-s{}\" cx=\"10\" cy=\"10\" r=\"8\"/>", step.robot);
        entries.push(Entry::new(ring, "where a robot started"));
    }
    entries
}

fn style() -> String {
    let robot = |i: usize| {
        format!(".%-f{i}{{fill:$actor{n}}}.%-s{i}{{stroke:$actor{n}}}.%-t{i}{{fill:$actor{n}-text}}\n", n = i + 1)
    };
    STYLE.to_string() + &(0..ROBOTS.len()).map(robot).collect::<String>()
}

const STYLE: &str = "\
.%-rim{display:none}.%-wall{stroke:$given;stroke-width:4;stroke-linecap:round;stroke-linejoin:round;fill:none}
.%-goal{fill:none;stroke-width:2.500}.%-wild{stroke:$reason;stroke-dasharray:4 2}
.%-path{fill:none;stroke-width:2.600;stroke-linecap:round}.%-ghost{fill:none;stroke-width:2;stroke-dasharray:3 3}
.%-body{stroke:$floor;stroke-width:2}.%-letter{font-size:14px;font-weight:700;text-anchor:middle}
.%-badge{fill:$floor;stroke-width:1.500}.%-count{font-size:9.500px;font-weight:700;fill:$ink;text-anchor:middle}
.%-step{font-size:14px;fill:$ink}
";

#[cfg(test)]
mod tests {
    use super::super::{answer, instance::read};
    use super::*;

    #[test]
    fn every_robot_and_every_move_is_drawn() {
        let picture =
            "+---+---+---+\n| r     | R |\n+   +---+   +\n|           |\n+---+---+   +\n| g |       |\n+---+---+---+\n";
        let config = read("f", picture).expect("a picture").remove(0).config;
        let moves = answer::read("f", "red south, red east, red north").expect("moves");
        let drawn = draw(&config, &moves, Rings::default());
        let count = |what: &str| drawn.matches(what).count();
        assert_eq!((count("rr-body "), count("rr-head "), count("rr-badge ")), (2, 3, 3));
        assert!(drawn.contains("Moves: red south, red east, red north.") && !drawn.contains("NaN"));
        let plain = draw(&config, &[], Rings::default());
        assert!(!plain.contains("<circle class=\"rr-ghost") && !plain.contains("rr-head "), "{plain}");
    }
}
