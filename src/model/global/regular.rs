//! Words that a deterministic automaton accepts.

use super::place;
use crate::model::{Assignment, Domain, Var};
use std::sync::Arc;

/// A deterministic automaton. States are counted from 1; a table says the next one, or 0 where there is none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Automaton {
    /// The number of states.
    pub n_states: usize,
    /// The first letter.
    pub first: i64,
    /// The number of letters.
    pub n_letters: usize,
    /// The next state: `n_letters` entries for each state.
    pub steps: Vec<i64>,
    /// The state before the first letter.
    pub start: i64,
    /// The states in which a word may end.
    pub accepting: Domain,
}

impl Automaton {
    /// The state after a letter; 0 if there is none.
    pub fn next(&self, state: i64, letter: i64) -> i64 {
        let row = place(state, 1, self.n_states);
        let at = row.zip(place(letter, self.first, self.n_letters)).map(|(row, at)| row * self.n_letters + at);
        at.and_then(|at| self.steps.get(at)).copied().unwrap_or(0)
    }

    /// All letters.
    pub fn letters(&self) -> Domain {
        let last = i128::from(self.first) + self.n_letters as i128 - 1;
        Domain::range(self.first, last.clamp(i64::MIN.into(), i64::MAX.into()) as i64)
    }
}

/// The automaton accepts the word that the variables spell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Regular {
    /// The letters of the word.
    pub word: Vec<Var>,
    /// What accepts it.
    pub automaton: Arc<Automaton>,
}

impl Regular {
    /// Whether it is true under the assignment.
    pub fn holds(&self, a: &Assignment) -> bool {
        let mut state = self.automaton.start;
        for letter in &self.word {
            state = self.automaton.next(state, a[*letter]);
            if state == 0 {
                return false;
            }
        }
        self.automaton.accepting.contains(state)
    }
}
