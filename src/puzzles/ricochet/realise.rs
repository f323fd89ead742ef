//! From a node of the stateless search to a sequence of moves that the rules allow, if there is one.
//!
//! A node needs the node it slid from, the node of the robot that stops it, and that robots have left the way. In which
//! order, and where they go, the search did not say: the choices are tried one after the other, each time playing the moves
//! on the board, until the goal robot ends where the node says.

use super::board::Cell;
use super::config::{Config, Move};
use super::stateless::{Node, Slide};
use crate::grid::Direction;

/// So many combinations of choices are tried.
const MOST_TRIALS: usize = 2_000;

/// A legal sequence that makes a node true.
pub fn realise(config: &Config, nodes: &[Node], goal: usize) -> Option<Vec<Move>> {
    let mut choices: Vec<(usize, usize)> = Vec::new();
    for _ in 0..MOST_TRIALS {
        let mut play = Play {
            config,
            nodes,
            choices,
            n_used: 0,
            robots: config.robots.clone(),
            moves: Vec::new(),
            done: Vec::new(),
        };
        if play.make(goal).is_some() && play.is_goal() {
            return Some(play.moves);
        }
        let n_used = play.n_used;
        choices = play.choices;
        choices.truncate(n_used);
        advance(&mut choices)?;
    }
    None
}

/// The next combination: the last choice that has another way takes it.
fn advance(choices: &mut Vec<(usize, usize)>) -> Option<()> {
    while let Some((taken, n_ways)) = choices.pop() {
        if taken + 1 < n_ways {
            choices.push((taken + 1, n_ways));
            return Some(());
        }
    }
    None
}

/// One trial.
struct Play<'a> {
    config: &'a Config,
    nodes: &'a [Node],
    /// What was chosen, and among how many ways.
    choices: Vec<(usize, usize)>,
    n_used: usize,
    robots: Vec<Cell>,
    moves: Vec<Move>,
    /// Nodes that have been true.
    done: Vec<usize>,
}

impl Play<'_> {
    /// The choice at this point: the one to be tried, or the first.
    fn choose(&mut self, n_ways: usize) -> usize {
        if self.n_used == self.choices.len() {
            self.choices.push((0, n_ways));
        }
        self.n_used += 1;
        self.choices[self.n_used - 1].0
    }

    fn is_goal(&self) -> bool {
        let last = self.moves.last();
        last.is_some_and(|last| self.config.is_goal_robot(last.robot) && self.robots[last.robot] == self.config.target)
    }

    /// Plays the moves that make a node true; `None` if they do not.
    fn make(&mut self, number: usize) -> Option<()> {
        let Node { robot, cell, slide, .. } = &self.nodes[number];
        let Some(Slide { from, direction, blocker, displaced }) = slide else { return Some(()) };
        if self.done.contains(&number) {
            return Some(());
        }
        match blocker {
            None => self.make(*from)?,
            Some(blocker) if self.choose(2) == 0 => {
                self.make(*blocker)?;
                self.make(*from)?;
            }
            Some(blocker) => {
                self.make(*from)?;
                self.make(*blocker)?;
            }
        }
        for &other in displaced {
            if self.robots[other] == self.config.robots[other] {
                let way = self.choose(4);
                self.play(other, Direction::STRAIGHT[way])?;
            }
        }
        if self.robots[*robot] != self.nodes[*from].cell {
            return None;
        }
        self.play(*robot, *direction)?;
        self.done.push(number);
        (self.robots[*robot] == *cell).then_some(())
    }

    fn play(&mut self, robot: usize, direction: Direction) -> Option<()> {
        self.robots[robot] = self.config.board.slide(&self.robots, self.robots[robot], direction)?;
        self.moves.push(Move { robot, direction });
        Some(())
    }
}
