//! The game on bit sets: what a move does to the clean vertices.
//!
//! A state is a sorted list of cops and the set of *clean* vertices, which contains the cops. Three facts carry the searches:
//!
//! - **Erosion.** After a move the clean set is `inner ∪ new cops ∪ advanced`, where `inner` has the vertices whose closed
//!   neighbourhood was clean, and a vertex is *advanced* if the cops that left it went to all its contaminated neighbours.
//! - **Monotony.** A larger clean set with the same cops is never worse.
//! - **The core.** Vertices that neither keep an inner vertex inner nor help a cop to advance make no difference to any
//!   successor. Without them a state is its core, and many states share one. A clean set with the core of another has the
//!   same successors, so searches keep cores only.

use super::bits::{Bits, ByteMap, full, members, neighbour_set};
use super::graph::Graph;
use std::ops::ControlFlow;

/// The most cops a game may have.
pub const MAX_COPS: usize = 32;

/// The furthest look ahead.
pub const MAX_DEPTH: usize = 8;

/// A list of cops, as long as the game says.
pub type Cops = [u8; MAX_COPS];

/// A graph and a number of cops, ready for searching.
#[derive(Clone, Debug)]
pub struct Game<B> {
    /// The number of vertices.
    pub n_vertices: usize,
    /// The number of cops.
    pub n_cops: usize,
    /// All vertices.
    pub full: B,
    /// Where a cop on a vertex may go; staying comes first.
    pub steps: Vec<Vec<u8>>,
    neighbours: Vec<B>,
    around: ByteMap<B>,
}

impl<B: Bits> Game<B> {
    /// The game of some cops on a graph.
    pub fn new(graph: &Graph, n_cops: usize) -> Game<B> {
        let n_vertices = graph.n_vertices();
        let steps = |v: usize| std::iter::once(v).chain(graph.neighbours(v).iter().copied()).map(|u| u as u8).collect();
        Game {
            n_vertices,
            n_cops,
            full: full(n_vertices),
            steps: (0..n_vertices).map(steps).collect(),
            neighbours: (0..n_vertices).map(|v| neighbour_set(graph, v)).collect(),
            around: ByteMap::closed_neighbours(graph),
        }
    }

    /// The vertices on which some cops stand.
    pub fn occupied(&self, cops: &[u8]) -> B {
        cops.iter().fold(B::EMPTY, |set, &v| set | B::one(v.into()))
    }

    /// The vertices whose closed neighbourhood is clean.
    #[inline]
    pub fn inner(&self, clean: B) -> B {
        self.full & !self.around.of(self.full & !clean)
    }

    /// The part of a clean set that makes a difference. `cops` is sorted.
    pub fn core(&self, cops: &[u8], clean: B) -> B {
        self.core_for(cops, clean, self.full)
    }

    /// The part of a clean set that can make a difference within `depth` moves or later, given how far the cops can get.
    /// `cops` is sorted, `depth` at most [`MAX_DEPTH`].
    pub fn deep_core(&self, cops: &[u8], clean: B, depth: usize) -> B {
        let mut best = [B::EMPTY; MAX_DEPTH];
        let mut advancing = [B::EMPTY; MAX_DEPTH];
        let mut reach = [B::EMPTY; MAX_COPS];
        reach.iter_mut().zip(cops).for_each(|(set, &v)| *set = B::one(v.into()));
        let mut most = clean;
        for time in 1..depth {
            reach[..cops.len()].iter_mut().for_each(|set| *set = self.around.of(*set));
            let at_most = Levels::of(&reach[..cops.len()]);
            most = self.inner(most) | at_most.level[0];
            best[time] = most;
            advancing[time] = self.may_advance(&at_most, most);
        }
        let mut needed = self.full;
        for time in (1..depth).rev() {
            needed = self.around.of(self.inner(best[time]) & needed) | self.near(advancing[time] & needed);
        }
        self.core_for(cops, clean, needed)
    }

    /// The part of a clean set that matters if after the move only the vertices of `needed` do.
    #[inline]
    fn core_for(&self, cops: &[u8], clean: B, needed: B) -> B {
        let inner = self.inner(clean) & needed;
        let mut core = if inner == B::EMPTY { inner } else { self.around.of(inner) };
        for group in cops.chunk_by(|a, b| a == b) {
            let v = usize::from(group[0]);
            let near = self.neighbours[v];
            core |= B::one(v);
            if needed.has(v) && (near & !clean).has_at_most(group.len()) {
                core |= near & clean;
            }
        }
        core
    }

