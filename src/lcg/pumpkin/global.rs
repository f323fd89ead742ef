//! Constraints that stay whole: tasks with fixed durations are propagators, everything is or can be said in basic constraints.
//!
//! Tasks on a shared resource are a time table. Tasks on one machine are edge finding, and besides they are said pair by
//! pair: what is learned needs words for "before". Under a condition neither is used, since their state outlives it.

use super::MOST;
use super::constraint;
use super::poster::{Ended, Posted, Poster, View};
use crate::expand::{Ground, Rows, expand};
use crate::model::global::{Cumulative, Disjunctive};
use crate::model::{Constraint, Domain, Global, Operand, Var};
use pumpkin_core::variables::TransformableVariable;
use pumpkin_propagators::disjunctive::ArgDisjunctiveTask;

/// The constraint holds, under the conditions in force.
pub fn post(p: &mut Poster, global: &Global) -> Posted {
    match global {
        Global::Cumulative(it) if !p.is_conditional() => match tasks(p, it)? {
            Some((tasks, capacity)) => time_table(p, tasks, capacity),
            None => expanded(p, global),
        },
        Global::Disjunctive(it) if !p.is_conditional() => {
            expanded(p, global)?;
            edge_finding(p, it)
        }
        _ => expanded(p, global),
    }
}

fn expanded(p: &mut Poster, global: &Global) -> Posted {
    let mut bed = Bed { p, posted: Ok(()) };
    expand(global, &Rows::default(), &mut bed);
    bed.posted
}

/// A task of fixed duration and demand.
type Task = (View, i32, i32);

/// The tasks that take something and the capacity, if all but the starts is fixed, and nothing is wrong with it.
fn tasks(p: &mut Poster, it: &Cumulative) -> Result<Option<(Vec<Task>, i32)>, Ended> {
    let Some(capacity) = fixed(p, it.capacity).filter(|c| *c >= 0) else { return Ok(None) };
    let mut tasks = Vec::new();
    for task in &it.tasks {
        let (Some(duration), Some(demand)) = (fixed(p, task.duration), fixed(p, task.demand)) else { return Ok(None) };
        match duration < 0 || demand < 0 || demand > capacity && duration > 0 {
            true => return Ok(None),
            false if duration == 0 || demand == 0 => (),
            false => tasks.push((p.operand(task.start)?, duration, demand)),
        }
    }
    Ok(fits(p, &tasks).then_some((tasks, capacity)))
}

/// Whether all sums on the way stay small.
fn fits(p: &Poster, tasks: &[Task]) -> bool {
    let durations: i128 = tasks.iter().map(|task| i128::from(task.1)).sum();
    let demands: i128 = tasks.iter().map(|task| i128::from(task.2)).sum();
    let starts = tasks.iter().map(|task| p.bounds(&task.0)).map(|(lo, hi)| lo.abs().max(hi.abs())).max();
    durations + 2 * starts.unwrap_or(0) <= MOST && demands <= MOST
}

fn fixed(p: &Poster, operand: Operand) -> Option<i32> {
    let value = match operand {
        Operand::Const(value) => Some(value),
        Operand::Var(var) => p.domain(var).value(),
    };
    value.and_then(|value| i32::try_from(value).ok())
}

fn time_table(p: &mut Poster, tasks: Vec<Task>, capacity: i32) -> Posted {
    if tasks.is_empty() {
        return Ok(());
    }
    // The propagator takes -1 for "never", so time begins at 0.
    let earliest = tasks.iter().map(|task| p.bounds(&task.0).0).min().unwrap_or(0) as i32;
    let (starts, tag) = (tasks.iter().map(|task| task.0.offset(-earliest)).collect::<Vec<_>>(), p.tag);
    let durations: Vec<i32> = tasks.iter().map(|task| task.1).collect();
    let demands: Vec<i32> = tasks.iter().map(|task| task.2).collect();
    p.post(pumpkin_constraints::cumulative(starts, durations, demands, capacity, tag))
}

/// What the pairs do not see, if all durations are fixed.
pub fn edge_finding(p: &mut Poster, it: &Disjunctive) -> Posted {
    let mut tasks: Vec<Task> = Vec::new();
    for (start, duration) in &it.tasks {
        match fixed(p, *duration) {
            Some(duration) if duration > 0 => tasks.push((p.operand(*start)?, duration, 1)),
            Some(0) => (),
            _ => return Ok(()),
        }
    }
    if tasks.len() < 3 || !fits(p, &tasks) {
        return Ok(());
    }
    let task = |(start_time, processing_time, _): Task| ArgDisjunctiveTask { start_time, processing_time };
    let (tasks, tag) = (tasks.into_iter().map(task).collect::<Vec<_>>(), p.tag);
    p.post(pumpkin_constraints::disjunctive_strict(tasks, tag))
}

struct Bed<'a, 'm> {
    p: &'a mut Poster<'m>,
    posted: Posted,
}

impl Ground for Bed<'_, '_> {
    fn domain(&self, var: Var) -> &Domain {
        self.p.domain(var)
    }

    fn fresh(&mut self, domain: Domain) -> Var {
        let (var, declared) = self.p.auxiliary(domain);
        self.posted = std::mem::replace(&mut self.posted, Ok(())).and(declared);
        var
    }

    fn post(&mut self, constraint: Constraint) {
        if self.posted.is_ok() {
            self.posted = constraint::post(self.p, &constraint);
        }
    }

    fn is_full(&self) -> bool {
        self.posted.is_err()
    }
}
