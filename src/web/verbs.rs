//! What the page can ask for: one row each, with the fields it takes and the words it becomes.

use super::Limits;
use super::dealt::{generate, play};
use super::refusal::Refusal;
use super::request::{Request, SUBJECT};
use super::task::Task;
use super::words::{
    backbone, certify, check, compare, count, draw, explain, export, names, replay, solve, trace, tree,
};

/// Something that can be done.
pub struct Verb {
    /// What stands in `do`.
    pub word: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// The command it becomes.
    pub command: &'static str,
    /// Whether it is about a board or a model.
    pub has_subject: bool,
    /// The fields it takes besides, but for `seconds`, which all take.
    pub fields: &'static [&'static str],
    /// Adds its words and files.
    pub say: SayFn,
}

/// Adds words and files to a task.
pub type SayFn = fn(&Request, &mut Task, Limits) -> Result<(), Refusal>;

impl Verb {
    /// All fields it takes.
    pub fn takes(&self) -> impl Iterator<Item = &'static str> {
        let subject = if self.has_subject { SUBJECT } else { &[] };
        subject.iter().chain(self.fields).chain(&["seconds"]).copied()
    }
}

/// A verb about a board or a model.
const fn about(
    (word, command): (&'static str, &'static str),
    summary: &'static str,
    fields: &'static [&'static str],
    say: SayFn,
) -> Verb {
    Verb { word, summary, command, has_subject: true, fields, say }
}

/// Everything that can be done.
pub const TABLE: &[Verb] = &[
    about(("draw", "draw"), "a board, or a solution on it, as SVG or in letters", &["solution", "plain"], draw),
    about(("check", "check"), "judge a claimed solution", &["solution"], check),
    about(
        ("solve", "solve"),
        "one solution, several, all, or the best",
        &["engine", "all", "limit", "presolve", "plain"],
        solve,
    ),
    about(("model", "solve"), "the same for a model", &["engine", "all", "limit", "presolve", "plain"], solve),
    about(("count", "count"), "the number of solutions", &["engine", "probabilities", "presolve"], count),
    about(("backbone", "backbone"), "what is the same in all solutions", &["engine", "presolve"], backbone),
    about(("explain", "explain"), "why there is none, why something is so", &["why", "steps", "n", "plain"], explain),
    about(("replay", "replay"), "a solution step by step, as text", &["engine", "solution"], replay),
    about(("tree", "tree"), "search trees side by side", &["engines", "all", "limit", "format"], tree),
    about(("trace", "solve"), "what an engine does, event by event", &["engine", "all", "limit"], trace),
    about(("export", "export"), "the formula and the map back", &["format", "row", "engine", "presolve"], export),
    about(
        ("certify", "certify"),
        "a verdict with its evidence: a solution, or a formula and its proof",
        &["engine"],
        certify,
    ),
    about(("names", "export"), "which literals and clauses a name became", &["row", "engine", "presolve"], names),
    Verb {
        word: "generate",
        summary: "a random board",
        command: "generate",
        has_subject: false,
        fields: &["puzzle", "knobs", "seed", "difficulty", "format"],
        say: generate,
    },
    Verb {
        word: "compare",
        summary: "several engines on several boards, and a report",
        command: "compare",
        has_subject: false,
        fields: &["puzzle", "boards", "mzn", "dzn", "engines"],
        say: compare,
    },
    Verb {
        word: "play",
        summary: "a game of minesweeper or omino, from its beginning through all moves so far",
        command: "play",
        has_subject: false,
        fields: &["puzzle", "board", "knobs", "seed", "first", "second", "moves"],
        say: play,
    },
];
