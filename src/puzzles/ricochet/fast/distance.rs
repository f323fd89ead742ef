//! The relaxed distance to the target: moves of a robot that may stop wherever it likes.
//!
//! It never exceeds the true number of moves of the active robot, and a move changes it by at most one, since all fields
//! of a free line are one move apart. The search keeps it as one set of fields per distance, and since two fields of a line
//! differ by at most one, what a move costs is known from the distances modulo four.

use super::bits::Bits;
use super::slide::Free;

/// Distances to one target.
pub struct Distances<const W: usize> {
    /// The fields at each distance; none is empty.
    pub rings: Vec<Bits<W>>,
    /// Per direction, the fields from which a slide that way passes a nearer field.
    pub toward: [Bits<W>; 4],
    /// Per field the distance modulo four; three where the target cannot be reached.
    classes: [[u8; 64]; W],
}

impl<const W: usize> Distances<W> {
    /// The distances to a target.
    pub fn new(free: &Free<W>, target: usize) -> Distances<W> {
        let mut distances = Distances { rings: Vec::with_capacity(8), toward: [Bits::EMPTY; 4], classes: [[0; 64]; W] };
        let mut seen = Bits::one(target);
        let mut ring = seen;
        // The lower and the upper digit of the classes.
        let mut digits = [seen.not(), seen.not()];
        while !ring.is_empty() {
            let number = distances.rings.len();
            for (place, digit) in digits.iter_mut().enumerate() {
                if number >> place & 1 == 0 {
                    *digit = digit.minus(&ring);
                }
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
        let [low, high] = digits;
        for (classes, (low, high)) in distances.classes.iter_mut().zip(low.0.into_iter().zip(high.0)) {
            for (part, classes) in classes.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                *classes = (apart(low >> (8 * part)) | apart(high >> (8 * part)) << 1).to_le_bytes();
            }
        }
        distances
    }

    /// The distance of a field, if the target can be reached.
    pub fn of(&self, cell: usize) -> Option<usize> {
        self.rings.iter().position(|ring| ring.has(cell))
    }

    /// What a slide of the active robot costs beyond what it must: nothing if it comes nearer, one if it stays as far, two
    /// if it leads away.
    #[inline(always)]
    pub fn cost(&self, from: usize, to: usize) -> usize {
        usize::from((self.class(to) + 1).wrapping_sub(self.class(from)) & 3)
    }

    #[inline(always)]
    fn class(&self, cell: usize) -> u8 {
        self.classes[(cell >> 6) % W][cell & 63]
    }
}

/// The lowest eight bits as the lowest bits of eight bytes.
#[inline(always)]
fn apart(bits: u64) -> u64 {
    let each = (bits & 0xff).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (((each & 0x7f7f_7f7f_7f7f_7f7f) + 0x7f7f_7f7f_7f7f_7f7f) | each) >> 7 & 0x0101_0101_0101_0101
}

#[cfg(test)]
mod tests {
    use super::apart;

    #[test]
    fn bits_come_apart_into_bytes() {
        for bits in 0..256u64 {
            let bytes = (0..8).fold(0, |bytes, place| bytes | (bits >> place & 1) << (8 * place));
            assert_eq!(apart(bits | 0xab00), bytes, "{bits:08b}");
        }
    }
}
