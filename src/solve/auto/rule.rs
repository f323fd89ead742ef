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
    /// Who joins later, in this order.
    pub later: &'static [Later],
    /// With whom they take turns, unless there is a core for each.
    pub with: Seat,
    /// Why, in a sentence for the user.
    pub why: &'static str,
}

/// Who joins later, after so many milliseconds. Who is not in this build does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Later(pub &'static str, pub u64);

/// One of the two that begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// The first.
    First,
    /// The one beside it.
    Second,
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
        later: &[Later("sat", 1500)],
        with: Seat::First,
        why: "its sums are wide",
    },
    Row {
        when: "annotations of a search, and an objective",
        applies: |f| f.annotated && f.optimises,
        alone: "sat::batsat",
        first: "csp",
        second: "lcg",
        without: "sat::batsat",
        later: &[Later("csp:annotated+mac", 1500), Later("sat::batsat", 2500)],
        with: Seat::First,
        why: "it has an objective",
    },
    Row {
        when: "an objective",
        applies: |f| f.optimises,
        alone: "sat::batsat",
        first: "csp",
        second: "lcg",
        without: "sat::batsat",
        later: &[Later("sat::batsat", 2500)],
        with: Seat::First,
        why: "it has an objective",
    },
    Row {
        when: "annotations of a search, and no objective",
        applies: |f| f.annotated,
        alone: "sat",
        first: "sat",
        second: "csp",
        without: "csp",
        later: &[Later("lcg", 1000), Later("csp:annotated+mac", 2500)],
        with: Seat::Second,
        why: "it has no objective",
    },
    Row {
        when: "anything else",
        applies: |_| true,
        alone: "sat",
        first: "sat",
        second: "csp",
        without: "csp",
        later: &[Later("lcg", 1000)],
        with: Seat::Second,
        why: "it has no objective",
    },
];
