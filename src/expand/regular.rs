//! Words: the states of the automaton between the letters, over those that lie on a way from the start to an end.
//!
//! A layer of one state needs no variable. Pesant, CP 2004; as clauses: Quimper, Walsh, CP 2006.

use super::{Ground, Row};
use crate::model::global::Regular;
use crate::model::{Atom, Constraint, Domain, Var};
use std::collections::BTreeSet;

/// The rows; the first is the default.
pub const TABLE: &[Row<Regular>] = &[
    Row {
        name: "regular-states",
        summary: "a state before each letter, and a table of the steps: state, letter, state",
        reference: "Pesant, CP 2004",
        write: by_tables,
    },
    Row {
        name: "regular-steps",
        summary: "the same states, and a clause for each step: state and letter imply the next state",
        reference: "Quimper, Walsh, CP 2006",
        write: by_clauses,
    },
];

/// Variables and states before each letter and after the last.
struct Layers {
    states: Vec<BTreeSet<i64>>,
    vars: Vec<Option<Var>>,
    letters: Vec<Domain>,
}

/// `None` if no word is accepted.
fn layers(it: &Regular, g: &mut dyn Ground) -> Option<Layers> {
    let automaton = &it.automaton;
    let all = automaton.letters();
    let letters: Vec<Domain> = it.word.iter().map(|letter| g.domain(*letter).intersect(&all)).collect();
    let mut states = vec![BTreeSet::from([automaton.start])];
    for (at, letters) in letters.iter().enumerate() {
        let next = states[at].iter().flat_map(|q| letters.iter().map(move |l| automaton.next(*q, l)));
        let next = next.filter(|q| *q != 0).collect();
        states.push(next);
        if g.is_full() {
            return None;
        }
    }
    let n = it.word.len();
    states[n].retain(|q| automaton.accepting.contains(*q));
    for at in (0..n).rev() {
        let alive = states[at + 1].clone();
        states[at].retain(|q| letters[at].iter().any(|l| alive.contains(&automaton.next(*q, l))));
    }
    if states.iter().any(BTreeSet::is_empty) {
        return None;
    }
    let mut vars = Vec::with_capacity(n + 1);
    for (at, layer) in states.iter().enumerate() {
        let several = at < n && layer.len() > 1;
        vars.push(several.then(|| g.fresh(Domain::from_values(layer.iter().copied()))));
    }
    Some(Layers { states, vars, letters })
}

fn by_tables(it: &Regular, g: &mut dyn Ground) {
    let Some(layers) = layers(it, g) else { return g.fail() };
    for (at, letter) in it.word.iter().enumerate() {
        if g.is_full() {
            return;
        }
        let (before, after) = (layers.vars[at], layers.vars[at + 1]);
        let mut rows = Vec::new();
        for q in &layers.states[at] {
            for l in layers.letters[at].iter() {
                let next = it.automaton.next(*q, l);
                if layers.states[at + 1].contains(&next) {
                    let row = before.map(|_| *q).into_iter().chain([l]).chain(after.map(|_| next));
                    rows.push(row.collect::<Vec<i64>>());
                }
            }
        }
        rows.sort_unstable();
        rows.dedup();
        let vars: Vec<Var> = before.into_iter().chain([*letter]).chain(after).collect();
        g.post(Constraint::Table { vars, rows: rows.into() });
    }
}

fn by_clauses(it: &Regular, g: &mut dyn Ground) {
    let Some(layers) = layers(it, g) else { return g.fail() };
    for (at, letter) in it.word.iter().enumerate() {
        g.within(*letter, &layers.letters[at]);
        for q in &layers.states[at] {
            if g.is_full() {
                return;
            }
            let elsewhere: Option<Atom> = layers.vars[at].map(|state| state.is_not(*q));
            for l in layers.letters[at].iter() {
                let next = it.automaton.next(*q, l);
                let then = match (layers.states[at + 1].contains(&next), layers.vars[at + 1]) {
                    (false, _) => None,
                    (true, None) => continue,
                    (true, Some(state)) => Some(state.is(next)),
                };
                g.clause(elsewhere.into_iter().chain([letter.is_not(l)]).chain(then));
            }
        }
    }
}
