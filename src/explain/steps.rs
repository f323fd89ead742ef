//! A solution found by reasons alone: one fact after the other, the easiest first.
//!
//! The difficulty of a step is the number of rules it needs beside the facts found before. Facts are tried for reasons of
//! one rule, then of two, and so on; what was shown to need more stays so until a fact is found near enough to change it.

use super::asking::{Asking, failed};
use super::smallest::Reason;
use super::told::Told;
use crate::model::Atom;
use crate::search::Budget;
use crate::solve::SolveError;
use std::ops::ControlFlow;

/// Reasons of up to so many rules are looked for size by size; beyond, each fact's own smallest reason is.
const BY_SIZE: usize = 6;
/// How many rounds of looking for smaller reasons a step may take beyond that.
const HARD_ROUNDS: usize = 500;

/// A step.
pub struct Step {
    /// What is found.
    pub fact: Atom,
    /// The rules that force it, given what was found before.
    pub rules: Vec<Told>,
    /// How many there are.
    pub difficulty: usize,
    /// Whether there is no set with fewer.
    pub is_smallest: bool,
}

/// A fact that is still to be found, and the number of rules that is known not to be enough.
struct Open {
    fact: Atom,
    too_few: usize,
    /// Rules that force it.
    known: Option<Vec<u32>>,
}

/// Finds facts step by step; `found` is told each one and may end it. Facts that need no rule are taken for granted.
pub fn steps(
    asking: &mut Asking,
    facts: &[Atom],
    budget: &Budget,
    found: &mut dyn FnMut(&Asking, Step) -> ControlFlow<()>,
) -> Result<(), SolveError> {
    let mut open: Vec<Open> = Vec::new();
    for fact in facts {
        match asking.explainer.reason_of_at_most(*fact, 0, budget).map_err(failed)? {
            Some(_) => asking.explainer.learn(*fact),
            None => open.push(Open { fact: *fact, too_few: 0, known: None }),
        }
    }
    while !open.is_empty() {
        let (at, reason) = easiest(asking, &mut open, budget)?;
        let Open { fact, .. } = open.remove(at);
        let rules = asking.verified(&reason, fact, budget)?;
        let (difficulty, is_smallest) = (reason.rules.len(), reason.is_smallest);
        if found(asking, Step { fact, rules, difficulty, is_smallest }).is_break() {
            return Ok(());
        }
        for other in &mut open {
            let steps = asking.explainer.distance(fact.var, other.fact.var, other.too_few);
            other.too_few = steps.map_or(other.too_few, |steps| other.too_few.min(steps.saturating_sub(1)));
        }
        asking.explainer.learn(fact);
    }
    Ok(())
}

/// The place of a fact with the smallest reason, and the reason.
fn easiest(asking: &mut Asking, open: &mut [Open], budget: &Budget) -> Result<(usize, Reason), SolveError> {
    for size in 1..=BY_SIZE {
        for (at, one) in open.iter_mut().enumerate().filter(|(_, one)| one.too_few < size) {
            match asking.explainer.reason_of_at_most(one.fact, size, budget).map_err(failed)? {
                // Smaller sizes were tried for this fact and all others.
                Some(reason) => return Ok((at, reason)),
                None => one.too_few = size,
            }
        }
    }
    hard(asking, open, budget)
}

/// The same where every fact needs many rules: the least of their minimal reasons, then smaller ones as far as the rounds go.
fn hard(asking: &mut Asking, open: &mut [Open], budget: &Budget) -> Result<(usize, Reason), SolveError> {
    let mut best: Option<(usize, Reason)> = None;
    for (at, one) in open.iter_mut().enumerate() {
        let below = best.as_ref().map_or(usize::MAX, |(_, best)| best.rules.len());
        let known = one.known.take().unwrap_or_default();
        let found = asking.explainer.minimal_reason(one.fact, known, below, budget).map_err(failed)?;
        one.known = Some(found.rules.clone());
        if found.is_minimal && found.rules.len() < below {
            best = Some((at, found));
        }
    }
    let (mut at, mut reason) = best.ok_or_else(|| SolveError::Rejected("no fact is left".to_string()))?;
    let mut rounds = HARD_ROUNDS;
    let order: Vec<usize> = [at].into_iter().chain((0..open.len()).filter(|other| *other != at)).collect();
    for other in order {
        let n = reason.rules.len();
        let (found, is_sure) =
            asking.explainer.reason_below(open[other].fact, n, &mut rounds, budget).map_err(failed)?;
        match found {
            Some(found) => (at, reason) = (other, found),
            None if other == at => reason.is_smallest |= is_sure,
            None => (),
        }
    }
    Ok((at, reason))
}
