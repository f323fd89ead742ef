//! Words that automata accept.

use super::{Row, cells, holds, numbers, strange, truth};
use crate::front::judge::operator::{number, set};
use crate::front::judge::value::Val;
use crate::front::judge::walk::{Out, Stop, Walk};
use crate::front::source::Span;

pub(super) const TABLE: &[Row] =
    &[truth("regular", regular), truth("regular_nfa", regular_nfa), truth("cost_regular", cost_regular)];

/// The place in a matrix of states by letters, both from the first index.
fn place(table: &Val, state: i64, letter: i64) -> Out<Option<&Val>> {
    Ok(cells(table)?.at(&[state, letter]))
}

fn regular(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    if let [word, next, start, accepting] = args {
        return by_table(word, next, start, accepting);
    }
    let [word, n_states, letters, next, start, accepting] = args else { return strange("regular") };
    let (n_states, accepting) = (number(n_states)?, set(accepting)?);
    let mut state = number(start)?;
    for letter in numbers(word)? {
        let known = match letters {
            Val::Set(letters) => letters.contains(letter),
            n => (1..=number(n)?).contains(&letter),
        };
        let Some(found) = place(next, state, letter)?.filter(|_| known) else { return holds(false) };
        state = number(found)?;
        if !(1..=n_states).contains(&state) {
            return holds(false);
        }
    }
    holds(accepting.contains(state))
}

/// Where the table says `<>`, or has no such letter, there is no next state.
fn by_table(word: &Val, next: &Val, start: &Val, accepting: &Val) -> Out<Val> {
    let mut state = number(start)?;
    for letter in numbers(word)? {
        match place(next, state, letter)? {
            None | Some(Val::Absent) => return holds(false),
            Some(found) => state = number(found)?,
        }
    }
    holds(set(accepting)?.contains(state))
}

fn regular_nfa(_: &mut Walk<'_>, args: &[Val], _: Span) -> Out<Val> {
    let [word, _, letters, next, start, accepting] = args else { return strange("regular_nfa") };
    let letters = number(letters)?;
    let mut states = vec![number(start)?];
    for letter in numbers(word)? {
        let mut after = Vec::new();
        for state in &states {
            match place(next, *state, letter)? {
                Some(found) if (1..=letters).contains(&letter) => after.extend(set(found)?.iter()),
                _ => {}
            }
        }
        after.sort_unstable();
        after.dedup();
        states = after;
    }
    let accepting = set(accepting)?;
    holds(states.iter().any(|state| accepting.contains(*state)))
}

fn cost_regular(walk: &mut Walk<'_>, args: &[Val], span: Span) -> Out<Val> {
    let [word, n_states, letters, next, start, accepting, costs, total] = args else { return strange("cost_regular") };
    let plain = [word, n_states, letters, next, start, accepting].map(Clone::clone);
    if regular(walk, &plain, span)? != Val::Bool(true) {
        return holds(false);
    }
    let (mut state, mut sum) = (number(start)?, 0i64);
    for letter in numbers(word)? {
        let (Some(cost), Some(after)) = (place(costs, state, letter)?, place(next, state, letter)?) else {
            return Stop::unjudged("costs of another shape than the automaton");
        };
        sum = sum.saturating_add(number(cost)?);
        state = number(after)?;
    }
    holds(sum == number(total)?)
}
