//! `regular`: the word spelled by the variables is accepted by a deterministic automaton.
//!
//! Where it must hold, it stays whole. Elsewhere there is one state variable per letter and one table per step, over the states that can
//! be reached (Pesant, CP 2004); a state 0 stands for failure, so that the states are a function of the letters and the constraint is
//! "the last state accepts".

use super::array::cells;
use super::regexp;
use crate::front::diagnostic::{Outcome, fault};
use crate::front::evaluate::{Evaluator, from_formula, set};
use crate::front::formula::Formula;
use crate::front::source::Span;
use crate::front::value::Value;
use crate::model::global::{self as model, Regular};
use crate::model::{Constraint, Domain, Var};
use std::collections::BTreeSet;
use std::sync::Arc;

/// States from 1, and for each one the next state by letter; 0 if there is none.
pub(super) struct Automaton {
    pub n_states: i64,
    pub letters: Letters,
    pub steps: Vec<i64>,
    pub start: i64,
    pub accepting: Domain,
}

/// A range of letters.
#[derive(Clone, Copy)]
pub(super) struct Letters {
    pub first: i64,
    pub n: i64,
}

impl Letters {
    /// A number of letters from 1, or a range of letters.
    pub fn read(value: &Value, span: Span) -> Outcome<Letters> {
        match value {
            Value::Int(n) => Ok(Letters { first: 1, n: (*n).max(0) }),
            Value::Set(letters) => match letters.members.ranges() {
                [] => Ok(Letters { first: 1, n: 0 }),
                [(lo, hi)] if hi - lo < i64::from(u32::MAX) => Ok(Letters { first: *lo, n: hi - lo + 1 }),
                _ => fault(span, "expected a range of letters"),
            },
            _ => fault(span, "expected the number of letters, or a range of letters"),
        }
    }
}

impl Automaton {
    /// The state after a letter; 0 if there is none.
    fn next(&self, state: i64, letter: i64) -> i64 {
        let place = letter.wrapping_sub(self.letters.first);
        if !(1..=self.n_states).contains(&state) || !(0..self.letters.n).contains(&place) {
            return 0;
        }
        self.steps[((state - 1) * self.letters.n + place) as usize]
    }

    /// The values of a variable that are letters.
    fn spelt(&self, ev: &Evaluator<'_>, letter: Var) -> Domain {
        let last = self.letters.first.saturating_add(self.letters.n - 1);
        ev.flat.model.domain(letter).intersect(&Domain::range(self.letters.first, last))
    }

    /// Whether the word that the cells of an array spell is accepted.
    pub fn accepts(&self, ev: &mut Evaluator<'_>, word: &Value, span: Span) -> Outcome<Value> {
        let array = cells(word, span)?;
        if array.cells.is_empty() {
            return Ok(Value::Bool(self.accepting.contains(self.start)));
        }
        let letters: Vec<Var> = array.cells.iter().map(|cell| ev.variable(cell, span)).collect::<Outcome<_>>()?;
        if !ev.root {
            let size = letters.iter().map(|v| ev.flat.model.domain(*v).size()).fold(0, u64::saturating_add);
            ev.step(size.saturating_mul(self.n_states as u64), span)?;
        }
        let formula = if ev.root { whole(ev, self, letters) } else { total(ev, self, &letters) };
        Ok(from_formula(formula))
    }
}

/// `regular(x, Q, S, d, q0, F)`, `regular(x, d, q0, F)` and `regular(x, expression)`.
pub(super) fn regular(ev: &mut Evaluator<'_>, args: &[Value], span: Span) -> Outcome<Value> {
    match args.len() {
        2 => regexp::regular(ev, args, span),
        4 => by_table(args, span)?.accepts(ev, &args[0], span),
        6 => read(args, span)?.accepts(ev, &args[0], span),
        n => fault(span, format!("`regular` takes 2, 4 or 6 arguments, found {n}")),
    }
}

