//! The moves from the states of a certificate, for its check. Shares no code with the searches.
//!
//! After a move three kinds of vertices are clean: those that were clean with all their neighbours (*safe*), those with a cop, and
//! those whose cops left for all contaminated neighbours (*guarded*). So for each state and each set of vertices that its cops
//! can guard, the cops that guard go to their targets, one each, and the others go anywhere. What is safe or guarded is the *floor*
//! of the state after the move; the rest of it is the new placement.
//!
//! States with the same floor, up to an automorphism, are moved together (`verify_spread.rs`), and each placement they come to is
//! looked at once. If the cops guard more than was chosen, the floor is smaller than it could be, which asks for nothing that is
//! not asked elsewhere. Floors of few sizes are taken at a time, so that not all moves have to be kept at once.

use super::verify::{Checker, Cops, Failure, has_at_most, vertices};
use super::verify_spread::Spread;
use crate::search::{Budget, in_threads};
use smallvec::SmallVec;
use std::ops::RangeInclusive;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A floor, and a packed list of cops of which some have moved.
type Job = (u128, u64);

/// So many jobs are made at once, if floors of one size have no more.
const JOBS_AT_ONCE: usize = 1 << 25;

/// So many placements of the certificate are taken by a thread at a time.
const CHUNK: usize = 1 << 10;

/// So many placements are looked up in one go.
const BATCH: usize = 128;

/// Checks that every move leads to a covered state that is not clean; how many states were looked up.
pub(super) fn check_moves(checker: &Checker, budget: &Budget) -> Result<u64, Failure> {
    let passes = passes(checker, budget)?;
    let mut n_looked_up = 0;
    for (i, sizes) in passes.iter().enumerate() {
        let jobs = jobs(checker, sizes, budget)?;
        let floors: Vec<&[Job]> = jobs.chunk_by(|a, b| a.0 == b.0).collect();
        let told =
            format!("pass {} of {}, floors of {} to {} vertices", i + 1, passes.len(), sizes.start(), sizes.end());
        n_looked_up += check_floors(checker, &floors, &told, budget)?;
    }
    Ok(n_looked_up)
}

/// As many as there are processors.
fn n_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

/// Calls `visit` for every state of the certificate, in threads that each begin with a new `T`.
fn for_states<T: Default + Send>(
    checker: &Checker,
    budget: &Budget,
    visit: impl Fn(&mut T, &[u8], u128) + Sync,
) -> Result<Vec<T>, Failure> {
    let next = AtomicUsize::new(0);
    let results = in_threads(n_threads(), || {
        let mut result = T::default();
        loop {
            let begin = next.fetch_add(CHUNK, Ordering::Relaxed).min(checker.placed.len());
            let chunk = &checker.placed[begin..(begin + CHUNK).min(checker.placed.len())];
            if chunk.is_empty() || budget.spent().is_some() {
                return result;
            }
            for (cops, sets) in chunk {
                sets.iter().for_each(|&clean| visit(&mut result, cops, clean));
            }
        }
    });
    budget.spent().map_or(Ok(results), |stop| Err(Failure::Spent(stop)))
}

/// Ranges of sizes of floors that have not too many jobs each.
fn passes(checker: &Checker, budget: &Budget) -> Result<Vec<RangeInclusive<usize>>, Failure> {
    let count = |counts: &mut Vec<usize>, cops: &[u8], clean: u128| {
        counts.resize(checker.n + 1, 0);
        let guards = Guards::new(checker, cops, clean);
        // So many choices of some guards: a row of Pascal's triangle.
        let mut n_choices = 1;
        for chosen in 0..=guards.n_able {
            counts[guards.safe.count_ones() as usize + chosen] += n_choices;
            n_choices = n_choices * (guards.n_able - chosen) / (chosen + 1);
        }
    };
    let counts = for_states(checker, budget, count)?;
    let of_size = |size: usize| counts.iter().filter_map(|counts: &Vec<usize>| counts.get(size)).sum::<usize>();
    let mut passes: Vec<RangeInclusive<usize>> = Vec::new();
    let mut n_jobs = 0;
    for size in 0..=checker.n {
        n_jobs += of_size(size);
        match passes.last_mut() {
            Some(last) if n_jobs <= JOBS_AT_ONCE => *last = *last.start()..=size,
            _ => {
                passes.push(size..=size);
                n_jobs = of_size(size);
            }
        }
    }
    Ok(passes)
}

/// The jobs of all states whose floors have these sizes, sorted, each once.
fn jobs(checker: &Checker, sizes: &RangeInclusive<usize>, budget: &Budget) -> Result<Vec<Job>, Failure> {
    let add = |jobs: &mut Vec<Job>, cops: &[u8], clean: u128| Guards::new(checker, cops, clean).add_jobs(sizes, jobs);
    let mut parts = for_states(checker, budget, add)?;
    let mut jobs = parts.pop().unwrap_or_default();
    parts.iter_mut().for_each(|part| jobs.append(part));
    jobs.sort_unstable();
    jobs.dedup();
    Ok(jobs)
}

