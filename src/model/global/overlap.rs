//! How many members two sets have in common, or in how many places two rows of Booleans are both true.

use crate::model::{Assignment, Atom, Cmp, Var};

/// The number of pairs of which both atoms are true compares with the bound.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Overlap {
    /// For each place, when it is in the one and when in the other.
    pub pairs: Vec<(Atom, Atom)>,
    /// The comparison.
    pub cmp: Cmp,
    /// What the number is compared with.
    pub bound: i64,
}

impl Overlap {
    /// Whether it is true under the assignment.
    pub fn holds(&self, a: &Assignment) -> bool {
        let n = self.pairs.iter().filter(|(one, other)| one.holds(a) && other.holds(a)).count();
        self.cmp.holds(n as i64, self.bound)
    }

    /// What follows for the pairs that are open, if so many are in common for sure and so many can be.
    pub fn rest(&self, least: usize, most: usize) -> Option<Rest> {
        let (least, most, bound) = (least as i128, most as i128, i128::from(self.bound));
        let (none, all) = match self.cmp {
            Cmp::Le => (least >= bound, false),
            Cmp::Ge => (false, most <= bound),
            Cmp::Eq => (least >= bound, most <= bound),
            Cmp::Ne => (least + 1 == most && most == bound, least + 1 == most && least == bound),
        };
        let impossible = match self.cmp {
            Cmp::Le => least > bound,
            Cmp::Ge => most < bound,
            Cmp::Eq => least > bound || most < bound,
            Cmp::Ne => least == bound && most == bound,
        };
        match (impossible, none, all) {
            (true, ..) => Some(Rest::Impossible),
            (_, true, _) => Some(Rest::None),
            (_, _, true) => Some(Rest::All),
            _ => None,
        }
    }

    pub(super) fn visit(&self, f: &mut dyn FnMut(Var)) {
        self.pairs.iter().for_each(|(one, other)| [one, other].into_iter().for_each(|atom| f(atom.var)));
    }

    pub(super) fn visit_mut(&mut self, f: &mut dyn FnMut(&mut Var)) {
        self.pairs.iter_mut().for_each(|(one, other)| [one, other].into_iter().for_each(|atom| f(&mut atom.var)));
    }
}

/// What must become of the pairs that are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Whatever becomes of them, the bound is missed.
    Impossible,
    /// None may be in common.
    None,
    /// All must be in common.
    All,
}
