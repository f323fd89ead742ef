//! Disjunctive: the windows of tasks on one machine (`machine.rs`).
//!
//! Durations count with their least, tasks that may last no time not at all. A run costs `n log n`.

use super::super::{Domains, Kept};
use super::machine::{Window, narrow};
use crate::model::Operand;
use crate::model::global::Disjunctive;

/// Times beyond this are left alone, so that no sum of them is too long.
const FAR: i64 = 1 << 40;

/// Leaves only starts between the bounds that the machine leaves.
pub(super) fn propagate(it: &Disjunctive, domains: &mut Domains) -> Kept {
    it.tasks.iter().try_for_each(|(_, duration)| domains.clip(*duration, 0, i64::MAX.into()))?;
    let tasks = it.tasks.iter().map(|(start, duration)| (*start, domains.span(*duration).0));
    on_one_machine(&tasks.collect::<Vec<_>>(), domains)
}

/// The tasks, each with its start and the least it lasts, do not overlap.
pub(super) fn on_one_machine(tasks: &[(Operand, i64)], domains: &mut Domains) -> Kept {
    let is_near = |value: i64| (-FAR..=FAR).contains(&value);
    let mut starts: Vec<Operand> = Vec::with_capacity(tasks.len());
    let mut windows: Vec<Window> = Vec::with_capacity(tasks.len());
    for (start, duration) in tasks {
        let (lo, hi) = domains.span(*start);
        if *duration > 0 && is_near(lo) && is_near(hi) && is_near(*duration) {
            starts.push(*start);
            windows.push(Window { start: lo, end: hi + duration, duration: *duration });
        }
    }
    if windows.len() < 2 {
        return Ok(());
    }
    narrow(&mut windows)?;
    let narrowed = starts.into_iter().zip(windows);
    narrowed.into_iter().try_for_each(|(x, w)| domains.clip(x, w.start.into(), (w.end - w.duration).into()))
}
