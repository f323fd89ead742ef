//! What constraints that stay whole say about domains: words of an automaton alone; the others are left to the engines.

use super::store::{Contradiction, Kept, Store};
use crate::model::global::Regular;
use crate::model::{Domain, Global, Var};
use std::collections::BTreeSet;

/// Draws what the constraint says within the domains.
pub(super) fn draw(store: &mut Store, global: &Global) -> Kept {
    match global {
        Global::Regular(it) => regular(store, it),
        Global::Cumulative(_)
        | Global::Disjunctive(_)
        | Global::Circuit(_)
        | Global::Cardinality(_)
        | Global::Inverse(_)
        | Global::Lex(_)
        | Global::BinPacking(_)
        | Global::NValue(_) => Ok(()),
    }
}

/// Calls `f` with every variable whose news the rule wants to hear.
pub(super) fn watched(global: &Global, f: &mut dyn FnMut(Var)) {
    if let Global::Regular(_) = global {
        global.visit(f);
    }
}

/// A letter stays if it lies on a way from the start to an end (Pesant, CP 2004).
fn regular(store: &mut Store, it: &Regular) -> Kept {
    let (automaton, n) = (&it.automaton, it.word.len());
    let all = automaton.letters();
    let letters: Vec<Domain> = it.word.iter().map(|letter| store.domain(*letter).intersect(&all)).collect();
    let mut states = vec![BTreeSet::from([automaton.start])];
    for (at, letters) in letters.iter().enumerate() {
        store.work += states[at].len() * letters.size() as usize;
        let next = states[at].iter().flat_map(|q| letters.iter().map(move |l| automaton.next(*q, l)));
        let next = next.filter(|q| *q != 0).collect();
        states.push(next);
    }
    states[n].retain(|q| automaton.accepting.contains(*q));
    for at in (0..n).rev() {
        let (before, after) = states.split_at_mut(at + 1);
        let leads_on = |q: i64, l: i64| after[0].contains(&automaton.next(q, l));
        let kept = letters[at].iter().filter(|l| before[at].iter().any(|q| leads_on(*q, *l)));
        store.keep(it.word[at], &Domain::from_values(kept))?;
        before[at].retain(|q| letters[at].iter().any(|l| leads_on(*q, l)));
    }
    if states[0].is_empty() { Err(Contradiction) } else { Ok(()) }
}
