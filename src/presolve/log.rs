//! The record of steps, which costs nothing when nobody wants it.

use super::lift::{Step, What};
use crate::model::{Domain, Var};

/// Steps as they come, if they are wanted.
#[derive(Debug, Default)]
pub(super) struct Log {
    steps: Option<Vec<Step>>,
}

impl Log {
    /// A log that records, or one that does not.
    pub fn new(records: bool) -> Log {
        Log { steps: records.then(Vec::new) }
    }

    /// Whether steps are wanted.
    pub fn records(&self) -> bool {
        self.steps.is_some()
    }

    /// The steps so far.
    pub fn into_steps(self) -> Vec<Step> {
        self.steps.unwrap_or_default()
    }

    /// The variable has fewer values because of these constraints.
    pub fn narrowed(&mut self, var: Var, from: &Domain, to: &Domain, because: &[u32]) {
        self.push(because, || What::Narrowed { var, from: from.clone(), to: to.clone() });
    }

    /// The constraint was replaced, given itself and the others.
    pub fn replaced(&mut self, constraint: u32, because: &[u32]) {
        self.push(because, || What::Replaced(constraint));
    }

    /// The constraint was dropped, given the others or the domains.
    pub fn dropped(&mut self, constraint: u32, because: &[u32]) {
        self.push(because, || What::Dropped(constraint));
    }

    /// There is no solution because of these constraints.
    pub fn contradiction(&mut self, because: &[u32]) {
        self.push(because, || What::Contradiction);
    }

    fn push(&mut self, because: &[u32], what: impl FnOnce() -> What) {
        if let Some(steps) = &mut self.steps {
            let mut because = because.to_vec();
            because.sort_unstable();
            because.dedup();
            steps.push(Step { what: what(), because });
        }
    }
}
