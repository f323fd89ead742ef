//! Sorting networks: each output of a merge says "at least so many of the two lists", and a comparator keeps that.
//!
//! Let `O` be the sum of the odd places of both lists and `E` that of the even ones. As the lists are sorted, `E <= O <= E + 2`. So,
//! where `a` says `O > i` and `b` says `E >= i`, the larger of the two says `O + E >= 2 i`, and the smaller `O + E > 2 i`: each of the
//! comparator's clauses is a sum of what its literals say and one of the two inequalities. What the outputs say of the lists is then
//! said of the inputs: a list is at most its inputs, and the inputs are at most the list, unless its last place is taken.

use super::inequality::Inequality;
use super::log::Line;
use super::sink::{Definition, Deriver};
use super::statement::Stated;
use crate::cnf::gates::{FALSE, TRUE};
use crate::cnf::{ClauseSink, Lit, Merge};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What is known while a network is written.
#[derive(Default)]
pub(super) struct Sorted {
    lists: FxHashMap<Vec<Lit>, List>,
    /// The sums that make clauses follow.
    sums: FxHashMap<Vec<Lit>, Vec<(i128, Line)>>,
}

impl Sorted {
    /// Another constraint begins.
    pub fn clear(&mut self) {
        self.lists.clear();
        self.sums.clear();
    }
}

/// What a place of a sorted list says of a sum: it is at least so much if the place is true, and less if it is not.
#[derive(Clone)]
struct Place {
    lit: Lit,
    when: Line,
    unless: Line,
}

/// A sorted list, and what its places say of its inputs.
#[derive(Clone)]
struct List {
    inputs: Vec<Lit>,
    places: Vec<Place>,
}

/// A sorted list that is merged: its literals, and that each is at least the next.
struct Side {
    lits: Vec<Lit>,
    falling: Vec<Line>,
}

/// Takes a merge, of which so many outputs are used.
pub(super) fn take(d: &mut Deriver, merge: &Merge, n: usize) {
    if merge.outputs.contains(&TRUE) {
        return;
    }
    let lists = [&merge.left, &merge.right].map(|lits| list(d, lits));
    let sides = [&lists[0], &lists[1]].map(|list| side(d, list));
    let Some(mut places) = merged(d, merge, &sides) else { return };
    places.truncate(n);
    let places = of_inputs(d, &lists, places);
    let inputs = lists.iter().flat_map(|list| list.inputs.iter().copied()).collect::<Vec<Lit>>();
    for place in places.iter().filter(|place| !inputs.contains(&place.lit)) {
        let Place { lit, when, unless } = place.clone();
        d.defined.insert(lit.var(), Definition { lit, when, unless });
    }
    d.sorted.lists.insert(places.iter().map(|place| place.lit).collect(), List { inputs, places });
}

impl Deriver {
    /// Writes the sum that makes a comparator's clause follow, if it is one.
    pub(super) fn compared(&mut self, clause: &[Lit]) -> bool {
        let bare = clause.strip_prefix(&self.unless[..]).unwrap_or(clause);
        let bare: Vec<Lit> = bare.iter().map(|lit| self.resolved(*lit)).collect();
        let Some(parts) = self.sorted.sums.remove(&bare) else { return false };
        write(self, &parts);
        true
    }
}

/// The literals that are no constants.
fn open(d: &Deriver, lits: &[Lit]) -> Vec<Lit> {
    lits.iter().filter(|lit| **lit != FALSE).map(|lit| d.resolved(*lit)).collect()
}

/// What is known of a list; a single literal is sorted anyway.
fn list(d: &Deriver, lits: &[Lit]) -> List {
    let lits = open(d, lits);
    let known = d.sorted.lists.get(&lits).cloned();
    let alone = |lit: &Lit| Place { lit: *lit, when: nothing(), unless: nothing() };
    known.unwrap_or_else(|| List { places: lits.iter().take(1).map(alone).collect(), inputs: lits })
}

/// A line that says nothing, in which no literal occurs.
fn nothing() -> Line {
    Line { id: 0, says: Arc::new(Stated { whole: Inequality::default(), bare: Inequality::default() }) }
}

