//! Antichains of maximal clean sets, one per orbit of cop placements.
//!
//! A set is kept if no set of its orbit contains it; sets that it contains are dropped then. A dropped state keeps its record,
//! so that a sweep can be traced back through it.

use super::bits::Bits;
use rustc_hash::FxHashMap;

/// The parent of a start.
pub const ROOT: u32 = u32::MAX;

/// A state that was kept once.
#[derive(Clone, Copy, Debug)]
pub struct State<B> {
    /// The rank of its canonical placement.
    pub rank: u128,
    /// The core of its clean set.
    pub clean: B,
    /// The state before, or [`ROOT`].
    pub parent: u32,
    /// Whether no other contains it.
    pub alive: bool,
}

/// All states that were kept.
pub struct Store<B> {
    /// The states, in the order they came.
    pub states: Vec<State<B>>,
    /// How many of them are alive.
    pub n_alive: usize,
    chains: Vec<Chain<B>>,
    by_rank: FxHashMap<u128, u32>,
}

#[derive(Clone)]
struct Chain<B> {
    sets: Vec<B>,
    ids: Vec<u32>,
}

impl<B: Bits> Store<B> {
    /// A store for the orbits that are numbered already.
    pub fn new(n_orbits: usize) -> Store<B> {
        let empty = Chain { sets: Vec::new(), ids: Vec::new() };
        Store { states: Vec::new(), n_alive: 0, chains: vec![empty; n_orbits], by_rank: FxHashMap::default() }
    }

    /// The number of an orbit that was not tabulated, if it has a state.
    pub fn orbit(&self, rank: u128) -> Option<u32> {
        self.by_rank.get(&rank).copied()
    }

    /// Numbers an orbit that was not tabulated.
    pub fn intern(&mut self, rank: u128) -> u32 {
        let next = self.chains.len() as u32;
        let orbit = *self.by_rank.entry(rank).or_insert(next);
        if orbit == next {
            self.chains.push(Chain { sets: Vec::new(), ids: Vec::new() });
        }
        orbit
    }

    /// Whether a set of the orbit contains this one.
    #[inline]
    pub fn covers(&self, orbit: u32, clean: B) -> bool {
        self.chains[orbit as usize].sets.iter().any(|&set| clean.within(set))
    }

    /// Keeps a state unless one contains it; its number if it was kept.
    pub fn insert(&mut self, orbit: u32, state: State<B>) -> Option<u32> {
        if self.covers(orbit, state.clean) {
            return None;
        }
        let id = self.states.len() as u32;
        let chain = &mut self.chains[orbit as usize];
        let mut i = 0;
        while i < chain.sets.len() {
            if chain.sets[i].within(state.clean) {
                self.states[chain.ids[i] as usize].alive = false;
                self.n_alive -= 1;
                chain.sets.swap_remove(i);
                chain.ids.swap_remove(i);
            } else {
                i += 1;
            }
        }
        chain.sets.push(state.clean);
        chain.ids.push(id);
        self.states.push(state);
        self.n_alive += 1;
        Some(id)
    }
}
