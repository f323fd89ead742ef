//! The fast search: fewest moves, by sets of fields and by asking early where blockers could come from.
//!
//! `bits` and `slide` are the board, `distance` and `hope` the lower bounds, `placement`, `table` and `queue` what is known,
//! `levels` the search and `trace` the way back. A wild target is a race of one search per robot, bound by bound.
//! Boards of up to 8, 16, 32 and 64 rows and columns each have code of their own. The whole story, with figures:
//! `docs/ricochet-fast.md`.

mod bits;
mod distance;
mod hope;
mod levels;
mod placement;
mod queue;
mod slide;
mod table;
mod trace;

#[cfg(test)]
mod tests;

use self::bits::{Bits, side};
use self::distance::Distances;
use self::hope::Terrain;
use self::levels::{Search, Tried};
use self::placement::{Placement, TURNED};
use self::slide::{Free, Walls};
use super::board::Cell;
use super::config::{Config, Move};
use super::verdict::Verdict;
use crate::grid::Direction;
use crate::search::{Budget, Stop};

/// Levels are kept in 16 bits.
const MOST_MOVES: usize = 60_000;

/// The shortest sequence, or the proof that there is none; and how many sets of states were looked at.
pub fn search(config: &Config, budget: &Budget) -> (Verdict, u64) {
    if config.is_solved() {
        return (Verdict::Solved(Vec::new()), 0);
    }
    match config.board.height().max(config.board.width()) {
        0..=8 => run::<1>(config, budget),
        9..=16 => run::<4>(config, budget),
        17..=32 => run::<16>(config, budget),
        _ => run::<64>(config, budget),
    }
}

fn run<const W: usize>(config: &Config, budget: &Budget) -> (Verdict, u64) {
    let terrain = terrain::<W>(config);
    let goal_robots = config.goal_robots();
    let mut searches: Vec<_> = goal_robots.filter_map(|robot| start(config, &terrain, robot)).collect();
    let mut stopped = budget.spent();
    let mut n_nodes = 0;
    while let Some(number) = (0..searches.len()).min_by_key(|&number| searches[number].queue.bound) {
        let search = &mut searches[number];
        if search.queue.bound > MOST_MOVES {
            stopped = Some(Stop::Memory);
        }
        if let Some(stop) = stopped {
            return (Verdict::Stopped(stop), n_nodes);
        }
        let before = search.n_nodes;
        let tried = search.try_bound(&mut || {
            stopped = budget.spent();
            stopped.is_some()
        });
        n_nodes += search.n_nodes - before;
        match tried {
            Tried::Reached => return (Verdict::Solved(moves(config, search)), n_nodes),
            Tried::Exhausted => drop(searches.remove(number)),
            Tried::Open | Tried::Stopped => {}
        }
    }
    (Verdict::Unreachable, n_nodes)
}

fn terrain<const W: usize>(config: &Config) -> Terrain<W> {
    let walls = Walls::new(config.board.walls(), config.board.width());
    let free = Free::new(&walls);
    let distances = Distances::new(&free, inside::<W>(config, config.target));
    Terrain { walls, free, distances }
}

/// The search for one active robot.
fn start<'a, const W: usize>(config: &Config, terrain: &'a Terrain<W>, robot: usize) -> Option<Search<'a, W>> {
    let mut others: Vec<usize> = config.robots.iter().map(|&cell| inside::<W>(config, cell)).collect();
    let active = others.remove(robot);
    let axes = if config.must_ricochet { 0 } else { TURNED };
    Search::new(terrain, &Placement::new(&others, axes), active)
}

/// The number of a field in sets of fields.
fn inside<const W: usize>(config: &Config, cell: Cell) -> usize {
    let (row, col) = config.board.pos(cell);
    row * side(W) + col
}

/// The moves that a search found, with the robots' names.
fn moves<const W: usize>(config: &Config, search: &Search<W>) -> Vec<Move> {
    let mut robots: Vec<usize> = config.robots.iter().map(|&cell| inside::<W>(config, cell)).collect();
    let steps = trace::trace(search, inside::<W>(config, config.target));
    let name = |(from, direction): trace::Step| {
        let robot = robots.iter().position(|&cell| cell == from).expect("a robot stands where a move begins");
        let mut others = slide::Standing { fields: Bits::EMPTY, turned: Bits::EMPTY };
        robots.iter().for_each(|&cell| others.insert(cell));
        robots[robot] = search.terrain.walls.slide(&others, from, direction);
        Move { robot, direction: Direction::STRAIGHT[direction] }
    };
    steps.into_iter().map(name).collect()
}
