//! The rule: rows from top to bottom, the first that applies counts.
//!
//! How it was measured, on which families, and what it is worth on others is in `docs/auto.md`, which shows this table.

use super::Features;

/// One line of the rule.
pub struct Row {
    /// What the model looks like, in words.
    pub when: &'static str,
    /// The same as a test.
    pub applies: fn(&Features) -> bool,
    /// Who solves it without help.
    pub alone: &'static str,
    /// Who starts where there are cores.
    pub first: &'static str,
    /// Who runs beside it.
    pub second: &'static str,
    /// Who runs beside it in a build without that one.
    pub without: &'static str,
    /// Who joins after two seconds and a half, if somebody does.
    pub third: Option<Third>,
    /// Why, in a sentence for the user.
    pub why: &'static str,
}

/// Who joins later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Third {
    /// This engine and the first take turns, unless there is a core for each.
    InTurnsWithFirst(&'static str),
    /// This engine and the second take turns, unless there is a core for each.
    InTurnsWithSecond(&'static str),
}

impl Third {
    /// The name of the engine.
    pub fn engine(self) -> &'static str {
        match self {
            Third::InTurnsWithFirst(engine) | Third::InTurnsWithSecond(engine) => engine,
        }
    }

    /// The numbers of the two that take turns; the third is number two.
    pub fn pair(self) -> [usize; 2] {
        match self {
            Third::InTurnsWithFirst(_) => [0, 2],
            Third::InTurnsWithSecond(_) => [1, 2],
        }
    }
}

/// Above so many literals of sums, clauses cost more than they are worth.
const MANY: u64 = 20_000_000;

/// The rule.
pub const TABLE: &[Row] = &[
    Row {
        when: "sums of more than 20 million literals",
        applies: |f| f.sums > MANY,
        alone: "csp",
        first: "csp",
        second: "lcg",
        without: "sat",
        third: None,
        why: "its sums are wide",
    },
    Row {
        when: "an objective",
        applies: |f| f.optimises,
        alone: "sat::batsat",
        first: "csp",
        second: "lcg",
        without: "sat::batsat",
        third: Some(Third::InTurnsWithFirst("sat::batsat")),
        why: "it has an objective",
    },
    Row {
        when: "annotations of a search, and no objective",
        applies: |f| f.annotated,
        alone: "sat",
        first: "sat",
        second: "csp",
        without: "csp",
        third: Some(Third::InTurnsWithSecond("csp:annotated+mac")),
        why: "it has no objective",
    },
    Row {
        when: "anything else",
        applies: |_| true,
        alone: "sat",
        first: "sat",
        second: "csp",
        without: "csp",
        third: None,
        why: "it has no objective",
    },
];
