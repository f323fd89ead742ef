//! How often values occur among variables.

use super::{visit_all, visit_all_mut};
use crate::model::{Assignment, Operand, Var};

/// Each value occurs as often among the variables as its count says. A value may be listed more than once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cardinality {
    /// The variables.
    pub vars: Vec<Var>,
    /// The values that are counted, each with its count.
    pub counts: Vec<(i64, Operand)>,
    /// Whether the variables may take no other values.
    pub closed: bool,
}

impl Cardinality {
    /// Whether it is true under the assignment.
    pub fn holds(&self, a: &Assignment) -> bool {
        let n_with = |value: i64| self.vars.iter().filter(|v| a[**v] == value).count() as i64;
        let listed = |v: &Var| self.counts.iter().any(|(value, _)| *value == a[*v]);
        self.counts.iter().all(|(value, count)| count.value(a) == n_with(*value))
            && (!self.closed || self.vars.iter().all(listed))
    }

    pub(super) fn visit(&self, f: &mut dyn FnMut(Var)) {
        self.vars.iter().for_each(|v| f(*v));
        visit_all(self.counts.iter().map(|(_, count)| count), f);
    }

    pub(super) fn visit_mut(&mut self, f: &mut dyn FnMut(&mut Var)) {
        self.vars.iter_mut().for_each(&mut *f);
        visit_all_mut(self.counts.iter_mut().map(|(_, count)| count), f);
    }
}
