//! Cops on their way: the vertices of those that have moved, sorted, and behind them those that have not, sorted too.
//!
//! Cops are interchangeable, so two ways to the same line lead to the same moves. Up to eight cops fit in one machine word,
//! where the next cop is sorted in without a branch; more are kept as an array.

use super::game::{Cops, MAX_COPS};
use std::fmt::Debug;

/// A list of cops of which the first have moved.
pub trait Line: Copy + Debug + Ord + Send + Sync {
    /// The most cops it can have.
    const MAX: usize;
    /// The line of these vertices.
    fn new(vertices: &[u8]) -> Self;
    /// Its vertices; those beyond the number of cops are 0.
    fn cops(self) -> Cops;
    /// The vertex at a place.
    fn at(self, place: usize) -> usize;
    /// The line after `n_moved` cops and now the next one, to vertex `v`, have moved.
    fn moved(self, n_moved: usize, v: u8) -> Self;
    /// The line of its first `n` vertices.
    fn first(self, n: usize) -> Self;
    /// Orders lines by their last cop, then by the one before it, and so on; cops that have moved come before all others.
    fn key(self, n_moved: usize, n_cops: usize) -> Self;
    /// A number that is rarely the same for different lines.
    fn mixed(self) -> u64;
}

/// Odd, with bits all over: the golden ratio, as in Fibonacci hashing.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// One in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

impl Line for u64 {
    const MAX: usize = 8;

    fn new(vertices: &[u8]) -> u64 {
        vertices.iter().rev().fold(0, |line, &v| line << 8 | u64::from(v))
    }

    fn cops(self) -> Cops {
        let mut cops = [0; MAX_COPS];
        cops[..8].copy_from_slice(&self.to_le_bytes());
        cops
    }

    #[inline]
    fn at(self, place: usize) -> usize {
        (self >> (8 * place)) as usize & 0xff
    }

    #[inline]
    fn moved(self, n_moved: usize, v: u8) -> u64 {
        let before = (1 << (8 * n_moved)) - 1;
        let sorted = self & before;
        let unmoved = self & !(before << 8 | 0xff);
        // Vertices are below 128, so no byte borrows from the next: its high bit stays if it is at most `v`.
        let not_above = ((ONES * u64::from(v)) | (ONES << 7)).wrapping_sub(sorted) & (ONES << 7) & before;
        // The product adds the bytes up in the highest one; many processors count bits more slowly.
        let place = 8 * ((not_above >> 7).wrapping_mul(ONES) >> 56);
        let below = (1u64 << place) - 1;
        unmoved | (sorted & !below) << 8 | u64::from(v) << place | sorted & below
    }

    fn first(self, n: usize) -> u64 {
        if n < 8 { self & ((1 << (8 * n)) - 1) } else { self }
    }

    fn key(self, n_moved: usize, _: usize) -> u64 {
        // Vertices are below 128, so no byte carries over.
        if n_moved < 8 { (self + ONES) & (u64::MAX << (8 * n_moved)) } else { 0 }
    }

    #[inline]
    fn mixed(self) -> u64 {
        self.wrapping_mul(MIX)
    }
}

impl Line for Cops {
    const MAX: usize = MAX_COPS;

    fn new(vertices: &[u8]) -> Cops {
        let mut line = [0; MAX_COPS];
        line[..vertices.len()].copy_from_slice(vertices);
        line
    }

    fn cops(self) -> Cops {
        self
    }

    fn at(self, place: usize) -> usize {
        self[place].into()
    }

    fn moved(mut self, n_moved: usize, v: u8) -> Cops {
        let place = self[..n_moved].partition_point(|&u| u <= v);
        self.copy_within(place..n_moved, place + 1);
        self[place] = v;
        self
    }

    fn first(mut self, n: usize) -> Cops {
        self[n..].fill(0);
        self
    }

    fn key(self, n_moved: usize, n_cops: usize) -> Cops {
        let mut key = [0; MAX_COPS];
        for (to, &v) in key.iter_mut().zip(self[n_moved..n_cops].iter().rev()) {
            *to = v + 1;
        }
        key
    }

    fn mixed(self) -> u64 {
        let words = self.chunks_exact(8).map(|bytes| bytes.iter().fold(0, |word, &b| word << 8 | u64::from(b)));
        words.fold(0u64, |mixed, word| (mixed.rotate_left(5) ^ word).wrapping_mul(MIX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees<L: Line>(line: &[u8], n_moved: usize, v: u8, expected: &[u8]) {
        let moved = L::new(line).moved(n_moved, v);
        assert_eq!(moved, L::new(expected), "{line:?} {n_moved} {v}");
        assert_eq!(
            (moved.cops()[..line.len()].to_vec(), moved.at(n_moved)),
            (expected.to_vec(), expected[n_moved].into())
        );
    }

    #[test]
    fn moved_cops_are_sorted_in() {
        let cases: [(&[u8], usize, u8, &[u8]); 7] = [
            (&[5], 0, 6, &[6]),
            (&[3, 7, 9, 1, 2], 3, 0, &[0, 3, 7, 9, 2]),
            (&[3, 7, 9, 1, 2], 3, 7, &[3, 7, 7, 9, 2]),
            (&[3, 7, 9, 1, 2], 3, 127, &[3, 7, 9, 127, 2]),
            (&[3, 7, 9, 1, 2], 0, 4, &[4, 7, 9, 1, 2]),
            (&[0, 0, 5, 126, 127, 127, 127, 8], 7, 9, &[0, 0, 5, 9, 126, 127, 127, 127]),
            (&[0, 0, 5, 126, 127, 127, 127, 8], 7, 127, &[0, 0, 5, 126, 127, 127, 127, 127]),
        ];
        for (line, n_moved, v, expected) in cases {
            agrees::<u64>(line, n_moved, v, expected);
            agrees::<Cops>(line, n_moved, v, expected);
        }
    }
}
