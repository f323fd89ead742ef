//! Which variable of a formula is which statement of the model.
//!
//! A name is one line of text without blanks at its ends, so that it survives a comment line of a file. A variable
//! without a name is auxiliary. Iteration is in the order of the variables.

use super::Lit;
use std::collections::BTreeMap;

/// Names of variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    by_var: BTreeMap<u32, String>,
}

impl Names {
    /// No names.
    pub fn new() -> Names {
        Names::default()
    }

    /// Names the variable of a literal, unless it has a name already. Control characters become `_`.
    pub fn insert(&mut self, lit: Lit, name: &str) {
        let clean = |c: char| if c.is_control() { '_' } else { c };
        let name: String = name.trim().chars().map(clean).collect();
        if !name.is_empty() {
            self.by_var.entry(lit.var()).or_insert(name);
        }
    }

    /// The name of a variable.
    pub fn get(&self, var: u32) -> Option<&str> {
        self.by_var.get(&var).map(String::as_str)
    }

    /// Variables and their names, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &str)> {
        self.by_var.iter().map(|(var, name)| (*var, name.as_str()))
    }

    /// The number of named variables.
    pub fn len(&self) -> usize {
        self.by_var.len()
    }

    /// Whether nothing has a name.
    pub fn is_empty(&self) -> bool {
        self.by_var.is_empty()
    }
}
