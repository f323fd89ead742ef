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
//! States with the same safe vertices are checked together: moves without a cop leaving so give the same sets for the same cops.

use super::certificate::Certificate;
use super::graph::Graph;
use crate::search::{Budget, Stop};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// What the check came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verified {
    /// The certificate proves that the cops lose; so many moves were checked.
    Lost(u64),
    /// The certificate proves nothing, and why.
    Rejected(String),
    /// The budget was spent.
    Stopped(Stop),
}

/// Checks a certificate.
pub fn verify(certificate: &Certificate, budget: &Budget) -> Verified {
    let checker = match Checker::new(certificate) {
        Ok(checker) => checker,
        Err(reason) => return Verified::Rejected(reason),
    };
    match checker.check_starts().map_err(Failure::Wrong).and_then(|()| checker.check_moves(budget)) {
        Ok(n_moves) => Verified::Lost(n_moves),
        Err(Failure::Wrong(reason)) => Verified::Rejected(reason),
        Err(Failure::Spent(stop)) => Verified::Stopped(stop),
    }
}

enum Failure {
    Wrong(String),
    Spent(Stop),
}

struct Checker<'a> {
    n: usize,
    n_cops: usize,
    around: Vec<u128>,
    group: &'a [Vec<u8>],
    sets: FxHashMap<&'a [u8], &'a [u128]>,
    /// All states: the vertices whose neighbourhood is clean, cops, clean set.
    states: Vec<(u128, &'a [u8], u128)>,
}

/// Placements beyond this many are not remembered between moves.
const MEMORY_LIMIT: u128 = 1 << 33;

impl<'a> Checker<'a> {
    fn new(certificate: &'a Certificate) -> Result<Checker<'a>, String> {
        let graph = &certificate.graph;
        let n = graph.n_vertices();
        let around: Vec<u128> = (0..n).map(|v| graph.neighbours(v).iter().fold(0, |set, &u| set | 1 << u)).collect();
        for image in &certificate.group {
            check_symmetry(graph, image)?;
        }
        let mut checker = Checker {
            n,
            n_cops: certificate.n_cops,
            around,
            group: &certificate.group,
            sets: FxHashMap::default(),
            states: Vec::new(),
        };
        for (cops, sets) in &certificate.states {
            if cops.len() != checker.n_cops || !cops.is_sorted() || cops.iter().any(|&v| usize::from(v) >= n) {
                return Err(format!("{cops:?} is no placement of the cops"));
            }
            let occupied = cops.iter().fold(0u128, |set, &v| set | 1 << v);
            for &set in sets {
                if set & occupied != occupied || (n < 128 && set >> n != 0) {
                    return Err(format!("a set of the placement {cops:?} is no clean set"));
                }
                checker.states.push((checker.safe(set), cops, set));
            }
            if checker.sets.insert(cops, sets).is_some() {
                return Err(format!("the placement {cops:?} comes twice"));
            }
        }
        checker.states.sort_unstable();
        Ok(checker)
    }

    /// The vertices that are clean with all their neighbours.
    fn safe(&self, clean: u128) -> u128 {
        let fits = |&v: &usize| clean >> v & 1 == 1 && self.around[v] & !clean == 0;
        (0..self.n).filter(fits).fold(0, |set, v| set | 1 << v)
    }

    fn what_matters(&self, cops: &[u8], clean: u128) -> u128 {
        let mut matters = 0;
        let mut safe = self.safe(clean);
        while safe != 0 {
            let v = safe.trailing_zeros() as usize;
            matters |= self.around[v] | 1 << v;
            safe &= safe - 1;
        }
        for &v in cops {
            let near = self.around[usize::from(v)];
            let n_here = cops.iter().filter(|&&u| u == v).count();
            matters |= 1 << v;
            if (near & !clean).count_ones() as usize <= n_here {
                matters |= near & clean;
            }
        }
        matters
    }

    fn covered(&self, cops: &[u8], clean: u128) -> bool {
        let matters = self.what_matters(cops, clean);
        self.group.iter().any(|image| {
            let mut moved: SmallVec<[u8; 32]> = cops.iter().map(|&v| image[usize::from(v)]).collect();
            moved.sort_unstable();
            let Some(sets) = self.sets.get(moved.as_slice()) else { return false };
            let there = (0..self.n).filter(|v| matters >> v & 1 == 1).fold(0u128, |set, v| set | 1 << image[v]);
            sets.iter().any(|set| there & !set == 0)
        })
    }

    fn check_starts(&self) -> Result<(), String> {
        let mut cops = vec![0u8; self.n_cops];
        loop {
            let occupied = cops.iter().fold(0u128, |set, &v| set | 1 << v);
            if !self.covered(&cops, occupied) {
                return Err(format!("the start {cops:?} is not covered"));
            }
            // The next sorted list: raise the last cop that can be, and put those behind it on the same vertex.
            let Some(i) = (0..cops.len()).rev().find(|&i| usize::from(cops[i]) + 1 < self.n) else { return Ok(()) };
            let v = cops[i] + 1;
            cops[i..].fill(v);
        }
    }

    fn check_moves(&self, budget: &Budget) -> Result<u64, Failure> {
        let n_lists = (self.n as u128).checked_pow(self.n_cops as u32).filter(|&n| n <= MEMORY_LIMIT);
        let mut round = Round {
            checker: self,
            safe: 0,
            memory: vec![0; n_lists.map_or(0, |n| n as usize / 64 + 1)],
            n_moves: 0,
            budget,
        };
        for &(safe, cops, clean) in &self.states {
            if safe != round.safe {
                round.safe = safe;
                round.memory.fill(0);
            }
            round.step(cops, clean, 0, &mut Vec::with_capacity(self.n_cops))?;
        }
        Ok(round.n_moves)
    }
}

fn check_symmetry(graph: &Graph, image: &[u8]) -> Result<(), String> {
    let mut sorted = image.to_vec();
    sorted.sort_unstable();
    let permutes = sorted.iter().enumerate().all(|(v, &w)| v == usize::from(w)) && sorted.len() == graph.n_vertices();
    let keeps = permutes && graph.edges().iter().all(|&(u, v)| graph.adjacent(image[u].into(), image[v].into()));
    if keeps { Ok(()) } else { Err("a symmetry of the certificate is none of the graph".to_string()) }
}

/// The moves from states with the same safe vertices.
struct Round<'a> {
    checker: &'a Checker<'a>,
    safe: u128,
    /// Which lists of cops were covered before, moving without an advance.
    memory: Vec<u64>,
    n_moves: u64,
    budget: &'a Budget,
}

