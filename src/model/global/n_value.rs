//! How many different values there are.

use super::{visit_all, visit_all_mut};
use crate::model::{Assignment, Operand, Var};

/// The variables take so many different values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NValue {
    /// The number of values.
    pub n: Operand,
    /// Who takes them.
    pub of: Vec<Var>,
}

impl NValue {
    /// Whether it is true under the assignment.
    pub fn holds(&self, a: &Assignment) -> bool {
        let mut values = a.project(&self.of);
        values.sort_unstable();
        values.dedup();
        self.n.value(a) == values.len() as i64
    }

    pub(super) fn visit(&self, f: &mut dyn FnMut(Var)) {
        visit_all([&self.n], f);
        self.of.iter().for_each(|v| f(*v));
    }

    pub(super) fn visit_mut(&mut self, f: &mut dyn FnMut(&mut Var)) {
        visit_all_mut([&mut self.n], f);
        self.of.iter_mut().for_each(f);
    }
}
