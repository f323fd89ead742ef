//! How robots slide on one board: a single robot by bit scans, a whole set of fields by carries and doubling steps.
//!
//! Directions are numbered north 0, east 1, south 2, west 3. What holds: a field at the edge is walled there, so a slide
//! never leaves its line and needs no mask for the edge.
//!
//! A single robot stops at the first set bit of "walled, or a robot is beyond" in its line; north and south look at a
//! board with rows and columns exchanged, so that a line is always within one word. For a set, a slide east is one
//! addition: the robots are carries that run through the open sides and come to rest at the first walled one. The other
//! directions are filled by doubling steps (parallel prefix; Kogge and Stone 1973).

use super::bits::Bits;

/// The walled sides of a board's fields.
#[derive(Clone, Debug)]
pub struct Walls<const W: usize> {
    /// Per direction, the fields walled on that side.
    pub sides: [Bits<W>; 4],
    /// The same for north and south, with rows and columns exchanged.
    turned: [Bits<W>; 2],
}

/// Robots that stand still, by rows and by columns.
#[derive(Clone, Copy, Debug)]
pub struct Standing<const W: usize> {
    /// Their fields.
    pub fields: Bits<W>,
    /// Their fields with rows and columns exchanged.
    pub turned: Bits<W>,
}

/// The field with row and column exchanged.
#[inline(always)]
pub fn turn<const W: usize>(cell: usize) -> usize {
    let side = Bits::<W>::SIDE;
    (cell % side) * side + cell / side
}

/// The field one step before, against a direction.
#[inline(always)]
pub fn before<const W: usize>(cell: usize, direction: usize) -> usize {
    match direction {
        0 => cell + Bits::<W>::SIDE,
        1 => cell - 1,
        2 => cell - Bits::<W>::SIDE,
        _ => cell + 1,
    }
}

impl<const W: usize> Standing<W> {
    /// Puts a robot on a field.
    #[inline(always)]
    pub fn insert(&mut self, cell: usize) {
        self.fields.insert(cell);
        self.turned.insert(turn::<W>(cell));
    }
}

impl<const W: usize> Walls<W> {
    /// The walls of a board `width` fields wide: per field a set of sides, north 1, east 2, south 4, west 8.
    pub fn new(walls: &[u8], width: usize) -> Walls<W> {
        let mut sides = [Bits::EMPTY; 4];
        for (row, fields) in walls.chunks(width).enumerate() {
            let start = row * Bits::<W>::SIDE;
            let mut words = [0u64; 4];
            for (part, eight) in fields.chunks(8).enumerate() {
                let mut bytes = [0; 8];
                bytes[..eight.len()].copy_from_slice(eight);
                let bytes = u64::from_le_bytes(bytes);
                for (side, word) in words.iter_mut().enumerate() {
                    *word |= lowest_bits(bytes >> side) << (8 * part);
                }
            }
            for (side, word) in words.into_iter().enumerate() {
                sides[side].0[start >> 6] |= word << (start & 63);
            }
        }
        Walls { sides, turned: [sides[0].turned(), sides[2].turned()] }
    }

    /// Where a robot stops that slides from a field; the field itself if it cannot move.
    #[inline(always)]
    pub fn slide(&self, robots: &Standing<W>, from: usize, direction: usize) -> usize {
        match direction {
            0 => turn::<W>(lower(&self.turned[0], &robots.turned, turn::<W>(from))),
            1 => higher(&self.sides[1], &robots.fields, from),
            2 => turn::<W>(higher(&self.turned[1], &robots.turned, turn::<W>(from))),
            _ => lower(&self.sides[3], &robots.fields, from),
        }
    }

    /// Per direction, the fields where a slide may end if robots may stand on any of these fields.
    #[inline(always)]
    pub fn stops(&self, robots: &Bits<W>) -> [Bits<W>; 4] {
        let side = Bits::<W>::SIDE;
        [
            self.sides[0].or(&robots.up(side)),
            self.sides[1].or(&robots.down(1)),
            self.sides[2].or(&robots.down(side)),
            self.sides[3].or(&robots.up(1)),
        ]
    }
}

