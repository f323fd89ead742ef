//! A shortest sweep, from both ends.
//!
//! A sweep played backwards is a sweep. Cut a sweep at any time: what was cleaned until then, and what would be cleaned until
//! then if it were played backwards, are together all vertices; and two states with the same cops that have this property
//! make a sweep. So layers need only go half as far, and if no two states complete each other, every sweep is longer than
//! both their ways together.
//!
//! One of the two may be a core: it has the same successors as the clean set itself, and whether the other way, played
//! backwards, leads from it to a clean graph is all that is asked. The other one may not. Therefore the states of the last
//! layer are not looked up, they are made again by moves from the layer before: what is clean right after a move is exact,
//! if cores look ahead no further than one move.
//!
//! With a horizon, a state is of no use if what is not clean is more than anything the moves that are left can clean.

use super::antichain::{Antichain, Counts, Verdict};
use super::bases::Base;
use super::bits::Bits;
use super::expand::Round;
use super::trace::{Goal, Path};
use crate::search::Budget;

/// The layers from a start and those from the end. From a free start both are the same.
pub struct Ends<B> {
    ahead: Layers<B>,
    /// From the end, if that is another search.
    back: Option<Layers<B>>,
    /// The most moves a sweep may have.
    horizon: Option<usize>,
    /// Every sweep has more moves than this.
    n_refuted: usize,
}

/// A search layer by layer.
struct Layers<B> {
    search: Antichain<B>,
    /// Per number of moves: no state has more clean vertices after them.
    most: Vec<usize>,
}

/// Which of the two searches makes a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Ahead,
    Back,
}

impl<B: Bits> Layers<B> {
    fn new(mut search: Antichain<B>) -> Layers<B> {
        search.depth = 1;
        let most = vec![search.game.n_cops];
        Layers { search, most }
    }

    /// Takes out the next layer.
    fn next(&mut self) -> Vec<Base<B>> {
        let largest = self.search.bases.largest() as usize + self.search.game.n_cops;
        self.most.push(largest.max(self.most[self.most.len() - 1]));
        self.search.bases.next(usize::MAX)
    }

    /// The most vertices that are clean after so many moves, as far as that is known.
    fn most_after(&self, n_moves: usize) -> usize {
        self.most.get(n_moves).copied().unwrap_or(self.search.game.n_vertices)
    }
}

impl<B: Bits> Ends<B> {
    /// The ends of sweeps, within the horizon, from where a search starts. If placements are not tabulated, sweeps are only
    /// looked for from there.
    pub fn new(ahead: Antichain<B>, horizon: Option<usize>) -> Ends<B> {
        let back = (!ahead.free && ahead.is_tabulated()).then(|| Layers::new(ahead.again(None)));
        Ends { ahead: Layers::new(ahead), back, horizon, n_refuted: 0 }
    }

    /// Searches for a sweep with the fewest moves; *lost* means that there is none within the horizon.
    pub fn shortest(&mut self, budget: &Budget) -> Verdict {
        if let Some(sweep) = self.ahead.search.won_at_once() {
            return Verdict::Won(sweep);
        }
        // If both ends are the same, the new states are on both sides: a layer makes two moves.
        let is_shared = self.back.is_none() && self.ahead.search.is_tabulated();
        let passes: &[bool] = if is_shared { &[false, true] } else { &[false] };
        loop {
            let side = self.smaller();
            let layer = self.layers(side).next();
            if layer.is_empty() {
                return Verdict::Lost;
            }
            for &again in passes {
                if self.horizon.is_some_and(|horizon| self.n_refuted >= horizon) {
                    return Verdict::Lost;
                }
                if let Some(verdict) = self.pass(side, &layer, again, budget) {
                    return verdict;
                }
                self.n_refuted += 1;
                budget.tell(|| self.news());
            }
        }
    }

    /// Moves from a layer against what is known of the other end.
    fn pass(&mut self, side: Side, layer: &[Base<B>], again: bool, budget: &Budget) -> Option<Verdict> {
        let (from, other) = self.both(side);
        let search = &from.search;
        let n_after = from.most.len() - 1;
        let is_two_way = search.is_tabulated();
        let most_left = match self.horizon {
            _ if again => other.search.store.largest as usize,
            Some(horizon) if is_two_way => other.most_after(horizon - n_after),
            _ => search.game.n_vertices,
        };
        let least = search.game.n_vertices - most_left.min(search.game.n_vertices);
        let other = is_two_way.then_some(&other.search);
        let harvests = Round { search, bases: layer, other, again, least, budget }.expand();
        match self.layers(side).search.count(&harvests) {
            Some((parent, partner)) => return Some(Verdict::Won(self.sweep(side, parent, partner))),
            None if again => {}
            None => self.layers(side).search.keep(harvests, budget),
        }
        budget.spent().map(Verdict::Stopped)
    }

    /// How far the searches are.
    fn news(&self) -> String {
        let n_states: u64 = self.counts().iter().map(|counts| counts.n_states).sum();
        let best = self.horizon.map_or(String::new(), |horizon| format!(", looking for one of at most {horizon}"));
        format!("{n_states} states, every sweep has more than {} moves{best}", self.n_refuted)
    }

    /// What the searches did.
    pub fn counts(&self) -> Vec<Counts> {
        std::iter::once(&self.ahead).chain(&self.back).map(|layers| layers.search.counts).collect()
    }

