//! Placements of cops, numbered, and brought to a canonical form by the automorphisms of the graph.
//!
//! A sorted list of cops `c0 <= c1 <= ...` has the rank `sum of binomial(ci + i, i + 1)`: the combinatorial number system for
//! multisets; shorter lists, if there are any, come before longer ones. The canonical form of a placement is the image of smallest rank. While there are at most [`TABLE_LIMIT`]
//! placements all canonical forms are tabulated; beyond, they are computed when needed.

use super::automorphism::Permutation;
use super::bits::{Bits, ByteMap};
use super::game::{Cops, MAX_COPS};
use rustc_hash::FxHashMap;

/// The most placements that are tabulated.
pub const TABLE_LIMIT: u128 = 1 << 26;

/// Marks a placement that several permutations bring to its canonical form.
const MANY: u16 = 1 << 15;

/// The placements of one game.
pub struct Placements<B> {
    /// Per number of cops: the rank of the first placement.
    first: Vec<u128>,
    /// `choose[i][c]` is `binomial(c + i, i + 1)`.
    choose: Vec<Vec<u128>>,
    /// The same numbers, if placements are tabulated: narrow, 256 to a row.
    narrow: Vec<[u32; 256]>,
    group: Vec<Permutation>,
    maps: Vec<ByteMap<B>>,
    inverse: Vec<u16>,
    /// Per rank: the number of the orbit and the permutation that leads to its canonical placement, marked with [`MANY`]
    /// if several do.
    table: Option<Vec<(u32, u16)>>,
    /// Per orbit that several permutations fix: those permutations.
    stabilisers: FxHashMap<u32, Vec<u16>>,
    /// Per orbit of the table: the rank of its canonical placement.
    orbits: Vec<u32>,
}

impl<B: Bits> Placements<B> {
    /// The placements of at least `fewest` and at most `most` cops on the vertices that a group permutes.
    pub fn new(n_vertices: usize, fewest: usize, most: usize, group: Vec<Permutation>) -> Placements<B> {
        let n_of = |n_cops: usize| if n_cops < fewest { 0 } else { multisets(n_vertices, n_cops) };
        let first: Vec<u128> = (0..=most).map(|n_cops| (0..n_cops).map(n_of).fold(0, u128::saturating_add)).collect();
        let n_placements = first[most].saturating_add(n_of(most));
        let choose = |i: usize| (0..=n_vertices).map(|c| binomial(c + i, i + 1)).collect();
        let mut placements = Placements {
            first,
            choose: (0..most).map(choose).collect(),
            narrow: Vec::new(),
            maps: group.iter().map(|g| ByteMap::permutation(g)).collect(),
            inverse: group.iter().map(|g| find_inverse(&group, g)).collect(),
            group,
            table: None,
            stabilisers: FxHashMap::default(),
            orbits: Vec::new(),
        };
        if n_placements <= TABLE_LIMIT {
            placements.tabulate(n_placements as usize);
        }
        placements
    }

    fn tabulate(&mut self, n_placements: usize) {
        let narrow = |row: &Vec<u128>| std::array::from_fn(|c| row.get(c).map_or(0, |&b| b as u32));
        self.narrow = self.choose.iter().map(narrow).collect();
        let mut table = vec![(u32::MAX, 0); n_placements];
        for rank in 0..n_placements {
            if table[rank].0 != u32::MAX {
                continue;
            }
            let orbit = self.orbits.len() as u32;
            let (cops, n_cops) = self.unrank(rank as u128);
            let ranks: Vec<usize> = (0..self.group.len()).map(|g| self.image_rank(&cops[..n_cops], g)).collect();
            let stabiliser: Vec<u16> = (0..ranks.len() as u16).filter(|&g| ranks[usize::from(g)] == rank).collect();
            let mark = if stabiliser.len() > 1 { MANY } else { 0 };
            for (g, &image) in ranks.iter().enumerate() {
                table[image] = (orbit, self.inverse[g] | mark);
            }
            table[rank] = (orbit, mark);
            if mark == MANY {
                self.stabilisers.insert(orbit, stabiliser);
            }
            self.orbits.push(rank as u32);
        }
        self.table = Some(table);
    }

    fn image_rank(&self, cops: &[u8], g: usize) -> usize {
        self.rank(&self.image(cops, g)[..cops.len()]) as usize
    }

    /// The number of orbits, if all are known.
    pub fn n_orbits(&self) -> Option<usize> {
        self.table.as_ref().map(|_| self.orbits.len())
    }

    /// The rank of the canonical placement of an orbit of the table.
    pub fn orbit_rank(&self, orbit: usize) -> u128 {
        self.orbits[orbit].into()
    }

    /// The rank of a sorted placement.
    #[inline]
    pub fn rank(&self, cops: &[u8]) -> u128 {
        cops.iter().zip(&self.choose).map(|(&c, row)| row[usize::from(c)]).fold(self.first[cops.len()], |a, b| a + b)
    }

    /// The rank of a sorted placement, if placements are tabulated.
    #[inline]
    pub fn index(&self, cops: &[u8]) -> usize {
        let mut rank = self.first[cops.len()] as u32;
        for (&c, row) in cops.iter().zip(&self.narrow) {
            rank = rank.wrapping_add(row[usize::from(c)]);
        }
        rank as usize
    }

    /// What a cop on a vertex at a place adds to the rank, if placements are tabulated.
    #[inline]
    pub fn part(&self, place: usize, v: u8) -> u32 {
        self.narrow[place][usize::from(v)]
    }

