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
//! The moves themselves are made in `verify_moves.rs`. Placements of the cops are numbered, and what is known of them is in tables.

use super::certificate::{Certificate, Placed};
use super::graph::Graph;
use super::verify_moves::check_moves;
use super::verify_spread::Numbering;
use super::verify_tables::{Sets, Union};
use crate::search::{Budget, Stop};
use smallvec::SmallVec;

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

/// The most cops, and the most placements of them, that are checked.
const MOST_COPS: usize = 31;
const MOST_PLACEMENTS: usize = 1 << 30;

/// No placement of the certificate.
const NONE: u32 = u32::MAX;

/// A certificate whose parts are well-formed.
pub(super) struct Checker<'a> {
    pub n: usize,
    /// How many bits a vertex, or a vertex plus one, takes in a packed list.
    pub width: usize,
    pub n_cops: usize,
    /// All vertices.
    all: u128,
    pub around: Vec<u128>,
    /// Per vertex: where a cop can go, staying included.
    pub reach: Vec<Vec<u8>>,
    /// Per automorphism: where sets go.
    pub images: Vec<Union>,
    pub group: &'a [Vec<u8>],
    pub placed: &'a [Placed],
    pub numbering: Numbering,
    near: Union,
    sets: Sets,
    /// Per placement by number: where it is in the certificate, if it is.
    places: Vec<u32>,
    /// Per placement by number: its cops, packed; a placement of the certificate, and an automorphism that leads there.
    cops: Vec<u64>,
    homes: Vec<(u32, u16)>,
}

/// Some vertices with cops.
pub(super) type Cops = SmallVec<[u8; MOST_COPS]>;