/// The lowest bit of each byte, gathered into one byte by a multiplication that moves each to its place.
#[inline(always)]
fn lowest_bits(bytes: u64) -> u64 {
    (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The first field from `from` upwards that is walled or has a robot above.
#[inline(always)]
fn higher<const W: usize>(walled: &Bits<W>, robots: &Bits<W>, from: usize) -> usize {
    let word = (from >> 6) % W;
    from + ((walled.0[word] | robots.0[word] >> 1) >> (from & 63)).trailing_zeros() as usize
}

/// The first field from `from` downwards that is walled or has a robot below.
#[inline(always)]
fn lower<const W: usize>(walled: &Bits<W>, robots: &Bits<W>, from: usize) -> usize {
    let word = (from >> 6) % W;
    from - ((walled.0[word] | robots.0[word] << 1) << (63 - (from & 63))).leading_zeros() as usize
}

/// The fields of a set that a robot meets on its way between two fields of a line; the first is left out.
#[inline(always)]
pub fn met<const W: usize>(set: &Standing<W>, from: usize, to: usize, direction: usize) -> Met {
    let turned = direction.is_multiple_of(2);
    let (set, from, to) = if turned { (&set.turned, turn::<W>(from), turn::<W>(to)) } else { (&set.fields, from, to) };
    let word = (from >> 6) % W;
    let way = u64::MAX >> (63 - (from.max(to) & 63)) & u64::MAX << (from.min(to) & 63);
    Met { bits: set.0[word] & way & !(1 << (from & 63)), word, turned }
}

/// The fields of one line, as bits of one word.
#[derive(Clone, Copy, Debug)]
pub struct Met {
    bits: u64,
    word: usize,
    turned: bool,
}

impl Met {
    /// Whether there is none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.bits == 0
    }

    /// The fields.
    pub fn cells<const W: usize>(self) -> impl Iterator<Item = usize> {
        let mut left = self.bits;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            let cell = self.word * 64 + bit;
            Some(if self.turned { turn::<W>(cell) } else { cell })
        })
    }
}

/// The free board: how sets of fields spread over it where only walls stop them.
#[derive(Clone, Copy, Debug)]
pub struct Free<const W: usize> {
    /// The fields a robot may leave to the east.
    east: Bits<W>,
    /// For north, south and west: the fields that 1, 2, 4, ... steps may enter.
    enter: [[Bits<W>; 6]; 3],
}

impl<const W: usize> Free<W> {
    const STEPS: usize = Bits::<W>::SIDE.trailing_zeros() as usize;

    /// A board with these walls.
    pub fn new(walls: &Walls<W>) -> Free<W> {
        let side = Bits::<W>::SIDE;
        let mut free = Free { east: walls.sides[1].not(), enter: [[Bits::EMPTY; 6]; 3] };
        let mut north = walls.sides[0].not().down(side);
        let mut south = walls.sides[2].not().up(side);
        let mut west = walls.sides[3].not().down_in_words(1);
        for step in 0..Self::STEPS {
            free.enter[0][step] = north;
            free.enter[1][step] = south;
            free.enter[2][step] = west;
            north = north.and(&north.down(side << step));
            south = south.and(&south.up(side << step));
            west = west.and(&west.down_in_words(1 << step));
        }
        free
    }

    /// The fields of a set and all that its robots pass or reach in a direction.
    #[inline(always)]
    pub fn fill(&self, set: &Bits<W>, direction: usize) -> Bits<W> {
        match direction {
            0 => self.north(set),
            1 => self.east(set),
            2 => self.south(set),
            _ => self.west(set),
        }
    }

    /// A carry starts at each robot and flips every field it runs through; robots it meets are put back.
    #[inline(always)]
    fn east(&self, set: &Bits<W>) -> Bits<W> {
        let open = &self.east.0;
        Bits(std::array::from_fn(|i| (open[i].wrapping_add(set.0[i] & open[i]) ^ open[i]) | set.0[i]))
    }

    #[inline(always)]
    fn west(&self, set: &Bits<W>) -> Bits<W> {
        let mut fill = *set;
        for step in 0..Self::STEPS {
            fill = fill.or(&fill.down_in_words(1 << step).and(&self.enter[2][step]));
        }
        fill
    }

    #[inline(always)]
    fn north(&self, set: &Bits<W>) -> Bits<W> {
        let mut fill = *set;
        for step in 0..Self::STEPS {
            fill = fill.or(&fill.down(Bits::<W>::SIDE << step).and(&self.enter[0][step]));
        }
        fill
    }

    #[inline(always)]
    fn south(&self, set: &Bits<W>) -> Bits<W> {
        let mut fill = *set;
        for step in 0..Self::STEPS {
            fill = fill.or(&fill.up(Bits::<W>::SIDE << step).and(&self.enter[1][step]));
        }
        fill
    }
}
