//! The way back from a presolved model: for assignments, for constraints, and from conclusions to their reasons.
//!
//! Each [`Step`] names the original constraints it used. What it also used without naming are the domains that the
//! variables of those constraints had at that time; [`Lift::reasons`] follows the steps backwards to the ones that
//! narrowed those, so that what it returns, together with the declared domains, implies the conclusion.

use crate::model::{Assignment, Domain, Model, Var};
use std::collections::BTreeSet;

/// Something presolving did.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What was done.
    pub what: What,
    /// The constraints it used, as indices into the original model, in order.
    pub because: Vec<u32>,
}

/// What a step did. Constraints are indices into the original model.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// The variable cannot take the values that are gone.
    Narrowed {
        /// The variable.
        var: Var,
        /// The values before.
        from: Domain,
        /// The values left.
        to: Domain,
    },
    /// The constraint says the same in fewer words, now that the others hold.
    Replaced(u32),
    /// The constraint says nothing more: the domains, or the others, imply it.
    Dropped(u32),
    /// There is no solution.
    Contradiction,
}

/// What leads from a presolved model back to the original.
#[derive(Clone, Debug, Default)]
pub struct Lift {
    /// For each constraint of the presolved model the original it comes from, `None` for the one that says that there is no
    /// solution; empty if it is the same model.
    pub origins: Vec<Option<u32>>,
    /// What was done, in order; empty unless it was recorded.
    pub steps: Vec<Step>,
}

impl Lift {
    /// The assignment of the original model that an assignment of the presolved one stands for: variables stay what they are.
    pub fn assignment(&self, assignment: Assignment) -> Assignment {
        assignment
    }

    /// The original of a constraint of the presolved model; `None` for the one that says that there is no solution.
    pub fn origin(&self, constraint: usize) -> Option<usize> {
        match self.origins.get(constraint) {
            None => Some(constraint),
            Some(origin) => origin.map(|origin| origin as usize),
        }
    }

    /// The original constraints that, with the declared domains, imply the values the variable has left.
    pub fn reasons(&self, original: &Model, var: Var) -> Vec<usize> {
        self.follow(original, |what| matches!(what, What::Narrowed { var: narrowed, .. } if *narrowed == var))
    }

    /// The original constraints that cannot hold together within the declared domains, if a contradiction was found.
    pub fn contradiction(&self, original: &Model) -> Option<Vec<usize>> {
        let is_contradiction = |what: &What| *what == What::Contradiction;
        let found = self.steps.iter().any(|step| is_contradiction(&step.what));
        found.then(|| self.follow(original, is_contradiction))
    }

    /// The constraints behind the steps that are asked for: backwards, a step counts if its result was used later.
    fn follow(&self, original: &Model, is_asked: impl Fn(&What) -> bool) -> Vec<usize> {
        let mut vars = vec![false; original.vars.len()];
        let mut used: BTreeSet<u32> = BTreeSet::new();
        for step in self.steps.iter().rev() {
            let is_used = match &step.what {
                What::Narrowed { var, .. } => vars[var.index()],
                What::Replaced(constraint) => used.contains(constraint),
                What::Dropped(_) | What::Contradiction => false,
            };
            if is_used || is_asked(&step.what) {
                for constraint in &step.because {
                    used.insert(*constraint);
                    original.constraints[*constraint as usize].constraint.visit(&mut |v| vars[v.index()] = true);
                }
            }
        }
        used.into_iter().map(|constraint| constraint as usize).collect()
    }
}