impl<'a> Checker<'a> {
    fn new(certificate: &'a Certificate) -> Result<Checker<'a>, String> {
        let (graph, n_cops, group) = (&certificate.graph, certificate.n_cops, &certificate.group);
        let n = graph.n_vertices();
        let width = (usize::BITS - n.leading_zeros()) as usize;
        if n_cops == 0 || n_cops > MOST_COPS || (n_cops + 1) * width > 64 || group.len() > usize::from(u16::MAX) {
            return Err("the certificate has no cops, or too many, or too many symmetries".to_string());
        }
        if group.is_empty() {
            return Err("the certificate has no symmetry, not even the identity".to_string());
        }
        group.iter().try_for_each(|image| check_symmetry(graph, image))?;
        let numbering = Numbering::new(n, n_cops, MOST_PLACEMENTS).ok_or("there are too many placements to check")?;
        let n_placements = numbering.n_lists(n, n_cops);
        if certificate.states.len().saturating_mul(group.len()) < n_placements {
            return Err("the certificate has too few placements to cover every start".to_string());
        }
        let around: Vec<u128> = (0..n).map(|v| graph.neighbours(v).iter().fold(0, |set, &u| set | 1 << u)).collect();
        let single = |image: &Vec<u8>| Union::new(&image.iter().map(|&v| 1 << v).collect::<Vec<u128>>());
        let mut checker = Checker {
            n,
            width,
            n_cops,
            all: (0..n).fold(0, |set, v| set | 1 << v),
            images: group.iter().map(single).collect(),
            group,
            placed: &certificate.states,
            numbering,
            near: Union::new(&around),
            reach: around.iter().enumerate().map(|(v, set)| vertices(set | 1 << v).collect()).collect(),
            around,
            sets: Sets::new(&certificate.states, n > 64),
            places: vec![NONE; n_placements],
            cops: Vec::with_capacity(n_placements),
            homes: Vec::new(),
        };
        (0..certificate.states.len()).try_for_each(|i| checker.add(i))?;
        Ok(checker)
    }

    /// Adds a placement of the certificate.
    fn add(&mut self, i: usize) -> Result<(), String> {
        let (cops, sets) = &self.placed[i];
        if cops.len() != self.n_cops || !cops.is_sorted() || cops.iter().any(|&v| usize::from(v) >= self.n) {
            return Err(format!("{cops:?} is no placement of the cops"));
        }
        let occupied = occupied(cops);
        if sets.iter().any(|set| set & occupied != occupied || (self.n < 128 && set >> self.n != 0)) {
            return Err(format!("a set of the placement {cops:?} is no clean set"));
        }
        let place = &mut self.places[self.numbering.number(cops)];
        if *place != NONE {
            return Err(format!("the placement {cops:?} comes twice"));
        }
        *place = i as u32;
        Ok(())
    }

    /// Where the image of some cops is in the certificate, if it is.
    fn place(&self, cops: &[u8], g: usize) -> Option<u32> {
        let mut image: Cops = cops.iter().map(|&v| self.group[g][usize::from(v)]).collect();
        image.sort_unstable();
        Some(self.places[self.numbering.number(&image)]).filter(|&place| place != NONE)
    }

    /// Per placement by number: one of the certificate that has a set, and an automorphism that leads there. Each placement of the
    /// certificate is taken back by every automorphism: that is one step per placement, not one per automorphism.
    fn find_homes(&mut self, budget: &Budget) -> Result<(), Failure> {
        self.homes = vec![(NONE, 0); self.places.len()];
        let backwards = |image: &Vec<u8>| {
            let mut inverse = vec![0u8; image.len()];
            image.iter().enumerate().for_each(|(v, &w)| inverse[usize::from(w)] = v as u8);
            inverse
        };
        let inverses: Vec<Vec<u8>> = self.group.iter().map(backwards).collect();
        for (place, (cops, _)) in self.placed.iter().enumerate().filter(|(_, (_, sets))| !sets.is_empty()) {
            if place % 0x1000 == 0
                && let Some(stop) = budget.spent()
            {
                return Err(Failure::Spent(stop));
            }
            for (g, inverse) in inverses.iter().enumerate() {
                let mut from: Cops = cops.iter().map(|&v| inverse[usize::from(v)]).collect();
                from.sort_unstable();
                self.homes[self.numbering.number(&from)] = (place as u32, g as u16);
            }
        }
        Ok(())
    }

    /// Every start is covered; a placement of the certificate has a set, and every set contains its cops.
    fn check_starts(&mut self, budget: &Budget) -> Result<(), Failure> {
        self.find_homes(budget)?;
        let mut cops = vec![0u8; self.n_cops];
        for number in 0.. {
            if self.numbering.number(&cops) != number {
                return Err(Failure::Wrong(format!(
                    "the placement {cops:?} is not number {number}: an error of the checker"
                )));
            }
            if self.homes.get(number).is_none_or(|home| home.0 == NONE) {
                return Err(Failure::Wrong(format!("the start {cops:?} is not covered")));
            }
            self.cops.push(self.packed(&cops));
            if number % 0x1_0000 == 0
                && let Some(stop) = budget.spent()
            {
                return Err(Failure::Spent(stop));
            }
            // The next sorted list: raise the first cop that can be, and put those before it on vertex 0.
            let can_rise = |&i: &usize| match cops.get(i + 1) {
                Some(next) => cops[i] < *next,
                None => usize::from(cops[i]) + 1 < self.n,
            };
            let Some(i) = (0..cops.len()).find(can_rise) else { break };
            cops[i] += 1;
            cops[..i].fill(0);
        }
        match self.cops.len() == self.places.len() {
            true => Ok(()),
            false => Err(Failure::Wrong("not all placements were numbered: an error of the checker".to_string())),
        }
    }

    /// Checks that placements with these numbers, with a floor clean beside the cops, are covered and not clean. Once the starts are
    /// known to be covered.
    pub fn check_all(&self, floor: u128, numbers: &[usize]) -> Result<(), Failure> {
        let mut looks: Vec<(usize, u32, u128)> = Vec::with_capacity(numbers.len());
        for &number in numbers {
            let cops = self.unpacked(self.cops[number]);
            let clean = floor | occupied(&cops);
            if clean == self.all {
                return Err(Failure::Wrong(format!("a move to {:?} leaves the graph clean", &cops[..])));
            }
            let matters = self.what_matters(&cops, clean);
            if matters != occupied(&cops) {
                let (place, g) = self.homes[number];
                looks.push((number, place, self.images[usize::from(g)].of(matters)));
            }
        }
        // A first look at all of them: the waits for memory overlap.
        std::hint::black_box(looks.iter().fold(0, |sum, look| sum ^ self.sets.first(look.1)));
        for (number, place, there) in looks {
            if !self.sets.cover(place, there) && !self.is_covered_by_another(number, floor) {
                let cops = self.unpacked(self.cops[number]);
                let clean: Vec<u8> = vertices(floor | occupied(&cops)).collect();
                let cops = &cops[..];
                let text = format!("a move leads to {cops:?} with {clean:?} clean, which is not covered");
                return Err(Failure::Wrong(text));
            }
        }
        Ok(())
    }

    /// Whether any automorphism takes a placement, with a floor clean beside it, to one that covers it.
    fn is_covered_by_another(&self, number: usize, floor: u128) -> bool {
        let cops = self.unpacked(self.cops[number]);
        let matters = self.what_matters(&cops, floor | occupied(&cops));
        (0..self.group.len()).any(|g| {
            let there = self.images[g].of(matters);
            self.place(&cops, g).is_some_and(|place| self.sets.cover(place, there))
        })
    }

    /// The vertices that are clean with all their neighbours.
    pub fn safe(&self, clean: u128) -> u128 {
        clean & !self.near.of(self.all & !clean)
    }

    fn what_matters(&self, cops: &[u8], clean: u128) -> u128 {
        let safe = self.safe(clean);
        let mut matters = if safe == 0 { 0 } else { safe | self.near.of(safe) };
        for group in cops.chunk_by(|a, b| a == b) {
            let near = self.around[usize::from(group[0])];
            matters |= 1 << group[0];
            if has_at_most(near & !clean, group.len()) {
                matters |= near & clean;
            }
        }
        matters
    }

    /// A list of vertices as one number, the last one lowest.
    pub fn packed(&self, vertices: &[u8]) -> u64 {
        vertices.iter().fold(0, |packed, &v| packed << self.width | u64::from(v))
    }

    fn unpacked(&self, list: u64) -> Cops {
        (0..self.n_cops).map(|i| self.at(list, self.n_cops, i)).collect()
    }

    /// The `i`-th vertex of a packed list of some length.
    #[inline]
    pub fn at(&self, list: u64, length: usize, i: usize) -> u8 {
        (list >> (self.width * (length - 1 - i)) & self.low(1)) as u8
    }

    /// The bits of so many last entries of a packed list; fewer than all entries of a job.
    #[inline]
    pub fn low(&self, length: usize) -> u64 {
        (1 << (self.width * length)) - 1
    }

    /// The `i`-th entry of a packed job.
    #[inline]
    pub fn entry(&self, job: u64, i: usize) -> u64 {
        job >> (self.width * (self.n_cops - i)) & self.low(1)
    }

    /// A packed list of some length with a vertex put in at a place.
    #[inline]
    pub fn put_in(&self, list: u64, length: usize, place: usize, v: u8) -> u64 {
        let n_behind = length - place;
        let before = list >> (self.width * n_behind);
        (before << self.width | u64::from(v)) << (self.width * n_behind) | list & self.low(n_behind)
    }
}

/// Whether a set has no more than so many vertices.
#[inline]
pub(super) fn has_at_most(set: u128, n: usize) -> bool {
    // Nearly always a single cop asks, and counting takes longer.
    if n == 1 { set & set.wrapping_sub(1) == 0 } else { set.count_ones() as usize <= n }
}

/// The vertices of a set.
pub(super) fn vertices(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let v = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(v)
    })
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
