//! A configuration: a board, where the robots stand, which of them must reach which target, and by which variant.
//!
//! **The goal.** A goal robot (the active one, or any for a wild target) ends a move on the target. A goal robot that
//! stands there at the beginning needs no move. With "must ricochet" the robot that arrives must have turned: among
//! its moves so far there is one along a row and one along a column; standing on the target is then not enough. South,
//! north, east is such a sequence: with "must ricochet" two moves along one axis are not always a waste.

use super::board::{Board, Cell};
use crate::grid::Direction;
use serde::{Deserialize, Serialize};

/// The most robots a configuration may have.
pub const MAX_ROBOTS: usize = 6;

/// One game to solve. What holds: there are 1 to [`MAX_ROBOTS`] robots on different fields of the board, the target is on
/// the board, and the active robot exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The fields and walls.
    pub board: Board,
    /// Where the robots stand.
    pub robots: Vec<Cell>,
    /// The robot that must reach the target; `None` for a wild target, which any robot may reach.
    pub active: Option<usize>,
    /// The field to reach.
    pub target: Cell,
    /// Whether the robot that arrives must have moved both along a row and along a column.
    pub must_ricochet: bool,
}

/// One robot slides in one direction. JSON has the pair `[robot, "N|E|S|W"]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "(usize, String)", into = "(usize, String)")]
pub struct Move {
    /// The number of the robot, from 0.
    pub robot: usize,
    /// North, east, south or west.
    pub direction: Direction,
}

impl Config {
    /// Whether the robot is one that may reach the target.
    pub fn is_goal_robot(&self, robot: usize) -> bool {
        self.active.is_none_or(|active| active == robot)
    }

    /// The robots that may reach the target.
    pub fn goal_robots(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.robots.len()).filter(|&robot| self.is_goal_robot(robot))
    }

    /// Whether no move is needed.
    pub fn is_solved(&self) -> bool {
        !self.must_ricochet && self.goal_robots().any(|robot| self.robots[robot] == self.target)
    }
}

/// The axis of a direction as a bit: 1 along a column, 2 along a row. A robot has turned when it has both.
pub fn axis(direction: Direction) -> u8 {
    match direction {
        Direction::North | Direction::South => 1,
        _ => 2,
    }
}

/// The robots' fields before the first move and after each move; an error names the first move that is none.
pub fn replay(config: &Config, moves: &[Move]) -> Result<Vec<Vec<Cell>>, (usize, NoMove)> {
    let mut times = vec![config.robots.clone()];
    for (number, step) in moves.iter().enumerate() {
        let mut robots = times[number].clone();
        let from = *robots.get(step.robot).ok_or((number, NoMove::NoRobot))?;
        let stop = config.board.slide(&robots, from, step.direction);
        robots[step.robot] = stop.ok_or((number, NoMove::Blocked))?;
        times.push(robots);
    }
    Ok(times)
}

/// Why a claimed move is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMove {
    /// There is no robot of that number.
    NoRobot,
    /// A wall or a robot is right beside it.
    Blocked,
}

/// The robots' fields before the first move and after each, up to the first move that is none.
pub fn positions(config: &Config, moves: &[Move]) -> Vec<Vec<Cell>> {
    match replay(config, moves) {
        Ok(times) => times,
        Err((number, _)) => replay(config, &moves[..number]).expect("the moves before are legal"),
    }
}
