//! Tasks that share a resource: at no time do those that run need more than there is.
//!
//! A task runs from its start until just before start plus duration; one of duration 0, or that needs nothing, takes nothing.

use super::{visit_all, visit_all_mut};
use crate::model::{Assignment, Operand, Var};

/// A task of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Task {
    /// When it starts.
    pub start: Operand,
    /// How long it runs.
    pub duration: Operand,
    /// What it needs while it runs.
    pub demand: Operand,
}

/// At every time the demands of the tasks that run are together at most the capacity. False if a duration, a demand or the
/// capacity is negative.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cumulative {
    /// The tasks.
    pub tasks: Vec<Task>,
    /// What they share.
    pub capacity: Operand,
}

impl Cumulative {
    /// Whether it is true under the assignment.
    pub fn holds(&self, a: &Assignment) -> bool {
        let capacity = i128::from(self.capacity.value(a));
        let negative = |task: &Task| task.duration.value(a) < 0 || task.demand.value(a) < 0;
        if capacity < 0 || self.tasks.iter().any(negative) {
            return false;
        }
        // What ends at a time comes before what starts there: -demand before demand.
        let mut events: Vec<(i128, i128)> = Vec::with_capacity(2 * self.tasks.len());
        for task in self.tasks.iter().filter(|task| task.duration.value(a) > 0) {
            let (start, demand) = (i128::from(task.start.value(a)), i128::from(task.demand.value(a)));
            events.extend([(start, demand), (start + i128::from(task.duration.value(a)), -demand)]);
        }
        events.sort_unstable();
        let mut load = 0;
        events.iter().all(|(_, change)| {
            load += change;
            load <= capacity
        })
    }

    pub(super) fn visit(&self, f: &mut dyn FnMut(Var)) {
        self.tasks.iter().for_each(|task| visit_all([&task.start, &task.duration, &task.demand], f));
        visit_all([&self.capacity], f);
    }

    pub(super) fn visit_mut(&mut self, f: &mut dyn FnMut(&mut Var)) {
        for task in &mut self.tasks {
            visit_all_mut([&mut task.start, &mut task.duration, &mut task.demand], f);
        }
        visit_all_mut([&mut self.capacity], f);
    }
}