fn write(d: &mut Deriver, parts: &[(i128, Line)]) -> Line {
    let parts: Vec<(i128, &Line)> = parts.iter().map(|(factor, line)| (*factor, line)).collect();
    d.log.sum(&parts, 1)
}

/// The same, in the form that is wanted, which then follows by propagation.
fn wanted(d: &mut Deriver, parts: &[(i128, Line)], wanted: Inequality) -> Line {
    let sum = write(d, parts);
    if sum.says.whole == wanted {
        return sum;
    }
    let id = d.log.rup(&wanted, &d.stated.vocabulary);
    Line { id, says: Arc::new(Stated { bare: wanted.clone(), whole: wanted }) }
}

/// That literals are not negative.
fn axioms(d: &mut Deriver, lits: &[Lit]) -> Line {
    d.log.axioms(lits, &d.stated.vocabulary)
}

fn at_least(of: &[Lit], n: usize) -> Inequality {
    Inequality::at_least(of.iter().map(|lit| (1, *lit)), n as i128)
}

/// At least `n` of the literals if this one is true.
fn when(of: &[Lit], n: usize, lit: Lit) -> Inequality {
    at_least(of, n).unless(&[!lit])
}

/// Fewer than `n` of them if it is not.
fn unless(of: &[Lit], n: usize, lit: Lit) -> Inequality {
    at_least(of, n).opposite().unless(&[lit])
}

/// A list as one side of a merge: each place implies the one before it.
fn side(d: &mut Deriver, list: &List) -> Side {
    let lits: Vec<Lit> = list.places.iter().map(|place| place.lit).collect();
    let falling = list.places.windows(2).map(|pair| {
        let parts = [(1, pair[0].unless.clone()), (1, pair[1].when.clone())];
        wanted(d, &parts, Inequality::clause(&[pair[0].lit, !pair[1].lit]))
    });
    let falling = falling.collect();
    Side { lits, falling }
}

/// Every other place of a side.
fn every_other(d: &mut Deriver, side: &Side, start: usize) -> Side {
    let lits = side.lits.iter().skip(start).step_by(2).copied().collect();
    let pairs = side.falling.get(start..).unwrap_or_default().chunks_exact(2);
    let falling = pairs.map(|pair| write(d, &[(1, pair[0].clone()), (1, pair[1].clone())])).collect();
    Side { lits, falling }
}

/// What the outputs of a merge say of the two lists; `None` if there is no room for more lines.
fn merged(d: &mut Deriver, merge: &Merge, sides: &[Side; 2]) -> Option<Vec<Place>> {
    if d.is_full() {
        return None;
    }
    let sum: Vec<Lit> = sides.iter().flat_map(|side| side.lits.iter().copied()).collect();
    let Some([odd, even]) = merge.halves.as_deref() else { return Some(two(d, &sum, &merge.outputs)) };
    let [odd_sides, even_sides] = [0, 1].map(|start| [0, 1].map(|at: usize| every_other(d, &sides[at], start)));
    let odd = Half { places: merged(d, odd, &odd_sides)?, sum: joined(&odd_sides) };
    let even = Half { places: merged(d, even, &even_sides)?, sum: joined(&even_sides) };
    let mut row = LastRow { differences: differences(d, sides), odd, even, sum };
    let mut places = vec![row.first(d)?];
    for (i, outputs) in merge.outputs[1..].chunks(2).enumerate() {
        row.compare(d, i + 1, outputs, &mut places);
    }
    Some(places)
}

fn joined(sides: &[Side; 2]) -> Vec<Lit> {
    sides.iter().flat_map(|side| side.lits.iter().copied()).collect()
}

/// The outputs of one comparator; of a literal alone there is nothing to say.
fn two(d: &mut Deriver, sum: &[Lit], outputs: &[Lit]) -> Vec<Place> {
    match sum {
        [_, _] => outputs.iter().zip(1..).map(|(lit, n)| defined(d, *lit, sum, n)).collect(),
        alone => alone.iter().map(|lit| Place { lit: *lit, when: nothing(), unless: nothing() }).collect(),
    }
}

