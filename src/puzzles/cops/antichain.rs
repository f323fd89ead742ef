//! The exact search: all states up to symmetry, core and domination, for ever.
//!
//! States are kept as canonical placements with antichains of maximal cores ([`super::store`]). The search ends with a clean
//! graph, or with a closed set of states, which proves that the cops lose however long they try. In *layers* it finds a
//! shortest sweep: a state that an earlier one contains cannot be on a shorter way. *Best first* it only decides, and expands
//! fewer states, since large clean sets contain many others.
//!
//! With free starts every placement is a start, so a successor whose core is its cops alone is known without a look.
//! Unless a cop advanced, the new state depends on the inner vertices and the new cops only. So states are grouped by their
//! inner vertices (up to symmetry there are few such sets), each group remembers which new placements it has seen, and all
//! but a small part of the moves end with the test of one bit. Threads expand groups against the states so far; what they
//! find is merged in order, so every run is the same.

use super::automorphism::automorphisms;
use super::bits::Bits;
use super::game::{Game, sorted};
use super::graph::Graph;
use super::groups::{Group, Groups, Order};
use super::placements::Placements;
use super::store::{ROOT, State, Store};
use crate::search::{Budget, Stop};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

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
    /// States expanded.
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
    free: bool,
    /// How many moves the cores look ahead.
    pub depth: usize,
    groups: Groups<B>,
}

/// A state that might be new.
struct Candidate<B> {
    orbit: u32,
    rank: u128,
    clean: B,
    parent: u32,
}

/// What a thread found.
struct Harvest<B> {
    candidates: Vec<Candidate<B>>,
    won: Option<u32>,
    n_expanded: u64,
    n_successors: u64,
}

impl<B: Bits> Antichain<B> {
    /// The search for some cops on a graph, from one start or, without one, from all.
    pub fn new(graph: &Graph, n_cops: usize, start: Option<&[usize]>) -> Antichain<B> {
        let game = Game::new(graph, n_cops);
        let places = Placements::new(game.n_vertices, n_cops, n_cops, automorphisms(graph, GROUP_LIMIT));
        let store = Store::new(places.n_orbits().unwrap_or(0));
        let free = start.is_none() && places.n_orbits().is_some();
        let groups = Groups::new(places.n_placements());
        let mut search = Antichain { game, places, store, counts: Counts::default(), free, depth: DEPTH, groups };
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
        let found = self.candidate(cops, self.game.occupied(cops), ROOT);
        self.insert(found);
    }

    fn start_everywhere(&mut self) {
        for orbit in 0..self.places.n_orbits().unwrap_or(0) {
            let rank = self.places.orbit_rank(orbit);
            let (cops, n_cops) = self.places.unrank(rank);
            let clean = self.game.occupied(&cops[..n_cops]);
            self.store.insert(orbit as u32, State { rank, clean, parent: ROOT, alive: true });
        }
    }

    /// Whether a shortest sweep in layers is a shortest one of all: the starts are as asked for, not one for many.
    pub fn starts_are_all(&self) -> bool {
        self.places.n_orbits().is_some()
    }

    /// Searches until the verdict or the end of the budget. In layers, `horizon` limits the number of moves, and *lost* means
    /// lost within it.
    pub fn run(&mut self, order: Order, horizon: Option<usize>, budget: &Budget) -> Verdict {
        let won_at_once = self.store.states.iter().find(|s| s.clean == self.game.full);
        if let Some(state) = won_at_once {
            let (cops, n_cops) = self.places.unrank(state.rank);
            return Verdict::Won(vec![cops[..n_cops].iter().map(|&v| v.into()).collect()]);
        }
        (0..self.store.states.len()).for_each(|id| self.enqueue(id as u32));
        for time in 0.. {
            let mut round = self.groups.next(order);
            if round.is_empty() || order == Order::Layers && horizon.is_some_and(|horizon| time >= horizon) {
                return Verdict::Lost;
            }
            let harvests = self.expand_all(&mut round, budget);
            self.groups.give_back(round);
            for harvest in harvests {
                self.counts.n_expanded += harvest.n_expanded;
                self.counts.n_successors += harvest.n_successors;
                if let Some(parent) = harvest.won {
                    return Verdict::Won(super::trace::sweep(self, parent));
                }
                for candidate in harvest.candidates {
                    if let Some(id) = self.insert(candidate) {
                        self.enqueue(id);
                    }
                }
            }
            self.counts.n_states = self.store.n_alive as u64;
            // A round that was cut short left states unexpanded.
            if let Some(stop) = budget.spent() {
                return Verdict::Stopped(stop);
            }
        }
        unreachable!("the loop ends by a verdict")
    }

