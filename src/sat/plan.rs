//! What of a proof is needed to show some of its clauses: from these back to what they follow from.

use super::reasons::Reasons;
use super::script::{Kind, Script};
use crate::cnf::Cnf;

/// The clauses that are to be shown, and those that each follows from.
#[derive(Default)]
pub(super) struct Plan {
    /// The last first: each clause, and where in `hints` those end that it follows from.
    steps: Vec<(usize, usize)>,
    hints: Vec<usize>,
}

/// How many clauses are looked at between two looks at the clock.
pub(super) const PACE: usize = 1 << 10;

impl Plan {
    /// What is needed for some clauses; `None` if there was no time.
    pub fn make(
        wanted: &[usize],
        script: &Script,
        reasons: &mut Reasons,
        cnf: &Cnf,
        is_over: impl Fn() -> bool,
    ) -> Option<Plan> {
        let mut needed = Needed { flags: vec![false; script.len()], n_open: 0 };
        wanted.iter().for_each(|id| needed.add(*id, script));
        let mut plan = Plan::default();
        for id in (script.n_formula()..script.len()).rev() {
            if needed.n_open == 0 {
                break;
            } else if id.is_multiple_of(PACE) && is_over() {
                return None;
            } else if needed.take(id) {
                let start = plan.hints.len();
                reasons.find(id, script, cnf, &mut plan.hints);
                plan.hints[start..].iter().for_each(|hint| needed.add(*hint, script));
                plan.steps.push((id, plan.hints.len()));
            }
        }
        Some(plan)
    }

    /// The clauses from the first to the last, each with those that it follows from in the order in which they are used.
    pub fn steps(&self) -> impl Iterator<Item = (usize, &[usize])> {
        let start = |at: usize| if at == 0 { 0 } else { self.steps[at - 1].1 };
        let step = move |(at, (id, end)): (usize, &(usize, usize))| (*id, &self.hints[start(at)..*end]);
        self.steps.iter().enumerate().rev().map(step)
    }
}

/// What is still to be looked at, by number.
struct Needed {
    flags: Vec<bool>,
    n_open: usize,
}

impl Needed {
    /// The formula's clauses, and those that were shown before, follow from nothing else.
    fn add(&mut self, id: usize, script: &Script) {
        if !self.flags[id] && script.kind(id) != Kind::Given && script.name(id) == 0 {
            self.flags[id] = true;
            self.n_open += 1;
        }
    }

    fn take(&mut self, id: usize) -> bool {
        self.n_open -= usize::from(self.flags[id]);
        std::mem::take(&mut self.flags[id])
    }
}
