//! Many cops on their way together, for the check of certificates. Shares no code with the searches.
//!
//! A *job* is a list of cops of which some have moved. It is packed into a number: the cops that have not moved come first, each
//! vertex plus one, then a zero, then those that have moved, sorted. So in a sorted list of jobs those that agree in their first unmoved cops
//! lie side by side. They are followed to where only those cops are left to move, and what comes of them, a set of lists of moved cops,
//! goes on as one: the next cop moves, the same way for all of them. One bit per list keeps each in it once.

use super::verify::Checker;

/// Lists of moved cops of one length: the lists, and one bit each by number.
#[derive(Default)]
struct Level {
    lists: Vec<u64>,
    bits: Vec<u64>,
}

/// What a thread needs to move cops, used again and again.
pub(super) struct Spread<'a> {
    checker: &'a Checker<'a>,
    /// Per number of moved cops.
    levels: Vec<Level>,
}

impl<'a> Spread<'a> {
    /// No lists yet.
    pub fn new(checker: &'a Checker<'a>) -> Spread<'a> {
        let level = |n_moved: usize| Level {
            lists: Vec::new(),
            bits: vec![0; checker.numbering.n_lists(checker.n, n_moved).div_ceil(64)],
        };
        Spread { checker, levels: (0..=checker.n_cops).map(level).collect() }
    }

    /// Moves the cops of sorted jobs in all ways and calls `visit` once with the number of each placement they come to, in order.
    pub fn go<E>(&mut self, jobs: &[u64], mut visit: impl FnMut(usize) -> Result<(), E>) -> Result<(), E> {
        self.gather(jobs, 0);
        let last = &mut self.levels[self.checker.n_cops];
        let mut result = Ok(());
        for (i, word) in last.bits.iter_mut().enumerate() {
            let mut bits = std::mem::take(word);
            while bits != 0 && result.is_ok() {
                result = visit(64 * i + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
        result
    }

    /// The lists of moved cops that jobs which agree in their first entries come to when all their other cops have moved.
    fn gather(&mut self, jobs: &[u64], n_same: usize) {
        let checker = self.checker;
        let n_moved = checker.n_cops - n_same;
        for group in jobs.chunk_by(|a, b| checker.entry(*a, n_same) == checker.entry(*b, n_same)) {
            match checker.entry(group[0], n_same) {
                0 => group.iter().for_each(|&job| self.put(n_moved, job & checker.low(n_moved))),
                cop => {
                    self.gather(group, n_same + 1);
                    self.step(n_moved - 1, cop as usize - 1);
                }
            }
        }
    }

    /// Puts a list among those of its length, unless it is there.
    fn put(&mut self, n_moved: usize, list: u64) {
        let number = (0..n_moved).map(|i| self.checker.numbering.part(i, self.checker.at(list, n_moved, i))).sum();
        self.levels[n_moved].put(number, list, n_moved < self.checker.n_cops);
    }

    /// Adds a cop that goes from a vertex to wherever it can to all lists of a length, and leaves none of these.
    fn step(&mut self, n_moved: usize, from: usize) {
        let checker = self.checker;
        let (before, after) = self.levels.split_at_mut(n_moved + 1);
        let (before, after) = (&mut before[n_moved], &mut after[0]);
        let is_kept = n_moved + 1 < checker.n_cops;
        let (mut upto, mut cops) = ([0; 32], [0u8; 32]);
        for &list in &before.lists {
            let cops = &mut cops[..n_moved];
            cops.iter_mut().enumerate().for_each(|(i, cop)| *cop = checker.at(list, n_moved, i));
            // `upto[i]` is the number of a list with a cop put in before place `i`, but for that cop's part.
            upto[0] = cops.iter().enumerate().map(|(i, &cop)| checker.numbering.part(i + 1, cop)).sum();
            for (i, &cop) in cops.iter().enumerate() {
                upto[i + 1] = upto[i] + checker.numbering.part(i, cop) - checker.numbering.part(i + 1, cop);
            }
            let number: usize = upto[n_moved];
            before.bits[number / 64] &= !(1 << (number % 64));
            let mut place = 0;
            // Where a cop can go is in order, so its place only moves on.
            for &to in &checker.reach[from] {
                while cops.get(place).is_some_and(|&cop| cop <= to) {
                    place += 1;
                }
                let number = upto[place] + checker.numbering.part(place, to);
                after.put(number, checker.put_in(list, n_moved, place, to), is_kept);
            }
        }
        before.lists.clear();
    }
}

impl Level {
    #[inline]
    fn put(&mut self, number: usize, list: u64, is_kept: bool) {
        let (word, bit) = (&mut self.bits[number / 64], 1 << (number % 64));
        if is_kept && *word & bit == 0 {
            self.lists.push(list);
        }
        *word |= bit;
    }
}

/// Numbers sorted lists of vertices: `c0 <= c1 <= ...` gets the sum of `binomial(ci + i, i + 1)`, which counts the lists of this
/// length before it, the last vertex deciding first.
pub(super) struct Numbering {
    /// Row by row: a place, and what each vertex adds there.
    parts: Vec<usize>,
    n_columns: usize,
}

impl Numbering {
    /// For lists of at most so many of `n` vertices; nothing if there are more than `most`.
    pub fn new(n: usize, n_cops: usize, most: usize) -> Option<Numbering> {
        // binomial(c + i, i + 1) is the sum over smaller c of binomial(c + i, i).
        let mut parts: Vec<Vec<usize>> = vec![(0..=n).collect()];
        for i in 1..n_cops.max(1) {
            let mut row = vec![0usize];
            for c in 1..=n {
                let next = row[c - 1].checked_add(parts[i - 1][c]).filter(|&next| next <= most)?;
                row.push(next);
            }
            parts.push(row);
        }
        Some(Numbering { parts: parts.concat(), n_columns: n + 1 })
    }

    /// What a vertex at a place adds to the number.
    #[inline]
    pub fn part(&self, place: usize, v: u8) -> usize {
        self.parts[place * self.n_columns + usize::from(v)]
    }

    /// How many lists of a length there are.
    pub fn n_lists(&self, n: usize, length: usize) -> usize {
        if length == 0 { 1 } else { self.parts[(length - 1) * self.n_columns + n] }
    }

    /// The number of a sorted list.
    pub fn number(&self, list: &[u8]) -> usize {
        list.iter().enumerate().map(|(i, &v)| self.part(i, v)).sum()
    }
}
