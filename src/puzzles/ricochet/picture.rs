//! Drawings for the terminal: the board, a whole solution with its paths, or one board per move.
//!
//! A path shows arrows where a robot passes and the number of the move where it stops. Robots and paths have the robots'
//! colours if the terminal shows any.

use super::board::{Board, Cell};
use super::config::{Config, Move, positions};
use super::format_picture::{content, grid};
use super::names::{in_words, variant};
use crate::grid::Direction;
use crate::look;

/// The robots' roles.
const ROLES: [&str; 6] = ["actor1", "actor2", "actor3", "actor4", "actor5", "actor6"];

/// Draws the board, and the paths of the moves with their list below.
pub fn draw(config: &Config, moves: &[Move], colour: bool) -> String {
    let times = positions(config, moves);
    let mut marks = vec![None; config.board.n_cells()];
    for (number, (step, pair)) in moves.iter().zip(times.windows(2)).enumerate() {
        trail(&config.board, &pair[0], *step, number + 1, &mut marks);
    }
    let mut out = board(config, &config.robots, &marks, colour);
    for (number, step) in moves.iter().enumerate() {
        out += &format!("{:>3} {}\n", number + 1, painted(&in_words(*step), Some(step.robot), colour));
    }
    out
}

/// The board before the first move and after each, under a title.
pub fn frames(config: &Config, moves: &[Move], colour: bool) -> Vec<String> {
    let times = positions(config, moves);
    let first = format!(
        "start ({})\n{}",
        variant(config),
        board(config, &times[0], &vec![None; config.board.n_cells()], colour)
    );
    let mut frames = vec![first];
    for (number, (step, pair)) in moves.iter().zip(times.windows(2)).enumerate() {
        let mut marks = vec![None; config.board.n_cells()];
        trail(&config.board, &pair[0], *step, number + 1, &mut marks);
        let title = painted(&in_words(*step), Some(step.robot), colour);
        frames.push(format!(
            "move {} of {}: {title}\n{}",
            number + 1,
            moves.len(),
            board(config, &pair[1], &marks, colour)
        ));
    }
    frames
}

/// What a path leaves on a field: a robot's colour and up to three characters.
type Mark = Option<(usize, String)>;

fn trail(board: &Board, robots: &[Cell], step: Move, number: usize, marks: &mut [Mark]) {
    let arrow = match step.direction {
        Direction::North => '^',
        Direction::East => '>',
        Direction::South => 'v',
        _ => '<',
    };
    let mut at = robots[step.robot];
    marks[usize::from(at)].get_or_insert((step.robot, format!(" {arrow} ")));
    while let Some(next) = board.next(at, step.direction).filter(|next| !robots.contains(next)) {
        at = next;
        marks[usize::from(at)] = Some((step.robot, format!(" {arrow} ")));
    }
    marks[usize::from(at)] = Some((step.robot, format!("{number:^3}")));
}

fn board(config: &Config, robots: &[Cell], marks: &[Mark], colour: bool) -> String {
    grid(&config.board, |cell| {
        let robot = robots.iter().position(|r| *r == cell);
        let plain = content(config, robots, cell);
        match (&marks[usize::from(cell)], robot) {
            (_, Some(robot)) => painted(&plain, Some(robot), colour),
            (Some((robot, mark)), None) if cell == config.target => {
                painted(&joined(mark, &plain), Some(*robot), colour)
            }
            (Some((robot, mark)), None) => painted(mark, Some(*robot), colour),
            (None, None) if cell == config.target => painted(&plain, config.active, colour),
            (None, None) => plain,
        }
    })
}

/// A mark on the target: both are shown.
fn joined(mark: &str, target: &str) -> String {
    format!("{:<3}", format!("{}{}", target.trim(), mark.trim()))
}

fn painted(text: &str, robot: Option<usize>, colour: bool) -> String {
    match robot.filter(|_| !text.trim().is_empty()) {
        Some(robot) => look::painted(text, ROLES[robot], colour),
        None => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{answer, instance::read};
    use super::*;

    const BOARD: &str =
        "+---+---+---+\n| r     | R |\n+   +---+   +\n|           |\n+---+---+   +\n| g |       |\n+---+---+---+\n";

    #[test]
    fn paths_are_drawn() {
        let config = read("f", BOARD).expect("a picture").remove(0).config;
        let moves = answer::read("f", "red south, red east, red north").expect("moves");
        let drawn = draw(&config, &moves, false);
        let expected = "+---+---+---+\n| r     |R3 |\n+   +---+   +\n| 1   >   2 |\n+---+---+   +\n| g |       |\n+---+---+---+\n  1 red south\n  2 red east\n  3 red north\n";
        assert_eq!(drawn, expected);
        let frames = frames(&config, &moves, false);
        assert_eq!(frames.len(), 4);
        assert!(
            frames[2].starts_with("move 2 of 3: red east\n") && frames[2].contains("| >   >   r |"),
            "{}",
            frames[2]
        );
        assert!(frames[3].contains("|rR |"), "{}", frames[3]);
        assert!(draw(&config, &[], true).contains("\x1b[91m r \x1b[0m"));
    }
}