    /// The vertices from which enough cops might come to advance to all neighbours that are not clean.
    fn may_advance(&self, at_most: &Levels<B>, clean: B) -> B {
        let enough = |v: usize| {
            let n_open = (self.neighbours[v] & !clean).count() as usize;
            n_open <= 1 || n_open > LEVELS || at_most.level[n_open - 1].has(v)
        };
        members(at_most.level[0]).filter(|&v| enough(v)).fold(B::EMPTY, |set, v| set | B::one(v))
    }

    fn near(&self, set: B) -> B {
        members(set).fold(B::EMPTY, |near, v| near | self.neighbours[v])
    }

    /// The contaminated neighbours of a vertex.
    #[inline]
    pub fn open(&self, v: usize, clean: B) -> B {
        self.neighbours[v] & !clean
    }

    /// Which of the vertices with cops these can leave without dirt coming in, though it could: one bit for each, in order.
    /// `cops` is sorted.
    pub fn able(&self, cops: &[u8], clean: B) -> u32 {
        let is_able = |group: &[u8]| {
            let open = self.open(group[0].into(), clean);
            open != B::EMPTY && open.has_at_most(group.len())
        };
        cops.chunk_by(|a, b| a == b).enumerate().fold(0, |able, (i, group)| able | u32::from(is_able(group)) << i)
    }

    /// The vertices of an advance that is given by bits as in [`Game::able`].
    pub fn left(&self, cops: &[u8], advance: u32) -> B {
        let groups = cops.chunk_by(|a, b| a == b).enumerate();
        groups.filter(|(i, _)| advance >> i & 1 == 1).fold(B::EMPTY, |set, (_, group)| set | B::one(group[0].into()))
    }

    /// Calls `visit` for each move with the cops' new vertices, in the order of `cops`, and the new clean set. Cops that share a
    /// vertex are interchangeable and their moves come once. `cops` is sorted.
    pub fn expand(
        &self,
        cops: &[u8],
        clean: B,
        visit: &mut impl FnMut(&Move<B>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut walk = Walk { game: self, cops, clean, targets: [0; MAX_COPS], visit };
        walk.go(0, self.inner(clean), B::EMPTY, 0)
    }
}

/// How many cops on a vertex are told apart when looking ahead.
const LEVELS: usize = 4;

/// `level[i]` has the vertices that more than `i` cops can reach.
struct Levels<B> {
    level: [B; LEVELS],
}

impl<B: Bits> Levels<B> {
    fn of(reach: &[B]) -> Levels<B> {
        let mut level = [B::EMPTY; LEVELS];
        for &set in reach {
            for i in (1..LEVELS).rev() {
                level[i] |= level[i - 1] & set;
            }
            level[0] |= set;
        }
        Levels { level }
    }
}

/// A move of all cops.
pub struct Move<'a, B> {
    /// Where the cops went, in the order of the cops before.
    pub targets: &'a [u8],
    /// The vertices that are clean now.
    pub clean: B,
}

struct Walk<'a, B, F> {
    game: &'a Game<B>,
    cops: &'a [u8],
    clean: B,
    targets: Cops,
    visit: &'a mut F,
}

impl<B: Bits, F: FnMut(&Move<B>) -> ControlFlow<()>> Walk<'_, B, F> {
    /// Moves the cops from the `i`-th on. `so_far` is clean by the cops before it, `left` is where those on its own vertex went,
    /// `least` the first step it may take.
    fn go(&mut self, i: usize, so_far: B, left: B, least: usize) -> ControlFlow<()> {
        if i == self.cops.len() {
            return (self.visit)(&Move { targets: &self.targets[..i], clean: so_far });
        }
        let game = self.game;
        let v = usize::from(self.cops[i]);
        let is_shared = self.cops.get(i + 1) == Some(&self.cops[i]);
        let open = game.open(v, self.clean);
        for (number, &u) in game.steps[v].iter().enumerate().skip(least) {
            self.targets[i] = u;
            let went = left | B::one(u.into());
            let advances = !is_shared && open != B::EMPTY && open.within(went);
            let clean = so_far | B::one(u.into()) | if advances { B::one(v) } else { B::EMPTY };
            let (left, least) = if is_shared { (went, number) } else { (B::EMPTY, 0) };
            self.go(i + 1, clean, left, least)?;
        }
        ControlFlow::Continue(())
    }
}

/// Some cops, sorted.
pub fn sorted(cops: &[u8]) -> Cops {
    let mut sorted = [0; MAX_COPS];
    sorted[..cops.len()].copy_from_slice(cops);
    sorted[..cops.len()].sort_unstable();
    sorted
}
