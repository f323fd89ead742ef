//! Where the cops of many states can be after one move, each list of cops followed once.
//!
//! Cops move one after the other, the last one of a list last. Lines that agree in their last cops are followed until only those
//! are left to move; what comes of them is one set of lists of moved cops, and the next cop moves for all of them at once. One
//! bit per list, by its rank, keeps each in its set once; so this needs placements that are few enough to be ranked.

use super::bits::Bits;
use super::game::MAX_COPS;
use super::line::Line;
use super::placements::Placements;
use std::ops::ControlFlow;

/// Cops of a state, of which some have moved, and the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mover<L> {
    /// Puts lines with the same last cops side by side.
    key: L,
    /// The cops: those that have moved, then the others.
    pub line: L,
    /// How many have moved.
    pub n_moved: u8,
    /// The state.
    pub id: u32,
}

impl<L: Line> Mover<L> {
    /// A state with its line of cops.
    pub fn new(line: L, n_moved: usize, n_cops: usize, id: u32) -> Mover<L> {
        Mover { key: line.key(n_moved, n_cops), line, n_moved: n_moved as u8, id }
    }
}

/// Lists of moved cops of one length.
struct Level<L> {
    /// The lists, their ranks, and a state that each comes from.
    lists: Vec<(L, u32, u32)>,
    /// One bit per list.
    bits: Vec<u64>,
}

/// What is needed to move cops, used again and again.
pub struct Spread<L> {
    /// Per number of moved cops.
    levels: Vec<Level<L>>,
}

/// One use of it.
struct Use<'a, B, L, V> {
    steps: &'a [Vec<u8>],
    places: &'a Placements<B>,
    levels: &'a mut [Level<L>],
    n_cops: usize,
    visit: V,
}

impl<L: Line> Spread<L> {
    /// For games with so many vertices and cops.
    pub fn new<B: Bits>(places: &Placements<B>, n_cops: usize) -> Spread<L> {
        let level = |n: usize| Level { lists: Vec::new(), bits: vec![0; places.n_of_length(n).div_ceil(64)] };
        Spread { levels: (0..=n_cops).map(level).collect() }
    }

    /// Moves the cops of sorted lines in all ways and calls `visit` once for each placement, with a state it comes from.
    pub fn go<B: Bits>(
        &mut self,
        movers: &[Mover<L>],
        steps: &[Vec<u8>],
        places: &Placements<B>,
        visit: impl FnMut(L, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let n_cops = self.levels.len() - 1;
        let ended = Use { steps, places, levels: &mut self.levels, n_cops, visit }.gather(movers, n_cops);
        let n_clean = if ended.is_break() { 0 } else { n_cops };
        for level in &mut self.levels[n_clean..] {
            level.lists.clear();
            level.bits.fill(0);
        }
        ended
    }
}

impl<B: Bits, L: Line, V: FnMut(L, u32) -> ControlFlow<()>> Use<'_, B, L, V> {
    /// Moves the first `n` cops of lines that agree in the others.
    fn gather(&mut self, movers: &[Mover<L>], n: usize) -> ControlFlow<()> {
        // Those that have moved these cops already come first.
        let n_done = movers.partition_point(|mover| usize::from(mover.n_moved) == n);
        for mover in &movers[..n_done] {
            self.put(mover.line.first(n), n, mover.id)?;
        }
        let cop = |mover: &Mover<L>| mover.line.at(n - 1);
        for group in movers[n_done..].chunk_by(|a, b| cop(a) == cop(b)) {
            self.gather(group, n - 1)?;
            self.step(n - 1, cop(&group[0]))?;
        }
        ControlFlow::Continue(())
    }

    /// Adds a cop that goes from a vertex to wherever it can to all lists of a length, and leaves none of these.
    fn step(&mut self, n: usize, from: usize) -> ControlFlow<()> {
        let mut lists = std::mem::take(&mut self.levels[n].lists);
        let mut ranks = [0; MAX_COPS + 1];
        for &(list, rank, id) in &lists {
            self.levels[n].bits[rank as usize / 64] &= !(1 << (rank % 64));
            let cops = list.cops();
            let cops = &cops[..n];
            // `ranks[i]` is the rank with one more cop at place `i`, but for what that cop adds.
            ranks[n] = rank;
            for (i, &v) in cops.iter().enumerate().rev() {
                ranks[i] = ranks[i + 1] - self.places.part(i, v) + self.places.part(i + 1, v);
            }
            for &to in &self.steps[from] {
                let place = cops.iter().filter(|&&v| v <= to).count();
                let rank = ranks[place] + self.places.part(place, to);
                if !self.levels[n + 1].sets(rank) {
                    self.keep(list.moved(n, to), n + 1, rank, id)?;
                }
            }
        }
        lists.clear();
        self.levels[n].lists = lists;
        ControlFlow::Continue(())
    }

