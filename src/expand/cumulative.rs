//! Tasks on a shared resource: what runs when a task starts, or what runs at each time.
//!
//! A load is largest where some task starts, so it is enough to look there. Two tasks that never fit together are kept apart and
//! leave the sums. Schutt, Feydy, Stuckey, Wallace, CP 2009.

use super::{Ground, Row};
use crate::model::global::{Cumulative, Task};
use crate::model::{Atom, Cmp, Domain, Operand, Var};

/// The rows; the first is the default.
pub const TABLE: &[Row<Cumulative>] = &[
    Row {
        name: "cumulative-task",
        summary: "for each task, a sum over the others that run when it starts: pairs of tasks, no times",
        reference: "Schutt, Feydy, Stuckey, Wallace, CP 2009",
        write: by_task,
    },
    Row {
        name: "cumulative-time",
        summary: "for each time at which a task may start, a sum over those that run then",
        reference: "Schutt, Feydy, Stuckey, Wallace, CP 2009",
        write: by_time,
    },
];

/// More times than this are not listed: the sums go by tasks.
const MANY_TIMES: u64 = 20_000;

/// The tasks that can take something, after what must not be negative.
fn active(it: &Cumulative, g: &mut dyn Ground) -> Vec<Task> {
    g.not_negative(it.capacity);
    for task in &it.tasks {
        g.not_negative(task.duration);
        g.not_negative(task.demand);
    }
    it.tasks.iter().filter(|task| g.range(task.duration).1 > 0 && g.range(task.demand).1 > 0).copied().collect()
}

fn by_task(it: &Cumulative, g: &mut dyn Ground) {
    let tasks = active(it, g);
    let most = g.wide_range(it.capacity).1;
    for (j, at) in tasks.iter().enumerate() {
        let mut load = vec![(-1, it.capacity), alone(at, g)];
        for (i, task) in tasks.iter().enumerate().filter(|(i, _)| *i != j) {
            if g.is_full() {
                return;
            }
            if !can_meet(task, at, g) {
                continue;
            }
            match g.wide_range(task.demand).0.max(1) + g.wide_range(at.demand).0.max(1) > most {
                // Once for the two of them.
                true if i < j => apart(task, at, g),
                true => {}
                false => {
                    let runs = runs_at_start(task, at, g);
                    load.push(taken(task, runs, g));
                }
            }
        }
        let sum = g.sum(&load, Cmp::Le, 0);
        g.post(sum);
    }
}

/// What a task takes when it starts: its demand, unless it lasts no time.
fn alone(task: &Task, g: &mut dyn Ground) -> (i64, Operand) {
    match task.duration {
        Operand::Var(duration) if g.domain(duration).min() <= 0 => {
            let runs = g.unless(&[duration.at_most(0)]);
            taken(task, runs, g)
        }
        _ => (1, task.demand),
    }
}

/// Whether the domains let the one run when the other starts, or the other way round.
fn can_meet(a: &Task, b: &Task, g: &dyn Ground) -> bool {
    let ends = |task: &Task| g.wide_range(task.start).1 + g.wide_range(task.duration).1;
    g.wide_range(a.start).0 < ends(b) && g.wide_range(b.start).0 < ends(a)
}

/// The two do not run together, unless one of them takes nothing.
fn apart(a: &Task, b: &Task, g: &mut dyn Ground) {
    let (first, second) = (g.before(a.start, a.duration, b.start), g.before(b.start, b.duration, a.start));
    let mut atoms = vec![g.reason(first), g.reason(second)];
    for operand in [a.duration, b.duration, a.demand, b.demand] {
        if let Operand::Var(var) = operand {
            atoms.push(var.at_most(0));
        }
    }
    g.clause(atoms);
}

/// A Boolean that is true if the task runs when the other starts.
fn runs_at_start(task: &Task, at: &Task, g: &mut dyn Ground) -> Var {
    let later = g.sum(&[(1, at.start), (-1, task.start)], Cmp::Le, -1);
    let over = g.before(task.start, task.duration, at.start);
    let atoms = [g.reason(later), g.reason(over)];
    g.unless(&atoms)
}

/// What the task takes if the Boolean is true.
fn taken(task: &Task, runs: Var, g: &mut dyn Ground) -> (i64, Operand) {
    match task.demand {
        Operand::Const(demand) => (demand, runs.into()),
        Operand::Var(demand) => {
            let most = g.domain(demand).max();
            let takes = g.integer(0, most);
            let cmp = if g.is_exact() { Cmp::Eq } else { Cmp::Le };
            let enough = g.sum(&[(1, demand.into()), (-1, takes.into())], cmp, 0);
            g.when(runs.is_true(), enough);
            if g.is_exact() {
                g.clause([runs.is_true(), takes.at_most(0)]);
            }
            (1, takes.into())
        }
    }
}

/// A task with its end.
struct Ending {
    task: Task,
    end: Option<Var>,
}

fn by_time(it: &Cumulative, g: &mut dyn Ground) {
    let starts = |task: &Task| match task.start {
        Operand::Const(value) => Domain::singleton(value),
        Operand::Var(var) => g.domain(var).clone(),
    };
    let times = it.tasks.iter().map(starts).fold(Domain::empty(), |all, some| all.union(&some));
    let has_wide_end = |task: &Task| {
        let ((a, b), (c, d)) = (g.wide_range(task.start), g.wide_range(task.duration));
        let fits = |end: i128| i64::try_from(end).is_ok();
        b + d - a - c > i128::from(MANY_TIMES) || !fits(a + c) || !fits(b + d)
    };
    if times.size() > MANY_TIMES || it.tasks.iter().any(has_wide_end) {
        return by_task(it, g);
    }
    let tasks: Vec<Ending> = active(it, g).into_iter().map(|task| Ending { task, end: end(&task, g) }).collect();
    for time in times.iter() {
        if g.is_full() {
            return;
        }
        let mut load = vec![(-1, it.capacity)];
        for ending in &tasks {
            load.extend(taken_at(ending, time, g));
        }
        if load.len() > 1 {
            let sum = g.sum(&load, Cmp::Le, 0);
            g.post(sum);
        }
    }
}

/// The end of a task whose duration is not known, as a fresh variable.
fn end(task: &Task, g: &mut dyn Ground) -> Option<Var> {
    g.value(task.duration).is_none().then(|| {
        let ((a, b), (c, d)) = (g.range(task.start), g.range(task.duration));
        let end = g.integer(a + c, b + d);
        let sum = g.sum(&[(1, task.start), (1, task.duration), (-1, end.into())], Cmp::Eq, 0);
        g.post(sum);
        end
    })
}

/// What the task takes at a time, if it may run then.
fn taken_at(Ending { task, end }: &Ending, time: i64, g: &mut dyn Ground) -> Option<(i64, Operand)> {
    let ((earliest, latest), (shortest, longest)) = (g.wide_range(task.start), g.wide_range(task.duration));
    let at = i128::from(time);
    if at < earliest || at >= latest + longest {
        return None;
    }
    if at >= latest && at < earliest + shortest {
        return Some((1, task.demand));
    }
    let over: Option<Atom> = match (end, task.start, g.value(task.duration)) {
        (Some(end), _, _) => Some(end.at_most(time)),
        (None, Operand::Var(start), Some(duration)) => time.checked_sub(duration).map(|last| start.at_most(last)),
        _ => None,
    };
    let later = if let Operand::Var(start) = task.start { Some(start.more_than(time)) } else { None };
    let atoms: Vec<Atom> = later.into_iter().chain(over).collect();
    let runs = g.unless(&atoms);
    Some(taken(task, runs, g))
}
