//! Rectangles of cells: positions, directions, neighbours, reading and drawing.
//!
//! A grid has at least one row and one column, and its cells lie row by row in one vector. A position is `(row, column)`,
//! counted from the top left corner and from 0, so the order of positions is row-major. Every lookup costs `O(1)`.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

/// `(row, column)`, counted from 0 at the top left corner.
pub type Pos = (usize, usize);

/// One of the eight directions of the compass; north is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Direction {
    North,
    East,
    South,
    West,
    NorthEast,
    SouthEast,
    SouthWest,
    NorthWest,
}

use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};

impl Direction {
    /// The four directions along rows and columns, clockwise from north.
    pub const STRAIGHT: [Direction; 4] = [North, East, South, West];
    /// All eight directions, clockwise from north.
    pub const ALL: [Direction; 8] = [North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest];

    /// How far one step goes: `(rows down, columns right)`.
    pub fn step(self) -> (isize, isize) {
        match self {
            North => (-1, 0),
            East => (0, 1),
            South => (1, 0),
            West => (0, -1),
            NorthEast => (-1, 1),
            SouthEast => (1, 1),
            SouthWest => (1, -1),
            NorthWest => (-1, -1),
        }
    }

    /// The direction that leads back.
    pub fn opposite(self) -> Direction {
        let (down, right) = self.step();
        Direction::ALL.into_iter().find(|back| back.step() == (-down, -right)).expect("steps come in pairs")
    }

    /// The short name: `N`, `SE` and so on.
    pub fn name(self) -> &'static str {
        match self {
            North => "N",
            East => "E",
            South => "S",
            West => "W",
            NorthEast => "NE",
            SouthEast => "SE",
            SouthWest => "SW",
            NorthWest => "NW",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Direction {
    type Err = String;

    fn from_str(text: &str) -> Result<Direction, String> {
        let known = Direction::ALL.into_iter().find(|direction| direction.name() == text);
        known.ok_or_else(|| format!("`{text}` is not a direction, expected one of N NE E SE S SW W NW"))
    }
}

/// A rectangle of cells, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    n_rows: usize,
    n_cols: usize,
    cells: Vec<T>,
}

impl<T> Grid<T> {
    /// A grid from its cells, row by row; `None` unless there are `n_rows * n_cols > 0` of them.
    pub fn from_cells(n_rows: usize, n_cols: usize, cells: Vec<T>) -> Option<Grid<T>> {
        let fits = !cells.is_empty() && n_rows.checked_mul(n_cols) == Some(cells.len());
        fits.then_some(Grid { n_rows, n_cols, cells })
    }

    /// A grid whose cells are computed from their positions. Panics on a grid without cells.
    pub fn from_fn(n_rows: usize, n_cols: usize, mut cell: impl FnMut(Pos) -> T) -> Grid<T> {
        let positions = (0..n_rows).flat_map(|row| (0..n_cols).map(move |col| (row, col)));
        let cells = positions.map(&mut cell).collect();
        Grid::from_cells(n_rows, n_cols, cells).expect("a grid has at least one cell")
    }

    /// A grid of equal cells. Panics on a grid without cells.
    pub fn filled(n_rows: usize, n_cols: usize, cell: T) -> Grid<T>
    where
        T: Clone,
    {
        Grid::from_fn(n_rows, n_cols, |_| cell.clone())
    }

    /// How many rows there are, at least one.
    pub fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// How many columns there are, at least one.
    pub fn n_cols(&self) -> usize {
        self.n_cols
    }

    /// How many cells there are, at least one.
    pub fn n_cells(&self) -> usize {
        self.cells.len()
    }

    /// Whether the position lies on the grid.
    pub fn contains(&self, (row, col): Pos) -> bool {
        row < self.n_rows && col < self.n_cols
    }

    /// The cell at a position, if it lies on the grid.
    pub fn get(&self, at: Pos) -> Option<&T> {
        self.contains(at).then(|| &self[at])
    }

    /// The number of a position in row-major order.
    pub fn number(&self, at: Pos) -> usize {
        assert!(self.contains(at), "{at:?} lies outside a grid of {} x {}", self.n_rows, self.n_cols);
        at.0 * self.n_cols + at.1
    }

    /// All positions in row-major order.
    pub fn positions(&self) -> impl Iterator<Item = Pos> + use<T> {
        let n_cols = self.n_cols;
        (0..self.cells.len()).map(move |number| (number / n_cols, number % n_cols))
    }

    /// All cells in row-major order.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// All positions with their cells, in row-major order.
    pub fn iter(&self) -> impl Iterator<Item = (Pos, &T)> {
        self.positions().zip(&self.cells)
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = &[T]> {
        self.cells.chunks(self.n_cols)
    }

    /// The grid of the same shape with every cell replaced.
    pub fn map<U>(&self, mut cell: impl FnMut(Pos, &T) -> U) -> Grid<U> {
        let cells = self.iter().map(|(at, old)| cell(at, old)).collect();
        Grid { n_rows: self.n_rows, n_cols: self.n_cols, cells }
    }

    /// The next position in a direction, unless that leaves the grid.
    pub fn step(&self, (row, col): Pos, direction: Direction) -> Option<Pos> {
        let (down, right) = direction.step();
        let next = (row.checked_add_signed(down)?, col.checked_add_signed(right)?);
        self.contains(next).then_some(next)
    }

    /// The up to four positions that share a side with this one, in row-major order.
    pub fn sides(&self, at: Pos) -> impl Iterator<Item = Pos> + '_ {
        [North, West, East, South].into_iter().filter_map(move |direction| self.step(at, direction))
    }