    fn put(&mut self, list: L, n: usize, id: u32) -> ControlFlow<()> {
        let rank = self.places.index(&list.cops()[..n]) as u32;
        if self.levels[n].sets(rank) { ControlFlow::Continue(()) } else { self.keep(list, n, rank, id) }
    }

    #[inline]
    fn keep(&mut self, list: L, n: usize, rank: u32, id: u32) -> ControlFlow<()> {
        if n == self.n_cops {
            return (self.visit)(list, id);
        }
        self.levels[n].lists.push((list, rank, id));
        ControlFlow::Continue(())
    }
}

impl<L> Level<L> {
    /// Sets the bit of a rank; whether it was set before.
    #[inline]
    fn sets(&mut self, rank: u32) -> bool {
        let (word, bit) = (&mut self.bits[rank as usize / 64], 1 << (rank % 64));
        let before = *word & bit != 0;
        *word |= bit;
        before
    }
}

#[cfg(test)]
mod tests {
    use super::super::families::graph;
    use super::super::game::{Cops, Game};
    use super::*;
    use itertools::Itertools;

    /// Placements that some lines can come to, each with its states, one cop at a time and nothing shared.
    fn slowly(steps: &[Vec<u8>], lines: &[(Vec<u8>, usize)]) -> Vec<(Vec<u8>, u32)> {
        let all = |(id, (line, n_moved)): (usize, &(Vec<u8>, usize))| {
            let stay = line[..*n_moved].iter().map(|&v| vec![v]);
            let choices: Vec<Vec<u8>> =
                stay.chain(line[*n_moved..].iter().map(|&v| steps[usize::from(v)].clone())).collect();
            let sorted = |cops: Vec<u8>| cops.into_iter().sorted().collect::<Vec<u8>>();
            choices.into_iter().multi_cartesian_product().map(sorted).map(|cops| (cops, id as u32)).collect::<Vec<_>>()
        };
        lines.iter().enumerate().flat_map(all).sorted().dedup().collect()
    }

    fn agrees<L: Line>(spec: &str, lines: &[(Vec<u8>, usize)]) {
        let graph = graph(spec).expect("good");
        let n_cops = lines[0].0.len();
        let game = Game::<u64>::new(&graph, n_cops);
        let places =
            Placements::<u64>::new(graph.n_vertices(), n_cops, n_cops, vec![(0..graph.n_vertices() as u8).collect()]);
        let mover =
            |(id, (line, n_moved)): (usize, &(Vec<u8>, usize))| Mover::new(L::new(line), *n_moved, n_cops, id as u32);
        let movers: Vec<Mover<L>> = lines.iter().enumerate().map(mover).sorted().collect();
        let expected = slowly(&game.steps, lines);
        let mut spread = Spread::<L>::new(&places, n_cops);
        // The second time nothing of the first is left; a break leaves nothing either.
        for stop_after in [usize::MAX, 3, usize::MAX] {
            let mut found = Vec::new();
            let _ended = spread.go(&movers, &game.steps, &places, |line, id| {
                found.push((line.cops()[..n_cops].to_vec(), id));
                if found.len() == stop_after { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert!(found.iter().all(|found| expected.contains(found)), "{spec}");
            if stop_after == usize::MAX {
                let placements =
                    |list: &[(Vec<u8>, u32)]| list.iter().map(|(cops, _)| cops.clone()).sorted().collect::<Vec<_>>();
                assert_eq!(placements(&found), placements(&expected).into_iter().dedup().collect::<Vec<_>>(), "{spec}");
            }
        }
    }

    #[test]
    fn every_placement_comes_once_and_from_a_state_that_leads_there() {
        let three =
            [(vec![0, 4, 8], 0), (vec![1, 4, 8], 1), (vec![5, 0, 1], 1), (vec![2, 3, 8], 2), (vec![0, 3, 6], 3)];
        let five =
            [(vec![0, 0, 1, 4, 4], 0), (vec![3, 0, 1, 4, 4], 1), (vec![1, 5, 5, 6, 7], 4), (vec![0, 1, 2, 3, 4], 0)];
        agrees::<u64>("grid:3x3", &three);
        agrees::<Cops>("grid:3x3", &three);
        agrees::<u64>("grid:2x4", &five);
        agrees::<Cops>("grid:2x4", &five);
    }
}
