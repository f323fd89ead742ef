//! Game states of the searches over all robots: fields, and for "must ricochet" the axes each goal robot moved along.
//!
//! A state is packed into one number, a field in as many bits as the board needs: 64 bits for four or five robots on the
//! classic board, 128 for what is larger.

use super::board::Cell;
use super::config::{Config, MAX_ROBOTS, Move, axis};
use crate::grid::Direction;
use std::hash::Hash;

/// Where the robots are, and the axes that goal robots moved along (0 where nobody asks).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The robots' fields; 0 beyond the last robot.
    pub robots: [Cell; MAX_ROBOTS],
    /// The axes each robot moved along, as bits of [`axis`].
    pub axes: [u8; MAX_ROBOTS],
}

impl State {
    /// The state before the first move.
    pub fn first(config: &Config) -> State {
        let mut robots = [0; MAX_ROBOTS];
        robots[..config.robots.len()].copy_from_slice(&config.robots);
        State { robots, axes: [0; MAX_ROBOTS] }
    }

    /// The state after a move; `None` if nothing moves.
    pub fn after(&self, config: &Config, step: Move) -> Option<State> {
        let robots = &self.robots[..config.robots.len()];
        let stop = config.board.slide(robots, self.robots[step.robot], step.direction)?;
        let mut next = *self;
        next.robots[step.robot] = stop;
        if config.must_ricochet && config.is_goal_robot(step.robot) {
            next.axes[step.robot] |= axis(step.direction);
        }
        Some(next)
    }

    /// Whether a move of the robot ended the game.
    pub fn is_won_by(&self, config: &Config, robot: usize) -> bool {
        let turned = !config.must_ricochet || self.axes[robot] == 3;
        config.is_goal_robot(robot) && self.robots[robot] == config.target && turned
    }
}

/// All moves of all robots, in the order in which they are tried.
pub fn all_moves(n_robots: usize) -> impl Iterator<Item = Move> {
    (0..n_robots).flat_map(|robot| Direction::STRAIGHT.into_iter().map(move |direction| Move { robot, direction }))
}

/// A state in one number.
pub trait Packed: Copy + Eq + Hash {
    /// Packs a state.
    fn pack(state: &State, layout: Layout) -> Self;
    /// Unpacks it.
    fn unpack(self, layout: Layout) -> State;
}

/// How many bits things take.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    n_robots: usize,
    cell: u32,
    axes: u32,
}

impl Layout {
    /// The layout of a configuration.
    pub fn of(config: &Config) -> Layout {
        let cell = usize::BITS - (config.board.n_cells() - 1).leading_zeros();
        Layout { n_robots: config.robots.len(), cell, axes: if config.must_ricochet { 2 } else { 0 } }
    }

    /// Whether states fit into 64 bits.
    pub fn is_small(self) -> bool {
        (self.cell + self.axes) as usize * self.n_robots <= 64
    }
}

macro_rules! packed {
    ($number:ty) => {
        impl Packed for $number {
            fn pack(state: &State, layout: Layout) -> $number {
                let mut number: $number = 0;
                for robot in 0..layout.n_robots {
                    number = (number << layout.cell) | <$number>::from(state.robots[robot]);
                    number = (number << layout.axes) | <$number>::from(state.axes[robot]);
                }
                number
            }

            fn unpack(mut self, layout: Layout) -> State {
                let mut state = State { robots: [0; MAX_ROBOTS], axes: [0; MAX_ROBOTS] };
                for robot in (0..layout.n_robots).rev() {
                    state.axes[robot] = (self & ((1 << layout.axes) - 1)) as u8;
                    self >>= layout.axes;
                    state.robots[robot] = (self & ((1 << layout.cell) - 1)) as Cell;
                    self >>= layout.cell;
                }
                state
            }
        }
    };
}

packed!(u64);
packed!(u128);

#[cfg(test)]
mod tests {
    use super::super::generate;
    use super::*;

    #[test]
    fn states_survive_packing() {
        for (height, width, n_robots, ricochet) in
            [(1, 1, 1, false), (16, 16, 4, true), (64, 64, 6, true), (3, 5, 6, false)]
        {
            let config = Config { must_ricochet: ricochet, ..generate::scattered(height, width, 5, n_robots, 7) };
            let layout = Layout::of(&config);
            let mut state = State::first(&config);
            state.axes[0] = if ricochet { 2 } else { 0 };
            assert_eq!(u128::pack(&state, layout).unpack(layout), state);
            if layout.is_small() {
                assert_eq!(u64::pack(&state, layout).unpack(layout), state);
            }
        }
    }
}
