//! Checks a certificate that the cops lose. Shares no code with the searches.
//!
//! Three things are checked. Every start, all but the cops contaminated, is covered. No move from a state of the certificate leaves
//! the graph clean. Every move from one leads to a covered state. Then no sweep exists, by induction on its moves.
//!
//! A state is covered if an automorphism takes its cops to a placement of the certificate and what matters of its clean set into
//! one of the sets there. A clean vertex *matters* if it is a cop's, if a vertex whose whole neighbourhood is clean is equal or
//! next to it, or if it is next to a cop whose vertex has no more contaminated neighbours than cops: those cops can leave without
//! dirt coming in behind them. Clean vertices that do not matter can be called contaminated without changing what any move leads
//! to, as every vertex next to contaminated ones becomes contaminated anyway.
//!
//! The moves themselves are made in `verify_moves.rs`.

use super::certificate::Certificate;
use super::graph::Graph;
use super::verify_moves::check_moves;
use crate::search::{Budget, Stop};
use rustc_hash::FxHashMap;

/// What the check came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verified {
    /// The certificate proves that the cops lose; so many states after a move were looked up.
    Lost(u64),
    /// The certificate proves nothing, and why.
    Rejected(String),
    /// The budget was spent.
    Stopped(Stop),
}

/// Checks a certificate.
pub fn verify(certificate: &Certificate, budget: &Budget) -> Verified {
    let checked = Checker::new(certificate).map_err(Failure::Wrong).and_then(|mut checker| {
        checker.check_starts(budget)?;
        check_moves(&checker, budget)
    });
    match checked {
        Ok(n_moves) => Verified::Lost(n_moves),
        Err(Failure::Wrong(reason)) => Verified::Rejected(reason),
        Err(Failure::Spent(stop)) => Verified::Stopped(stop),
    }
}

/// Why a check ended without success.
pub(super) enum Failure {
    Wrong(String),
    Spent(Stop),
}

