//! The order of dictionaries.

use crate::model::{Assignment, Operand};

/// The left array comes before the right one in a dictionary, where a word comes before those that it begins; or they are
/// equal, unless the order is strict.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lex {
    /// What comes first.
    pub left: Vec<Operand>,
    /// What comes after.
    pub right: Vec<Operand>,
    /// Whether they must differ.
    pub strict: bool,
}

impl Lex {
    /// Whether it is true under the assignment.
    pub fn holds(&self, a: &Assignment) -> bool {
        let value = |operand: &Operand| operand.value(a);
        let order = self.left.iter().map(value).cmp(self.right.iter().map(value));
        if self.strict { order.is_lt() } else { order.is_le() }
    }
}
