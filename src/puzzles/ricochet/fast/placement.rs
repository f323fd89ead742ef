//! Where the other robots stand, as one word: their fields in rising order, for they are interchangeable, and which
//! axes the active robot has moved along.
//!
//! Twelve bits per field hold five robots on the largest board; two bits hold the axes (1 along a column, 2 along a row,
//! as in the rules of "must ricochet"; always both where that rule is off); the top bit is set in every key.

use super::bits::Bits;
use super::slide::Standing;

/// The most robots besides the active one.
pub const MAX_OTHERS: usize = 5;
const FIELD: u32 = 12;
const AXES: u32 = 60;
const USED: u64 = 1 << 63;

/// Both axes: the robot has turned, or need not.
pub const TURNED: u64 = 3;

/// The other robots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    cells: [u16; MAX_OTHERS],
    n_robots: usize,
    axes: u64,
}

impl Placement {
    /// Robots on these fields, in any order. At most [`MAX_OTHERS`].
    pub fn new(cells: &[usize], axes: u64) -> Placement {
        let mut placement = Placement { cells: [0; MAX_OTHERS], n_robots: cells.len(), axes };
        for (to, &from) in placement.cells.iter_mut().zip(cells) {
            *to = from as u16;
        }
        placement.cells[..cells.len()].sort_unstable();
        placement
    }

    /// The placement of a key.
    #[inline(always)]
    pub fn unpack(key: u64, n_robots: usize) -> Placement {
        let cells = std::array::from_fn(|i| (key >> (FIELD * i as u32) & 0xfff) as u16);
        Placement { cells, n_robots, axes: key >> AXES & TURNED }
    }

    /// The key of the placement.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        let fields = (0..MAX_OTHERS).fold(0, |key, i| key | u64::from(self.cells[i]) << (FIELD * i as u32));
        fields | self.axes << AXES | USED
    }

    /// The fields, in rising order.
    #[inline(always)]
    pub fn cells(&self) -> &[u16] {
        &self.cells[..self.n_robots]
    }

    /// The axes that the active robot has moved along.
    #[inline(always)]
    pub fn axes(&self) -> u64 {
        self.axes
    }

    /// The same robots, but other axes.
    #[inline(always)]
    pub fn with_axes(&self, axes: u64) -> Placement {
        Placement { axes, ..*self }
    }

    /// The placement after robot number `robot` of [`Placement::cells`] has moved.
    #[inline(always)]
    pub fn moved(&self, robot: usize, to: usize) -> Placement {
        let (mut next, to, mut at) = (*self, to as u16, robot);
        while at > 0 && next.cells[at - 1] > to {
            next.cells[at] = next.cells[at - 1];
            at -= 1;
        }
        while at + 1 < self.n_robots && next.cells[at + 1] < to {
            next.cells[at] = next.cells[at + 1];
            at += 1;
        }
        next.cells[at] = to;
        next
    }

    /// The robots as a set.
    #[inline(always)]
    pub fn standing<const W: usize>(&self) -> Standing<W> {
        let mut standing = Standing { fields: Bits::EMPTY, turned: Bits::EMPTY };
        for &cell in self.cells() {
            standing.insert(usize::from(cell));
        }
        standing
    }
}

/// The axis of a direction: 1 for north and south, 2 for east and west.
#[inline(always)]
pub fn axis(direction: usize) -> u64 {
    1 << (direction & 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_stay_sorted() {
        let check = |cells: &[usize], robot: usize, to: usize, expected: &[u16]| {
            let placement = Placement::new(cells, 2);
            let moved = placement.moved(robot, to);
            assert_eq!(moved.cells(), expected);
            assert_eq!(Placement::unpack(moved.key(), cells.len()), moved);
            assert_eq!((moved.axes(), moved.with_axes(3).axes()), (2, 3));
        };
        check(&[5], 0, 4095, &[4095]);
        check(&[9, 5, 7], 0, 8, &[7, 8, 9]);
        check(&[9, 5, 7], 2, 0, &[0, 5, 7]);
        check(&[9, 5, 7], 1, 6, &[5, 6, 9]);
        check(&[1, 2, 3, 4, 4000], 0, 4095, &[2, 3, 4, 4000, 4095]);
    }
}