/// A certificate whose parts are well-formed.
pub(super) struct Checker<'a> {
    pub n: usize,
    /// How many bits a vertex takes in a packed list.
    pub width: usize,
    pub n_cops: usize,
    pub around: Vec<u128>,
    /// Per automorphism: where sets go.
    pub images: Vec<Union>,
    pub states: Vec<(&'a [u8], u128)>,
    pub group: &'a [Vec<u8>],
    near: Union,
    sets: FxHashMap<u128, &'a [u128]>,
    /// Per packed placement: an automorphism that takes it to one of the certificate, and the sets there.
    homes: FxHashMap<u128, (u16, &'a [u128])>,
}

/// A function from sets to sets that is the union of what it is for single vertices, tabulated for eight vertices at a time.
pub(super) struct Union(Vec<[u128; 256]>);

impl Union {
    fn new(single: &[u128]) -> Union {
        let of_eight = |eight: &[u128]| {
            let chosen = |bits: usize| (0..eight.len()).filter(move |i| bits >> i & 1 == 1);
            std::array::from_fn(|bits| chosen(bits).fold(0, |set, i| set | eight[i]))
        };
        Union(single.chunks(8).map(of_eight).collect())
    }

    pub fn of(&self, set: u128) -> u128 {
        self.0.iter().enumerate().fold(0, |union, (i, table)| union | table[(set >> (8 * i)) as usize & 0xff])
    }
}

impl<'a> Checker<'a> {
    fn new(certificate: &'a Certificate) -> Result<Checker<'a>, String> {
        let (graph, n_cops) = (&certificate.graph, certificate.n_cops);
        let n = graph.n_vertices();
        let width = (n as u32).next_power_of_two().trailing_zeros().max(1) as usize;
        if n_cops == 0 || n_cops.saturating_mul(width) > 128 || certificate.group.len() > usize::from(u16::MAX) {
            return Err("the certificate has no cops, or too many, or too many symmetries".to_string());
        }
        if certificate.group.is_empty() {
            return Err("the certificate has no symmetry, not even the identity".to_string());
        }
        for image in &certificate.group {
            check_symmetry(graph, image)?;
        }
        let around: Vec<u128> = (0..n).map(|v| graph.neighbours(v).iter().fold(0, |set, &u| set | 1 << u)).collect();
        let single = |image: &Vec<u8>| Union::new(&image.iter().map(|&v| 1 << v).collect::<Vec<u128>>());
        let mut checker = Checker {
            n,
            width,
            n_cops,
            images: certificate.group.iter().map(single).collect(),
            states: Vec::new(),
            group: &certificate.group,
            near: Union::new(&around),
            around,
            sets: FxHashMap::default(),
            homes: FxHashMap::default(),
        };
        certificate.states.iter().try_for_each(|(cops, sets)| checker.add(cops, sets))?;
        Ok(checker)
    }

    fn add(&mut self, cops: &'a [u8], sets: &'a [u128]) -> Result<(), String> {
        if cops.len() != self.n_cops || !cops.is_sorted() || cops.iter().any(|&v| usize::from(v) >= self.n) {
            return Err(format!("{cops:?} is no placement of the cops"));
        }
        let occupied = occupied(cops);
        if sets.iter().any(|set| set & occupied != occupied || (self.n < 128 && set >> self.n != 0)) {
            return Err(format!("a set of the placement {cops:?} is no clean set"));
        }
        if self.sets.insert(self.packed(cops), sets).is_some() {
            return Err(format!("the placement {cops:?} comes twice"));
        }
        self.states.extend(sets.iter().map(|&set| (cops, set)));
        Ok(())
    }

    /// A list of vertices as one number, the first one lowest.
    pub fn packed(&self, vertices: &[u8]) -> u128 {
        vertices.iter().rev().fold(0, |packed, &v| packed << self.width | u128::from(v))
    }

    /// The sorted image of some cops, packed.
    fn moved(&self, cops: &[u8], image: &[u8]) -> u128 {
        let mut moved: Vec<u8> = cops.iter().map(|&v| image[usize::from(v)]).collect();
        moved.sort_unstable();
        self.packed(&moved)
    }

    /// The vertices that are clean with all their neighbours.
    pub fn safe(&self, clean: u128) -> u128 {
        let dirty = !clean & (u128::MAX >> (128 - self.n));
        clean & !self.near.of(dirty)
    }

    fn what_matters(&self, cops: &[u8], clean: u128) -> u128 {
        let safe = self.safe(clean);
        let mut matters = safe | self.near.of(safe);
        for group in cops.chunk_by(|a, b| a == b) {
            let near = self.around[usize::from(group[0])];
            matters |= 1 << group[0];
            if (near & !clean).count_ones() as usize <= group.len() {
                matters |= near & clean;
            }
        }
        matters
    }

    /// Whether a state with sorted cops is covered, once the starts are known to be.
    pub fn covers(&self, cops: &[u8], clean: u128) -> bool {
        let matters = self.what_matters(cops, clean);
        if matters == occupied(cops) {
            return true;
        }
        let fits = |sets: &[u128], g: usize| {
            let there = self.images[g].of(matters);
            sets.iter().any(|set| there & !set == 0)
        };
        let Some(&(g, sets)) = self.homes.get(&self.packed(cops)) else { return false };
        fits(sets, g.into())
            || (0..self.group.len())
                .any(|g| self.sets.get(&self.moved(cops, &self.group[g])).is_some_and(|sets| fits(sets, g)))
    }

    /// Every start is covered; a placement of the certificate has a set, and every set contains its cops.
    fn check_starts(&mut self, budget: &Budget) -> Result<(), Failure> {
        let mut cops = vec![0u8; self.n_cops];
        loop {
            let home = (0..self.group.len()).find_map(|g| {
                let sets = self.sets.get(&self.moved(&cops, &self.group[g])).filter(|sets| !sets.is_empty())?;
                Some((g as u16, *sets))
            });
            let home = home.ok_or_else(|| Failure::Wrong(format!("the start {cops:?} is not covered")))?;
            self.homes.insert(self.packed(&cops), home);
            if self.homes.len().is_multiple_of(0x1_0000)
                && let Some(stop) = budget.spent()
            {
                return Err(Failure::Spent(stop));
            }
            // The next sorted list: raise the last cop that can be, and put those behind it on the same vertex.
            let Some(i) = (0..cops.len()).rev().find(|&i| usize::from(cops[i]) + 1 < self.n) else { return Ok(()) };
            let v = cops[i] + 1;
            cops[i..].fill(v);
        }
    }
}

/// The vertices with cops.
pub(super) fn occupied(cops: &[u8]) -> u128 {
    cops.iter().fold(0, |set, &v| set | 1 << v)
}

fn check_symmetry(graph: &Graph, image: &[u8]) -> Result<(), String> {
    let mut sorted = image.to_vec();
    sorted.sort_unstable();
    let permutes = sorted.iter().enumerate().all(|(v, &w)| v == usize::from(w)) && sorted.len() == graph.n_vertices();
    let keeps = permutes && graph.edges().iter().all(|&(u, v)| graph.adjacent(image[u].into(), image[v].into()));
    if keeps { Ok(()) } else { Err("a symmetry of the certificate is none of the graph".to_string()) }
}
