//! The exact search: all states up to symmetry, core and domination, for ever.
//!
//! States are kept as canonical placements with antichains of maximal cores ([`super::store`]). The search ends with a clean
//! graph, or with a closed set of states, which proves that the cops lose however long they try. It goes best first, since
//! large clean sets contain many others; a shortest sweep is found in layers ([`super::meet`]).
//!
//! States wait at bases ([`super::bases`]). Threads expand bases against the states so far (`expand.rs`); what they find is
//! merged in order, so every run is the same.

use super::automorphism::automorphisms;
use super::bases::{Bases, Waiting};
use super::bits::Bits;
use super::expand::{Harvest, Round, UNNUMBERED};
use super::game::{Cops, Game, sorted};
use super::graph::Graph;
use super::placements::Placements;
use super::store::{ROOT, Store};
use super::trace;
use crate::search::{Budget, Pace, Stop};
use std::sync::Arc;

/// The most automorphisms that are used.
pub const GROUP_LIMIT: usize = 2048;

/// How many moves the cores look ahead: deeper is slower and keeps fewer states.
pub const DEPTH: usize = 2;

/// How many bases are expanded between two merges.
const ROUND: usize = 32;

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
    pub game: Arc<Game<B>>,
    /// Its placements.
    pub places: Arc<Placements<B>>,
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
    pub(super) bases: Bases<B>,
}

impl<B: Bits> Antichain<B> {
    /// The search for some cops on a graph from all starts; from a single one if placements are too many to be tabulated.
    pub fn new(graph: &Graph, n_cops: usize) -> Antichain<B> {
        let game = Game::new(graph, n_cops);
        let places = Placements::new(game.n_vertices, n_cops, n_cops, automorphisms(graph, GROUP_LIMIT));
        Antichain::of(Arc::new(game), Arc::new(places), None)
    }

    /// A new search of the same game, from one start or, without one, from all.
    pub fn again(&self, start: Option<&[usize]>) -> Antichain<B> {
        Antichain::of(self.game.clone(), self.places.clone(), start)
    }

    fn of(game: Arc<Game<B>>, places: Arc<Placements<B>>, start: Option<&[usize]>) -> Antichain<B> {
        let store = Store::new(places.n_orbits().unwrap_or(0));
        let free = start.is_none() && places.n_orbits().is_some();
        let (counts, bases) = (Counts::default(), Bases::new());
        let mut search = Antichain { game, places, store, counts, free, depth: DEPTH, turn: 0, bases };
        let (n_cops, n_vertices) = (search.game.n_cops, search.game.n_vertices);
        match start {
            Some(vertices) => search.start(&vertices.iter().map(|&v| v as u8).collect::<Vec<u8>>()),
            None if free => search.start_everywhere(),
            None => search.start(&(0..n_cops).map(|i| (i % n_vertices) as u8).collect::<Vec<u8>>()),
        }
        (0..search.store.states.len()).for_each(|id| search.enqueue(id as u32));
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

    /// Whether placements are tabulated, so that a search can begin everywhere.
    pub fn is_tabulated(&self) -> bool {
        self.places.n_orbits().is_some()
    }

    /// The rank of the canonical placement of an orbit.
    pub fn rank(&self, orbit: u32) -> u128 {
        if self.is_tabulated() { self.places.orbit_rank(orbit as usize) } else { self.store.rank(orbit) }
    }

    /// The canonical placement of an orbit.
    pub fn cops(&self, orbit: u32) -> Cops {
        self.places.unrank(self.rank(orbit)).0
    }

    /// Searches until the verdict or the end of the budget.
    pub fn decide(&mut self, budget: &Budget) -> Verdict {
        if let Some(sweep) = self.won_at_once() {
            return Verdict::Won(sweep);
        }
        loop {
            let bases = self.bases.next(ROUND);
            if bases.is_empty() {
                return Verdict::Lost;
            }
            let harvests = Round { search: self, bases: &bases, other: None, again: false, least: 0, budget }.expand();
            if let Some(won) = self.count(&harvests) {
                return Verdict::Won(trace::sweep(self, won.0));
            }
            self.keep(harvests, budget);
            // A round that was cut short left states unexpanded.
            if let Some(stop) = budget.spent() {
                return Verdict::Stopped(stop);
            }
        }
    }

    /// The sweep without a move, if the cops stand everywhere.
    pub(super) fn won_at_once(&self) -> Option<Vec<Vec<usize>>> {
        let won = self.store.states.iter().position(|s| s.parent == ROOT && s.clean == self.game.full)?;
        Some(trace::Path::to(self, won as u32).rows)
    }

    /// Counts what was done in a round; how the cops win, if they do.
    pub(super) fn count(&mut self, harvests: &[Harvest<B>]) -> Option<(u32, Option<u32>)> {
        self.counts.n_expanded += harvests.iter().map(|h| h.n_expanded).sum::<u64>();
        self.counts.n_successors += harvests.iter().map(|h| h.n_successors).sum::<u64>();
        harvests.iter().find_map(|harvest| harvest.won)
    }

    /// Keeps what is new.
    pub(super) fn keep(&mut self, harvests: Vec<Harvest<B>>, budget: &Budget) {
        let mut pace = Pace::default();
        for harvest in harvests {
            // What is not kept is no loss: the budget is spent, and with it the search.
            if pace.spent(budget).is_some() {
                break;
            }
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
        self.counts.n_states = self.store.n_alive as u64;
        budget.tell(|| self.news());
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

    /// A state with these cops whose clean set has all that is not clean here. Placements are tabulated.
    #[inline]
    pub(super) fn partner(&self, cops: &[u8], clean: B) -> Option<u32> {
        let dirty = self.game.full & !clean;
        if dirty.count() > self.store.largest {
            return None;
        }
        self.places.find_image(cops, dirty, |orbit, dirty| self.store.above(orbit, dirty))
    }
}
