//! What constraints that stay whole say about domains: words of an automaton, and what sets have in common; the others are left
//! to the engines.

use super::store::{Contradiction, Kept, Store};
use crate::model::global::{Overlap, Regular, Rest};
use crate::model::{Atom, Domain, Global, Var};
use std::collections::BTreeSet;

/// Draws what the constraint says within the domains.
pub(super) fn draw(store: &mut Store, global: &Global) -> Kept {
    match global {
        Global::Regular(it) => regular(store, it),
        Global::Overlap(it) => overlap(store, it),
        Global::Cumulative(_)
        | Global::Disjunctive(_)
        | Global::Circuit(_)
        | Global::Cardinality(_)
        | Global::Inverse(_)
        | Global::Lex(_)
        | Global::BinPacking(_)
        | Global::NValue(_)
        | Global::Diffn(_) => Ok(()),
    }
}

/// Calls `f` with every variable whose news the rule wants to hear.
pub(super) fn watched(global: &Global, f: &mut dyn FnMut(Var)) {
    if let Global::Regular(_) | Global::Overlap(_) = global {
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

/// When as many places are common as may be, no other is; when as many can be as must, all of them are.
fn overlap(store: &mut Store, it: &Overlap) -> Kept {
    store.work += it.pairs.len();
    let decided = |pair: &(Atom, Atom)| (store.decided(pair.0), store.decided(pair.1));
    let least = it.pairs.iter().filter(|pair| decided(pair) == (Some(true), Some(true))).count();
    let is_open = |pair: &&(Atom, Atom)| !matches!(decided(pair), (Some(false), _) | (_, Some(false)));
    let open: Vec<(Atom, Atom)> = it.pairs.iter().filter(is_open).copied().collect();
    match it.rest(least, open.len()) {
        None => Ok(()),
        Some(Rest::Impossible) => Err(Contradiction),
        Some(Rest::All) => open.into_iter().try_for_each(|(one, other)| {
            store.demand(one)?;
            store.demand(other)
        }),
        Some(Rest::None) => {
            open.into_iter().try_for_each(|(one, other)| match (store.decided(one), store.decided(other)) {
                (Some(true), None) => store.demand(!other),
                (None, Some(true)) => store.demand(!one),
                _ => Ok(()),
            })
        }
    }
}
