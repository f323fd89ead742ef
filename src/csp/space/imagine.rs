//! What would follow from a decision, for orders of values: it is made, looked at and undone, and nothing is learned.

use super::{Atom, LookAhead, Space};
use crate::model::Objective;

impl Space<'_> {
    /// What one decision removes with one look at each constraint on the variable, the most if it fails; `None` if
    /// there is no time left.
    pub fn preview(&mut self, atom: Atom) -> Option<u64> {
        let before = self.domains.removed;
        self.imagine(atom, false, &mut |space, kept| if kept { space.domains.removed - before } else { u64::MAX })
    }

    /// The best that one decision leaves of the objective when thought through as far as the order looks, less is
    /// better; the most if it fails; `None` if there is no time left.
    pub fn outlook(&mut self, atom: Atom, objective: Objective) -> Option<i64> {
        self.imagine(atom, self.look_ahead == LookAhead::Full, &mut |space, kept| match (kept, objective) {
            (false, _) | (true, Objective::Satisfy) => i64::MAX,
            (true, Objective::Minimise(x)) => space.domains.lo(x),
            (true, Objective::Maximise(x)) => !space.domains.hi(x),
        })
    }

    /// What is to be seen after a decision that is undone again, and from which nothing is learned.
    fn imagine<T>(&mut self, atom: Atom, deep: bool, see: &mut dyn FnMut(&Space, bool) -> T) -> Option<T> {
        let mark = self.mark();
        let weights = std::mem::replace(&mut self.learns_weights, false);
        let teller = self.teller.take();
        let look = |space: &mut Self| if deep { space.fixpoint() } else { space.consult(atom.var) };
        let kept = self.domains.make(atom).and_then(|()| look(self)).is_ok();
        self.learns_weights = weights;
        self.queue.clear();
        let seen = see(self, kept);
        self.undo(mark);
        self.teller = teller;
        self.stop.is_none().then_some(seen)
    }
}