/// The table alone: its index sets are the states and the letters, and where it says `<>` there is no next state.
fn by_table(args: &[Value], span: Span) -> Outcome<Automaton> {
    let d = cells(&args[1], span)?;
    let [states, letters] = d.index.as_slice() else {
        return fault(span, "expected a table of states by letters");
    };
    // States are counted from 1, wherever they begin.
    let state = |value: &Value| match value {
        Value::Int(at) | Value::Enum(_, at) if (states.lo..=states.hi).contains(at) => Ok(at - states.lo + 1),
        Value::Absent => Ok(0),
        other => fault(span, format!("expected one of the automaton's states, found {}", other.kind())),
    };
    let members = &set(&args[3], span)?.members;
    let accepting = (states.lo..=states.hi).filter(|at| members.contains(*at)).map(|at| at - states.lo + 1);
    Ok(Automaton {
        n_states: states.len() as i64,
        letters: Letters { first: letters.lo, n: letters.len() as i64 },
        steps: d.cells.iter().map(state).collect::<Outcome<_>>()?,
        start: state(&args[2])?,
        accepting: Domain::from_values(accepting),
    })
}

fn read(args: &[Value], span: Span) -> Outcome<Automaton> {
    let (Value::Int(n_states), Value::Int(start)) = (&args[1], &args[4]) else {
        return fault(span, "expected known numbers of states");
    };
    let letters = Letters::read(&args[2], span)?;
    let d = cells(&args[3], span)?;
    let shape: Vec<usize> = d.index.iter().map(|index| index.len()).collect();
    if shape != [*n_states as usize, letters.n as usize] {
        return fault(span, format!("expected a table of {n_states} states by {} letters", letters.n));
    }
    let mut steps = Vec::with_capacity(d.cells.len());
    for cell in &d.cells {
        match cell {
            Value::Int(state) | Value::Enum(_, state) if (0..=*n_states).contains(state) => steps.push(*state),
            _ => return fault(span, format!("expected states from 0 to {n_states} in the table of the automaton")),
        }
    }
    let accepting = set(&args[5], span)?.members.clone();
    Ok(Automaton { n_states: *n_states, letters, steps, start: *start, accepting })
}

/// The states before each letter and after the last, as far as they can be reached.
fn layers(ev: &Evaluator<'_>, automaton: &Automaton, letters: &[Var]) -> Vec<BTreeSet<i64>> {
    let mut layers = vec![BTreeSet::from([automaton.start])];
    for (at, letter) in letters.iter().enumerate() {
        let domain = ev.flat.model.domain(*letter);
        let next = layers[at].iter().flat_map(|q| domain.iter().map(move |l| automaton.next(*q, l))).collect();
        layers.push(next);
    }
    layers
}

/// The letters are letters, and the word is accepted.
fn whole(ev: &mut Evaluator<'_>, automaton: &Automaton, letters: Vec<Var>) -> Formula {
    let mut parts: Vec<Formula> = letters.iter().map(|v| ev.flat.var_in(*v, &automaton.spelt(ev, *v))).collect();
    let automaton = model::Automaton {
        n_states: automaton.n_states.max(0) as usize,
        first: automaton.letters.first,
        n_letters: automaton.letters.n as usize,
        steps: automaton.steps.clone(),
        start: automaton.start,
        accepting: automaton.accepting.clone(),
    };
    parts.push(Constraint::from(Regular { word: letters, automaton: Arc::new(automaton) }).into());
    Formula::and(parts)
}

fn total(ev: &mut Evaluator<'_>, automaton: &Automaton, letters: &[Var]) -> Formula {
    let layers = layers(ev, automaton, letters);
    let mut before = ev.flat.constant(automaton.start);
    for (at, letter) in letters.iter().enumerate() {
        let after = ev.flat.auxiliary(Domain::from_values(layers[at + 1].iter().copied()));
        let domain = ev.flat.model.domain(*letter);
        let row = |q: i64, l: i64| vec![q, l, automaton.next(q, l)];
        let rows: Vec<Vec<i64>> = layers[at].iter().flat_map(|q| domain.iter().map(move |l| row(*q, l))).collect();
        let vars = vec![before, *letter, after];
        ev.flat.define(|flat| flat.push(Constraint::Table { vars, rows: rows.into() }));
        before = after;
    }
    ev.flat.var_in(before, &automaton.accepting)
}