/// A fresh literal that says "at least so many of these".
fn defined(d: &mut Deriver, lit: Lit, sum: &[Lit], n: usize) -> Place {
    d.define(lit, at_least(sum, n));
    let known = &d.defined[&lit.var()];
    Place { lit, when: known.when.clone(), unless: known.unless.clone() }
}

/// That the odd places are at least the even ones, and these at least the odd ones without two.
fn differences(d: &mut Deriver, sides: &[Side; 2]) -> [Line; 2] {
    [0, 1].map(|start| {
        let mut parts: Vec<(i128, Line)> = Vec::new();
        let mut free: Vec<Lit> = Vec::new();
        for side in sides {
            parts.extend(side.falling.iter().skip(start).step_by(2).map(|line| (1, line.clone())));
            if start == 1 {
                free.extend(side.lits.first().map(|lit| !*lit));
            }
            if side.lits.len() % 2 != start {
                free.extend(side.lits.last());
            }
        }
        if !free.is_empty() {
            parts.push((1, axioms(d, &free)));
        }
        write(d, &parts)
    })
}

/// The outputs of one of the two merges inside, and what they count.
struct Half {
    places: Vec<Place>,
    sum: Vec<Lit>,
}

impl Half {
    /// What it says that a place, which is none if there are too few literals, is not true.
    fn unless(&self, d: &mut Deriver, at: usize) -> Line {
        match self.places.get(at) {
            Some(place) => place.unless.clone(),
            None => axioms(d, &self.sum.iter().map(|lit| !*lit).collect::<Vec<_>>()),
        }
    }
}

/// The comparators between the odd and the even ones.
struct LastRow {
    odd: Half,
    even: Half,
    differences: [Line; 2],
    sum: Vec<Lit>,
}

impl LastRow {
    /// The first of the odd ones is the first of all.
    fn first(&mut self, d: &mut Deriver) -> Option<Place> {
        let first = self.odd.places.first()?.clone();
        let mut parts = vec![(1, first.when)];
        if !self.even.sum.is_empty() {
            parts.push((1, axioms(d, &self.even.sum)));
        }
        let when = wanted(d, &parts, when(&self.sum, 1, first.lit));
        let parts = [(2, first.unless), (1, self.differences[0].clone())];
        let unless = wanted(d, &parts, unless(&self.sum, 1, first.lit));
        Some(Place { lit: first.lit, when, unless })
    }

    /// What comes out `2 i` places and one more from the start.
    fn compare(&mut self, d: &mut Deriver, i: usize, outputs: &[Lit], places: &mut Vec<Place>) {
        match (self.odd.places.get(i).cloned(), self.even.places.get(i - 1).cloned(), outputs) {
            (Some(a), Some(b), [larger, smaller]) => {
                let [larger, smaller] =
                    [(larger, 2 * i), (smaller, 2 * i + 1)].map(|(lit, n)| defined(d, *lit, &self.sum, n));
                self.clauses(d, [a, b], [&larger, &smaller]);
                places.extend([larger, smaller]);
            }
            (Some(a), _, _) => {
                let whens = [(2, a.when), (1, self.differences[1].clone())];
                let unlesses = [(1, a.unless), (1, self.even.unless(d, i - 1))];
                places.push(self.passed(d, a.lit, i, &whens, &unlesses));
            }
            (None, Some(b), _) => {
                let whens = [(2, b.when), (1, self.differences[0].clone())];
                let unlesses = [(1, b.unless), (1, self.odd.unless(d, i))];
                places.push(self.passed(d, b.lit, i, &whens, &unlesses));
            }
            (None, None, _) => {}
        }
    }

    /// A literal that is compared with nothing.
    fn passed(&self, d: &mut Deriver, lit: Lit, i: usize, whens: &[(i128, Line)], unlesses: &[(i128, Line)]) -> Place {
        let when = wanted(d, whens, when(&self.sum, 2 * i, lit));
        let unless = wanted(d, unlesses, unless(&self.sum, 2 * i, lit));
        Place { lit, when, unless }
    }

