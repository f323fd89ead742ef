//! "Player 1 can score at least s" as a quantified formula in QDIMACS, for tiny games.
//!
//! The states that can be reached in so many turns form layers, states with the same future being one. Each layer has a
//! number in binary that says which action is taken: player 1's exist, player 2's are for all; numbers beyond the actions
//! start again from the first. Innermost, one variable per state says that it is reached. As large as the game: one clause
//! per state and number. QDIMACS 1.1, 2005.

use super::game::Game;
use super::instance::Instance;
use super::key::{Key, Ranks};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// More states than these are too many for the formula.
pub const MAX_STATES: usize = 100_000;

/// The states after so many turns.
#[derive(Default)]
struct Layer {
    games: Vec<Game>,
    known: FxHashMap<(Key, bool), usize>,
    /// For each state its different successors in the next layer; none at the end of the game.
    next: Vec<Vec<usize>>,
    n_bits: usize,
}

/// The formula that is true if and only if player 1 can score at least so much.
pub fn qdimacs(instance: &Instance, at_least: i64) -> Result<String, String> {
    let layers = layers(instance)?;
    let n_bits: usize = layers.iter().map(|layer| layer.n_bits).sum();
    let (mut bit, mut state) = (1, 1 + n_bits);
    let (mut prefix, mut clauses) = (Vec::<(char, Vec<usize>)>::new(), String::new());
    let mut n_clauses = 1;
    let _ = writeln!(clauses, "{state} 0");
    for (turn, layer) in layers.iter().enumerate() {
        let bits: Vec<usize> = (bit..bit + layer.n_bits).collect();
        let below = state + layer.games.len();
        for (i, next) in layer.next.iter().enumerate() {
            n_clauses += state_clauses(&mut clauses, state + i, next, below, &bits);
            if next.is_empty() && layer.games[i].score(0) < at_least {
                let _ = writeln!(clauses, "-{} 0", state + i);
                n_clauses += 1;
            }
        }
        quantify(&mut prefix, if turn % 2 == 0 { 'e' } else { 'a' }, bits);
        (bit, state) = (bit + layer.n_bits, below);
    }
    quantify(&mut prefix, 'e', (1 + n_bits..state).collect());
    let mut out = format!("c player 1 can score at least {at_least}\np cnf {} {n_clauses}\n", state - 1);
    for (quantifier, vars) in prefix {
        let words: Vec<String> = vars.iter().map(usize::to_string).collect();
        let _ = writeln!(out, "{quantifier} {} 0", words.join(" "));
    }
    Ok(out + &clauses)
}

/// In a state, each number of the layer leads to the state after its action. Says how many clauses that took.
fn state_clauses(out: &mut String, state: usize, next: &[usize], below: usize, bits: &[usize]) -> usize {
    let bits = if next.len() < 2 { &[] } else { bits };
    let n_clauses = if next.is_empty() { 0 } else { 1 << bits.len() };
    for number in 0..n_clauses {
        let unlike =
            |(i, bit): (usize, &usize)| if number >> i & 1 == 1 { format!("-{bit} ") } else { format!("{bit} ") };
        let guard: String = bits.iter().enumerate().map(unlike).collect();
        let _ = writeln!(out, "-{state} {guard}{} 0", below + next[number % next.len()]);
    }
    n_clauses
}

/// Adds variables to the prefix; blocks of the same kind become one.
fn quantify(prefix: &mut Vec<(char, Vec<usize>)>, quantifier: char, vars: Vec<usize>) {
    match prefix.last_mut() {
        _ if vars.is_empty() => (),
        Some((last, block)) if *last == quantifier => block.extend(vars),
        _ => prefix.push((quantifier, vars)),
    }
}

fn layers(instance: &Instance) -> Result<Vec<Layer>, String> {
    let ranks = Ranks::new(&instance.stones);
    let mut first = Layer::default();
    enter(&mut first, &ranks, Game::new(instance));
    let (mut layers, mut n_states) = (vec![first], 1);
    loop {
        let layer = layers.last_mut().expect("there is a first one");
        let mut below = Layer::default();
        for game in &mut layer.games {
            let mut next = Vec::new();
            for action in game.actions() {
                game.act_unchecked(action);
                next.push(enter(&mut below, &ranks, game.clone()));
                game.undo();
            }
            next.sort_unstable();
            next.dedup();
            layer.next.push(next);
            if n_states + below.games.len() > MAX_STATES {
                return Err(format!("the game has more than {MAX_STATES} states, too many for a formula"));
            }
        }
        let most = layer.next.iter().map(Vec::len).max().unwrap_or(0);
        layer.n_bits = most.max(1).next_power_of_two().ilog2() as usize;
        n_states += below.games.len();
        if below.games.is_empty() {
            return Ok(layers);
        }
        layers.push(below);
    }
}

/// The number of a state in its layer.
fn enter(layer: &mut Layer, ranks: &Ranks, game: Game) -> usize {
    let key = (ranks.key(&game), game.is_passed());
    let next = layer.games.len();
    let number = *layer.known.entry(key).or_insert(next);
    if number == next {
        layer.games.push(game);
    }
    number
}
