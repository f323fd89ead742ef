//! What a proof says, in the order in which it says it: clauses, and the hashes that each is said to follow from.
//!
//! Clauses have numbers by the order in which they came, the formula's first, so what a clause may follow from has smaller
//! numbers. The formula's are not copied. A clause that was taken back keeps its place until [`Script::retain`].

use crate::cnf::{Cnf, Lit};
use varisat_internal_proof::ClauseHash;

/// The clauses of a proof.
#[derive(Default)]
pub(super) struct Script {
    /// So many are clauses of the formula, and so many of them are here under the same numbers.
    n_formula: usize,
    lemmas: Vec<Lemma>,
    lits: Vec<Lit>,
    hashes: Vec<ClauseHash>,
    /// What the checker calls each clause; 0 if it does not know it.
    names: Vec<u64>,
}

/// A clause that came with the proof.
#[derive(Clone, Copy)]
struct Lemma {
    /// Where its literals and its hashes end; they begin where those of the one before end.
    lits_end: usize,
    hashes_end: usize,
    /// How much of a hash the proof left out.
    shift: u32,
    kind: Kind,
}

/// What a clause of a proof is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// One of the formula's, that came later than the others.
    Given,
    /// It follows, and others may follow from it.
    Derived,
    /// It follows, and nothing will follow from it.
    Answer,
}

impl Script {
    /// Begins with the first clauses of a formula.
    pub fn begin(&mut self, n_formula: usize) {
        self.n_formula = n_formula;
        self.names = vec![0; n_formula];
    }

    /// How many clauses there are: the number that the next one will have.
    pub fn len(&self) -> usize {
        self.n_formula + self.lemmas.len()
    }

    /// The first number of a clause that came with the proof.
    pub fn n_formula(&self) -> usize {
        self.n_formula
    }

    /// Adds a clause, which has the number that is told.
    pub fn add(&mut self, kind: Kind, lits: impl Iterator<Item = Lit>, hashes: &[ClauseHash], shift: u32) -> usize {
        self.lits.extend(lits);
        self.hashes.extend_from_slice(hashes);
        let (lits_end, hashes_end) = (self.lits.len(), self.hashes.len());
        self.lemmas.push(Lemma { lits_end, hashes_end, shift, kind });
        self.names.push(0);
        self.len() - 1
    }

    /// The literals of a clause.
    #[inline]
    pub fn clause<'a>(&'a self, id: usize, cnf: &'a Cnf) -> &'a [Lit] {
        match id.checked_sub(self.n_formula) {
            None => cnf.clauses_from(id).next().unwrap_or_default(),
            Some(at) => &self.lits[self.before(at).map_or(0, |lemma| lemma.lits_end)..self.lemmas[at].lits_end],
        }
    }

    /// What a clause is said to follow from, and how much of those hashes is left out.
    pub fn hashes(&self, id: usize) -> (&[ClauseHash], u32) {
        let at = id - self.n_formula;
        let start = self.before(at).map_or(0, |lemma| lemma.hashes_end);
        (&self.hashes[start..self.lemmas[at].hashes_end], self.lemmas[at].shift)
    }

    fn before(&self, at: usize) -> Option<&Lemma> {
        self.lemmas.get(at.checked_sub(1)?)
    }

    /// What a clause is.
    #[inline]
    pub fn kind(&self, id: usize) -> Kind {
        id.checked_sub(self.n_formula).map_or(Kind::Given, |at| self.lemmas[at].kind)
    }

    /// What the checker calls a clause; 0 if it does not know it.
    #[inline]
    pub fn name(&self, id: usize) -> u64 {
        self.names[id]
    }

    /// The checker knows a clause from now on.
    pub fn call(&mut self, id: usize, name: u64) {
        self.names[id] = name;
    }

    /// Keeps of the clauses that came with the proof only some, and of no clause what it follows from.
    pub fn retain(&mut self, is_kept: impl Fn(usize) -> bool) {
        let old = std::mem::take(self);
        self.n_formula = old.n_formula;
        self.names = old.names[..old.n_formula].to_vec();
        let (mut start, mut at) = (0, 0);
        for lemma in &old.lemmas {
            let id = old.n_formula + at;
            if is_kept(id) {
                let lits = old.lits[start..lemma.lits_end].iter().copied();
                let new = self.add(lemma.kind, lits, &[], 0);
                self.call(new, old.names[id]);
            }
            (start, at) = (lemma.lits_end, at + 1);
        }
    }
}
