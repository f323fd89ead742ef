//! Regular: a letter stays if some accepted word has it in its place.
//!
//! The states that the letters left can lead to, place by place, and then back from the accepting ones. Domain
//! consistent unless a variable occurs twice; a run costs, summed over the places, the states times the letters left
//! (Pesant, CP 2004, with the layers built anew at each run).

use super::super::{Conflict, Domains, Kept};
use crate::model::global::Regular;

/// Leaves only letters of accepted words.
pub(super) fn propagate(it: &Regular, domains: &mut Domains) -> Kept {
    let automaton = &*it.automaton;
    super::within(&it.word, automaton.first, automaton.n_letters, domains)?;
    let layers = layers(it, domains);
    let place = |state: i64| usize::try_from(state).ok().filter(|s| (1..=automaton.n_states).contains(s));
    // By state, whether an accepting one can be reached from it; none is asked for the last layer.
    let mut leads_on: Vec<bool> = Vec::new();
    for (at, x) in it.word.iter().enumerate().rev() {
        let is_last = at + 1 == it.word.len();
        let is_good = |state: i64| match is_last {
            true => automaton.accepting.contains(state) && state != 0,
            false => place(state).is_some_and(|s| leads_on[s]),
        };
        let mut kept: Vec<i64> = Vec::new();
        let mut leads_here = vec![false; automaton.n_states + 1];
        for letter in domains.values(*x) {
            let mut has_state = false;
            for &state in &layers[at] {
                if is_good(automaton.next(state, letter)) {
                    has_state = true;
                    place(state).into_iter().for_each(|s| leads_here[s] = true);
                }
            }
            kept.extend(has_state.then_some(letter));
        }
        if kept.is_empty() {
            return Err(Conflict);
        }
        if (kept.len() as u64) < domains.size(*x) {
            domains.keep(*x, kept)?;
        }
        leads_on = leads_here;
    }
    Ok(())
}

/// The states before each letter.
fn layers(it: &Regular, domains: &Domains) -> Vec<Vec<i64>> {
    let automaton = &*it.automaton;
    let mut layers = vec![vec![automaton.start]];
    for x in it.word.iter().take(it.word.len().saturating_sub(1)) {
        let mut is_met = vec![false; automaton.n_states + 1];
        let mut next = Vec::new();
        for &state in layers.last().expect("there is a first layer") {
            for letter in domains.values(*x) {
                let to = automaton.next(state, letter);
                // Other states lead nowhere.
                if let Some(at) = usize::try_from(to).ok().filter(|to| (1..=automaton.n_states).contains(to))
                    && !std::mem::replace(&mut is_met[at], true)
                {
                    next.push(to);
                }
            }
        }
        layers.push(next);
    }
    layers
}
