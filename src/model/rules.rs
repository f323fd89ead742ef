//! Rules: what the constraints of a model are called when somebody asks why.
//!
//! A rule is a set of constraints that stand and fall together: those under one label, or one constraint as the user
//! wrote it. A definition only gives an auxiliary its value, can be kept whatever else holds, and belongs to no rule.

use super::Model;
use rustc_hash::FxHashMap;

/// A rule, in the words of whoever wrote it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    /// What it is called: its label, or else where it is and for which values.
    pub name: String,
    /// Where it is, `file:line:column`; empty if it has no text.
    pub place: String,
    /// Its text.
    pub text: String,
}

/// Whom a constraint belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A rule, by its number.
    Rule(u32),
    /// Nobody: it defines an auxiliary. The rule is the one that needed it first, if there was one.
    Definition(Option<u32>),
}

/// The rules of a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// The rules.
    pub list: Vec<Rule>,
    /// The owner of each constraint of the model.
    pub owners: Vec<Owner>,
}

impl Rules {
    /// The rules of a model that no text stands behind: its labels, and every other constraint by its number.
    pub fn of_model(model: &Model, word: &str) -> Rules {
        let mut rules = Rules::default();
        let mut by_label: FxHashMap<&str, u32> = FxHashMap::default();
        for (index, posted) in model.constraints.iter().enumerate() {
            let next = rules.list.len() as u32;
            let owner = model.label(posted).map_or(next, |label| *by_label.entry(label).or_insert(next));
            if owner == next {
                let name = model.label(posted).map_or_else(|| format!("{word} {}", index + 1), str::to_string);
                rules.list.push(Rule { name, ..Rule::default() });
            }
            rules.owners.push(Owner::Rule(owner));
        }
        rules
    }

    /// The same rules, where every definition belongs to the rule that needed it first.
    pub fn with_definitions(mut self) -> Rules {
        for owner in &mut self.owners {
            if let Owner::Definition(Some(rule)) = *owner {
                *owner = Owner::Rule(rule);
            }
        }
        self
    }

    /// The constraints of each rule, by their numbers.
    pub fn members(&self) -> Vec<Vec<usize>> {
        let mut members = vec![Vec::new(); self.list.len()];
        for (index, owner) in self.owners.iter().enumerate() {
            if let Owner::Rule(rule) = owner {
                members[*rule as usize].push(index);
            }
        }
        members
    }
}
