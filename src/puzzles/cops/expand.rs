//! The moves from all states that wait at a base, and what is new among what they lead to.
//!
//! With free starts every placement is a start, so a successor whose core is its cops alone is known without a look.
//! Each placement is looked at once per base ([`super::spread`]); where placements are too many for that, what was met lately is
//! known ([`super::dilate`]).

use super::antichain::Antichain;
use super::bases::{Base, Waiting};
use super::bits::{Bits, members};
use super::dilate::{Dilation, Met};
use super::game::Cops;
use super::line::Line;
use super::spread::{Mover, Spread};
use crate::search::{Budget, Pace, in_threads};
use smallvec::SmallVec;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A state that might be new, in canonical form.
#[derive(Clone, Copy)]
pub(super) struct Candidate<B> {
    /// The core of its clean set.
    pub clean: B,
    /// Its orbit, or [`UNNUMBERED`].
    pub orbit: u32,
    /// The state before.
    pub parent: u32,
}

/// An orbit that no state has yet; the rank of its canonical placement is told apart.
pub(super) const UNNUMBERED: u32 = u32::MAX;

/// What a thread found at a base.
pub(super) struct Harvest<B> {
    /// States that may be new.
    pub candidates: Vec<Candidate<B>>,
    /// The ranks of their placements, for those whose orbit is unnumbered.
    pub ranks: Vec<u128>,
    /// A state from which one move wins, and the state of the other end that it completes.
    pub won: Option<(u32, Option<u32>)>,
    /// States expanded.
    pub n_expanded: u64,
    /// Moves looked at.
    pub n_successors: u64,
}

/// What a thread needs for its work, used again for each base.
struct Tools<L> {
    /// If placements are tabulated.
    spread: Option<Spread<L>>,
    met: Met<L>,
    /// Placements that were reached and are to be looked at, with the states they come from.
    reached: Vec<(L, u32)>,
    pace: Pace,
}

/// So many placements are looked at in one go: all wait for the same memory at the same time.
const BATCH: usize = 256;

/// Bases to be expanded together, with all processors.
pub(super) struct Round<'a, B> {
    /// Whose states wait at the bases.
    pub search: &'a Antichain<B>,
    /// The bases.
    pub bases: &'a [Base<B>],
    /// The search from the other end: a move to a state that completes one of its states wins. Without it a clean graph wins.
    pub other: Option<&'a Antichain<B>>,
    /// Whether the states were expanded before, and only the other end is new.
    pub again: bool,
    /// States with fewer clean vertices than this are of no use.
    pub least: usize,
    /// How long it may take.
    pub budget: &'a Budget,
}

impl<B: Bits> Round<'_, B> {
    /// What comes of each base, in order, up to the first at which the cops win.
    pub fn expand(&self) -> Vec<Harvest<B>> {
        match self.search.game.n_cops <= <u64 as Line>::MAX {
            true => self.expand_all::<u64>(),
            false => self.expand_all::<Cops>(),
        }
    }

    fn expand_all<L: Line>(&self) -> Vec<Harvest<B>> {
        let n_threads = std::thread::available_parallelism().map_or(1, |n| n.get()).min(self.bases.len());
        let cut = AtomicBool::new(false);
        let first_won = AtomicUsize::new(usize::MAX);
        let next = AtomicUsize::new(0);
        let work = || {
            let mut done = Vec::new();
            let spread = || Spread::new(&self.search.places, self.search.game.n_cops);
            let spread = self.search.is_tabulated().then(spread);
            let (met, reached, pace) = (Met::new(), Vec::with_capacity(BATCH), Pace::default());
            let mut tools = Tools::<L> { spread, met, reached, pace };
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.bases.len().min(first_won.load(Ordering::Relaxed)) {
                    return done;
                }
                let harvest = self.expand_base(&self.bases[number], &mut tools, &cut);
                if harvest.won.is_some() {
                    first_won.fetch_min(number, Ordering::Relaxed);
                }
                done.push((number, harvest));
            }
        };
        let mut harvests: Vec<(usize, Harvest<B>)> = in_threads(n_threads, work).into_iter().flatten().collect();
        // Bases after the first that wins may or may not have been expanded.
        harvests.retain(|(number, _)| *number <= first_won.load(Ordering::Relaxed));
        harvests.sort_by_key(|(number, _)| *number);
        harvests.into_iter().map(|(_, harvest)| harvest).collect()
    }

    fn expand_base<L: Line>(&self, base: &Base<B>, tools: &mut Tools<L>, cut: &AtomicBool) -> Harvest<B> {
        let search = self.search;
        let n_cops = search.game.n_cops;
        if base.set.count() as usize + n_cops < self.least {
            return Harvest::new(0);
        }
        let is_cut = |pace: &mut Pace| {
            if pace.spent(self.budget).is_some() {
                cut.store(true, Ordering::Relaxed);
            }
            cut.load(Ordering::Relaxed)
        };
        // A base that is left out is no loss: the budget is spent, and with it the search.
        if is_cut(&mut tools.pace) {
            return Harvest::new(0);
        }
        let mut movers: Vec<Mover<L>> = base.pending.iter().filter_map(|w| self.mover(w)).collect();
        let mut harvest = Harvest::new(movers.len());
        let Tools { spread, met, reached, pace } = tools;
        let mut visit = |line: L, id: u32| {
            harvest.n_successors += 1;
            if is_cut(pace) {
                return ControlFlow::Break(());
            }
            reached.push((line, id));
            if reached.len() == BATCH { harvest.take(self, base.set, reached) } else { ControlFlow::Continue(()) }
        };
        let steps = &search.game.steps;
        let ended = match spread {
            Some(spread) => {
                movers.sort_unstable();
                spread.go(&movers, steps, &search.places, visit)
            }
            None => {
                movers.sort_unstable_by_key(|mover| (mover.line, mover.n_moved, mover.id));
                met.clear();
                let mut dilation = Dilation { steps, n_cops, met };
                movers.iter().try_for_each(|mover| {
                    dilation.go(mover.line, mover.n_moved.into(), &mut |line: L| visit(line, mover.id))
                })
            }
        };
        if ended.is_break() {
            reached.clear();
        }
        let _won = harvest.take(self, base.set, reached);
        harvest
    }

    /// The cops of a waiting state as they are once its advances are made, in the orientation of the base, and how many of
    /// them have moved. Nothing if the state was dropped before it was expanded.
    fn mover<L: Line>(&self, waiting: &Waiting) -> Option<Mover<L>> {
        let search = self.search;
        let state = &search.store.states[waiting.id as usize];
        if !state.is_alive() && !self.again {
            return None;
        }
        let cops = search.cops(state.orbit());
        let image = search.places.permutation(waiting.g.into());
        let mut moved: SmallVec<[u8; 16]> = SmallVec::new();
        let mut unmoved: SmallVec<[u8; 16]> = SmallVec::new();
        for (i, group) in cops[..search.game.n_cops].chunk_by(|a, b| a == b).enumerate() {
            let mut n_staying = group.len();
            if waiting.advance >> i & 1 == 1 {
                let open = search.game.open(group[0].into(), state.clean);
                moved.extend(members(open).map(|v| image[v]));
                n_staying -= open.count() as usize;
            }
            unmoved.extend(std::iter::repeat_n(image[usize::from(group[0])], n_staying));
        }
        moved.sort_unstable();
        unmoved.sort_unstable();
        let n_moved = moved.len();
        moved.extend(unmoved);
        Some(Mover::new(L::new(&moved), n_moved, search.game.n_cops, waiting.id))
    }

    /// Whether the cops win with these cops and clean vertices; with which state of the other end, if there is one.
    #[inline]
    fn wins(&self, cops: &[u8], clean: B) -> Option<Option<u32>> {
        match self.other {
            None => (clean == self.search.game.full).then_some(None),
            Some(other) => other.partner(cops, clean).map(Some),
        }
    }
}

