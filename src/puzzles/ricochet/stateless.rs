//! The stateless search of the source: single robots on single fields instead of game states.
//!
//! A *final* node says that a robot can stop on a field, after so many moves of all robots together; an *intermediate* one
//! that it slides over it. A field keeps one final node per robot and one intermediate node per robot and direction.
//! A slide meets, field by field, one of four cases: (1) a wall ahead: a final node; (2a) nothing ahead: an intermediate
//! one; (2b) another robot can stop ahead: a final node that depends on it, and the slide goes on; (2c) another robot
//! starts ahead: the same, and whatever comes behind costs one move more, to get it out of the way. A new final node turns
//! slides over the fields beside it into final nodes that depend on it.
//!
//! Neither optimal nor complete: moves are added up as if robots never disturbed each other. The nodes that reach the
//! target are therefore [realised](super::realise), cheapest first, until one is a real sequence. `O(n^3 log n)` on an
//! `n x n` board.

use super::board::{Cell, index};
use super::config::Config;
use super::realise::realise;
use super::verdict::Verdict;
use crate::grid::Direction;
use crate::search::Budget;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A robot that can be on a field.
#[derive(Clone, Debug)]
pub struct Node {
    /// The robot.
    pub robot: usize,
    /// The field.
    pub cell: Cell,
    /// Moves of all robots, added up.
    pub n_moves: u32,
    /// The slide it ends; `None` at the start.
    pub slide: Option<Slide>,
}

/// How a robot came to a field.
#[derive(Clone, Debug)]
pub struct Slide {
    /// The final node it came from.
    pub from: usize,
    /// The direction of the slide.
    pub direction: Direction,
    /// The final node of another robot that stops it.
    pub blocker: Option<usize>,
    /// Robots that must have left their starts.
    pub displaced: Vec<usize>,
}

struct Search<'a> {
    config: &'a Config,
    nodes: Vec<Node>,
    /// By field and robot.
    finals: Vec<Vec<Option<usize>>>,
    /// By field, direction and robot: what a final node there would be.
    passing: Vec<[Vec<Option<Node>>; 4]>,
    heap: BinaryHeap<Reverse<(u32, usize)>>,
    /// Final nodes of goal robots on the target.
    goals: Vec<usize>,
}

/// A sequence that was found node by node; and how many nodes were expanded.
pub fn search(config: &Config, budget: &Budget) -> (Verdict, u64) {
    if config.is_solved() {
        return (Verdict::Solved(Vec::new()), 0);
    }
    let (n_cells, n_robots) = (config.board.n_cells(), config.robots.len());
    let mut search = Search {
        config,
        nodes: Vec::new(),
        finals: vec![vec![None; n_robots]; n_cells],
        passing: (0..n_cells).map(|_| std::array::from_fn(|_| vec![None; n_robots])).collect(),
        heap: BinaryHeap::new(),
        goals: Vec::new(),
    };
    for (robot, &cell) in config.robots.iter().enumerate() {
        search.settle(Node { robot, cell, n_moves: 0, slide: None });
    }
    let mut n_expanded = 0u64;
    while let Some(Reverse((_, number))) = search.heap.pop() {
        if n_expanded.is_multiple_of(64)
            && let Some(stop) = budget.spent()
        {
            return (Verdict::Stopped(stop), n_expanded);
        }
        Direction::STRAIGHT.into_iter().for_each(|direction| search.slide(number, direction));
        n_expanded += 1;
    }
    search.goals.sort_by_key(|&goal| (search.nodes[goal].n_moves, goal));
    let moves = search.goals.iter().find_map(|&goal| realise(config, &search.nodes, goal));
    (moves.map_or(Verdict::GaveUp, Verdict::Solved), n_expanded)
}

impl Search<'_> {
    /// Slides the robot of a final node, with a node on every field on the way.
    fn slide(&mut self, from: usize, direction: Direction) {
        let Node { robot, cell: start, n_moves, .. } = self.nodes[from];
        let mut slide = Slide { from, direction, blocker: None, displaced: Vec::new() };
        let (mut cell, mut n_moves) = (start, n_moves + 1);
        loop {
            let node = |n_moves: u32, blocker: Option<usize>| {
                let slide = Slide { blocker, ..slide.clone() };
                Node { robot, cell, n_moves, slide: Some(slide) }
            };
            let Some(ahead) = self.config.board.next(cell, direction) else {
                let stopped = (cell != start).then(|| node(n_moves, None));
                return stopped.into_iter().for_each(|node| self.settle(node));
            };
            match self.lowest(ahead, robot) {
                _ if cell == start => (),
                Some(blocker) => self.settle(node(n_moves + self.nodes[blocker].n_moves, Some(blocker))),
                None => self.pass(node(n_moves, None), direction),
            }
            let starter = self.config.robots.iter().position(|&at| at == ahead).filter(|&other| other != robot);
            if let Some(starter) = starter {
                slide.displaced.push(starter);
                n_moves += 1;
            }
            cell = ahead;
        }
    }

    /// The cheapest final node of another robot on a field.
    fn lowest(&self, cell: Cell, robot: usize) -> Option<usize> {
        let others = self.finals[usize::from(cell)].iter().flatten().copied();
        others
            .filter(|&number| self.nodes[number].robot != robot)
            .min_by_key(|&number| (self.nodes[number].n_moves, number))
    }

    fn pass(&mut self, node: Node, direction: Direction) {
        self.passing[usize::from(node.cell)][index(direction)][node.robot].get_or_insert(node);
    }

    /// Adds a final node. The first one on a field is expanded; a cheaper one takes its place but is not expanded again.
    fn settle(&mut self, node: Node) {
        let (number, &Node { robot, cell, n_moves, .. }) = (self.nodes.len(), &node);
        let held = self.finals[usize::from(cell)][robot];
        if cell == self.config.target && self.config.is_goal_robot(robot) {
            self.goals.push(number);
        } else if held.is_some_and(|held| self.nodes[held].n_moves <= n_moves) {
            return;
        }
        self.nodes.push(node);
        if held.is_none_or(|held| self.nodes[held].n_moves > n_moves) {
            self.finals[usize::from(cell)][robot] = Some(number);
        }
        if held.is_none() {
            self.heap.push(Reverse((n_moves, number)));
            self.collide(number);
        }
    }

    /// Slides towards a new final node end beside it.
    fn collide(&mut self, number: usize) {
        let Node { robot, cell, n_moves, .. } = self.nodes[number];
        for side in Direction::STRAIGHT {
            let Some(beside) = self.config.board.next(cell, side) else { continue };
            for other in (0..self.config.robots.len()).filter(|&other| other != robot) {
                let passing = &mut self.passing[usize::from(beside)][index(side.opposite())][other];
                let Some(mut node) = passing.take() else { continue };
                node.n_moves += n_moves;
                node.slide = node.slide.map(|slide| Slide { blocker: Some(number), ..slide });
                self.settle(node);
            }
        }
    }
}
