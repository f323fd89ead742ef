//! The exact search: all states up to symmetry, core and domination, for ever.
//!
//! States are kept as canonical placements with antichains of maximal cores ([`super::store`]). The search ends with a clean
//! graph, or with a closed set of states, which proves that the cops lose however long they try. In *layers* it finds a
//! shortest sweep: a state that an earlier one contains cannot be on a shorter way. *Best first* it only decides, and expands
//! fewer states, since large clean sets contain many others.
//!
//! States wait at bases ([`super::bases`]). Threads expand bases against the states so far (`expand.rs`); what they find is
//! merged in order, so every run is the same.

use super::automorphism::automorphisms;
use super::bases::{Bases, Order, Waiting};
use super::bits::Bits;
use super::expand::{Harvest, UNNUMBERED, expand_all};
use super::game::{Cops, Game, sorted};
use super::graph::Graph;
use super::line::Line;
use super::placements::Placements;
use super::store::{ROOT, Store};
use crate::search::{Budget, Stop};

/// The most automorphisms that are used.
pub const GROUP_LIMIT: usize = 2048;

/// How many moves the cores look ahead: deeper is slower and keeps fewer states.
pub const DEPTH: usize = 2;

/// What a search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A sweep: the cops' vertices at each time.
    Won(Vec<Vec<usize>>),
    /// No sweep, however long.
    Lost,
    /// The budget was spent.
    Stopped(Stop),
}

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// States expanded, once per set of advances.
    pub n_expanded: u64,
    /// Moves looked at.
    pub n_successors: u64,
    /// States in the antichains.
    pub n_states: u64,
}

/// A search on its way.
pub struct Antichain<B> {
    /// The game.
    pub game: Game<B>,
    /// Its placements.
    pub places: Placements<B>,
    /// The states so far.
    pub store: Store<B>,
    /// What was done so far.
    pub counts: Counts,
    /// Whether every placement is a start.
    pub(super) free: bool,
    /// How many moves the cores look ahead.
    pub depth: usize,
    /// The permutation that takes a given start to its canonical form; 0 if there is none.
    pub(super) turn: usize,
    bases: Bases<B>,
}

impl<B: Bits> Antichain<B> {
    /// The search for some cops on a graph, from one start or, without one, from all.
    pub fn new(graph: &Graph, n_cops: usize, start: Option<&[usize]>) -> Antichain<B> {
        let game = Game::new(graph, n_cops);
        let places = Placements::new(game.n_vertices, n_cops, n_cops, automorphisms(graph, GROUP_LIMIT));
        let store = Store::new(places.n_orbits().unwrap_or(0));
        let free = start.is_none() && places.n_orbits().is_some();
        let (counts, bases) = (Counts::default(), Bases::new());
        let mut search = Antichain { game, places, store, counts, free, depth: DEPTH, turn: 0, bases };
        match start {
            Some(vertices) => search.start(&vertices.iter().map(|&v| v as u8).collect::<Vec<u8>>()),
            None if free => search.start_everywhere(),
            None => search.start(&(0..n_cops).map(|i| (i % graph.n_vertices()) as u8).collect::<Vec<u8>>()),
        }
        search
    }

    fn start(&mut self, cops: &[u8]) {
        let cops = sorted(cops);
        let cops = &cops[..self.game.n_cops];
        let clean = self.game.occupied(cops);
        let (orbit, clean) = self.places.tabulated(cops, clean).unwrap_or_else(|| {
            let (rank, clean, _) = self.places.canonical(cops, clean);
            (self.store.intern(rank), clean)
        });
        self.store.insert(orbit, clean, ROOT);
        let leads = |g: &usize| self.places.rank(&self.places.image(cops, *g)[..cops.len()]) == self.rank(orbit);
        self.turn = (0..self.places.n_permutations()).find(leads).expect("the orbit is that of the start");
    }

    fn start_everywhere(&mut self) {
        for orbit in 0..self.places.n_orbits().unwrap_or(0) {
            let cops = self.cops(orbit as u32);
            let clean = self.game.occupied(&cops[..self.game.n_cops]);
            self.store.insert(orbit as u32, clean, ROOT);
        }
    }

