//! Few members that meet all sets of a family, by branching.
//!
//! Of the set with the fewest members left one must be chosen; those that were tried before it are then left out. A branch ends
//! where even the members that meet the most sets meet too few of them. On families of dozens of members and hundreds of
//! sets, each with a fifth of the members or more, that is many times faster than a solver that learns clauses: what there is
//! to learn is a count.

use crate::search::{Budget, Halt, Watch};
use rustc_hash::FxHashMap;

/// A set of numbers, a bit each.
type Bits = Vec<u64>;

/// The family.
#[derive(Default)]
pub struct Cover {
    members: Vec<u32>,
    places: FxHashMap<u32, usize>,
    /// The places of the members of each set.
    sets: Vec<Bits>,
    /// The sets that each member meets.
    met: Vec<Bits>,
}

/// What was found.
pub enum Found {
    /// These members meet all.
    Set(Vec<u32>),
    /// No so many do.
    None,
    /// It takes too long to find out.
    Spent,
}

impl Cover {
    /// One more set to meet.
    pub fn add(&mut self, set: &[u32]) {
        let number = self.sets.len();
        let mut bits = Bits::new();
        for member in set {
            let place = *self.places.entry(*member).or_insert_with(|| {
                self.members.push(*member);
                self.met.push(Bits::new());
                self.members.len() - 1
            });
            put(&mut bits, place);
            put(&mut self.met[place], number);
        }
        self.sets.push(bits);
    }

    /// How many sets there are.
    pub fn n_sets(&self) -> usize {
        self.sets.len()
    }

    /// How many sets a member meets.
    pub fn n_met(&self, member: u32) -> u32 {
        self.places.get(&member).map_or(0, |place| self.met[*place].iter().map(|word| word.count_ones()).sum())
    }

    /// At most `n` members that meet all sets, in so many steps.
    pub fn of_at_most(&self, n: usize, steps: u64, budget: &Budget) -> Result<Found, Halt> {
        let mut all = Bits::new();
        (0..self.sets.len()).for_each(|set| put(&mut all, set));
        let mut open = Bits::new();
        (0..self.members.len()).for_each(|place| put(&mut open, place));
        let mut looking = Looking { cover: self, open, chosen: Vec::new(), steps, watch: Watch::new(budget) };
        let is_found = looking.go_on(&all, n);
        match (is_found, looking.watch.stop()) {
            (None, Some(stop)) => Err(Halt::Stop(stop)),
            (None, None) => Ok(Found::Spent),
            (Some(false), _) => Ok(Found::None),
            (Some(true), _) => Ok(Found::Set(looking.chosen.iter().map(|place| self.members[*place]).collect())),
        }
    }
}

/// The search.
struct Looking<'a> {
    cover: &'a Cover,
    /// What may still be chosen.
    open: Bits,
    chosen: Vec<usize>,
    steps: u64,
    watch: Watch,
}

impl Looking<'_> {
    /// Whether `n` more members can meet the sets that are left; `None` if the steps or the time are spent.
    fn go_on(&mut self, left: &[u64], n: usize) -> Option<bool> {
        /// How many steps are made between two looks at the clock.
        const LOOKS: u64 = 1 << 10;
        self.steps = self.steps.checked_sub(1)?;
        if self.steps.is_multiple_of(LOOKS) && self.watch.is_over() {
            return None;
        }
        let n_left: u32 = left.iter().map(|word| word.count_ones()).sum();
        if n_left == 0 || n == 0 {
            return Some(n_left == 0);
        }
        let met: Vec<(u32, usize)> =
            ones(&self.open).map(|place| (n_common(&self.cover.met[place], left), place)).collect();
        if most(&met, n) < n_left {
            return Some(false);
        }
        let n_open = |set: &usize| n_common(&self.cover.sets[*set], &self.open);
        let set = ones(left).min_by_key(n_open)?;
        let members = &self.cover.sets[set];
        let is_able = |one: &&(u32, usize)| members.get(one.1 / 64).is_some_and(|word| word >> (one.1 % 64) & 1 == 1);
        let mut able: Vec<(u32, usize)> = met.iter().filter(is_able).copied().collect();
        able.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut answer = Some(false);
        for (_, place) in &able {
            self.open[place / 64] &= !(1 << (place % 64));
            let rest: Bits = left.iter().zip(padded(&self.cover.met[*place])).map(|(left, met)| left & !met).collect();
            self.chosen.push(*place);
            answer = self.go_on(&rest, n - 1);
            if answer != Some(false) {
                break;
            }
            self.chosen.pop();
        }
        able.iter().for_each(|(_, place)| self.open[place / 64] |= 1 << (place % 64));
        answer
    }
}

/// The sum of the `n` largest counts.
fn most(met: &[(u32, usize)], n: usize) -> u32 {
    let mut counts: Vec<u32> = met.iter().map(|(count, _)| *count).collect();
    if n < counts.len() {
        counts.select_nth_unstable_by(n, |a, b| b.cmp(a));
        counts.truncate(n);
    }
    counts.iter().sum()
}

fn put(bits: &mut Bits, at: usize) {
    if bits.len() <= at / 64 {
        bits.resize(at / 64 + 1, 0);
    }
    bits[at / 64] |= 1 << (at % 64);
}

/// Words without end.
fn padded(bits: &[u64]) -> impl Iterator<Item = u64> + '_ {
    bits.iter().copied().chain(std::iter::repeat(0))
}

fn n_common(a: &[u64], b: &[u64]) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a & b).count_ones()).sum()
}

fn ones(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(at, word)| {
        let mut word = *word;
        std::iter::from_fn(move || {
            let bit = word.trailing_zeros() as usize;
            (word != 0).then(|| {
                word &= word - 1;
                at * 64 + bit
            })
        })
    })
}
