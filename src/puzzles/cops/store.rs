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
    /// The core of its clean set.
    pub clean: B,
    /// The state before, or [`ROOT`].
    pub parent: u32,
    /// The orbit of its placement, and [`DEAD`] if another state contains it.
    mark: u32,
}

/// Marks a state that another contains.
const DEAD: u32 = 1 << 31;

impl<B> State<B> {
    /// The orbit of its placement.
    pub fn orbit(&self) -> u32 {
        self.mark & !DEAD
    }

    /// Whether no other contains it.
    pub fn is_alive(&self) -> bool {
        self.mark & DEAD == 0
    }
}

/// All states that were kept.
pub struct Store<B> {
    /// The states, in the order they came.
    pub states: Vec<State<B>>,
    /// How many of them are alive.
    pub n_alive: usize,
    /// The number of vertices of the largest set so far.
    pub largest: u32,
    chains: Vec<Chain<B>>,
    /// The orbits that were not tabulated: their ranks, and their numbers by rank.
    ranks: Vec<u128>,
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
        let chains = vec![Chain { sets: Vec::new(), ids: Vec::new() }; n_orbits];
        Store { states: Vec::new(), n_alive: 0, largest: 0, chains, ranks: Vec::new(), by_rank: FxHashMap::default() }
    }

    /// The number of an orbit that was not tabulated, if it has a state.
    pub fn orbit(&self, rank: u128) -> Option<u32> {
        self.by_rank.get(&rank).copied()
    }

    /// The rank of the canonical placement of an orbit that was not tabulated.
    pub fn rank(&self, orbit: u32) -> u128 {
        self.ranks[orbit as usize]
    }

    /// Numbers an orbit that was not tabulated.
    pub fn intern(&mut self, rank: u128) -> u32 {
        let next = self.chains.len() as u32;
        let orbit = *self.by_rank.entry(rank).or_insert(next);
        if orbit == next {
            self.chains.push(Chain { sets: Vec::new(), ids: Vec::new() });
            self.ranks.push(rank);
        }
        orbit
    }

    /// The sets of an orbit.
    pub fn sets(&self, orbit: u32) -> &[B] {
        &self.chains[orbit as usize].sets
    }

    /// Whether a set of the orbit contains this one.
    #[inline]
    pub fn covers(&self, orbit: u32, clean: B) -> bool {
        self.chains[orbit as usize].sets.iter().any(|&set| clean.within(set))
    }

    /// A state of the orbit whose set contains this one.
    pub fn above(&self, orbit: u32, clean: B) -> Option<u32> {
        let chain = &self.chains[orbit as usize];
        chain.sets.iter().position(|&set| clean.within(set)).map(|i| chain.ids[i])
    }

    /// Reads a little of an antichain, so that it is at hand soon.
    #[inline]
    pub fn touch(&self, orbit: u32) -> usize {
        self.chains[orbit as usize].sets.first().map_or(0, |set| set.byte(0))
    }

    /// Keeps a state unless one contains it; its number if it was kept.
    pub fn insert(&mut self, orbit: u32, clean: B, parent: u32) -> Option<u32> {
        if self.covers(orbit, clean) {
            return None;
        }
        let id = self.states.len() as u32;
        let chain = &mut self.chains[orbit as usize];
        let mut i = 0;
        while i < chain.sets.len() {
            if chain.sets[i].within(clean) {
                self.states[chain.ids[i] as usize].mark |= DEAD;
                self.n_alive -= 1;
                chain.sets.swap_remove(i);
                chain.ids.swap_remove(i);
            } else {
                i += 1;
            }
        }
        chain.sets.push(clean);
        chain.ids.push(id);
        self.states.push(State { clean, parent, mark: orbit });
        self.n_alive += 1;
        self.largest = self.largest.max(clean.count());
        Some(id)
    }
}
