//! Cumulative: what runs for sure at each time, and where there is no room left beside it.
//!
//! A task that must start before it can be done at the earliest runs in between, whatever its start: these parts make up
//! the profile, and a task moves past what of the profile it does not fit beside (time-tabling: Lahrichi 1982; Le Pape
//! 1988). Tasks of which no two fit together are on one machine. And the work that must be done within a time is at
//! most what there is of it (overload: Wolf and Schrader, 2006). A run costs the tasks times the steps of the profile at worst.

use super::super::{Conflict, Domains, Kept};
use super::disjunctive::on_one_machine;
use crate::model::Operand;
use crate::model::global::Cumulative;

/// Numbers beyond this are left alone, so that no sum of them is too long.
const FAR: i64 = 1 << 40;

/// A task with the least it lasts and needs, both at least 1.
#[derive(Clone, Copy)]
struct Job {
    start: Operand,
    lo: i64,
    hi: i64,
    duration: i64,
    demand: i64,
}

/// A time in which the same tasks run for sure.
struct Step {
    from: i64,
    to: i64,
    height: i64,
}

/// Leaves only starts where there is room.
pub(super) fn propagate(it: &Cumulative, domains: &mut Domains) -> Kept {
    domains.clip(it.capacity, 0, i64::MAX.into())?;
    let capacity = domains.span(it.capacity).1.min(FAR);
    let mut jobs = Vec::with_capacity(it.tasks.len());
    for task in &it.tasks {
        domains.clip(task.duration, 0, i64::MAX.into())?;
        let duration = domains.span(task.duration).0;
        let most = if duration > 0 { domains.span(it.capacity).1 } else { i64::MAX };
        domains.clip(task.demand, 0, most.into())?;
        let ((lo, hi), demand) = (domains.span(task.start), domains.span(task.demand).0);
        let is_near = [lo, hi, duration, demand].iter().all(|value| (-FAR..=FAR).contains(value));
        if duration > 0 && demand > 0 && is_near {
            jobs.push(Job { start: task.start, lo, hi, duration, demand });
        }
    }
    let profile = profile(&jobs);
    let highest = profile.iter().map(|step| step.height).max().unwrap_or(0);
    domains.clip(it.capacity, highest.into(), i64::MAX.into())?;
    jobs.iter().filter(|job| job.lo < job.hi).try_for_each(|job| fit(job, &profile, capacity, domains))?;
    overload(&jobs, capacity)?;
    let large = jobs.iter().filter(|job| 2 * job.demand > capacity).map(|job| (job.start, job.duration));
    on_one_machine(&large.collect::<Vec<_>>(), domains)
}

/// The steps of what runs for sure, in order of time, those of height 0 left out.
fn profile(jobs: &[Job]) -> Vec<Step> {
    let sure = jobs.iter().filter(|job| job.hi < job.lo + job.duration);
    let mut events: Vec<(i64, i64)> =
        sure.flat_map(|job| [(job.hi, job.demand), (job.lo + job.duration, -job.demand)]).collect();
    events.sort_unstable();
    let mut steps: Vec<Step> = Vec::new();
    let mut height = 0;
    for pair in events.windows(2) {
        height += pair[0].1;
        if height > 0 && pair[0].0 < pair[1].0 {
            steps.push(Step { from: pair[0].0, to: pair[1].0, height });
        }
    }
    steps
}

/// Moves the task past the steps that leave it no room, from both ends.
fn fit(job: &Job, profile: &[Step], capacity: i64, domains: &mut Domains) -> Kept {
    let sure = job.hi..job.lo + job.duration;
    let has_room = |step: &Step| {
        let own = if sure.contains(&step.from) { job.demand } else { 0 };
        step.height - own + job.demand <= capacity
    };
    let (mut first, mut last) = (job.lo, job.hi);
    for step in &profile[profile.partition_point(|step| step.to <= first)..] {
        if step.from >= first + job.duration || first > job.hi {
            break;
        }
        if !has_room(step) {
            first = first.max(step.to);
        }
    }
    for step in profile[..profile.partition_point(|step| step.from < last + job.duration)].iter().rev() {
        if step.to <= last || last < job.lo {
            break;
        }
        if !has_room(step) {
            last = last.min(step.from - job.duration);
        }
    }
    domains.clip(job.start, first.into(), last.into())
}

/// For each time by which tasks must be done, the least room for them, wherever it begins.
fn overload(jobs: &[Job], capacity: i64) -> Kept {
    let mut order: Vec<&Job> = jobs.iter().collect();
    order.sort_by_key(|job| job.lo);
    // Leaves by earliest start; a node knows its work, and the latest end of its work put one upon another, times capacity.
    let n = order.len().next_power_of_two();
    let mut nodes: Vec<(i128, i128)> = vec![(0, i128::MIN / 4); 2 * n];
    let mut by_end: Vec<usize> = (0..order.len()).collect();
    by_end.sort_by_key(|place| order[*place].hi + order[*place].duration);
    for place in by_end {
        let job = order[place];
        let work = i128::from(job.duration) * i128::from(job.demand);
        let mut at = n + place;
        nodes[at] = (work, i128::from(capacity) * i128::from(job.lo) + work);
        while at > 1 {
            at /= 2;
            let (left, right) = (nodes[2 * at], nodes[2 * at + 1]);
            nodes[at] = (left.0 + right.0, right.1.max(left.1 + right.0));
        }
        if nodes[1].1 > i128::from(capacity) * i128::from(job.hi + job.duration) {
            return Err(Conflict);
        }
    }
    Ok(())
}
