//! The slide graph of the source: for each field and direction the field where a slide ends, kept up to date as robots
//! are placed and removed.
//!
//! What holds between calls: the edge of a field in a direction leads to where a robot from there would stop, given the
//! walls and the robots that are placed (a robot does not block itself); there is no edge if it could not move. Built in two
//! passes by dynamic programming, `O(n^2)`; placing or removing a robot changes `O(n)` edges.

use super::board::{Board, Cell, index};
use crate::grid::Direction;

/// No edge.
const NONE: Cell = Cell::MAX;

/// The graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slides<'a> {
    board: &'a Board,
    children: Vec<[Cell; 4]>,
}

impl<'a> Slides<'a> {
    /// The graph of a board without robots.
    pub fn new(board: &'a Board) -> Slides<'a> {
        let mut slides = Slides { board, children: vec![[NONE; 4]; board.n_cells()] };
        let all = 0..board.n_cells() as Cell;
        for cell in all.clone() {
            slides.extend(cell, Direction::West);
            slides.extend(cell, Direction::North);
        }
        for cell in all.rev() {
            slides.extend(cell, Direction::East);
            slides.extend(cell, Direction::South);
        }
        slides
    }

    /// The edge of a field from that of the next one, which is already there.
    fn extend(&mut self, cell: Cell, direction: Direction) {
        if let Some(next) = self.board.next(cell, direction) {
            self.set(cell, direction, self.end(next, direction).unwrap_or(next));
        }
    }

    /// Where a slide ends; `None` if nothing moves.
    pub fn end(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let child = self.children[usize::from(cell)][index(direction)];
        (child != NONE).then_some(child)
    }

    fn set(&mut self, cell: Cell, direction: Direction, child: Cell) {
        self.children[usize::from(cell)][index(direction)] = child;
    }

    /// Puts a robot on a field: slides towards it now end beside it.
    pub fn place(&mut self, at: Cell) {
        for direction in Direction::STRAIGHT {
            let back = direction.opposite();
            let Some(beside) = self.board.next(at, direction) else { continue };
            for cell in self.seen(at, direction) {
                self.set(cell, back, if cell == beside { NONE } else { beside });
            }
        }
    }

    /// Takes a robot off a field: slides towards it now go on to where its own slide would end.
    pub fn remove(&mut self, at: Cell) {
        for direction in Direction::STRAIGHT {
            let back = direction.opposite();
            let end = self.end(at, back).unwrap_or(at);
            for cell in self.seen(at, direction) {
                self.set(cell, back, end);
            }
        }
    }

    /// The fields in a direction from which a slide comes straight here: those of the slide that way, and the field of the
    /// robot that stops it, if one does.
    fn seen(&self, at: Cell, direction: Direction) -> impl Iterator<Item = Cell> + use<'a> {
        let board = self.board;
        let farthest = self.end(at, direction).unwrap_or(at);
        let last = board.next(farthest, direction).unwrap_or(farthest);
        let walk = move |&cell: &Cell| board.next(cell, direction).filter(|_| cell != last);
        std::iter::successors(Some(at), walk).skip(1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::generate::scattered;
    use super::*;

    #[test]
    fn edges_are_slides_whoever_is_placed() {
        for seed in 0..50 {
            let config = scattered(1 + seed as usize % 8, 6, 8, 1 + seed as usize % 6, seed);
            let mut slides = Slides::new(&config.board);
            let empty = slides.clone();
            let check = |slides: &Slides, placed: &[Cell]| {
                for cell in 0..config.board.n_cells() as Cell {
                    for direction in Direction::STRAIGHT {
                        let walked = config.board.slide(placed, cell, direction);
                        assert_eq!(slides.end(cell, direction), walked, "{placed:?} {cell} {direction}");
                    }
                }
            };
            for n_placed in 0..=config.robots.len() {
                check(&slides, &config.robots[..n_placed]);
                config.robots.get(n_placed).into_iter().for_each(|&robot| slides.place(robot));
            }
            for n_removed in 1..=config.robots.len() {
                slides.remove(config.robots[n_removed - 1]);
                check(&slides, &config.robots[n_removed..]);
            }
            assert_eq!(slides, empty);
        }
    }
}
