//! The moves from the states of a certificate, for its check. Shares no code with the searches.
//!
//! After a move three kinds of vertices are clean: those that were clean with all their neighbours (*safe*), those with a cop, and
//! those whose cops left for all contaminated neighbours (*guarded*). So for each state and each set of vertices that its cops
//! can guard, the cops that guard go to their targets, one each, and the others go anywhere. What is safe or guarded is the *floor*
//! of the state after the move; the rest of it is the new placement.
//!
//! States with the same floor, up to an automorphism, are moved together, one cop after the other. A list has its moved cops
//! first, sorted, then the others, sorted. Equal lists lead to the same placements, so after each cop repeated lists are dropped.
//! If the cops guard more than was chosen, the floor is smaller than it could be, which asks for nothing that is not asked elsewhere.

use super::verify::{Checker, Failure, occupied};
use crate::search::Budget;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A floor, the number of cops that have moved, and the packed list of cops.
type Job = (u128, u8, u128);

/// Checks that every move leads to a covered state that is not clean; how many states were looked up.
pub(super) fn check_moves(checker: &Checker, budget: &Budget) -> Result<u64, Failure> {
    let mut jobs: Vec<Job> = Vec::new();
    checker.states.iter().for_each(|&(cops, clean)| add_jobs(checker, cops, clean, &mut jobs));
    jobs.sort_unstable();
    jobs.dedup();
    let floors: Vec<&[Job]> = jobs.chunk_by(|a, b| a.0 == b.0).collect();
    // Floors are taken in order, and none before a failed one is left out: the failure told is the first one.
    let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
    let results = Mutex::new(Vec::new());
    let work = || loop {
        let i = next.fetch_add(1, Ordering::Relaxed);
        if i >= floors.len() || i > failed.load(Ordering::Relaxed) {
            return;
        }
        budget.tell(|| format!("{i} of {} floors", floors.len()));
        let result = check_floor(checker, floors[i], budget);
        if result.is_err() {
            failed.fetch_min(i, Ordering::Relaxed);
        }
        results.lock().expect("no thread panics").push((i, result));
    };
    std::thread::scope(|scope| {
        let n_threads = std::thread::available_parallelism().map_or(1, |n| n.get());
        (0..n_threads).for_each(|_| drop(scope.spawn(work)));
    });
    let mut results = results.into_inner().expect("no thread panics");
    results.sort_unstable_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, result)| result).sum()
}

/// One job per set of vertices that the cops can guard.
fn add_jobs(checker: &Checker, cops: &[u8], clean: u128, jobs: &mut Vec<Job>) {
    let groups: Vec<&[u8]> = cops.chunk_by(|a, b| a == b).collect();
    let dirt = |group: &[u8]| checker.around[usize::from(group[0])] & !clean;
    let can_guard = |group: &&&[u8]| dirt(group) != 0 && dirt(group).count_ones() as usize <= group.len();
    let able: Vec<&[u8]> = groups.iter().filter(can_guard).copied().collect();
    for choice in 0u64..1 << able.len() {
        let guards = |group: &[u8]| able.iter().position(|a| a == &group).is_some_and(|i| choice >> i & 1 == 1);
        let (mut floor, mut targets, mut unmoved) = (checker.safe(clean), Vec::new(), Vec::new());
        for group in &groups {
            let mut n_free = group.len();
            if guards(group) {
                floor |= 1 << group[0];
                targets.extend(vertices(dirt(group)));
                n_free -= dirt(group).count_ones() as usize;
            }
            unmoved.extend(std::iter::repeat_n(group[0], n_free));
        }
        jobs.push(turned(checker, floor, targets, unmoved));
    }
}

/// The job turned so that its floor is the least of all its images.
fn turned(checker: &Checker, floor: u128, mut targets: Vec<u8>, mut unmoved: Vec<u8>) -> Job {
    let least = checker.images.iter().zip(checker.group).map(|(union, image)| (union.of(floor), image)).min();
    let (floor, image) = least.expect("a checked group is not empty");
    for list in [&mut targets, &mut unmoved] {
        list.iter_mut().for_each(|v| *v = image[usize::from(*v)]);
        list.sort_unstable();
    }
    let n_moved = targets.len() as u8;
    targets.extend(unmoved);
    (floor, n_moved, checker.packed(&targets))
}

/// Checks all moves to one floor.
fn check_floor(checker: &Checker, jobs: &[Job], budget: &Budget) -> Result<u64, Failure> {
    let mut lists: Vec<u128> = Vec::new();
    for n_moved in 0..checker.n_cops {
        lists.extend(jobs.iter().filter(|job| usize::from(job.1) == n_moved).map(|job| job.2));
        lists = step(checker, &lists, n_moved);
        if let Some(stop) = budget.spent() {
            return Err(Failure::Spent(stop));
        }
    }
    lists.extend(jobs.iter().filter(|job| usize::from(job.1) == checker.n_cops).map(|job| job.2));
    let floor = jobs[0].0;
    let mut cops = vec![0u8; checker.n_cops];
    for &list in &lists {
        cops.iter_mut().enumerate().for_each(|(i, v)| *v = entry(checker, list, i));
        let clean = floor | occupied(&cops);
        if clean.count_ones() as usize == checker.n {
            return Err(Failure::Wrong(format!("a move to {cops:?} leaves the graph clean")));
        }
        if !checker.covers(&cops, clean) {
            let clean: Vec<u8> = vertices(clean).collect();
            return Err(Failure::Wrong(format!("a move leads to {cops:?} with {clean:?} clean, which is not covered")));
        }
    }
    Ok(lists.len() as u64)
}

/// The lists after the next cop has moved in all ways, each once.
fn step(checker: &Checker, lists: &[u128], n_moved: usize) -> Vec<u128> {
    let mut after = Vec::with_capacity(4 * lists.len());
    for &list in lists {
        let v = entry(checker, list, n_moved);
        let reach = checker.around[usize::from(v)] | 1 << v;
        after.extend(vertices(reach).map(|u| sorted_in(checker, list, n_moved, u)));
    }
    after.sort_unstable();
    after.dedup();
    after
}

/// The vertices of a set.
fn vertices(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let v = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(v)
    })
}

/// The `i`-th vertex of a packed list.
fn entry(checker: &Checker, list: u128, i: usize) -> u8 {
    (list >> (checker.width * i)) as u8 & ((1u16 << checker.width) - 1) as u8
}

/// The list in which the cop behind the moved ones has gone to `v`, which is put among them.
fn sorted_in(checker: &Checker, list: u128, n_moved: usize, v: u8) -> u128 {
    let place = (0..n_moved).take_while(|&i| entry(checker, list, i) <= v).count();
    let up_to = |n: usize| if checker.width * n >= 128 { u128::MAX } else { (1 << (checker.width * n)) - 1 };
    let between = list & up_to(n_moved) & !up_to(place);
    list & !up_to(n_moved + 1)
        | between << checker.width
        | u128::from(v) << (checker.width * place)
        | list & up_to(place)
}
