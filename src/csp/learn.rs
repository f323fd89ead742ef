//! What a search learns of its variables from the decisions it makes.
//!
//! *Activity* (Michel and Van Hentenryck, CPAIOR 2012) is how often decisions changed a variable: each that does adds
//! one, and all fades by [`FADING`] with every decision, done by letting what is added grow instead. *Impact* (Refalo,
//! CP 2004) is the share of the search space that a decision on the variable removed, 1 for a failure; the mean over
//! all its decisions stands for the mean of each value, so that memory is one number per variable. *History* (conflict
//! history search, Habet and Terrioux 2021) weighs constraints: a failure pulls the weight towards 1 if the one before
//! was recent, and towards 0 if it was long ago. Everything begins equal, so that the first choices are those of MRV.
//! Costs what the decision changed, or nothing where nobody asked for it.

use super::domains::Domains;
use super::rows::VariableOrder;
use crate::model::Var;

/// What is left of an activity after another decision.
const FADING: f64 = 0.999;

/// Activities beyond this are scaled down, all of them.
const LARGE: f64 = 1e100;

/// The share of a new failure in the weight of a constraint: at first, at last, and how it falls with each failure.
const STEPS: (f64, f64, f64) = (0.4, 0.06, 1e-6);

/// A constraint that always fails weighs so much, and one that never did 1.
const HEAVIEST: f64 = 10_000.0;

/// What is known of each variable.
pub(super) enum Learned {
    /// Nobody asked.
    Nothing,
    /// By variable how often it changed, and what one change adds now.
    Activity(Vec<f64>, f64),
    /// By variable the sum of its impacts and how many there were.
    Impact(Vec<(f64, u32)>),
}

impl Learned {
    /// What the order wants to know, before the first decision.
    pub fn new(variable: VariableOrder, n_vars: usize) -> Learned {
        match variable {
            VariableOrder::Activity => Learned::Activity(vec![1.0; n_vars], 1.0),
            VariableOrder::Impact => Learned::Impact(vec![(0.0, 0); n_vars]),
            _ => Learned::Nothing,
        }
    }

    /// Learns from a decision on the variable, which changed all that is on the trail since the mark.
    pub fn observe(&mut self, x: Var, mark: usize, failed: bool, domains: &mut Domains) {
        match self {
            Learned::Nothing => {}
            Learned::Activity(activity, step) => add_activity(activity, step, mark, domains),
            Learned::Impact(impacts) => {
                let (sum, n) = &mut impacts[x.index()];
                *sum += if failed { 1.0 } else { removed(mark, domains) };
                *n += 1;
                domains.mark_dirty(x);
            }
        }
    }

    /// The rank of a variable with so many values; less is sooner.
    pub fn rank(&self, x: Var, size: u64) -> f64 {
        match self {
            Learned::Nothing => size as f64,
            Learned::Activity(activity, _) => size as f64 / activity[x.index()],
            Learned::Impact(impacts) => {
                let (sum, n) = impacts[x.index()];
                size as f64 * (1.0 - sum / f64::from(n.max(1))).max(0.0)
            }
        }
    }
}

fn add_activity(activity: &mut [f64], step: &mut f64, mark: usize, domains: &mut Domains) {
    let mut changed: Vec<Var> = domains.changed(mark..domains.mark()).collect();
    changed.sort_unstable_by_key(|x| x.0);
    changed.dedup();
    for x in &changed {
        activity[x.index()] += *step;
        domains.mark_dirty(*x);
    }
    *step /= FADING;
    if *step > LARGE {
        activity.iter_mut().for_each(|a| *a /= LARGE);
        *step /= LARGE;
        (0..activity.len() as u32).for_each(|x| domains.mark_dirty(Var(x)));
    }
}

/// The share of all assignments that went since the mark.
fn removed(mark: usize, domains: &Domains) -> f64 {
    // The product telescopes: each change multiplies by what it left.
    let mut changes: Vec<(Var, u64)> = domains.sizes_before(mark..domains.mark()).collect();
    changes.sort_by_key(|(x, _)| x.0);
    changes.dedup_by_key(|(x, _)| *x);
    let left: f64 = changes.iter().map(|(x, before)| domains.size(*x) as f64 / *before as f64).product();
    1.0 - left
}

/// How recently each constraint failed.
pub(super) struct History {
    step: f64,
    n_failures: u64,
    /// By constraint its score and the number of its last failure.
    seen: Vec<(f64, u64)>,
}

impl History {
    /// Nothing failed yet.
    pub fn new(n_constraints: usize) -> History {
        History { step: STEPS.0, n_failures: 0, seen: vec![(0.0, 0); n_constraints] }
    }

    /// The constraint failed; its new weight.
    pub fn failed(&mut self, c: u32) -> u64 {
        self.n_failures += 1;
        let (score, last) = &mut self.seen[c as usize];
        let reward = 1.0 / (self.n_failures - *last) as f64;
        *score += self.step * (reward - *score);
        *last = self.n_failures;
        self.step = (self.step - STEPS.2).max(STEPS.1);
        1 + (*score * HEAVIEST) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{Domains, History, Learned};
    use crate::csp::rows::VariableOrder;
    use crate::model::Model;
    use crate::search::Watch;

    #[test]
    fn what_changes_much_comes_first() {
        let mut model = Model::new();
        let x = model.ints("x", 3, 1..=8);
        let Ok(mut domains) = Domains::new(&model, &Watch::default()) else { panic!("no domain is empty") };
        let mut activity = Learned::new(VariableOrder::Activity, 3);
        let mut impact = Learned::new(VariableOrder::Impact, 3);
        let rank = |learned: &Learned, i: usize| learned.rank(x[i], 8);
        assert_eq!(rank(&activity, 0), rank(&activity, 1));
        for (decided, followed, below) in [(0, 1, 4), (1, 2, 7), (0, 1, 4)] {
            let mark = domains.mark();
            assert!(domains.at_most(x[decided], below).is_ok() && domains.remove(x[followed], 1).is_ok());
            activity.observe(x[decided], mark, false, &mut domains);
            impact.observe(x[decided], mark, false, &mut domains);
            domains.undo(mark);
        }
        assert!(rank(&activity, 1) < rank(&activity, 0) && rank(&activity, 0) < rank(&activity, 2));
        // Half of one times seven eighths of another are left, the mean of twice the same.
        assert_eq!(rank(&impact, 0), 8.0 * 0.5 * 0.875);
        assert_eq!(rank(&impact, 2), 8.0);
        impact.observe(x[2], domains.mark(), true, &mut domains);
        assert_eq!(rank(&impact, 2), 0.0);
    }

    #[test]
    fn recent_failures_weigh_more() {
        let mut history = History::new(3);
        let weights: Vec<u64> = [0, 0, 0, 1, 1, 0].map(|c| history.failed(c)).to_vec();
        assert!(weights[0] < weights[1] && weights[1] < weights[2], "{weights:?}");
        assert!(weights[3] < weights[0] && weights[5] < weights[2], "{weights:?}");
    }
}
