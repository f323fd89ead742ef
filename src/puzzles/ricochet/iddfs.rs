//! The iterative deepening of the source: depth first with a growing limit, a table of states, and a lower bound.
//!
//! *Height* is the number of moves left. A state is left out if it was searched at that height or more, or if the
//! [relaxed distance](super::distance) of the goal robot is larger; if it is equal, only the goal robot moves.
//!
//! **It ends on unreachable goals.** A state is visited at limit `m` if it lies on a path whose states, at depth `i`, have
//! distance at most `m - i`. One move changes the distance by at most one, so every successor of a state visited at `m` is
//! visited at `m + 2`. When two limits on bring no new state, there is none.

use super::config::{Config, Move};
use super::distance::{FAR, distances};
use super::state::{Layout, Packed, State, all_moves};
use super::verdict::Verdict;
use crate::search::{Budget, Stop};
use rustc_hash::FxHashMap;

/// The shortest sequence, or the proof that there is none; and how many states were expanded, over all limits.
pub fn search(config: &Config, budget: &Budget) -> (Verdict, u64) {
    match Layout::of(config).is_small() {
        true => deepen::<u64>(config, budget),
        false => deepen::<u128>(config, budget),
    }
}

fn deepen<P: Packed>(config: &Config, budget: &Budget) -> (Verdict, u64) {
    if config.is_solved() {
        return (Verdict::Solved(Vec::new()), 0);
    }
    let least = distances(&config.board, config.target);
    let layout = Layout::of(config);
    let searched = FxHashMap::<P, u32>::default();
    let mut run = Deepening { config, budget, layout, least, searched, path: Vec::new(), n_expanded: 0 };
    let first = State::first(config);
    let bound = run.bound(&first);
    if bound == FAR {
        return (Verdict::Unreachable, 0);
    }
    let mut n_visited = Vec::new();
    for limit in u32::from(bound.max(1)).. {
        match run.visit(&first, limit) {
            Err(stop) => return (Verdict::Stopped(stop), run.n_expanded),
            Ok(true) => return (Verdict::Solved(run.path), run.n_expanded),
            Ok(false) => n_visited.push(run.searched.len()),
        }
        if let [.., before, _, now] = n_visited[..]
            && before == now
        {
            break;
        }
    }
    (Verdict::Unreachable, run.n_expanded)
}

struct Deepening<'a, P> {
    config: &'a Config,
    budget: &'a Budget,
    layout: Layout,
    least: Vec<u16>,
    /// The greatest height at which a state was searched in vain.
    searched: FxHashMap<P, u32>,
    path: Vec<Move>,
    n_expanded: u64,
}

impl<P: Packed> Deepening<'_, P> {
    /// The relaxed distance of the nearest goal robot.
    fn bound(&self, state: &State) -> u16 {
        let of = |robot: usize| self.least[usize::from(state.robots[robot])];
        self.config.goal_robots().map(of).min().expect("there is a goal robot")
    }

    /// Whether the goal is within `height` moves; then the moves are on the path.
    fn visit(&mut self, state: &State, height: u32) -> Result<bool, Stop> {
        let bound = u32::from(self.bound(state));
        if bound > height {
            return Ok(false);
        }
        let searched = self.searched.entry(P::pack(state, self.layout)).or_insert(0);
        if *searched >= height {
            return Ok(false);
        }
        *searched = height;
        self.n_expanded += 1;
        if self.n_expanded.is_multiple_of(1024)
            && let Some(stop) = self.budget.spent()
        {
            return Err(stop);
        }
        for step in all_moves(self.config.robots.len()) {
            if bound == height && !self.is_on_its_way(state, step.robot, height) {
                continue;
            }
            let Some(next) = state.after(self.config, step) else { continue };
            self.path.push(step);
            if next.is_won_by(self.config, step.robot) || self.visit(&next, height - 1)? {
                return Ok(true);
            }
            self.path.pop();
        }
        Ok(false)
    }

    /// Whether a robot is a goal robot that can still make it.
    fn is_on_its_way(&self, state: &State, robot: usize, height: u32) -> bool {
        self.config.is_goal_robot(robot) && u32::from(self.least[usize::from(state.robots[robot])]) <= height
    }
}
