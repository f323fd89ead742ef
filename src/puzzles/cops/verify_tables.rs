//! Sets of vertices in tables, for the check of certificates: maps of sets, and the clean sets themselves. Shares no code with the
//! searches.

use super::certificate::Placed;

/// A function from sets to sets that is the union of what it is for single vertices, tabulated for eight vertices at a time. The
/// words of vertices 64 and up are apart, if there are any.
pub(super) struct Union {
    low: Vec<[u64; 256]>,
    high: Vec<[u64; 256]>,
}

impl Union {
    /// The function that sends each vertex to a set.
    pub fn new(single: &[u128]) -> Union {
        let table = |part: fn(u128) -> u64| {
            let of_eight = |eight: &[u128]| {
                let chosen = |bits: usize| (0..eight.len()).filter(move |i| bits >> i & 1 == 1);
                std::array::from_fn(|bits| chosen(bits).fold(0, |set, i| set | part(eight[i])))
            };
            single.chunks(8).map(of_eight).collect::<Vec<[u64; 256]>>()
        };
        let high = if single.len() > 64 { table(|set| (set >> 64) as u64) } else { Vec::new() };
        Union { low: table(|set| set as u64), high }
    }

    /// The image of a set.
    #[inline]
    pub fn of(&self, set: u128) -> u128 {
        let union = |tables: &[[u64; 256]]| {
            tables.iter().enumerate().fold(0, |union, (i, table)| union | table[(set >> (8 * i)) as usize & 0xff])
        };
        match self.high.is_empty() {
            true => {
                let set = set as u64;
                let of_byte = |i: usize| self.low[i][(set >> (8 * i)) as usize & 0xff];
                (0..self.low.len()).fold(0, |union, i| union | of_byte(i)).into()
            }
            false => u128::from(union(&self.high)) << 64 | u128::from(union(&self.low)),
        }
    }
}

/// The clean sets of all placements of a certificate in one list, those of a placement side by side, the largest first: they cover
/// the most, and are asked first. The words of vertices 64 and up are apart, if there are any.
pub(super) struct Sets {
    begins: Vec<usize>,
    low: Vec<u64>,
    high: Vec<u64>,
}

impl Sets {
    /// The sets of a certificate.
    pub fn new(placed: &[Placed], is_wide: bool) -> Sets {
        let n_sets = placed.iter().map(|(_, sets)| sets.len()).sum();
        let n_high = if is_wide { n_sets } else { 0 };
        let mut all = Sets { begins: vec![0], low: Vec::with_capacity(n_sets), high: Vec::with_capacity(n_high) };
        for (_, sets) in placed {
            let mut sets = sets.clone();
            sets.sort_unstable_by_key(|set| std::cmp::Reverse(set.count_ones()));
            all.low.extend(sets.iter().map(|&set| set as u64));
            all.high.extend(sets.iter().filter(|_| is_wide).map(|&set| (set >> 64) as u64));
            all.begins.push(all.low.len());
        }
        all
    }

    /// A word of the first set of a placement that has one.
    #[inline]
    pub fn first(&self, place: u32) -> u64 {
        self.low[self.begins[place as usize]]
    }

    /// Whether a set of a placement contains this one.
    #[inline]
    pub fn cover(&self, place: u32, set: u128) -> bool {
        let range = self.begins[place as usize]..self.begins[place as usize + 1];
        let (low, high) = (set as u64, (set >> 64) as u64);
        match self.high.is_empty() {
            true => self.low[range].iter().any(|&there| low & !there == 0),
            false => range.into_iter().any(|i| low & !self.low[i] == 0 && high & !self.high[i] == 0),
        }
    }
}