    /// The layers of one side.
    fn layers(&mut self, side: Side) -> &mut Layers<B> {
        match (side, &mut self.back) {
            (Side::Back, Some(back)) => back,
            _ => &mut self.ahead,
        }
    }

    /// The layers of one side and those of the other.
    fn both(&self, side: Side) -> (&Layers<B>, &Layers<B>) {
        let back = self.back.as_ref().unwrap_or(&self.ahead);
        if side == Side::Ahead { (&self.ahead, back) } else { (back, &self.ahead) }
    }

    /// The side where less waits.
    fn smaller(&self) -> Side {
        let n_waiting = |layers: &Layers<B>| layers.search.bases.n_waiting;
        let is_back_smaller = self.back.as_ref().is_some_and(|back| n_waiting(back) < n_waiting(&self.ahead));
        if is_back_smaller { Side::Back } else { Side::Ahead }
    }

    /// The sweep that a move from a state of one side makes, if it leads to a clean graph or completes a state of the other side.
    fn sweep(&self, side: Side, parent: u32, partner: Option<u32>) -> Vec<Vec<usize>> {
        let (from, other) = self.both(side);
        let mut path = Path::to(&from.search, parent);
        let Some(partner) = partner else {
            path.go(&from.search, parent, Goal::Clean);
            return path.rows;
        };
        path.go(&from.search, parent, Goal::Partner(other.search.store.states[partner as usize]));
        let rest = Path::to(&other.search, partner);
        if side == Side::Ahead { path.and_back(&rest) } else { rest.and_back(&path) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::super::families::graph;
    use super::super::graph::Graph;
    use super::super::instance::read;
    use super::*;
    use rand::{RngExt, SeedableRng};

    /// The fewest moves of a sweep by layers from the start alone.
    fn one_way(mut search: Antichain<u64>) -> Option<usize> {
        let budget = &Budget::unlimited();
        for n_moves in 1.. {
            let bases = search.bases.next(usize::MAX);
            if bases.is_empty() {
                return None;
            }
            let harvests =
                Round { search: &search, bases: &bases, other: None, again: false, least: 0, budget }.expand();
            if search.count(&harvests).is_some() {
                return Some(n_moves);
            }
            search.keep(harvests, budget);
        }
        None
    }

    /// The fewest moves from a start (or from any) if they are within the horizon; the sweep is judged.
    fn both_ways(graph: &Graph, n_cops: usize, start: Option<&[usize]>, horizon: Option<usize>) -> Option<usize> {
        let search = Antichain::<u64>::new(graph, n_cops).again(start);
        match Ends::new(search, horizon).shortest(&Budget::unlimited()) {
            Verdict::Won(sweep) => {
                let mut instance = read("f", "graph: path:2\ncops: 1\n").expect("good").remove(0);
                (instance.graph, instance.n_cops) = (graph.clone(), n_cops);
                assert_eq!(check::check(&instance, &sweep), Ok(()), "{sweep:?}");
                let begins = |start: &[usize]| sweep[0].iter().all(|v| start.contains(v));
                assert!(start.is_none_or(begins), "{start:?} {sweep:?}");
                Some(sweep.len() - 1)
            }
            Verdict::Lost => None,
            Verdict::Stopped(stop) => panic!("{stop:?}"),
        }
    }

    fn agree(graph: &Graph, n_cops: usize, start: Option<&[usize]>) -> Option<usize> {
        let fewest = one_way(Antichain::<u64>::new(graph, n_cops).again(start));
        let text = format!("{n_cops} cops from {start:?} on {:?}", graph.edges());
        assert_eq!(both_ways(graph, n_cops, start, None), fewest, "{text}");
        if let Some(n) = fewest {
            assert_eq!(both_ways(graph, n_cops, start, Some(n)), fewest, "{text}");
            assert_eq!(both_ways(graph, n_cops, start, Some(n + 1)), fewest, "{text}");
            assert_eq!(both_ways(graph, n_cops, start, Some(n - 1)), None, "{text}");
        }
        fewest
    }

    #[test]
    fn both_ends_agree_with_one() {
        let cases =
            [("torus:3x4", 5, 6), ("petersen", 4, 5), ("torus:3x3", 4, 6), ("cycle:9", 2, 4), ("hypercube:3", 3, 7)];
        for (spec, n_cops, n_moves) in cases {
            assert_eq!(agree(&graph(spec).expect("good"), n_cops, None), Some(n_moves), "{spec}");
        }
    }

    #[test]
    fn both_ends_agree_with_one_on_random_graphs() {
        let mut rng = rand_pcg::Pcg32::seed_from_u64(3);
        let mut below = |n: usize| rng.random_range(0..n);
        let mut n_long = 0;
        for _ in 0..120 {
            let (n, n_cops, density) = (7 + below(4), 2 + below(2), 2 + below(3));
            let edges: Vec<(usize, usize)> =
                (0..n).flat_map(|u| (0..u).map(move |v| (u, v))).filter(|_| below(9) < density).collect();
            let graph = Graph::new("edges", n, &edges).expect("good");
            let start: Vec<usize> = (0..n_cops).map(|_| below(n)).collect();
            for start in [None, Some(&start[..])] {
                n_long += usize::from(agree(&graph, n_cops, start).is_some_and(|n_moves| n_moves > 4));
            }
        }
        assert!(n_long > 30, "{n_long} long sweeps");
    }
}
