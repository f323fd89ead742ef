//! How far to jump when looking for something better: a demand beyond "better than the last", taken back if nothing meets it.
//!
//! A step that succeeds is followed by one twice as long; one that fails, or takes too long, by the shortest. What fails is a
//! bound that holds from then on; what takes too long is tried again later and later, since it costs what solvers learnt. So
//! the best value is reached in about as many steps as its distance has digits, where single steps would take as many as the
//! distance.

use crate::model::{Atom, Model, Objective};

/// The jumps of one search for the best value.
pub(super) struct Descent {
    objective: Objective,
    /// The best value there can be, as far as domains say.
    bound: i64,
    step: i64,
    /// How often a leap took too long, and how many short steps are left before the next leap.
    n_late: u32,
    n_short: u32,
    /// What the next solution is asked to meet, beyond being better than the last.
    pub leap: Option<Atom>,
}

impl Descent {
    pub fn new(model: &Model) -> Descent {
        let bound = match model.objective {
            Objective::Minimise(var) if !model.domain(var).is_empty() => model.domain(var).min(),
            Objective::Maximise(var) if !model.domain(var).is_empty() => model.domain(var).max(),
            Objective::Minimise(_) | Objective::Maximise(_) | Objective::Satisfy => 0,
        };
        Descent { objective: model.objective, bound, step: 1, n_late: 0, n_short: 0, leap: None }
    }

    /// The last step succeeded with this value.
    pub fn reached(&mut self, value: i64) {
        if self.n_short > 0 {
            self.n_short -= 1;
            return;
        }
        self.step = self.step.saturating_mul(2);
        self.leap = match self.objective {
            Objective::Minimise(var) => Some(value.saturating_sub(self.step).max(self.bound))
                .filter(|to| *to < value.saturating_sub(1))
                .map(|to| var.at_most(to)),
            Objective::Maximise(var) => Some(value.saturating_add(self.step).min(self.bound))
                .filter(|to| *to > value.saturating_add(1))
                .map(|to| var.at_least(to)),
            Objective::Satisfy => None,
        };
    }

    /// The last step failed: what was asked for, if it was a leap.
    pub fn fell_short(&mut self) -> Option<Atom> {
        self.step = 1;
        self.leap.take()
    }

    /// The last step took too long; whether it was a leap.
    pub fn was_late(&mut self) -> bool {
        self.n_late = (self.n_late + 1).min(6);
        self.n_short = (1 << self.n_late) - 1;
        self.fell_short().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::Descent;
    use crate::model::Model;

    #[test]
    fn leaps_grow_until_they_fail_and_stay_within_the_domain() {
        let mut model = Model::new();
        let x = model.int("x", 0..=100);
        model.minimise(x);
        let mut descent = Descent::new(&model);
        assert_eq!(descent.leap, None);
        descent.reached(90);
        assert_eq!(descent.leap, Some(x.at_most(88)));
        descent.reached(88);
        assert_eq!(descent.leap, Some(x.at_most(84)));
        assert_eq!(descent.fell_short(), Some(x.at_most(84)));
        assert_eq!(descent.leap, None);
        descent.reached(2);
        assert_eq!(descent.leap, Some(x.at_most(0)));
        descent.reached(1);
        assert_eq!(descent.leap, None, "better than 1 is 0 alone");
        let mut wary = Descent::new(&model);
        wary.reached(90);
        assert!(wary.was_late() && !wary.was_late());
        (0..3).for_each(|n| wary.reached(89 - n));
        assert_eq!(wary.leap, None, "after the second time three short steps");
        wary.reached(80);
        assert_eq!(wary.leap, Some(x.at_most(78)));
        model.maximise(x);
        let mut descent = Descent::new(&model);
        descent.reached(97);
        assert_eq!(descent.leap, Some(x.at_least(99)));
        descent.reached(99);
        assert_eq!(descent.leap, None);
    }
}
