//! From the states of a search back to a sweep on the graph.
//!
//! Each state is in the orientation of its canonical form. Walking from the start, every parent is expanded once more; the
//! child's own permutation is undone step by step, and each cop keeps its place in the list.

use super::antichain::Antichain;
use super::bits::Bits;
use super::store::{ROOT, State};
use std::ops::ControlFlow;

/// Where a move is to lead.
#[derive(Clone, Copy)]
pub(super) enum Goal<B> {
    /// To a clean graph.
    Clean,
    /// To a state.
    State(State<B>),
    /// To the cops of a state that has clean what is not clean here.
    Partner(State<B>),
}

/// Cops on their way through the graph.
pub(super) struct Path {
    /// Their vertices at each time.
    pub rows: Vec<Vec<usize>>,
    /// Where the vertices of the canonical form at the end lie.
    real: Vec<u8>,
    /// Per cop of the canonical form at the end: its place in the rows.
    order: Vec<usize>,
}

/// The sweep that ends with a move from `last` to a clean graph.
pub(super) fn sweep<B: Bits>(search: &Antichain<B>, last: u32) -> Vec<Vec<usize>> {
    let mut path = Path::to(search, last);
    path.go(search, last, Goal::Clean);
    path.rows
}

impl Path {
    /// The way from a start to a state.
    pub fn to<B: Bits>(search: &Antichain<B>, last: u32) -> Path {
        let states = &search.store.states;
        let mut chain = vec![last];
        while states[chain[chain.len() - 1] as usize].parent != ROOT {
            chain.push(states[chain[chain.len() - 1] as usize].parent);
        }
        chain.reverse();
        let n_cops = search.game.n_cops;
        let first = search.cops(states[chain[0] as usize].orbit());
        let real: Vec<u8> = search.places.permutation(search.places.inverse(search.turn)).to_vec();
        let row = first[..n_cops].iter().map(|&v| real[usize::from(v)].into()).collect();
        let mut path = Path { rows: vec![row], real, order: (0..n_cops).collect() };
        for pair in chain.windows(2) {
            path.go(search, pair[0], Goal::State(states[pair[1] as usize]));
        }
        path
    }

    /// Goes on by the move from a state, where it ends, to a goal.
    pub fn go<B: Bits>(&mut self, search: &Antichain<B>, id: u32, goal: Goal<B>) {
        let (targets, g) = step(search, id, goal);
        let mut row = vec![0; targets.len()];
        for (&target, &place) in targets.iter().zip(&self.order) {
            row[place] = self.real[usize::from(target)].into();
        }
        self.rows.push(row);
        let image = search.places.permutation(g);
        let mut moved: Vec<(u8, usize)> =
            targets.iter().zip(&self.order).map(|(&v, &place)| (image[usize::from(v)], place)).collect();
        moved.sort_unstable();
        self.order = moved.into_iter().map(|(_, place)| place).collect();
        let back = search.places.permutation(search.places.inverse(g));
        self.real = back.iter().map(|&v| self.real[usize::from(v)]).collect();
    }

    /// This way, and then another one backwards that ends at the same canonical placement.
    pub fn and_back(mut self, other: &Path) -> Vec<Vec<usize>> {
        let mut image = vec![0; self.real.len()];
        for (&here, &there) in self.real.iter().zip(&other.real) {
            image[usize::from(there)] = usize::from(here);
        }
        for there in other.rows.iter().rev().skip(1) {
            let mut row = vec![0; there.len()];
            for (&place, &other_place) in self.order.iter().zip(&other.order) {
                row[place] = image[there[other_place]];
            }
            self.rows.push(row);
        }
        self.rows
    }
}

/// The move from a state to a goal and the permutation to the canonical form there.
fn step<B: Bits>(search: &Antichain<B>, id: u32, goal: Goal<B>) -> (Vec<u8>, usize) {
    let state = search.store.states[id as usize];
    let cops = search.cops(state.orbit());
    let mut found = None;
    let _ended = search.game.expand(&cops[..search.game.n_cops], state.clean, &mut |step| {
        let stands = |g: usize, orbit: u32| {
            search.places.rank(&search.places.image(step.targets, g)[..step.targets.len()]) == search.rank(orbit)
        };
        let leads = |g: &usize| match goal {
            Goal::Clean => step.clean == search.game.full,
            Goal::State(next) => next.clean.within(search.places.map(step.clean, *g)) && stands(*g, next.orbit()),
            Goal::Partner(other) => {
                let dirty = search.places.map(search.game.full & !step.clean, *g);
                dirty.within(other.clean) && stands(*g, other.orbit())
            }
        };
        found = (0..search.places.n_permutations()).find(leads).map(|g| (step.targets.to_vec(), g));
        if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found.expect("the goal was reached from here")
}
