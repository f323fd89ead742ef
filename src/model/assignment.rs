//! A value for every variable of a model.

use super::Var;
use std::ops::{Index, IndexMut};

/// One value per variable, in the order of [`super::Model::vars`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Assignment {
    /// The values, by variable index.
    pub values: Vec<i64>,
}

impl Assignment {
    /// An assignment from its values.
    pub fn new(values: Vec<i64>) -> Assignment {
        Assignment { values }
    }

    /// The values of some variables, in their order.
    pub fn project(&self, vars: &[Var]) -> Vec<i64> {
        vars.iter().map(|v| self[*v]).collect()
    }
}

impl Index<Var> for Assignment {
    type Output = i64;

    fn index(&self, var: Var) -> &i64 {
        &self.values[var.index()]
    }
}

impl IndexMut<Var> for Assignment {
    fn index_mut(&mut self, var: Var) -> &mut i64 {
        &mut self.values[var.index()]
    }
}
