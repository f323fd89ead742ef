//! Automata that may have several next states, made into automata with one by the subset construction (Rabin, Scott 1959).

use super::array::cells;
use super::automaton::{Automaton, Letters};
use crate::front::diagnostic::{Outcome, fault};
use crate::front::evaluate::{Evaluator, set};
use crate::front::source::Span;
use crate::front::value::Value;
use crate::model::Domain;
use std::collections::{BTreeMap, BTreeSet};

/// States are numbered from 0.
pub(super) struct Nfa {
    /// The next states of each state: letters with where they lead.
    pub steps: Vec<Vec<(Domain, usize)>>,
    pub start: BTreeSet<usize>,
    pub accepting: BTreeSet<usize>,
    pub letters: Letters,
}

impl Nfa {
    /// The automaton whose states are sets of states; those that are not needed are never made.
    pub fn determined(&self, ev: &mut Evaluator<'_>, span: Span) -> Outcome<Automaton> {
        let mut known: BTreeMap<BTreeSet<usize>, i64> = BTreeMap::from([(self.start.clone(), 1)]);
        let mut order = vec![self.start.clone()];
        let mut steps = Vec::new();
        let mut at = 0;
        while at < order.len() {
            for letter in self.letters.first..self.letters.first + self.letters.n {
                let next = self.after(&order[at], letter);
                ev.step(1 + next.len() as u64, span)?;
                steps.push(match next.is_empty() {
                    true => 0,
                    false => *known.entry(next.clone()).or_insert_with(|| {
                        order.push(next);
                        order.len() as i64
                    }),
                });
            }
            at += 1;
        }
        let accepts =
            |(at, states): (usize, &BTreeSet<usize>)| (!states.is_disjoint(&self.accepting)).then_some(at as i64 + 1);
        let accepting = Domain::from_values(order.iter().enumerate().filter_map(accepts));
        Ok(Automaton { n_states: order.len() as i64, letters: self.letters, steps, start: 1, accepting })
    }

    fn after(&self, states: &BTreeSet<usize>, letter: i64) -> BTreeSet<usize> {
        let steps = states.iter().flat_map(|state| &self.steps[*state]);
        steps.filter(|(letters, _)| letters.contains(letter)).map(|(_, to)| *to).collect()
    }
}

/// `regular_nfa(x, Q, S, d, q0, F)`.
pub(super) fn regular_nfa(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    let nfa = read(args, span)?;
    let automaton = nfa.determined(ev, span)?;
    automaton.accepts(ev, &args[0], span)
}

fn read(args: &[Value], span: Span) -> Outcome<Nfa> {
    let (Value::Int(n_states), Value::Int(start)) = (&args[1], &args[4]) else {
        return fault(span, "expected known numbers of states");
    };
    let letters = Letters::read(&args[2], span)?;
    let table = cells(&args[3], span)?;
    let shape: Vec<usize> = table.index.iter().map(|index| index.len()).collect();
    if shape != [*n_states as usize, letters.n as usize] {
        return fault(span, format!("expected a table of {n_states} states by {} letters", letters.n));
    }
    let state = |at: i64| match (1..=*n_states).contains(&at) {
        true => Ok(at as usize - 1),
        false => fault(span, format!("expected states from 1 to {n_states}")),
    };
    let mut steps = vec![Vec::new(); *n_states as usize];
    for (at, cell) in table.cells.iter().enumerate() {
        let (from, letter) = (at / letters.n as usize, letters.first + (at % letters.n as usize) as i64);
        for to in set(cell, span)?.members.iter() {
            steps[from].push((Domain::singleton(letter), state(to)?));
        }
    }
    let accepting = set(&args[5], span)?.members.iter().map(state).collect::<Outcome<_>>()?;
    Ok(Nfa { steps, start: BTreeSet::from([state(*start)?]), accepting, letters })
}
