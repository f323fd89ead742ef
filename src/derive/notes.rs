//! What each note of an encoder becomes in a derivation.

use super::inequality::Inequality;
use super::log::Line;
use super::network;
use super::sink::Deriver;
use super::sums;
use crate::cnf::gates::TRUE;
use crate::cnf::{Lit, Note, Weights};
use crate::model::{Atom, Domain, Var};

/// Takes one note.
pub fn take(d: &mut Deriver, note: Note<'_>) {
    match note {
        Note::Constraint(index) => begin(d, index.map(|index| index as usize)),
        Note::Means(lit, atom) => means(d, lit, atom),
        Note::Bit(lit, var, bit) => one_bit(d, lit, var, bit),
        Note::Bits(var) => all_bits(d, var),
        Note::OneValue(var) => d.goals = one_value(d, var),
        Note::Sum(lit, weights, bound) => sum(d, lit, weights, bound),
        Note::Next(next) => d.next = next.map(|(sign, weights, bound)| (sign, resolved(d, weights, bound))),
        Note::Goal(weights) => sums::goal(d, weights),
        Note::Also(weights) => sums::also(d, weights),
        Note::Adder { inputs, low, high, weight } => sums::adder(d, inputs, low, high, weight as i128),
        Note::Merged(merge, n) => network::take(d, merge, n),
        Note::Permutation(vars) => permutation(d, vars),
        Note::Pair(lit, x, y) => select(d, lit, vec![number(d, x), number(d, y)]),
        Note::Row(lit, vars, row) => row_selected(d, lit, vars, row),
        Note::AtMost(lit, x, y) => at_most(d, lit, x, y),
        Note::Lemma(unless, atoms) => lemma(d, unless, atoms),
        Note::Cases(lits, var) => cases(d, lits, var),
        Note::Fresh(var, domain) => fresh(d, var, domain),
        Note::Reaches(var, domain, is_at_least, atoms) => reaches(d, var, domain, is_at_least, atoms),
        Note::Unless(lits) => d.unless = lits.to_vec(),
        Note::Uncertified(what) => drop(d.stated.missing.insert(what)),
    }
}

/// A constraint, whose lines are sorted by the shape of their sums.
fn begin(d: &mut Deriver, index: Option<usize>) {
    d.turn_to(index);
    d.n_expanded = 0;
    d.extra.clear();
    d.goals.clear();
    d.adders.clear();
    d.shapes.clear();
    d.sorted.clear();
    let own = index.map_or(0..0, |at| d.stated.of[at].clone());
    for line in own {
        let line = d.line(line);
        sums::remember(d, line);
    }
}

fn means(d: &mut Deriver, lit: Lit, atom: Atom) {
    let word = d.stated.vocabulary.lit(atom);
    d.is_word(lit, word);
}

fn resolved(d: &Deriver, weights: &Weights, bound: i128) -> Inequality {
    Inequality::at_least(weights.iter().map(|(weight, lit)| (*weight, d.resolved(*lit))), bound)
}

fn sum(d: &mut Deriver, lit: Lit, weights: &Weights, bound: i128) {
    let says = resolved(d, weights, bound);
    d.define(lit, says);
}

/// A bit is the sum of the values that have it.
fn one_bit(d: &mut Deriver, lit: Lit, var: Var, bit: u32) {
    let var = *d.renamed.get(&var).unwrap_or(&var);
    let Some(coded) = d.stated.vocabulary.coded(var) else { return };
    let min = coded.values.first().copied().unwrap_or(0);
    let with_bit = coded.values.iter().zip(&coded.is).filter(|(value, _)| value.abs_diff(min) >> bit & 1 == 1);
    let values: Vec<Lit> = with_bit.map(|(_, is)| *is).collect();
    let weights = || values.iter().map(|is| (1, *is)).chain([(-1, lit)]);
    let at_least = Inequality::at_least(weights(), 0);
    let at_most = Inequality::at_least(weights().map(|(weight, lit)| (-weight, lit)), 0);
    // That at most one value is taken makes room for the second.
    one_value(d, var);
    d.open.remove(&lit.var());
    let first = d.log.red(&at_most, lit, &d.stated.vocabulary);
    d.log.red(&at_least, !lit, &d.stated.vocabulary);
    d.bit_sums.insert(lit.var(), (first, at_most));
    d.bits.insert(lit.var(), (var, bit));
    let without: Vec<Lit> = d
        .stated
        .vocabulary
        .coded(var)
        .map_or_else(Vec::new, |coded| coded.is.iter().filter(|is| !values.contains(is)).copied().collect());
    for is in without {
        d.log.rup(&Inequality::clause(&[!lit, !is]), &d.stated.vocabulary);
    }
}

/// The bits, weighted, are the variable's steps.
fn all_bits(d: &mut Deriver, var: Var) {
    let var = *d.renamed.get(&var).unwrap_or(&var);
    let mut bits: Vec<(u32, u32)> =
        d.bits.iter().filter(|(_, (owner, _))| *owner == var).map(|(lit, (_, bit))| (*bit, *lit)).collect();
    bits.sort_unstable();
    let weights = bits.iter().map(|(bit, lit)| (1i128 << bit, Lit::new(*lit as i32)));
    let number = Inequality::at_least(weights, 0);
    let lines = sums::nothing_but(d, &number);
    d.in_bits.insert(var, lines);
}

