//! The relaxed distance to the target: moves of a robot that may stop wherever it likes.
//!
//! It never exceeds the true number of moves of the active robot, and a move changes it by at most one, since all fields
//! of a free line are one move apart. The search keeps it as one set of fields per distance.

use super::bits::Bits;
use super::slide::Free;

/// Distances to one target.
pub struct Distances<const W: usize> {
    /// The fields at each distance; none is empty.
    pub rings: Vec<Bits<W>>,
    /// Per direction, the fields from which a slide that way passes a nearer field.
    pub toward: [Bits<W>; 4],
    of: Vec<u16>,
}

/// The distance of a field from which the target cannot be reached.
pub const FAR: usize = u16::MAX as usize;

impl<const W: usize> Distances<W> {
    /// The distances to a target.
    pub fn new(free: &Free<W>, target: usize) -> Distances<W> {
        let mut distances =
            Distances { rings: Vec::with_capacity(8), toward: [Bits::EMPTY; 4], of: vec![u16::MAX; W * 64] };
        let mut seen = Bits::one(target);
        let mut ring = seen;
        while !ring.is_empty() {
            for cell in ring.cells() {
                distances.of[cell] = distances.rings.len() as u16;
            }
            distances.rings.push(ring);
            let mut next = Bits::EMPTY;
            for direction in 0..4 {
                let back = free.fill(&ring, direction).minus(&seen);
                distances.toward[direction ^ 2] = distances.toward[direction ^ 2].or(&back);
                next = next.or(&back);
            }
            seen = seen.or(&next);
            ring = next;
        }
        distances
    }

    /// The distance of a field.
    #[inline(always)]
    pub fn of(&self, cell: usize) -> usize {
        usize::from(self.of[cell % (W * 64)])
    }
}
