//! The book of rules: which constraint was posted for which words of the user, kept only when somebody will ask.
//!
//! A labelled rule is one entry whatever is posted under the label. Without a label every constraint that the user wrote
//! is an entry of its own, once for each round of the loops around it.

use crate::front::source::{SourceMap, Span, locate};
use crate::model::{Owner, Rule, Rules};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What is being stated.
#[derive(Clone, Debug)]
struct Stated {
    span: Span,
    /// The values of the loops around it.
    round: String,
    /// Its entry, once something was posted for it.
    entry: Option<u32>,
}

/// The rules so far.
#[derive(Debug, Default)]
pub(crate) struct Book {
    entries: Vec<(Option<String>, Span, String)>,
    owners: Vec<Owner>,
    by_label: FxHashMap<String, u32>,
    now: Option<Stated>,
    /// The text that the label in force was put on.
    labelled: Span,
    /// Inside of a predicate: what is stated there belongs to the call.
    is_kept: bool,
    /// The loops around, each with its value.
    rounds: Vec<(Arc<str>, String)>,
}

/// What was being stated before, if something else is now; and whether it was part of a call.
pub(crate) struct Before(Option<Option<Stated>>, bool);

impl Book {
    /// A statement begins, unless it is part of a call.
    pub fn begin(&mut self, span: Span) -> Before {
        if self.is_kept {
            return Before(None, true);
        }
        let round: Vec<String> = self.rounds.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let now = Stated { span, round: round.join(", "), entry: None };
        Before(Some(self.now.replace(now)), false)
    }

    /// What follows is part of what was begun.
    pub fn keep(&mut self) {
        self.is_kept = true;
    }

    /// Something outside of all statements begins, such as a declaration that is needed for the first time.
    pub fn begin_outside(&mut self, span: Span) -> Before {
        let now = Stated { span, round: String::new(), entry: None };
        Before(Some(self.now.replace(now)), std::mem::replace(&mut self.is_kept, false))
    }

    /// Back to what was stated before.
    pub fn end(&mut self, Before(now, is_kept): Before) {
        self.is_kept = is_kept;
        if let Some(now) = now {
            self.now = now;
        }
    }

    /// A label is put on a text.
    pub fn label(&mut self, span: Span) -> Span {
        std::mem::replace(&mut self.labelled, span)
    }

    /// The label that was in force before is in force again.
    pub fn unlabel(&mut self, before: Span) {
        self.labelled = before;
    }

    /// A round of a loop begins.
    pub fn enter_round(&mut self, names: Vec<(Arc<str>, String)>) -> usize {
        let n = self.rounds.len();
        self.rounds.extend(names);
        n
    }

    /// A round is over.
    pub fn leave_round(&mut self, n: usize) {
        self.rounds.truncate(n);
    }

    /// A constraint is posted.
    pub fn post(&mut self, label: Option<&str>, is_definition: bool) {
        let owner = match (label, is_definition) {
            (_, true) => Owner::Definition(self.now.as_ref().and_then(|now| now.entry)),
            (Some(label), false) => Owner::Rule(self.entry_of(label)),
            (None, false) => self.entry_now(),
        };
        self.owners.push(owner);
    }

    fn entry_of(&mut self, label: &str) -> u32 {
        if let Some(entry) = self.by_label.get(label) {
            return *entry;
        }
        let entry = self.entries.len() as u32;
        self.entries.push((Some(label.to_string()), self.labelled, String::new()));
        self.by_label.insert(label.to_string(), entry);
        entry
    }

    fn entry_now(&mut self) -> Owner {
        let Some(now) = &mut self.now else { return Owner::Definition(None) };
        let next = self.entries.len() as u32;
        let entry = *now.entry.get_or_insert(next);
        if entry == next {
            self.entries.push((None, now.span, now.round.clone()));
        }
        Owner::Rule(entry)
    }

    /// The rules in words.
    pub fn finish(self, sources: &SourceMap) -> Rules {
        let list = self.entries.into_iter().map(|(label, span, round)| rule(sources, label, span, &round)).collect();
        Rules { list, owners: self.owners }
    }
}

fn rule(sources: &SourceMap, label: Option<String>, span: Span, round: &str) -> Rule {
    let Some(source) = sources.get(span.file) else {
        return Rule { name: label.unwrap_or_default(), ..Rule::default() };
    };
    let (line, column, _) = locate(&source.text, span.start as usize);
    let place = format!("{}:{line}:{column}", source.name);
    let text = source.text.get(span.start as usize..span.end as usize).unwrap_or_default();
    let name = label.unwrap_or_else(|| match round {
        "" => place.clone(),
        round => format!("{place}, {round}"),
    });
    Rule { name, place, text: text.split_whitespace().collect::<Vec<_>>().join(" ") }
}