    /// The sorted placement of a rank, and how many cops it has.
    pub fn unrank(&self, rank: u128) -> (Cops, usize) {
        let n_cops = self.first.partition_point(|&first| first <= rank) - 1;
        let mut rest = rank - self.first[n_cops];
        let mut cops = [0; MAX_COPS];
        for i in (0..n_cops).rev() {
            let c = self.choose[i].partition_point(|&b| b <= rest) - 1;
            cops[i] = c as u8;
            rest -= self.choose[i][c];
        }
        (cops, n_cops)
    }

    /// The orbit of a sorted placement, if orbits are tabulated, and the canonical image of a set that goes with it.
    #[inline]
    pub fn tabulated(&self, cops: &[u8], set: B) -> Option<(u32, B)> {
        let table = self.table.as_ref()?;
        let (orbit, g) = table[self.index(cops)];
        let image = self.map(set, usize::from(g & !MANY));
        if g & MANY == 0 {
            return Some((orbit, image));
        }
        let images = self.stabilisers[&orbit].iter().map(|&s| self.map(image, s.into()));
        images.min().map(|least| (orbit, least))
    }

    /// The first answer for an orbit, if orbits are tabulated, and an image of a set that goes with it; there are several images if
    /// permutations fix the placement.
    pub fn find_image<T>(&self, cops: &[u8], set: B, find: impl Fn(u32, B) -> Option<T>) -> Option<T> {
        let (orbit, g) = self.table.as_ref()?[self.index(cops)];
        let image = self.map(set, usize::from(g & !MANY));
        if g & MANY == 0 {
            return find(orbit, image);
        }
        self.stabilisers[&orbit].iter().find_map(|&s| find(orbit, self.map(image, s.into())))
    }

    /// The rank of the canonical placement and the canonical image of a set, and the permutation that leads there.
    pub fn canonical(&self, cops: &[u8], set: B) -> (u128, B, usize) {
        let image = |g: usize| (self.rank(&self.image(cops, g)[..cops.len()]), self.map(set, g), g);
        (0..self.group.len()).map(image).min().expect("a group has the identity")
    }

    /// How many placements of so many cops there are, if all placements are tabulated.
    pub fn n_of_length(&self, n_cops: usize) -> usize {
        multisets(self.group[0].len(), n_cops) as usize
    }

    /// The permutation under which a set has its least image.
    pub fn least(&self, set: B) -> (B, usize) {
        (0..self.group.len()).map(|g| (self.map(set, g), g)).min().expect("a group has the identity")
    }

    /// The permuted placement, sorted.
    pub fn image(&self, cops: &[u8], g: usize) -> Cops {
        let mut image = [0; MAX_COPS];
        for (to, &v) in image.iter_mut().zip(cops) {
            *to = self.group[g][usize::from(v)];
        }
        image[..cops.len()].sort_unstable();
        image
    }

    /// The number of permutations.
    pub fn n_permutations(&self) -> usize {
        self.group.len()
    }

    /// The permutation itself.
    pub fn permutation(&self, g: usize) -> &[u8] {
        &self.group[g]
    }

    /// The number of the inverse permutation.
    pub fn inverse(&self, g: usize) -> usize {
        self.inverse[g].into()
    }

    /// The permuted set.
    #[inline]
    pub fn map(&self, set: B, g: usize) -> B {
        if g == 0 { set } else { self.maps[g].of(set) }
    }
}

fn find_inverse(group: &[Permutation], g: &Permutation) -> u16 {
    let mut inverse = vec![0; g.len()];
    for (v, &w) in g.iter().enumerate() {
        inverse[usize::from(w)] = v as u8;
    }
    group.binary_search(&inverse).expect("a group has inverses and is sorted") as u16
}

/// In how many ways interchangeable cops can stand on vertices.
fn multisets(n_vertices: usize, n_cops: usize) -> u128 {
    binomial(n_vertices + n_cops - 1, n_cops)
}

/// Saturates far beyond what can be tabulated.
fn binomial(n: usize, k: usize) -> u128 {
    (0..k as u128).fold(1u128, |b, i| b.saturating_mul(n as u128 - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::super::automorphism::automorphisms;
    use super::super::families::graph;
    use super::*;

    #[test]
    fn ranks_are_a_numbering_and_tables_agree_with_trying_all() {
        let cases = [("grid:3x3", 3, 3, 165), ("petersen", 2, 2, 55), ("cycle:5", 1, 1, 5), ("grid:2x2", 0, 3, 35)];
        for (spec, fewest, most, n_placements) in cases {
            let graph = graph(spec).expect("good");
            let places = Placements::<u64>::new(graph.n_vertices(), fewest, most, automorphisms(&graph, 1000));
            for rank in 0..n_placements {
                let (cops, n_cops) = places.unrank(rank);
                let cops = &cops[..n_cops];
                assert!(cops.is_sorted());
                assert_eq!(places.rank(cops), rank);
                let set = (0b101 << (rank % 7)) & ((1 << graph.n_vertices()) - 1);
                let (orbit, image) = places.tabulated(cops, set).expect("few");
                let (canonical, least, g) = places.canonical(cops, set);
                assert_eq!((places.orbit_rank(orbit as usize), image), (canonical, least), "{spec} {cops:?}");
                assert_eq!(places.rank(&places.image(cops, g)[..n_cops]), canonical, "{spec} {cops:?}");
            }
        }
    }
}
