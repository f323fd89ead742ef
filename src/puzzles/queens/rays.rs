//! Who stands on whose lines: for each queen and direction the queens it would meet, nearest first.
//!
//! Squares never change, so this is computed once; which queens still stand is the caller's to say. `O(q log q)` for `q` queens
//! on each of the four axes, and as much memory as there are pairs on common lines.

use super::board::Board;
use crate::grid::{Direction, Pos};

/// The queens along the eight directions of [`Direction::ALL`], by number, nearest first.
pub type Star = [Vec<u32>; 8];

/// The rays of all queens.
#[derive(Clone, Debug)]
pub struct Rays {
    stars: Vec<Star>,
}

impl Rays {
    /// The rays of a board's queens.
    pub fn new(board: &Board) -> Rays {
        let mut stars: Vec<Star> = vec![Star::default(); board.queens().len()];
        for (number, direction) in Direction::ALL.into_iter().enumerate() {
            for line in lines(board, direction) {
                for (i, &queen) in line.iter().enumerate() {
                    stars[queen as usize][number] = line[i + 1..].to_vec();
                }
            }
        }
        Rays { stars }
    }

    /// How many queens there are.
    pub fn n_queens(&self) -> usize {
        self.stars.len()
    }

    /// The rays of one queen.
    pub fn star(&self, queen: usize) -> &Star {
        &self.stars[queen]
    }

    /// The queens a queen sees, if those stand that the test says.
    pub fn seen<'a>(&'a self, queen: usize, stands: impl Fn(usize) -> bool + 'a) -> impl Iterator<Item = usize> + 'a {
        self.stars[queen].iter().filter_map(move |ray| ray.iter().map(|&q| q as usize).find(|&q| stands(q)))
    }

    /// All queens on the lines of a queen, near and far.
    pub fn aligned(&self, queen: usize) -> impl Iterator<Item = usize> + '_ {
        self.stars[queen].iter().flatten().map(|&q| q as usize)
    }

    /// The queens between two queens, none if they share no line.
    pub fn between(&self, from: usize, to: usize) -> &[u32] {
        let ray = |ray: &'_ Vec<u32>| ray.iter().position(|&q| q as usize == to);
        let found = self.stars[from].iter().find_map(|r| ray(r).map(|end| &r[..end]));
        found.unwrap_or(&[])
    }
}

/// The queens of each line that runs in a direction, in that direction.
fn lines(board: &Board, direction: Direction) -> Vec<Vec<u32>> {
    let (down, right) = direction.step();
    let signed = |(row, col): Pos| (row as isize, col as isize);
    // Which line, and how far along it.
    let key = |at: Pos| {
        let (row, col) = signed(at);
        let line = if down == 0 { row } else { col * down - row * right };
        (line, row * down + col * right)
    };
    let mut keyed: Vec<((isize, isize), u32)> = board.queens().iter().zip(0..).map(|(q, i)| (key(q.at), i)).collect();
    keyed.sort_unstable();
    keyed.chunk_by(|a, b| a.0.0 == b.0.0).map(|line| line.iter().map(|entry| entry.1).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::instance::read;
    use super::*;

    #[test]
    fn rays_are_those_of_walking() {
        let text = "5 6\n1\n1 0 1 1 0 1  0 1 1 0 0 1  1 1 0 1 0 0  0 0 1 0 1 1  1 0 0 1 1 0\n";
        let board = read("f", text).expect("good").remove(0).board;
        let rays = Rays::new(&board);
        let grid = super::super::check::squares(&board);
        for (number, queen) in board.queens().iter().enumerate() {
            for (direction, ray) in Direction::ALL.into_iter().zip(rays.star(number)) {
                let walk = std::iter::successors(Some(queen.at), |&at| grid.step(at, direction)).skip(1);
                let met: Vec<u32> = walk.filter_map(|at| board.queen_at(at)).map(|q| q as u32).collect();
                assert_eq!(*ray, met, "{:?} {direction}", queen.at);
                met.iter().enumerate().for_each(|(i, &q)| assert_eq!(*rays.between(number, q as usize), met[..i]));
            }
        }
    }
}
