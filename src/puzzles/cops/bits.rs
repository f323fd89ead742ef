//! Sets of vertices as machine integers, and tables that map a set byte by byte.

use super::graph::Graph;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A set of vertices in one integer.
pub trait Bits:
    Copy
    + Debug
    + Eq
    + Ord
    + Hash
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
{
    /// The empty set.
    const EMPTY: Self;
    /// How many bytes it has.
    const BYTES: usize;
    /// The set of one vertex.
    fn one(v: usize) -> Self;
    /// How many vertices it has.
    fn count(self) -> u32;
    /// Whether it has no more than so many vertices.
    fn has_at_most(self, n: usize) -> bool;
    /// One of its bytes.
    fn byte(self, i: usize) -> usize;
    /// As a wide integer.
    fn wide(self) -> u128;
    /// From a wide integer that fits.
    fn narrow(wide: u128) -> Self;

    /// Whether it has a vertex.
    fn has(self, v: usize) -> bool {
        self & Self::one(v) != Self::EMPTY
    }

    /// Whether all its vertices are in another.
    fn within(self, other: Self) -> bool {
        self & !other == Self::EMPTY
    }
}

macro_rules! bits {
    ($int:ty, $bytes:expr) => {
        impl Bits for $int {
            const EMPTY: Self = 0;
            const BYTES: usize = $bytes;
            #[inline]
            fn one(v: usize) -> Self {
                1 << v
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn has_at_most(self, n: usize) -> bool {
                // Nearly always a single cop asks, and counting bits takes longer.
                if n == 1 { self & self.wrapping_sub(1) == 0 } else { self.count_ones() as usize <= n }
            }
            #[inline]
            fn byte(self, i: usize) -> usize {
                (self >> (8 * i)) as usize & 0xff
            }
            fn wide(self) -> u128 {
                self as u128
            }
            fn narrow(wide: u128) -> Self {
                wide as $int
            }
        }
    };
}

bits!(u64, 8);
bits!(u128, 16);

/// The vertices of a set, in order.
pub fn members<B: Bits>(set: B) -> impl Iterator<Item = usize> {
    let mut rest = set.wide();
    std::iter::from_fn(move || {
        let v = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(v)
    })
}

/// All vertices of a graph.
pub fn full<B: Bits>(n_vertices: usize) -> B {
    (0..n_vertices).fold(B::EMPTY, |set, v| set | B::one(v))
}

/// A union of images, one per member, tabulated per byte of the set.
#[derive(Clone, Debug)]
pub struct ByteMap<B> {
    table: Vec<[B; 256]>,
}

impl<B: Bits> ByteMap<B> {
    /// The map that sends each vertex to a set.
    pub fn new(n_vertices: usize, image: impl Fn(usize) -> B) -> ByteMap<B> {
        let entry = |byte: usize, bits: usize| {
            let inside = (0..8).filter(|bit| bits >> bit & 1 == 1).map(|bit| 8 * byte + bit);
            inside.filter(|&v| v < n_vertices).fold(B::EMPTY, |set, v| set | image(v))
        };
        let row = |byte: usize| std::array::from_fn(|bits| entry(byte, bits));
        ByteMap { table: (0..n_vertices.div_ceil(8)).map(row).collect() }
    }

    /// The permutation of a graph's vertices.
    pub fn permutation(image: &[u8]) -> ByteMap<B> {
        ByteMap::new(image.len(), |v| B::one(image[v].into()))
    }

    /// Each vertex with its neighbours.
    pub fn closed_neighbours(graph: &Graph) -> ByteMap<B> {
        ByteMap::new(graph.n_vertices(), |v| neighbour_set::<B>(graph, v) | B::one(v))
    }

    /// The image of a set.
    #[inline]
    pub fn of(&self, set: B) -> B {
        let mut image = B::EMPTY;
        for (i, row) in self.table.iter().enumerate() {
            image |= row[set.byte(i)];
        }
        image
    }
}

/// The neighbours of a vertex as a set.
pub fn neighbour_set<B: Bits>(graph: &Graph, v: usize) -> B {
    graph.neighbours(v).iter().fold(B::EMPTY, |set, &u| set | B::one(u))
}

#[cfg(test)]
mod tests {
    use super::super::families::graph;
    use super::*;

    fn agrees<B: Bits>(spec: &str) {
        let graph = graph(spec).expect("good");
        let map = ByteMap::<B>::closed_neighbours(&graph);
        for v in 0..graph.n_vertices() {
            let set = B::one(v) | B::one((v * 7) % graph.n_vertices());
            let slow = members(set).fold(B::EMPTY, |s, u| s | B::one(u) | neighbour_set(&graph, u));
            assert_eq!(map.of(set), slow);
            assert!(set.within(slow) && slow.has(v) && B::narrow(set.wide()) == set);
        }
    }

    #[test]
    fn byte_maps_are_unions_of_images() {
        agrees::<u64>("grid:6x6");
        agrees::<u128>("grid:9x9");
        assert_eq!(members(full::<u64>(3)).collect::<Vec<_>>(), [0, 1, 2]);
    }
}
