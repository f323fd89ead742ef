//! What a checker's unit propagation knows of one constraint: its lines, and the domains of its variables.
//!
//! A line fixes whatever it cannot spare. Bounds and values of a variable of the model follow from each other, so they are kept as
//! one domain. What is found here is found by the checker as well, once it knows the domains; it may find more.

use super::super::inequality::Inequality;
use super::super::vocabulary::Vocabulary;
use crate::model::{Atom, Domain, Var};
use rustc_hash::FxHashMap;

/// A variable of the statement: what it says of a variable of the model, or its number.
#[derive(Clone, Copy, Debug)]
enum Word {
    Atom(Atom),
    Free(u32),
}

/// An inequality as it is propagated.
#[derive(Clone, Debug)]
pub struct Line {
    terms: Vec<(i128, Word)>,
    bound: i128,
    heaviest: i128,
}

impl Line {
    /// The inequality in words.
    pub fn new(says: &Inequality, words: &Vocabulary) -> Line {
        let word = |var: u32| words.atom(var).map_or(Word::Free(var), Word::Atom);
        let terms: Vec<(i128, Word)> = says.terms.iter().map(|(var, weight)| (*weight, word(*var))).collect();
        let heaviest = terms.iter().map(|(weight, _)| weight.abs()).max().unwrap_or(0);
        Line { terms, bound: says.bound, heaviest }
    }
}

/// Domains as they are, and what follows from them.
#[derive(Clone)]
pub struct View<'a> {
    domains: &'a [Domain],
    /// The words of the statement.
    pub words: &'a Vocabulary,
    narrowed: FxHashMap<Var, Domain>,
    free: FxHashMap<u32, bool>,
    /// Whether there was a contradiction.
    pub is_broken: bool,
}

impl<'a> View<'a> {
    /// The domains, and nothing more.
    pub fn new(domains: &'a [Domain], words: &'a Vocabulary) -> View<'a> {
        let (narrowed, free) = Default::default();
        View { domains, words, narrowed, free, is_broken: false }
    }

    /// What is left of a variable. One that only the statement has is there as it was declared.
    pub fn domain(&self, var: Var) -> Domain {
        let here = self.narrowed.get(&var).or_else(|| self.domains.get(var.index()));
        here.cloned().unwrap_or_else(|| self.words.coded(var).map_or_else(Domain::empty, |coded| coded.domain.clone()))
    }

    fn decided(&self, atom: Atom) -> Option<bool> {
        match self.narrowed.get(&atom.var).or_else(|| self.domains.get(atom.var.index())) {
            Some(domain) if domain.is_empty() => None,
            Some(domain) => atom.decided_by(domain),
            None => self.words.coded(atom.var).and_then(|coded| atom.decided_by(&coded.domain)),
        }
    }

    fn value(&self, word: Word) -> Option<bool> {
        match word {
            Word::Atom(atom) => self.decided(atom),
            Word::Free(var) => self.free.get(&var).copied(),
        }
    }

    /// The atom is true.
    pub fn assume(&mut self, atom: Atom) {
        let left = self.domain(atom.var).intersect(&atom.admitted());
        self.is_broken |= left.is_empty();
        self.narrowed.insert(atom.var, left);
    }

    fn fix(&mut self, word: Word, value: bool) {
        match word {
            Word::Atom(atom) => self.assume(if value { atom } else { !atom }),
            Word::Free(var) => drop(self.free.insert(var, value)),
        }
    }

    /// Takes in what the lines say until nothing changes.
    pub fn propagate<'l>(&mut self, lines: impl Iterator<Item = &'l Line> + Clone) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for line in lines.clone() {
                if self.is_broken {
                    return;
                }
                changed |= self.heed(line);
            }
        }
    }

    /// Takes in one line; whether it said something new.
    fn heed(&mut self, line: &Line) -> bool {
        let possible = |(weight, word): &(i128, Word)| match self.value(*word) {
            Some(true) => *weight,
            Some(false) => 0,
            None => (*weight).max(0),
        };
        let slack = line.terms.iter().map(possible).sum::<i128>() - line.bound;
        if slack < 0 {
            self.is_broken = true;
        }
        if self.is_broken || line.heaviest <= slack {
            return false;
        }
        let mut changed = false;
        for (weight, word) in line.terms.iter().filter(|(weight, _)| weight.abs() > slack) {
            if self.value(*word).is_none() && !self.is_broken {
                self.fix(*word, *weight > 0);
                changed = true;
            }
        }
        changed
    }
}
