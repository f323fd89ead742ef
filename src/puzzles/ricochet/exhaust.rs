//! Plays everything: all states within some moves, level by level, by the rules alone. Shares no code with the searches.
//!
//! A state is left out if its goal robots are too far away for the moves that are left, even if they could stop wherever they
//! like and nobody stood in their way: no slide leads farther than that. Robots that play the same part are interchangeable.
//! So if no state that is kept wins with its next move, no sequence of that many moves wins.

use super::config::Config;
use crate::grid::Direction;
use crate::search::{Budget, Stop};
use rustc_hash::FxHashSet;

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// How many new states each level has, the start first.
    pub levels: Vec<u64>,
    /// The fewest moves that win, if so many were played.
    pub wins_in: Option<usize>,
}

/// Plays all sequences of at most so many moves, or of any number. It ends by itself, since there are finitely many states.
pub fn play(config: &Config, most: Option<usize>, budget: &Budget) -> Result<Played, Stop> {
    let ground = Ground::of(config);
    let is_there = |robot: &usize| config.robots[*robot] == config.target;
    if !config.must_ricochet && config.goal_robots().any(|robot| is_there(&robot)) {
        return Ok(Played { levels: Vec::new(), wins_in: Some(0) });
    }
    let start: Vec<Robot> = config.robots.iter().map(|&cell| Robot { cell, axes: 0 }).collect();
    let mut played = Played { levels: Vec::new(), wins_in: None };
    let mut level: Vec<u128> =
        Some(start).filter(|s| ground.is_near(s, most)).iter().map(|s| ground.packed(s)).collect();
    let mut seen: FxHashSet<u128> = level.iter().copied().collect();
    while !level.is_empty() {
        played.levels.push(level.len() as u64);
        let n_moves = played.levels.len();
        if most.is_some_and(|most| n_moves > most) {
            break;
        }
        let left = most.map(|most| most - n_moves);
        let mut next = Vec::new();
        for (n, packed) in level.iter().enumerate() {
            if n % 256 == 0
                && let Some(stop) = budget.spent()
            {
                return Err(stop);
            }
            if ground.moves(*packed, left, &mut |state| {
                let packed = ground.packed(state);
                if seen.insert(packed) {
                    next.push(packed);
                }
            }) {
                return Ok(Played { wins_in: Some(n_moves), ..played });
            }
        }
        budget.tell(|| format!("{} states after {n_moves} moves", seen.len()));
        level = next;
    }
    Ok(played)
}

/// A robot: its field, and for "must ricochet" along which axes it moved (1 a column, 2 a row).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Robot {
    cell: u16,
    axes: u8,
}

/// No field.
const NONE: u16 = u16::MAX;

struct Ground<'a> {
    config: &'a Config,
    /// The field beside each, in each direction, if no wall is between.
    beside: Vec<[u16; 4]>,
    /// The fewest moves of a robot that may stop wherever it likes; `NONE` if there are none.
    least: Vec<u16>,
}