    /// Whether a shortest sweep in layers is a shortest one of all: the starts are as asked for, not one for many.
    pub fn starts_are_all(&self) -> bool {
        self.places.n_orbits().is_some()
    }

    /// The rank of the canonical placement of an orbit.
    pub fn rank(&self, orbit: u32) -> u128 {
        if self.places.n_orbits().is_some() { self.places.orbit_rank(orbit as usize) } else { self.store.rank(orbit) }
    }

    /// The canonical placement of an orbit.
    pub fn cops(&self, orbit: u32) -> Cops {
        self.places.unrank(self.rank(orbit)).0
    }

    /// Searches until the verdict or the end of the budget. In layers, `horizon` limits the number of moves, and *lost* means
    /// lost within it.
    pub fn run(&mut self, order: Order, horizon: Option<usize>, budget: &Budget) -> Verdict {
        match self.game.n_cops <= <u64 as Line>::MAX {
            true => self.run_with::<u64>(order, horizon, budget),
            false => self.run_with::<Cops>(order, horizon, budget),
        }
    }

    fn run_with<L: Line>(&mut self, order: Order, horizon: Option<usize>, budget: &Budget) -> Verdict {
        let won_at_once = self.store.states.iter().find(|s| s.clean == self.game.full);
        if let Some(state) = won_at_once {
            let cops = self.cops(state.orbit());
            let back = self.places.permutation(self.places.inverse(self.turn));
            return Verdict::Won(vec![cops[..self.game.n_cops].iter().map(|&v| back[usize::from(v)].into()).collect()]);
        }
        (0..self.store.states.len()).for_each(|id| self.enqueue(id as u32));
        for time in 0.. {
            let round = self.bases.next(order);
            if round.is_empty() || order == Order::Layers && horizon.is_some_and(|horizon| time >= horizon) {
                return Verdict::Lost;
            }
            for harvest in expand_all::<B, L>(self, round, budget) {
                self.counts.n_expanded += harvest.n_expanded;
                self.counts.n_successors += harvest.n_successors;
                if let Some(parent) = harvest.won {
                    return Verdict::Won(super::trace::sweep(self, parent));
                }
                self.keep(&harvest);
            }
            self.counts.n_states = self.store.n_alive as u64;
            budget.tell(|| self.news());
            // A round that was cut short left states unexpanded.
            if let Some(stop) = budget.spent() {
                return Verdict::Stopped(stop);
            }
        }
        unreachable!("the loop ends by a verdict")
    }

    /// How far the search is.
    fn news(&self) -> String {
        let (alive, all, waiting) = (self.store.n_alive, self.store.states.len(), self.bases.n_waiting);
        let (largest, last) = self.bases.sizes;
        format!("{alive} states of {all}, {waiting} moves waiting, bases at {last}, at most {largest} vertices")
    }

    /// Lets a state wait at the base of each set of advances.
    fn enqueue(&mut self, id: u32) {
        let state = self.store.states[id as usize];
        let cops = self.cops(state.orbit());
        let cops = &cops[..self.game.n_cops];
        let inner = self.game.inner(state.clean);
        let able = self.game.able(cops, state.clean);
        let mut advance = able;
        loop {
            let left = self.game.left(cops, advance);
            let base = inner | left;
            // From no base a move leads to a start.
            if !(self.free && base == B::EMPTY) {
                let (set, g) = self.places.least(base);
                self.bases.push(set, Waiting { id, advance, g: g as u16 });
            }
            if advance == 0 {
                return;
            }
            advance = (advance - 1) & able;
        }
    }

    /// Keeps what is new.
    fn keep(&mut self, harvest: &Harvest<B>) {
        let mut ranks = harvest.ranks.iter();
        for found in &harvest.candidates {
            let orbit = match found.orbit {
                UNNUMBERED => self.store.intern(*ranks.next().expect("each of them has its rank")),
                orbit => orbit,
            };
            if let Some(id) = self.store.insert(orbit, found.clean, found.parent) {
                self.enqueue(id);
            }
        }
    }
}
