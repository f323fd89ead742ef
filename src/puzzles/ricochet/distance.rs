//! The relaxed distance: the fewest moves to the target of a robot that may stop and turn wherever it likes.
//!
//! A lower bound for the moves the goal robot has left: a real slide is a relaxed one, since other robots only make it
//! shorter. Going back is as short as going there, so a move changes the distance by at most one. The array of least moves
//! of the source's IDDFS; breadth first from the target, each field queued once, `O(n^3)` on an `n x n` board.

use super::board::{Board, Cell};
use super::config::Config;
use crate::grid::Direction;

/// The distance of a field from which the target cannot be reached.
pub const FAR: u16 = u16::MAX;

/// The relaxed distance of every field to the target, [`FAR`] if there is none.
pub fn distances(board: &Board, target: Cell) -> Vec<u16> {
    let mut least = vec![FAR; board.n_cells()];
    least[usize::from(target)] = 0;
    let mut queue = vec![target];
    let mut next = 0;
    while let Some(&cell) = queue.get(next) {
        next += 1;
        let moves = least[usize::from(cell)] + 1;
        for direction in Direction::STRAIGHT {
            let mut at = cell;
            while let Some(beside) = board.next(at, direction).filter(|c| least[usize::from(*c)] >= moves) {
                at = beside;
                if least[usize::from(at)] > moves {
                    least[usize::from(at)] = moves;
                    queue.push(at);
                }
            }
        }
    }
    least
}

/// A lower bound for the number of moves; `None` if no goal robot can ever reach the target.
pub fn lower_bound(config: &Config) -> Option<usize> {
    let least = distances(&config.board, config.target);
    let nearest = config.goal_robots().map(|robot| least[usize::from(config.robots[robot])]).min();
    let nearest = nearest.filter(|&moves| moves != FAR).map(usize::from)?;
    // Two axes take two moves.
    Some(if config.must_ricochet { nearest.max(2) } else { nearest })
}

#[cfg(test)]
mod tests {
    use super::super::instance::read;
    use super::*;

    #[test]
    fn distances_count_turns() {
        let text =
            "+---+---+---+\n| r     | R |\n+   +---+   +\n|           |\n+---+---+   +\n|   |       |\n+---+---+---+\n";
        let config = read("f", text).expect("a picture").remove(0).config;
        assert_eq!(distances(&config.board, config.target), [3, 4, 0, 2, 2, 1, FAR, 2, 1]);
        assert_eq!(lower_bound(&config), Some(3));
        assert_eq!(lower_bound(&Config { target: 6, ..config.clone() }), None);
        assert_eq!(lower_bound(&Config { target: 0, must_ricochet: true, ..config }), Some(2));
    }

    /// A move changes the distance by at most one, which the end of the deepening search rests on.
    #[test]
    fn neighbours_on_a_line_differ_by_at_most_one() {
        for seed in 0..20 {
            let config = super::super::generate::scattered(7, 9, 30, 1, seed);
            let least = distances(&config.board, config.target);
            for cell in 0..config.board.n_cells() as Cell {
                for direction in Direction::STRAIGHT {
                    let mut at = cell;
                    while let Some(next) = config.board.next(at, direction) {
                        at = next;
                        let (a, b) = (least[usize::from(cell)], least[usize::from(at)]);
                        assert!((a == FAR && b == FAR) || a.abs_diff(b) <= 1);
                    }
                }
            }
        }
    }
}