/// A variable takes at least one value and at most one.
pub fn one_value(d: &mut Deriver, var: Var) -> Vec<Line> {
    let Some(coded) = d.stated.vocabulary.coded(var) else { return Vec::new() };
    let sum = Inequality::at_least(coded.sum(), 0);
    sums::nothing_but(d, &sum)
}

/// All values are taken, or there are too few: the values of all variables, without those of all but one value.
fn permutation(d: &mut Deriver, vars: &[Var]) {
    let ones: Vec<Line> = vars.iter().filter_map(|var| one_value(d, *var).into_iter().next()).collect();
    let own = d.at.map_or(0..0, |at| d.stated.of[at].clone());
    let domain = |var: &Var| d.stated.vocabulary.coded(*var).map_or_else(Domain::empty, |coded| coded.domain.clone());
    let all = vars.iter().fold(Domain::empty(), |all, var| all.union(&domain(var)));
    let once = |value: i64, d: &Deriver| {
        let lits: Vec<Lit> = vars.iter().map(|var| d.stated.vocabulary.lit(var.is(value))).collect();
        Inequality::at_least(lits.into_iter().map(|lit| (-1, lit)), -1)
    };
    let mut at_most: Vec<Line> = Vec::new();
    for value in all.iter() {
        let wanted = once(value, d);
        match own.clone().find(|index| d.stated.lines[*index].bare == wanted) {
            Some(index) => at_most.push(d.line(index)),
            None => return,
        }
    }
    let spared = if all.size() == vars.len() as u64 { at_most.len() } else { 1 };
    for spare in 0..spared {
        let others = at_most.iter().enumerate().filter(|(i, _)| *i != spare || spared == 1).map(|(_, line)| line);
        let parts: Vec<(i128, &Line)> = ones.iter().chain(others).map(|line| (1, line)).collect();
        let line = d.log.sum(&parts, 1);
        sums::remember(d, line.clone());
        d.extra.push(line);
    }
}

/// The number of a variable in the statement.
fn number(d: &Deriver, var: Var) -> i64 {
    i64::from(d.renamed.get(&var).unwrap_or(&var).0)
}

fn select(d: &mut Deriver, lit: Lit, key: Vec<i64>) {
    let known = d.at.and_then(|at| d.stated.selectors.get(&(at, key)).copied());
    match known {
        Some(word) => d.is_word(lit, word),
        None => drop(d.stated.missing.insert("choices that the statement does not have")),
    }
}

fn row_selected(d: &mut Deriver, lit: Lit, vars: &[Var], row: &[i64]) {
    let key = vars.iter().map(|var| number(d, *var)).chain(row.iter().copied()).collect();
    select(d, lit, key);
}

fn at_most(d: &mut Deriver, lit: Lit, x: Var, y: Var) {
    let mut says = Inequality::default();
    d.stated.vocabulary.add_to(&mut says, 1, y);
    d.stated.vocabulary.add_to(&mut says, -1, x);
    d.define(lit, says);
    if let Some(line) = d.defined.get(&lit.var()).map(|known| known.when.clone()) {
        sums::remember(d, line);
    }
}

fn lemma(d: &mut Deriver, unless: &[Lit], atoms: &[Atom]) {
    let words = atoms.iter().map(|atom| d.stated.vocabulary.lit(*atom));
    let clause: Vec<Lit> = unless.iter().copied().chain(words).collect();
    if !clause.contains(&TRUE) {
        d.follows(&clause);
    }
}

fn cases(d: &mut Deriver, lits: &[Lit], var: Var) {
    let values = d.stated.vocabulary.coded(var).map_or_else(Vec::new, |coded| coded.is.clone());
    for is in values {
        let clause: Vec<Lit> = lits.iter().copied().chain([!is]).collect();
        d.log.rup(&Inequality::clause(&clause), &d.stated.vocabulary);
    }
}

/// A variable of an expansion, which the statement has too: the next one.
fn fresh(d: &mut Deriver, var: Var, domain: &Domain) {
    let known = d.at.and_then(|at| d.stated.expanded[at].get(d.n_expanded)).copied();
    d.n_expanded += 1;
    match known.filter(|known| d.stated.vocabulary.coded(*known).is_some_and(|coded| coded.domain == *domain)) {
        Some(known) => {
            d.stated.vocabulary.rename(var, known);
            d.renamed.insert(var, known);
        }
        None => drop(d.stated.missing.insert("variables that the statement does not have")),
    }
}

/// A variable of the encoding's own: its words are defined in the proof.
fn reaches(d: &mut Deriver, var: Var, domain: &Domain, is_at_least: bool, atoms: &dyn Fn(i64) -> Vec<Atom>) {
    let coded = d.stated.vocabulary.declare(var, domain).clone();
    for (word, value) in coded.at_least.iter().zip(&coded.values[1..]) {
        let some = atoms(*value).into_iter().map(|atom| (1, d.stated.vocabulary.lit(atom)));
        let says = Inequality::at_least(some.collect::<Vec<_>>(), 1);
        d.define(if is_at_least { *word } else { !*word }, says);
    }
    for line in coded.chain() {
        d.log.rup(&line, &d.stated.vocabulary);
    }
    for (is, equation) in coded.channels() {
        let first = d.log.red(&equation, is, &d.stated.vocabulary);
        let mut other = Inequality::default();
        other.add(-1, &equation);
        d.log.red(&other, !is, &d.stated.vocabulary);
        d.stated.channels.insert(is.var(), (first, equation));
    }
}