    /// The up to eight positions that share a side or a corner with this one, in row-major order.
    pub fn around(&self, at: Pos) -> impl Iterator<Item = Pos> + '_ {
        let row_by_row = [NorthWest, North, NorthEast, West, East, SouthWest, South, SouthEast];
        row_by_row.into_iter().filter_map(move |direction| self.step(at, direction))
    }

    /// Draws one character per cell and ends every row with a line break.
    pub fn draw(&self, mut cell: impl FnMut(Pos, &T) -> char) -> String {
        let mut out = String::with_capacity(self.cells.len() + self.n_rows);
        for (at, value) in self.iter() {
            out.push(cell(at, value));
            if at.1 + 1 == self.n_cols {
                out.push('\n');
            }
        }
        out
    }
}

impl<T> Index<Pos> for Grid<T> {
    type Output = T;

    fn index(&self, at: Pos) -> &T {
        &self.cells[self.number(at)]
    }
}

impl<T> IndexMut<Pos> for Grid<T> {
    fn index_mut(&mut self, at: Pos) -> &mut T {
        let number = self.number(at);
        &mut self.cells[number]
    }
}

/// A drawn grid that is not a rectangle: which row, and where it should have ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotARectangle {
    /// The row, counted from 0.
    pub row: usize,
    /// How many characters it has.
    pub n_found: usize,
    /// How many the rows above have; 0 when there is no row at all.
    pub n_expected: usize,
}

impl fmt::Display for NotARectangle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.n_expected {
            0 => write!(f, "there is no cell"),
            n => write!(f, "row {} has {} cells, expected {n}", self.row + 1, self.n_found),
        }
    }
}

impl std::error::Error for NotARectangle {}

impl Grid<char> {
    /// Reads a drawing: one line per row, one character per cell.
    pub fn read<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Grid<char>, NotARectangle> {
        let (mut cells, mut n_rows, mut n_cols) = (Vec::new(), 0, 0);
        for line in lines {
            cells.extend(line.chars());
            let n_found = cells.len() - n_rows * n_cols;
            if n_rows == 0 {
                n_cols = n_found;
            }
            if n_found != n_cols || n_cols == 0 {
                return Err(NotARectangle { row: n_rows, n_found, n_expected: n_cols });
            }
            n_rows += 1;
        }
        let nothing = NotARectangle { row: 0, n_found: 0, n_expected: 0 };
        Grid::from_cells(n_rows, n_cols, cells).ok_or(nothing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_those_within_one_step() {
        for (n_rows, n_cols) in [(1, 1), (1, 4), (3, 1), (3, 4)] {
            let grid = Grid::filled(n_rows, n_cols, ());
            for a in grid.positions() {
                let far = |b: Pos| (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
                let around: Vec<Pos> = grid.positions().filter(|&b| b != a && far(b).0 <= 1 && far(b).1 <= 1).collect();
                let sides: Vec<Pos> = grid.positions().filter(|&b| far(b).0 + far(b).1 == 1).collect();
                assert_eq!(grid.around(a).collect::<Vec<_>>(), around);
                assert_eq!(grid.sides(a).collect::<Vec<_>>(), sides);
            }
        }
    }

    #[test]
    fn directions_have_names_and_ways_back() {
        for direction in Direction::ALL {
            assert_eq!(direction.name().parse(), Ok(direction));
            assert_eq!(direction.opposite().opposite(), direction);
            assert_ne!(direction.opposite(), direction);
        }
        assert_eq!(North.opposite(), South);
        assert_eq!(NorthEast.opposite(), SouthWest);
        assert!("n".parse::<Direction>().is_err());
    }

    #[test]
    fn drawings_are_read_and_drawn() {
        let check = |lines: &[&str], expected: Result<&str, (usize, usize, usize)>| {
            let read = Grid::read(lines.iter().copied());
            let drawn = read.map(|grid| grid.draw(|_, &c| c)).map_err(|e| (e.row, e.n_found, e.n_expected));
            assert_eq!(drawn, expected.map(str::to_string), "{lines:?}");
        };
        check(&["ab", "cd", "ef"], Ok("ab\ncd\nef\n"));
        check(&["é"], Ok("é\n"));
        check(&["ab", "c"], Err((1, 1, 2)));
        check(&["ab", "cde"], Err((1, 3, 2)));
        check(&["ab", ""], Err((1, 0, 2)));
        check(&[""], Err((0, 0, 0)));
        check(&[], Err((0, 0, 0)));
    }

    #[test]
    fn cells_are_numbered_row_by_row() {
        let grid = Grid::from_fn(2, 3, |(row, col)| 10 * row + col);
        assert_eq!(grid.cells(), &[0, 1, 2, 10, 11, 12]);
        assert!(grid.positions().enumerate().all(|(number, at)| grid.number(at) == number));
        assert_eq!(grid.rows().map(<[usize]>::len).collect::<Vec<_>>(), [3, 3]);
        assert_eq!((grid.get((1, 2)), grid.get((2, 0)), grid.get((0, 3))), (Some(&12), None, None));
        assert_eq!(Grid::from_cells(2, 2, vec![0; 3]), None);
        assert_eq!(Grid::from_cells(0, 0, Vec::<u8>::new()), None);
    }
}