/// A state before it is brought to its canonical form.
struct Raw<L, B> {
    line: L,
    core: B,
    parent: u32,
}

impl<B: Bits> Harvest<B> {
    fn new(n_expanded: usize) -> Harvest<B> {
        Harvest { candidates: Vec::new(), ranks: Vec::new(), won: None, n_expanded: n_expanded as u64, n_successors: 0 }
    }

    /// Looks at placements reached from a base and keeps what may be new. `Break` if the cops win.
    fn take<L: Line>(&mut self, round: &Round<B>, base: B, reached: &mut Vec<(L, u32)>) -> ControlFlow<()> {
        let search = round.search;
        let mut raw: SmallVec<[Raw<L, B>; BATCH]> = SmallVec::new();
        for (line, parent) in reached.drain(..) {
            let cops = line.cops();
            let cops = &cops[..search.game.n_cops];
            let clean = base | search.game.occupied(cops);
            if let Some(partner) = round.wins(cops, clean) {
                self.won = Some((parent, partner));
                return ControlFlow::Break(());
            }
            if round.again {
                continue;
            }
            let core = search.game.core(cops, clean);
            if !(search.free && core == search.game.occupied(cops)) {
                raw.push(Raw { line, core, parent });
            }
        }
        match search.places.n_orbits() {
            Some(_) => self.look_up(search, &raw),
            None => raw.iter().for_each(|raw| self.look_up_slowly(search, raw)),
        }
        ControlFlow::Continue(())
    }

    fn look_up<L: Line>(&mut self, search: &Antichain<B>, raw: &[Raw<L, B>]) {
        let n_cops = search.game.n_cops;
        let canonical = |cops: &[u8], core: B| search.places.tabulated(cops, core).expect("the caller has looked");
        let found: SmallVec<[(u32, B); BATCH]> =
            raw.iter().map(|raw| canonical(&raw.line.cops()[..n_cops], raw.core)).collect();
        // Touching all antichains first makes the waits for memory overlap.
        std::hint::black_box(found.iter().fold(0, |sum, (orbit, _)| sum ^ search.store.touch(*orbit)));
        for (raw, &(orbit, clean)) in raw.iter().zip(&found) {
            if search.store.covers(orbit, clean) {
                continue;
            }
            let cops = &raw.line.cops()[..n_cops];
            let deep = search.game.deep_core(cops, raw.core, search.depth);
            if search.free && deep == search.game.occupied(cops) {
                continue;
            }
            let (orbit, clean) = if deep == raw.core { (orbit, clean) } else { canonical(cops, deep) };
            if deep == raw.core || !search.store.covers(orbit, clean) {
                self.candidates.push(Candidate { clean, orbit, parent: raw.parent });
            }
        }
    }

    /// For orbits that are not tabulated.
    fn look_up_slowly<L: Line>(&mut self, search: &Antichain<B>, raw: &Raw<L, B>) {
        let cops = &raw.line.cops()[..search.game.n_cops];
        let deep = search.game.deep_core(cops, raw.core, search.depth);
        let (rank, clean, _) = search.places.canonical(cops, deep);
        let orbit = search.store.orbit(rank).unwrap_or(UNNUMBERED);
        if orbit == UNNUMBERED {
            self.ranks.push(rank);
        } else if search.store.covers(orbit, clean) {
            return;
        }
        self.candidates.push(Candidate { clean, orbit, parent: raw.parent });
    }
}
