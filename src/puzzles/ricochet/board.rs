//! The board: fields in rows, each with the set of its walled sides, and how far a robot slides.
//!
//! What holds: a wall between two fields is in the sets of both, and every side at the edge of the board is walled, so a
//! slide needs no other test than the set. Fields are numbered row by row. A slide costs the number of fields it passes.

use crate::grid::{Direction, Pos};

/// The most rows or columns a board may have.
pub const MAX_SIDE: usize = 64;

/// The number of a field, row by row from 0.
pub type Cell = u16;

/// Fields and walls.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    height: usize,
    width: usize,
    walls: Vec<u8>,
}

/// The bit of a direction in a set of walled sides: north 1, east 2, south 4, west 8.
pub fn bit(direction: Direction) -> u8 {
    1 << index(direction)
}

/// The number of a straight direction: north 0, east 1, south 2, west 3.
pub fn index(direction: Direction) -> usize {
    match direction {
        Direction::North => 0,
        Direction::East => 1,
        Direction::South => 2,
        Direction::West => 3,
        _ => unreachable!("robots do not move diagonally"),
    }
}

impl Board {
    /// A board with walls at its edge only. Panics unless both sides are from 1 to [`MAX_SIDE`].
    pub fn new(height: usize, width: usize) -> Board {
        let sides = 1..=MAX_SIDE;
        assert!(sides.contains(&height) && sides.contains(&width), "a board of {height} x {width}");
        let mut board = Board { height, width, walls: vec![0; height * width] };
        for cell in 0..board.n_cells() as Cell {
            for direction in Direction::STRAIGHT {
                if board.beside(cell, direction).is_none() {
                    board.walls[usize::from(cell)] |= bit(direction);
                }
            }
        }
        board
    }

    /// How many rows there are.
    pub fn height(&self) -> usize {
        self.height
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many fields there are, at most `MAX_SIDE * MAX_SIDE`.
    pub fn n_cells(&self) -> usize {
        self.walls.len()
    }

    /// The walled sides of each field, row by row, as sets of [`bit`]s.
    pub fn walls(&self) -> &[u8] {
        &self.walls
    }

    /// The number of a field; `None` outside the board.
    pub fn cell(&self, (row, col): Pos) -> Option<Cell> {
        (row < self.height && col < self.width).then(|| (row * self.width + col) as Cell)
    }

    /// The row and column of a field.
    pub fn pos(&self, cell: Cell) -> Pos {
        (usize::from(cell) / self.width, usize::from(cell) % self.width)
    }

    /// The next field in a direction, wall or not; `None` at the edge.
    pub fn beside(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let ((row, col), (down, right)) = (self.pos(cell), direction.step());
        self.cell((row.checked_add_signed(down)?, col.checked_add_signed(right)?))
    }

    /// Whether a side of a field is walled.
    pub fn is_walled(&self, cell: Cell, direction: Direction) -> bool {
        self.walls[usize::from(cell)] & bit(direction) != 0
    }

    /// Walls a side of a field, on both sides of the line.
    pub fn add_wall(&mut self, cell: Cell, direction: Direction) {
        self.walls[usize::from(cell)] |= bit(direction);
        if let Some(next) = self.beside(cell, direction) {
            self.walls[usize::from(next)] |= bit(direction.opposite());
        }
    }

    /// The next field in a direction unless a wall is between.
    pub fn next(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        if self.is_walled(cell, direction) {
            return None;
        }
        // The edge is walled, so this stays on the board.
        Some(match direction {
            Direction::North => cell - self.width as Cell,
            Direction::East => cell + 1,
            Direction::South => cell + self.width as Cell,
            _ => cell - 1,
        })
    }

    /// Where a robot stops that slides from a field; `None` if it cannot move at all.
    pub fn slide(&self, robots: &[Cell], from: Cell, direction: Direction) -> Option<Cell> {
        let mut at = from;
        while let Some(next) = self.next(at, direction).filter(|next| !robots.contains(next)) {
            at = next;
        }
        (at != from).then_some(at)
    }

    /// The walls inside the board, each once, as the east or south side of a field.
    pub fn inner_walls(&self) -> impl Iterator<Item = (Cell, Direction)> + '_ {
        (0..self.n_cells() as Cell).flat_map(move |cell| {
            let sides = [Direction::East, Direction::South];
            let inside = move |side: &Direction| self.is_walled(cell, *side) && self.beside(cell, *side).is_some();
            sides.into_iter().filter(inside).map(move |side| (cell, side))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{East, North, South, West};

    #[test]
    fn walls_have_two_sides_and_the_edge_is_walled() {
        let mut board = Board::new(2, 3);
        assert_eq!(board.walls(), [9, 1, 3, 12, 4, 6]);
        board.add_wall(1, South);
        board.add_wall(4, West);
        assert_eq!(board.walls(), [9, 5, 3, 14, 13, 6]);
        assert_eq!(board.inner_walls().collect::<Vec<_>>(), [(1, South), (3, East)]);
        assert_eq!(
            (board.pos(5), board.cell((1, 2)), board.cell((2, 0)), board.cell((0, 3))),
            ((1, 2), Some(5), None, None)
        );
    }

    #[test]
    fn robots_slide_until_stopped() {
        let mut board = Board::new(1, 6);
        board.add_wall(4, East);
        let check = |robots: &[Cell], from: Cell, direction: Direction, stop: Option<Cell>| {
            assert_eq!(board.slide(robots, from, direction), stop, "{robots:?} {from} {direction}");
        };
        check(&[0], 0, East, Some(4));
        check(&[0, 3], 0, East, Some(2));
        check(&[0, 1], 0, East, None);
        check(&[4], 4, East, None);
        check(&[5], 5, West, None);
        check(&[4, 0], 4, West, Some(1));
        check(&[2], 2, North, None);
        assert_eq!(Board::new(1, 1).slide(&[0], 0, South), None);
    }
}
