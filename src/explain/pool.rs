//! What was possible so far: assignments that keep the facts, each with the rules it breaks.
//!
//! Every contradiction with a question has one of the rules that a possible answer to the question breaks. So what was found
//! for one question bounds the next ones from below, without asking a solver.

use crate::model::{Assignment, Atom};

/// How many assignments are kept; the oldest go first.
const KEPT: usize = 3000;
/// How many sets of broken rules one question begins with, the smallest first.
const GIVEN: usize = 150;

/// The assignments.
#[derive(Default)]
pub struct Pool {
    known: Vec<(Assignment, Vec<u32>)>,
}

impl Pool {
    /// Keeps an assignment and all the rules it breaks.
    pub fn keep(&mut self, assignment: Assignment, broken: Vec<u32>) {
        if self.known.len() >= KEPT {
            self.known.drain(..KEPT / 3);
        }
        self.known.push((assignment, broken));
    }

    /// A new fact: what does not keep it says nothing any more.
    pub fn learn(&mut self, fact: Atom) {
        self.known.retain(|(assignment, _)| fact.holds(assignment));
    }

    /// Sets of candidates one of which is in every contradiction of candidates with the question.
    pub fn corrections(&self, question: Option<Atom>, candidates: &[u32]) -> Vec<Vec<u32>> {
        let is_in = |rule: &u32| candidates.binary_search(rule).is_ok();
        let fitting = self.known.iter().filter(|(assignment, _)| question.is_none_or(|atom| atom.holds(assignment)));
        let mut sets: Vec<Vec<u32>> =
            fitting.map(|(_, broken)| broken.iter().copied().filter(is_in).collect()).collect();
        sets.sort_unstable_by(|a: &Vec<u32>, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        sets.dedup();
        let mut given: Vec<Vec<u32>> = Vec::new();
        for set in sets {
            let is_weaker = given.iter().any(|other| other.iter().all(|rule| set.binary_search(rule).is_ok()));
            if !is_weaker {
                given.push(set);
            }
            if given.len() == GIVEN {
                break;
            }
        }
        given
    }
}