    /// Notes which sum each clause of a comparator follows from.
    fn clauses(&self, d: &mut Deriver, [a, b]: [Place; 2], [larger, smaller]: [&Place; 2]) {
        let [first, second] = self.differences.clone();
        let mut note = |clause: &[Lit], parts: Vec<(i128, &Line)>| {
            let parts = parts.into_iter().map(|(factor, line)| (factor, line.clone())).collect();
            d.sorted.sums.insert(clause.to_vec(), parts);
        };
        note(&[!a.lit, larger.lit], vec![(2, &a.when), (1, &second), (1, &larger.unless)]);
        note(&[!b.lit, larger.lit], vec![(2, &b.when), (1, &first), (1, &larger.unless)]);
        note(&[!a.lit, !b.lit, smaller.lit], vec![(1, &a.when), (1, &b.when), (1, &smaller.unless)]);
        note(&[!larger.lit, a.lit, b.lit], vec![(1, &larger.when), (1, &a.unless), (1, &b.unless)]);
        note(&[!smaller.lit, a.lit], vec![(2, &a.unless), (1, &first), (1, &smaller.when)]);
        note(&[!smaller.lit, b.lit], vec![(2, &b.unless), (1, &second), (1, &smaller.when)]);
    }
}

/// What the outputs say of the inputs of both lists.
fn of_inputs(d: &mut Deriver, lists: &[List; 2], places: Vec<Place>) -> Vec<Place> {
    let below: Vec<(i128, Line)> = lists.iter().map(|list| (1, at_most_inputs(d, list))).collect();
    let above: Vec<(i128, Line)> = lists.iter().map(|list| (1, at_least_inputs(d, list))).collect();
    let cut: Vec<(i128, Lit)> = lists.iter().filter_map(cut).collect();
    let restated = |place: Place| {
        let when: Vec<(i128, Line)> = below.iter().cloned().chain([(1, place.when)]).collect();
        let mut unless: Vec<(i128, Line)> = above.iter().cloned().chain([(1, place.unless)]).collect();
        for (n, last) in &cut {
            // A full list is longer than what is not reached.
            let clause = Inequality::clause(&[!*last, place.lit]);
            let id = d.log.rup(&clause, &d.stated.vocabulary);
            unless.push((*n, Line { id, says: Arc::new(Stated { bare: clause.clone(), whole: clause }) }));
        }
        Place { lit: place.lit, when: write(d, &when), unless: write(d, &unless) }
    };
    places.into_iter().map(restated).collect()
}

/// How many inputs have no place, and the last literal that has one.
fn cut(list: &List) -> Option<(i128, Lit)> {
    let n = list.inputs.len() - list.places.len();
    list.places.last().filter(|_| n > 0).map(|last| (n as i128, last.lit))
}

/// The places are together at most the inputs: `j - 1` times that for the places before, and the next one, divided by `j`.
fn at_most_inputs(d: &mut Deriver, list: &List) -> Line {
    let mut sum = nothing();
    let mut rest = nothing();
    for (place, j) in list.places.iter().zip(1..) {
        sum = divided(d, &[(j - 1, sum), (1, place.when.clone()), (1, rest.clone())], j);
        let axiom = axioms(d, &[!place.lit]);
        rest = write(d, &[(1, rest), (1, axiom)]);
    }
    sum
}

/// The inputs are at most the places, of which the last counts for all that have none; from the last place on as above.
fn at_least_inputs(d: &mut Deriver, list: &List) -> Line {
    let n_cut = (list.inputs.len() - list.places.len()) as i128;
    let mut sum = nothing();
    let mut rest = nothing();
    for (place, back) in list.places.iter().rev().zip(1..) {
        let weight = if back == 1 { n_cut + 1 } else { 1 };
        let reach = n_cut + back;
        let parts = [(if back == 1 { 0 } else { reach - 1 }, sum), (1, place.unless.clone()), (1, rest.clone())];
        sum = divided(d, &parts, if back == 1 { 1 } else { reach });
        let axiom = axioms(d, &[place.lit]);
        rest = write(d, &[(1, rest), (weight, axiom)]);
    }
    sum
}

fn divided(d: &mut Deriver, parts: &[(i128, Line)], divisor: i128) -> Line {
    let parts: Vec<(i128, &Line)> = parts.iter().filter(|(n, _)| *n > 0).map(|(n, line)| (*n, line)).collect();
    d.log.sum(&parts, divisor)
}