    fn enqueue(&mut self, id: u32) {
        let (inner, g) = self.places.least(self.game.inner(self.store.states[id as usize].clean));
        self.groups.push(inner, id, g as u16);
    }

    fn insert(&mut self, found: Candidate<B>) -> Option<u32> {
        let orbit = if found.orbit == u32::MAX { self.store.intern(found.rank) } else { found.orbit };
        let rank = if found.rank == u128::MAX { self.places.orbit_rank(orbit as usize) } else { found.rank };
        self.store.insert(orbit, State { rank, clean: found.clean, parent: found.parent, alive: true })
    }

    fn expand_all(&self, round: &mut [Group], budget: &Budget) -> Vec<Harvest<B>> {
        let n_threads = std::thread::available_parallelism().map_or(1, |n| n.get()).min(round.len());
        let cut = AtomicBool::new(false);
        let jobs = Mutex::new(round.iter_mut().enumerate());
        let work = || {
            let mut done = Vec::new();
            loop {
                let job = jobs.lock().expect("no thread panics").next();
                let Some((number, group)) = job else { return done };
                done.push((number, self.expand_group(group, budget, &cut)));
            }
        };
        let mut harvests = if n_threads <= 1 {
            work()
        } else {
            std::thread::scope(|scope| {
                let threads: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
                threads.into_iter().flat_map(|t| t.join().expect("the search does not panic")).collect()
            })
        };
        harvests.sort_by_key(|(number, _)| *number);
        harvests.into_iter().map(|(_, harvest)| harvest).collect()
    }

    fn expand_group(&self, group: &mut Group, budget: &Budget, cut: &AtomicBool) -> Harvest<B> {
        let mut harvest = Harvest { candidates: Vec::new(), won: None, n_expanded: 0, n_successors: 0 };
        for (id, g) in std::mem::take(&mut group.pending) {
            let state = &self.store.states[id as usize];
            if !state.alive {
                continue;
            }
            let (cops, n_cops) = self.places.unrank(state.rank);
            let cops = self.places.image(&cops[..n_cops], g.into());
            let clean = self.places.map(state.clean, g.into());
            harvest.n_expanded += 1;
            let _ended = self.game.expand(&cops[..n_cops], clean, &mut |step| {
                harvest.n_successors += 1;
                if harvest.n_successors & 0xffff == 0 && (cut.load(Ordering::Relaxed) || budget.spent().is_some()) {
                    cut.store(true, Ordering::Relaxed);
                    return ControlFlow::Break(());
                }
                if !step.advanced && group.has_seen(step.index) {
                    return ControlFlow::Continue(());
                }
                if step.clean == self.game.full {
                    harvest.won = Some(id);
                    return ControlFlow::Break(());
                }
                harvest.candidates.extend(self.examine(&step.sorted()[..n_cops], step.clean, id));
                ControlFlow::Continue(())
            });
            if harvest.won.is_some() || cut.load(Ordering::Relaxed) {
                break;
            }
        }
        harvest
    }

    /// The state a move leads to, unless it is contained in a known one. `cops` is sorted.
    fn examine(&self, cops: &[u8], clean: B, parent: u32) -> Option<Candidate<B>> {
        let core = self.game.core(cops, clean);
        if self.free && core == self.game.occupied(cops) {
            return None;
        }
        let found = self.new_candidate(cops, core, parent)?;
        let deep = self.game.deep_core(cops, core, self.depth);
        if deep == core {
            return Some(found);
        }
        if self.free && deep == self.game.occupied(cops) {
            return None;
        }
        self.new_candidate(cops, deep, parent)
    }

    #[inline]
    fn new_candidate(&self, cops: &[u8], core: B, parent: u32) -> Option<Candidate<B>> {
        let found = self.candidate(cops, core, parent);
        let known = found.orbit != u32::MAX && self.store.covers(found.orbit, found.clean);
        (!known).then_some(found)
    }

    fn candidate(&self, cops: &[u8], core: B, parent: u32) -> Candidate<B> {
        match self.places.tabulated(cops, core) {
            Some((orbit, clean)) => Candidate { orbit, rank: u128::MAX, clean, parent },
            None => {
                let (rank, clean, _) = self.places.canonical(cops, core);
                Candidate { orbit: self.store.orbit(rank).unwrap_or(u32::MAX), rank, clean, parent }
            }
        }
    }
}
