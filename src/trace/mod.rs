//! What a search did, for people: as lines of JSON ([`Lines`]) and as a tree ([`Recorder`]).
//!
//! Both are listeners of [`crate::search::Ear`], bounded in size, and say when they left something out. Nothing here
//! draws; the report does.

mod lines;
mod record;
mod tree;

pub use lines::Lines;
pub use record::Recorder;
pub use tree::{Change, Node, Outcome, Tree};

use crate::model::{Atom, Domain, Model, Rel};
use crate::search::Rule;
use std::fmt::Write;

/// A set of values as `1..3,5`.
pub fn values(domain: &Domain) -> String {
    let mut out = String::new();
    for (lo, hi) in domain.ranges() {
        let comma = if out.is_empty() { "" } else { "," };
        // Strings take any text.
        let _ = match lo == hi {
            true => write!(out, "{comma}{lo}"),
            false => write!(out, "{comma}{lo}..{hi}"),
        };
    }
    out
}

/// How an atom compares.
pub fn relation(atom: Atom) -> &'static str {
    match atom.rel {
        Rel::Eq => "=",
        Rel::Ne => "!=",
        Rel::Le => "<=",
        Rel::Gt => ">",
    }
}

/// A rule in words: a constraint's label, or else its number and kind.
fn rule(model: &Model, rule: Rule) -> String {
    match rule {
        Rule::Decision => "decision".to_string(),
        Rule::Nogood => "nogood".to_string(),
        Rule::Bound => "bound".to_string(),
        Rule::Constraint(index) => match model.constraints.get(index as usize) {
            None => format!("constraint {index}"),
            Some(posted) => match model.label(posted) {
                Some(label) => label.to_string(),
                None => format!("constraint {index} ({})", posted.constraint.kind()),
            },
        },
    }
}
