//! Tasks on one machine: of each two, one ends before the other starts.

use super::{visit_all, visit_all_mut};
use crate::model::{Assignment, Operand, Var};

/// No two of the tasks overlap. False if a duration is negative.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Disjunctive {
    /// Start and duration of each task.
    pub tasks: Vec<(Operand, Operand)>,
    /// Whether a task of duration 0, too, must not lie inside another; otherwise it may be anywhere.
    pub strict: bool,
}

impl Disjunctive {
    /// Whether it is true under the assignment.
    pub fn holds(&self, a: &Assignment) -> bool {
        let value =
            |(start, duration): &(Operand, Operand)| (i128::from(start.value(a)), i128::from(duration.value(a)));
        let mut tasks: Vec<(i128, i128)> = self.tasks.iter().map(value).collect();
        if tasks.iter().any(|(_, duration)| *duration < 0) {
            return false;
        }
        if !self.strict {
            tasks.retain(|(_, duration)| *duration > 0);
        }
        // By start, and short before long: so one that overlaps any overlaps its neighbour.
        tasks.sort_unstable();
        tasks.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0)
    }

    pub(super) fn visit(&self, f: &mut dyn FnMut(Var)) {
        self.tasks.iter().for_each(|(start, duration)| visit_all([start, duration], f));
    }

    pub(super) fn visit_mut(&mut self, f: &mut dyn FnMut(&mut Var)) {
        self.tasks.iter_mut().for_each(|(start, duration)| visit_all_mut([start, duration], f));
    }
}