/// The cops of a state on one vertex.
struct Group {
    vertex: u8,
    n_cops: usize,
    /// The contaminated neighbours.
    dirt: u128,
    /// Whether dirt could come in, and these cops can leave without letting it.
    is_able: bool,
}

/// What the cops of a state can guard.
struct Guards<'a> {
    checker: &'a Checker<'a>,
    safe: u128,
    groups: SmallVec<[Group; 8]>,
    n_able: usize,
}

impl<'a> Guards<'a> {
    fn new(checker: &'a Checker<'a>, cops: &[u8], clean: u128) -> Guards<'a> {
        let group = |group: &[u8]| {
            let dirt = checker.around[usize::from(group[0])] & !clean;
            let is_able = dirt != 0 && has_at_most(dirt, group.len());
            Group { vertex: group[0], n_cops: group.len(), dirt, is_able }
        };
        let groups: SmallVec<[Group; 8]> = cops.chunk_by(|a, b| a == b).map(group).collect();
        let n_able = groups.iter().filter(|group| group.is_able).count();
        Guards { checker, safe: checker.safe(clean), groups, n_able }
    }

    /// One job per set of vertices that the cops can guard, if the floor has one of the sizes.
    fn add_jobs(&self, sizes: &RangeInclusive<usize>, jobs: &mut Vec<Job>) {
        let n_safe = self.safe.count_ones() as usize;
        if n_safe > *sizes.end() || n_safe + self.n_able < *sizes.start() {
            return;
        }
        for choice in 0u32..1 << self.n_able {
            if sizes.contains(&(n_safe + choice.count_ones() as usize)) {
                jobs.push(self.job(choice));
            }
        }
    }

    /// The job of a choice of able groups, one bit each.
    fn job(&self, choice: u32) -> Job {
        let (mut floor, mut moved, mut unmoved) = (self.safe, Cops::new(), Cops::new());
        let mut choice = choice;
        for group in &self.groups {
            let mut n_free = group.n_cops;
            if group.is_able {
                if choice & 1 == 1 {
                    floor |= 1 << group.vertex;
                    moved.extend(vertices(group.dirt));
                    n_free -= group.dirt.count_ones() as usize;
                }
                choice >>= 1;
            }
            unmoved.extend(std::iter::repeat_n(group.vertex, n_free));
        }
        turned(self.checker, floor, moved, unmoved)
    }
}

/// The job turned so that its floor is the least of all its images, and packed.
fn turned(checker: &Checker, floor: u128, mut moved: Cops, mut unmoved: Cops) -> Job {
    let least = checker.images.iter().zip(checker.group).map(|(union, image)| (union.of(floor), image)).min();
    let (floor, image) = least.expect("a checked group is not empty");
    for list in [&mut moved, &mut unmoved] {
        list.iter_mut().for_each(|v| *v = image[usize::from(*v)]);
        list.sort_unstable();
    }
    let above = unmoved.iter().rev().fold(0, |packed, &v| packed << checker.width | (u64::from(v) + 1));
    let n_bits = checker.width * moved.len();
    (floor, above << checker.width << n_bits | checker.packed(&moved))
}

/// Checks the moves to some floors; how many states were looked up.
fn check_floors(checker: &Checker, floors: &[&[Job]], told: &str, budget: &Budget) -> Result<u64, Failure> {
    // Floors are taken in order, and none before a failed one is left out: the failure told is the first one.
    let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
    let results = Mutex::new(Vec::new());
    in_threads(n_threads(), || {
        let mut spread = Spread::new(checker);
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= floors.len() || i > failed.load(Ordering::Relaxed) {
                return;
            }
            budget.tell(|| format!("{told}: {i} of {}", floors.len()));
            let result = check_floor(checker, &mut spread, floors[i], budget);
            if result.is_err() {
                failed.fetch_min(i, Ordering::Relaxed);
            }
            results.lock().expect("no thread panics").push((i, result));
        }
    });
    let mut results = results.into_inner().expect("no thread panics");
    results.sort_unstable_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, result)| result).sum()
}

/// Checks all moves to one floor.
fn check_floor(checker: &Checker, spread: &mut Spread, jobs: &[Job], budget: &Budget) -> Result<u64, Failure> {
    let floor = jobs[0].0;
    let lists: Vec<u64> = jobs.iter().map(|job| job.1).collect();
    let mut n_looked_up = 0;
    let mut batch: SmallVec<[usize; BATCH]> = SmallVec::new();
    spread.go(&lists, |number| {
        n_looked_up += 1;
        batch.push(number);
        if batch.len() < BATCH {
            return Ok(());
        }
        if n_looked_up % (0x100 * BATCH as u64) == 0
            && let Some(stop) = budget.spent()
        {
            return Err(Failure::Spent(stop));
        }
        let checked = checker.check_all(floor, &batch);
        batch.clear();
        checked
    })?;
    checker.check_all(floor, &batch)?;
    budget.spent().map_or(Ok(n_looked_up), |stop| Err(Failure::Spent(stop)))
}
