//! Sets of fields as `W` words, for boards of up to `side(W)` rows and columns, and how a whole set slides at once.
//!
//! A field is numbered `row * side + col`, so a row never straddles two words and the side is a power of two: 1, 4, 16
//! and 64 words hold boards up to 8, 16, 32 and 64. What holds: a field at the edge is walled there, so a slide never
//! leaves its line and needs no mask for the edge.
//!
//! Towards higher bits in a row a slide is one addition: the robots are carries that run through the fields a robot may
//! leave and come to rest in the first one it may not. The other three directions are filled by doubling steps
//! (parallel prefix; Kogge and Stone 1973), on the widest board row by row.

/// A set of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits<const W: usize>(pub [u64; W]);

/// Rows and columns that `words` words hold.
pub const fn side(words: usize) -> usize {
    match words {
        1 => 8,
        4 => 16,
        16 => 32,
        _ => 64,
    }
}

/// For blocks of 1, 2, 4, ... columns, the columns of every other block, beginning with the first.
const LEFT: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

impl<const W: usize> Bits<W> {
    /// Rows and columns.
    pub const SIDE: usize = side(W);
    /// No field.
    pub const EMPTY: Bits<W> = Bits([0; W]);

    /// The set of one field.
    #[inline(always)]
    pub fn one(cell: usize) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        bits.insert(cell);
        bits
    }

    /// Puts a field in.
    #[inline(always)]
    pub fn insert(&mut self, cell: usize) {
        self.0[(cell >> 6) % W] |= 1 << (cell & 63);
    }

    /// Whether a field is in.
    #[inline(always)]
    pub fn has(&self, cell: usize) -> bool {
        self.0[(cell >> 6) % W] >> (cell & 63) & 1 != 0
    }

    /// Whether no field is in.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// The fields in both.
    #[inline(always)]
    pub fn and(&self, other: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The fields in either.
    #[inline(always)]
    pub fn or(&self, other: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The fields in this but not in the other.
    #[inline(always)]
    pub fn minus(&self, other: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The fields not in.
    #[inline(always)]
    pub fn not(&self) -> Bits<W> {
        Bits(std::array::from_fn(|i| !self.0[i]))
    }

    /// Each field moved `by` bits up.
    #[inline(always)]
    pub fn up(&self, by: usize) -> Bits<W> {
        let (words, bits) = (by >> 6, by & 63);
        let at = |i: usize| if i >= words { self.0[i - words] } else { 0 };
        let below = |i: usize| if i > words && bits > 0 { self.0[i - words - 1] >> (64 - bits) } else { 0 };
        Bits(std::array::from_fn(|i| at(i) << bits | below(i)))
    }

    /// Each field moved `by` bits down.
    #[inline(always)]
    pub fn down(&self, by: usize) -> Bits<W> {
        let (words, bits) = (by >> 6, by & 63);
        let at = |i: usize| if i + words < W { self.0[i + words] } else { 0 };
        let above = |i: usize| if i + words + 1 < W && bits > 0 { self.0[i + words + 1] << (64 - bits) } else { 0 };
        Bits(std::array::from_fn(|i| at(i) >> bits | above(i)))
    }

    /// Each field moved one column down, which must not leave its word.
    #[inline(always)]
    pub fn down_in_words(&self, by: usize) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] >> by))
    }

    /// The set with rows and columns exchanged: blocks of half the side change places, then blocks of half that size within
    /// each, down to single fields (Warren, Hacker's Delight).
    pub fn turned(&self) -> Bits<W> {
        let mut words = self.0;
        for step in (0..Self::SIDE.trailing_zeros() as usize).rev() {
            let (block, left) = (1 << step, LEFT[step]);
            let rows = block * Self::SIDE;
            if rows < 64 {
                let upper = LEFT[rows.trailing_zeros() as usize];
                let by = rows - block;
                for word in &mut words {
                    let changed = (*word ^ *word >> by) & !left & upper;
                    *word ^= changed | changed << by;
                }
            } else {
                let below = rows / 64;
                for upper in (0..W).filter(|word| word & below == 0) {
                    let changed = (words[upper] >> block ^ words[upper + below]) & left;
                    words[upper + below] ^= changed;
                    words[upper] ^= changed << block;
                }
            }
        }
        Bits(words)
    }

    /// The fields, in rising order.
    pub fn cells(&self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(i, mut word)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(i * 64 + bit)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::slide::turn;
    use super::Bits;

    fn check<const W: usize>() {
        for seed in 1..40u64 {
            let set: Bits<W> = Bits(std::array::from_fn(|i| (seed + i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
            let mut expected = Bits::EMPTY;
            set.cells().for_each(|cell| expected.insert(turn::<W>(cell)));
            assert_eq!(set.turned(), expected, "{W} words, seed {seed}");
        }
    }

    #[test]
    fn rows_and_columns_change_places() {
        check::<1>();
        check::<4>();
        check::<16>();
        check::<64>();
    }
}
