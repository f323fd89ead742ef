//! The graph search of the source, in what its two versions share: other robots first, then the goal robot.
//!
//! Assumes that all moves of the other robots come before those of the goal robot, so it is not optimal. Positions of the
//! other robots are visited breadth first, each once, with the goal robot at its start; at each one a breadth-first search
//! of the goal robot on the [slide graph](super::slides) gives a candidate. A wild target is tried with each robot in turn.

use super::board::Cell;
use super::config::{Config, Move};
use super::slides::Slides;
use super::state::{Layout, Packed, State, all_moves};
use super::verdict::Verdict;
use crate::grid::Direction;
use crate::search::{Budget, Stop};
use rustc_hash::FxHashSet;

/// What the versions differ in.
pub trait Version {
    /// Whether a state of the other robots after so many moves, and all later ones, can be left out.
    fn is_over(&self, best: Option<usize>, n_moves: usize) -> bool;
    /// Whether the goal robot's search leaves a field out that it reaches after so many moves of its own, when only fewer
    /// than `limit` would help.
    fn is_hopeless(&self, cell: Cell, n_moves: usize, limit: Option<usize>) -> bool;
}

/// The best sequence with a goal robot, if there is one, for the version made for it.
pub fn search<V: Version>(config: &Config, budget: &Budget, version: impl Fn(usize) -> V) -> (Verdict, u64) {
    if config.is_solved() {
        return (Verdict::Solved(Vec::new()), 0);
    }
    let (mut best, mut n_searches): (Option<Vec<Move>>, u64) = (None, 0);
    for hero in config.goal_robots() {
        let mut run = Run { config, budget, hero, version: version(hero), n_searches: 0 };
        let found = match Layout::of(config).is_small() {
            true => run.search::<u64>(),
            false => run.search::<u128>(),
        };
        n_searches += run.n_searches;
        match found {
            Err(stop) => return (best.map_or(Verdict::Stopped(stop), Verdict::Solved), n_searches),
            Ok(found) => best = [best, found].into_iter().flatten().min_by_key(Vec::len),
        }
    }
    let alone = config.robots.len() == 1;
    (best.map_or(if alone { Verdict::Unreachable } else { Verdict::GaveUp }, Verdict::Solved), n_searches)
}

struct Run<'a, V> {
    config: &'a Config,
    budget: &'a Budget,
    hero: usize,
    version: V,
    n_searches: u64,
}

/// A state of the other robots in the queue: how it was reached, and in how many moves.
struct Reached<P> {
    packed: P,
    parent: usize,
    n_moves: usize,
}

impl<V: Version> Run<'_, V> {
    fn search<P: Packed>(&mut self) -> Result<Option<Vec<Move>>, Stop> {
        let (config, layout) = (self.config, Layout::of(self.config));
        let first = P::pack(&State::first(config), layout);
        let mut queue = vec![Reached { packed: first, parent: 0, n_moves: 0 }];
        let mut visited = FxHashSet::from_iter([first]);
        let mut slides = Slides::new(&config.board);
        let mut best: Option<(usize, Vec<Move>)> = None;
        let mut number = 0;
        while let Some(&Reached { packed, n_moves, .. }) = queue.get(number) {
            let length = best.as_ref().map(|(from, moves)| queue[*from].n_moves + moves.len());
            if self.version.is_over(length, n_moves) {
                break;
            }
            if number % 64 == 0
                && let Some(stop) = self.budget.spent()
            {
                return Err(stop);
            }
            let state = packed.unpack(layout);
            for robot in self.others() {
                slides.place(state.robots[robot]);
            }
            self.n_searches += 1;
            let limit = length.map(|length| length.saturating_sub(n_moves));
            if let Some(moves) = self.walk(&slides, limit).filter(|moves| limit.is_none_or(|limit| moves.len() < limit))
            {
                best = Some((number, moves));
            }
            slides.place(state.robots[self.hero]);
            for step in all_moves(config.robots.len()).filter(|step| step.robot != self.hero) {
                let Some(stop) = slides.end(state.robots[step.robot], step.direction) else { continue };
                let mut next = state;
                next.robots[step.robot] = stop;
                let next = P::pack(&next, layout);
                if visited.insert(next) {
                    queue.push(Reached { packed: next, parent: number, n_moves: n_moves + 1 });
                }
            }
            (0..config.robots.len()).for_each(|robot| slides.remove(state.robots[robot]));
            number += 1;
        }
        Ok(best.map(|(from, moves)| [self.path(&queue, from), moves].concat()))
    }

    fn others(&self) -> impl Iterator<Item = usize> + use<V> {
        let hero = self.hero;
        (0..self.config.robots.len()).filter(move |&robot| robot != hero)
    }

    /// The goal robot's shortest way to the target, breadth first.
    fn walk(&self, slides: &Slides, limit: Option<usize>) -> Option<Vec<Move>> {
        let start = self.config.robots[self.hero];
        let mut came: Vec<Option<(Cell, Direction)>> = vec![None; self.config.board.n_cells()];
        let mut queue = vec![(start, 0)];
        let mut number = 0;
        while let Some(&(cell, n_moves)) = queue.get(number) {
            number += 1;
            if cell == self.config.target {
                return Some(self.way(&came, start));
            }
            if self.version.is_hopeless(cell, n_moves, limit) {
                continue;
            }
            for direction in Direction::STRAIGHT {
                let Some(stop) = slides.end(cell, direction) else { continue };
                if stop != start && came[usize::from(stop)].is_none() {
                    came[usize::from(stop)] = Some((cell, direction));
                    queue.push((stop, n_moves + 1));
                }
            }
        }
        None
    }

    fn way(&self, came: &[Option<(Cell, Direction)>], start: Cell) -> Vec<Move> {
        let (mut at, mut moves) = (self.config.target, Vec::new());
        while at != start {
            let (from, direction) = came[usize::from(at)].expect("the way leads back to the start");
            moves.push(Move { robot: self.hero, direction });
            at = from;
        }
        moves.reverse();
        moves
    }

    /// The moves of the other robots that lead to a state of the queue.
    fn path<P: Packed>(&self, queue: &[Reached<P>], mut number: usize) -> Vec<Move> {
        let layout = Layout::of(self.config);
        let mut moves = Vec::new();
        while number != 0 {
            let Reached { packed, parent, .. } = queue[number];
            let from = queue[parent].packed.unpack(layout);
            let leads = |step: &Move| from.after(self.config, *step).is_some_and(|s| P::pack(&s, layout) == packed);
            moves.push(all_moves(self.config.robots.len()).find(leads).expect("each state comes from its parent"));
            number = parent;
        }
        moves.reverse();
        moves
    }
}