impl<'a> Ground<'a> {
    fn of(config: &'a Config) -> Ground<'a> {
        let board = &config.board;
        let step = |cell: usize, direction: Direction| {
            let (row, col) = board.pos(cell as u16);
            let (row, col) = match direction {
                Direction::North => (row.wrapping_sub(1), col),
                Direction::South => (row + 1, col),
                Direction::West => (row, col.wrapping_sub(1)),
                _ => (row, col + 1),
            };
            let is_free = !board.is_walled(cell as u16, direction);
            board.cell((row, col)).filter(|_| is_free).unwrap_or(NONE)
        };
        let beside: Vec<[u16; 4]> =
            (0..board.n_cells()).map(|cell| Direction::STRAIGHT.map(|direction| step(cell, direction))).collect();
        let least = least(&beside, config.target);
        Ground { config, beside, least }
    }

    /// Whether a goal robot could be on the target after so many moves more, as far as walls say.
    fn is_near(&self, state: &[Robot], left: Option<usize>) -> bool {
        let most = left.map_or(usize::from(NONE) - 1, |left| left.min(usize::from(NONE) - 1));
        self.config.goal_robots().any(|robot| usize::from(self.least[usize::from(state[robot].cell)]) <= most)
    }

    /// Hands out the states after every move that are not too far; says whether a move wins.
    fn moves(&self, packed: u128, left: Option<usize>, found: &mut dyn FnMut(&[Robot])) -> bool {
        let mut state = self.unpacked(packed);
        for robot in 0..state.len() {
            for way in 0..4 {
                let before = state[robot];
                let cell = self.slide(&state, before.cell, way);
                if cell == before.cell {
                    continue;
                }
                let is_goal = self.config.is_goal_robot(robot);
                let axis = if self.config.must_ricochet && is_goal { 1 << (way % 2) } else { 0 };
                state[robot] = Robot { cell, axes: before.axes | axis };
                let has_turned = !self.config.must_ricochet || state[robot].axes == 3;
                if is_goal && cell == self.config.target && has_turned {
                    return true;
                }
                if self.is_near(&state, left) {
                    found(&state);
                }
                state[robot] = before;
            }
        }
        false
    }

    /// Where a slide ends.
    fn slide(&self, state: &[Robot], from: u16, way: usize) -> u16 {
        let mut at = from;
        loop {
            let next = self.beside[usize::from(at)][way];
            if next == NONE || state.iter().any(|robot| robot.cell == next) {
                return at;
            }
            at = next;
        }
    }

    /// A state as one number: 12 bits for a field, 2 for axes; robots that play the same part in order.
    fn packed(&self, state: &[Robot]) -> u128 {
        let mut state = state.to_vec();
        match self.config.active {
            None => state.sort_unstable(),
            Some(active) => {
                state.swap(0, active);
                state[1..].sort_unstable();
            }
        }
        state.iter().fold(0, |packed, robot| packed << 14 | u128::from(robot.cell) << 2 | u128::from(robot.axes))
    }

    /// The robots of a state: the active one in its place, the others in order.
    fn unpacked(&self, packed: u128) -> Vec<Robot> {
        let n = self.config.robots.len();
        let robot = |i: usize| {
            let bits = packed >> (14 * (n - 1 - i));
            Robot { cell: (bits >> 2 & 0xfff) as u16, axes: (bits & 3) as u8 }
        };
        let mut state: Vec<Robot> = (0..n).map(robot).collect();
        if let Some(active) = self.config.active {
            state.swap(0, active);
        }
        state
    }
}

/// How many moves the target is away, for a robot that may stop wherever it likes: one round more each time.
fn least(beside: &[[u16; 4]], target: u16) -> Vec<u16> {
    let mut least = vec![NONE; beside.len()];
    least[usize::from(target)] = 0;
    for moves in 1.. {
        let mut has_changed = false;
        for cell in 0..beside.len() {
            let is_reached = |way: usize| {
                let mut at = beside[cell][way];
                while at != NONE {
                    if least[usize::from(at)] == moves - 1 {
                        return true;
                    }
                    at = beside[usize::from(at)][way];
                }
                false
            };
            if least[cell] == NONE && (0..4).any(is_reached) {
                least[cell] = moves;
                has_changed = true;
            }
        }
        if !has_changed {
            break;
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::super::{Verdict, generate, naive};
    use super::*;

    /// The plain search over all states, which shares no code, comes to the same number of moves.
    #[test]
    fn the_fewest_moves_are_those_of_the_plain_search() {
        let mut n_unreachable = 0;
        for seed in 0..80u64 {
            let (height, width) = (3 + (seed % 3) as usize, 3 + (seed % 4) as usize);
            let mut config = generate::scattered(height, width, (seed % 9) as usize, 1 + (seed % 3) as usize, seed);
            config.must_ricochet = seed % 4 == 1;
            config.active = if seed % 5 == 2 { None } else { config.active };
            let unlimited = Budget::unlimited();
            let fewest = match naive::search(&config, &unlimited).0 {
                Verdict::Solved(moves) => Some(moves.len()),
                _ => None,
            };
            n_unreachable += usize::from(fewest.is_none());
            assert_eq!(play(&config, None, &unlimited).expect("no limit").wins_in, fewest, "seed {seed}");
            if let Some(fewest) = fewest {
                assert_eq!(play(&config, Some(fewest), &unlimited).expect("no limit").wins_in, Some(fewest));
                let fewer =
                    fewest.checked_sub(1).map(|fewer| play(&config, Some(fewer), &unlimited).expect("no limit"));
                assert!(fewer.is_none_or(|played| played.wins_in.is_none()), "seed {seed}");
            }
        }
        assert!(n_unreachable > 0);
    }
}
