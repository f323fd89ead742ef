//! One machine: when tasks that do not overlap can start at the earliest, and be done at the latest.
//!
//! Overload, detectable precedences, not-last and edge finding, each in `n log n` by theta trees (Vilím, CPAIOR 2004 and
//! PhD thesis, Prague 2007). Each says something of earliest starts or latest ends; time turned around, it says
//! the same of the other.

use super::super::{Conflict, Kept};
use super::theta::{Gray, Theta};

/// A task that runs for `duration`, at least 1, between `start` and `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// When it can start at the earliest.
    pub start: i64,
    /// When it must be done.
    pub end: i64,
    /// How long it runs.
    pub duration: i64,
}

impl Window {
    fn earliest_end(&self) -> i64 {
        self.start + self.duration
    }

    fn latest_start(&self) -> i64 {
        self.end - self.duration
    }
}

/// Narrows the windows of tasks that do not overlap.
pub(super) fn narrow(tasks: &mut [Window]) -> Kept {
    overload(tasks)?;
    for rule in [precedences, not_last, edge_finding] {
        rule(tasks)?;
        turn(tasks);
        rule(tasks)?;
        turn(tasks);
    }
    if tasks.iter().any(|t| t.earliest_end() > t.end) { Err(Conflict) } else { Ok(()) }
}

/// Time runs the other way.
fn turn(tasks: &mut [Window]) {
    tasks.iter_mut().for_each(|t| (t.start, t.end) = (-t.end, -t.start));
}

/// The tasks in order of a key.
fn by(tasks: &[Window], key: impl Fn(&Window) -> i64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tasks.len()).collect();
    order.sort_by_key(|i| key(&tasks[*i]));
    order
}

/// By task its place in the order of earliest starts.
fn places(tasks: &[Window]) -> Vec<usize> {
    let mut places = vec![0; tasks.len()];
    by(tasks, |t| t.start).into_iter().enumerate().for_each(|(place, i)| places[i] = place);
    places
}

/// Tasks that must be done by some time have too much work until then.
fn overload(tasks: &[Window]) -> Kept {
    let (places, mut theta) = (places(tasks), Theta::new(tasks.len()));
    for i in by(tasks, |t| t.end) {
        theta.add(places[i], tasks[i].start, tasks[i].duration);
        if theta.end() > tasks[i].end {
            return Err(Conflict);
        }
    }
    Ok(())
}

/// What must start before a task can be done comes before it.
fn precedences(tasks: &mut [Window]) -> Kept {
    let (places, mut theta) = (places(tasks), Theta::new(tasks.len()));
    let mut before = by(tasks, Window::latest_start).into_iter().peekable();
    let mut starts: Vec<i64> = tasks.iter().map(|t| t.start).collect();
    for i in by(tasks, Window::earliest_end) {
        while let Some(j) = before.next_if(|j| tasks[i].earliest_end() > tasks[*j].latest_start()) {
            theta.add(places[j], tasks[j].start, tasks[j].duration);
        }
        starts[i] = starts[i].max(theta.end_without(places[i]));
    }
    tasks.iter_mut().zip(starts).for_each(|(t, start)| t.start = start);
    Ok(())
}

/// If a task cannot come after all that may come before it is done, it is done when the last of them starts.
fn not_last(tasks: &mut [Window]) -> Kept {
    let (places, mut theta) = (places(tasks), Theta::new(tasks.len()));
    let order = by(tasks, Window::latest_start);
    let mut n_in = 0;
    let mut ends: Vec<i64> = tasks.iter().map(|t| t.end).collect();
    for i in by(tasks, |t| t.end) {
        while n_in < order.len() && tasks[i].end > tasks[order[n_in]].latest_start() {
            let j = order[n_in];
            theta.add(places[j], tasks[j].start, tasks[j].duration);
            n_in += 1;
        }
        let last = order[..n_in].iter().rev().find(|j| **j != i);
        if let Some(last) = last.filter(|_| theta.end_without(places[i]) > tasks[i].latest_start()) {
            ends[i] = ends[i].min(tasks[*last].latest_start());
        }
    }
    tasks.iter_mut().zip(ends).for_each(|(t, end)| t.end = end);
    Ok(())
}

/// A task that would make a set late comes after all of the set.
fn edge_finding(tasks: &mut [Window]) -> Kept {
    let (places, mut theta) = (places(tasks), Gray::new(tasks.len()));
    let mut at_place = vec![0; tasks.len()];
    for (i, t) in tasks.iter().enumerate() {
        at_place[places[i]] = i;
        theta.add(places[i], t.start, t.duration);
    }
    let mut starts: Vec<i64> = tasks.iter().map(|t| t.start).collect();
    let order = by(tasks, |t| -t.end);
    for pair in order.windows(2) {
        let (out, next) = (pair[0], pair[1]);
        if theta.end() > tasks[out].end {
            return Err(Conflict);
        }
        theta.gray(places[out], tasks[out].start, tasks[out].duration);
        while let (end, Some(place)) = theta.gray_end()
            && end > tasks[next].end
        {
            let i = at_place[place];
            starts[i] = starts[i].max(theta.end());
            theta.remove(place);
        }
    }
    tasks.iter_mut().zip(starts).for_each(|(t, start)| t.start = start);
    Ok(())
}