impl Round<'_> {
    /// Moves the cops from `i` on in all ways.
    fn step(&mut self, cops: &[u8], clean: u128, i: usize, targets: &mut Vec<u8>) -> Result<(), Failure> {
        if i == cops.len() {
            return self.arrive(cops, clean, targets);
        }
        let v = cops[i];
        let mut reach = self.checker.around[usize::from(v)] | 1 << v;
        while reach != 0 {
            targets.push(reach.trailing_zeros() as u8);
            self.step(cops, clean, i + 1, targets)?;
            targets.pop();
            reach &= reach - 1;
        }
        Ok(())
    }

    fn arrive(&mut self, cops: &[u8], clean: u128, targets: &[u8]) -> Result<(), Failure> {
        self.n_moves += 1;
        if self.n_moves & 0xf_ffff == 0
            && let Some(stop) = self.budget.spent()
        {
            return Err(Failure::Spent(stop));
        }
        let guarded = self.guarded(cops, clean, targets);
        let mut next: SmallVec<[u8; 32]> = targets.into();
        next.sort_unstable();
        if guarded == 0 && self.remembers(&next) {
            return Ok(());
        }
        let after = next.iter().fold(self.safe | guarded, |set, &v| set | 1 << v);
        if after.count_ones() as usize == self.checker.n {
            return Err(Failure::Wrong(format!("the move from {cops:?} to {targets:?} leaves the graph clean")));
        }
        match self.checker.covered(&next, after) {
            true => Ok(()),
            false => Err(Failure::Wrong(format!(
                "the move from {cops:?} to {targets:?} leads to a state that is not covered"
            ))),
        }
    }

    /// The vertices that stay clean since the cops that left them met whoever came.
    fn guarded(&self, cops: &[u8], clean: u128, targets: &[u8]) -> u128 {
        let mut guarded = 0;
        for &v in cops {
            let mut dirt = self.checker.around[usize::from(v)] & !clean;
            if dirt == 0 || dirt.count_ones() as usize > cops.len() {
                continue;
            }
            cops.iter().zip(targets).filter(|&(&u, _)| u == v).for_each(|(_, &to)| dirt &= !(1 << to));
            if dirt == 0 {
                guarded |= 1 << v;
            }
        }
        guarded
    }

    /// Remembers a sorted list of cops; whether it was known.
    fn remembers(&mut self, cops: &[u8]) -> bool {
        if self.memory.is_empty() {
            return false;
        }
        let at = cops.iter().fold(0, |number, &v| number * self.checker.n + usize::from(v));
        let known = self.memory[at / 64] >> (at % 64) & 1 == 1;
        self.memory[at / 64] |= 1 << (at % 64);
        known
    }
}
