//! Choices for local variables without a definition: tried in turn, by doing the work again.
//!
//! What is evaluated asks for the next choice; one that is not on the tape yet begins with the first option. When the work
//! comes to nothing, the last choice that has options left is moved on and everything after it is forgotten.

use super::value::Val;
use crate::front::source::Span;
use rustc_hash::FxHashMap;

#[derive(Default)]
pub(super) struct Tape {
    /// Which option was taken, of how many.
    taken: Vec<(u64, u64)>,
    at: usize,
    /// Whether choices made now belong to somebody who will try again.
    pub open: bool,
    /// What others found for the local variables of a declaration, in the order of their making.
    pub hints: FxHashMap<(u32, u32), Vec<Val>>,
    /// How many of the hints of a declaration were used, and how many when this tape began.
    used: FxHashMap<(u32, u32), usize>,
    used_before: FxHashMap<(u32, u32), usize>,
}

/// A tape that was put aside.
pub(super) type Aside = (Vec<(u64, u64)>, usize, bool, FxHashMap<(u32, u32), usize>);

impl Tape {
    /// Back to the beginning, for another attempt.
    pub fn rewind(&mut self) {
        self.at = 0;
        self.used.clone_from(&self.used_before);
    }

    /// The number of the option to take.
    pub fn choose(&mut self, n: u64) -> u64 {
        if self.at == self.taken.len() {
            self.taken.push((0, n));
        }
        self.at += 1;
        self.taken[self.at - 1].0
    }

    /// Moves on to the next combination, if there is one.
    pub fn advance(&mut self) -> bool {
        self.taken.truncate(self.at);
        while let Some((chosen, n)) = self.taken.last_mut() {
            *chosen += 1;
            if chosen < n {
                return true;
            }
            self.taken.pop();
        }
        false
    }

    /// A clean tape for somebody else; the old one is given back.
    pub fn begin(&mut self) -> Aside {
        let before = std::mem::replace(&mut self.used_before, self.used.clone());
        let (taken, at) = (std::mem::take(&mut self.taken), std::mem::take(&mut self.at));
        (taken, at, std::mem::replace(&mut self.open, true), before)
    }

    pub fn end(&mut self, (taken, at, open, before): Aside) {
        (self.taken, self.at, self.open, self.used_before) = (taken, at, open, before);
    }

    /// How a declaration is told apart from others.
    pub fn key(span: Span) -> (u32, u32) {
        (span.file, span.start)
    }

    /// The next thing that was found for a local variable of this declaration.
    pub fn hint(&mut self, span: Span) -> Option<Val> {
        let key = Tape::key(span);
        let found = self.hints.get(&key)?;
        let used = self.used.entry(key).or_insert(0);
        *used += 1;
        found.get(*used - 1).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::Tape;

    #[test]
    fn every_combination_comes_once() {
        let mut tape = Tape::default();
        let mut seen = Vec::new();
        loop {
            tape.rewind();
            let first = tape.choose(3);
            // The second choice has as many options as the first says.
            seen.push((first, tape.choose(first + 1)));
            if !tape.advance() {
                break;
            }
        }
        assert_eq!(seen, [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)]);
    }
}
