//! The clauses of a proof by the hashes that varisat calls them by: chains of clauses, so that half a million cost two writes each.

use crate::proof::Checker;
use varisat_internal_proof::{ClauseHash, lit_code_hash};

/// Clauses by their hashes.
#[derive(Default)]
pub(super) struct Index {
    /// The newest clause of each chain; a power of two of them.
    heads: Vec<u32>,
    /// By the number of a clause: its hash, and the next one of its chain.
    links: Vec<(ClauseHash, u32)>,
    /// How many clauses are in chains.
    n_filed: usize,
    /// How much of a hash the proof leaves out.
    shift: u32,
    /// Varisat's own names of the variables, and which of them are in hashes.
    names: Vec<u32>,
    is_hashed: Vec<bool>,
    /// The clauses that have no hash yet.
    fresh: Vec<u32>,
    is_stale: bool,
    highest: u32,
}

/// No name.
const NONE: u32 = u32::MAX;
/// The end of a chain: no clause has the number 0.
const END: u32 = 0;

impl Index {
    /// A variable has another name in hashes from now on.
    pub fn rename(&mut self, var: varisat::Var, name: varisat::Var) -> Result<(), String> {
        let at = var.index() + 1;
        if self.names.len() <= at {
            self.names.resize(at + 1, NONE);
        }
        let name = name.index() as u32;
        self.is_stale |= self.names[at] != name && self.is_hashed.get(at) == Some(&true);
        self.names[at] = name;
        Ok(())
    }

    /// Hashes have so many bits from now on.
    pub fn shorten(&mut self, bits: u32) -> Result<(), String> {
        self.shift = ClauseHash::BITS
            .checked_sub(bits)
            .filter(|shift| *shift < ClauseHash::BITS)
            .ok_or("a hash without bits")?;
        self.is_stale = true;
        Ok(())
    }

    /// Takes a clause in. Memory ends long before numbers of 32 bits do; a clause beyond them would not be found.
    pub fn add(&mut self, id: u64, clause: &[i32]) {
        let Ok(id) = u32::try_from(id) else { return };
        self.highest = id;
        if clause.len() > 1 {
            self.fresh.push(id);
        }
    }

    /// Gives every clause the hash that the proof has for it now.
    pub fn refresh(&mut self, checker: &Checker) {
        if std::mem::take(&mut self.is_stale) {
            self.heads.fill(END);
            self.n_filed = 0;
            let is_wide = |id: &u32| checker.clause(u64::from(*id)).is_some_and(|clause| clause.len() > 1);
            self.fresh = (1..=self.highest).filter(is_wide).collect();
        }
        if self.fresh.is_empty() {
            return;
        }
        self.make_room();
        let mut fresh = std::mem::take(&mut self.fresh);
        for id in fresh.drain(..) {
            let clause = checker.clause(u64::from(id)).unwrap_or_default();
            self.note(clause);
            self.file(id, self.hash(clause));
        }
        self.fresh = fresh;
    }

    /// As many chains as there are clauses, or more.
    fn make_room(&mut self) {
        self.links.resize(self.highest as usize + 1, (0, END));
        let n_wanted = (self.n_filed + self.fresh.len()).next_power_of_two();
        if n_wanted <= self.heads.len() {
            return;
        }
        let old = std::mem::replace(&mut self.heads, vec![END; 2 * n_wanted]);
        self.n_filed = 0;
        for mut id in old {
            while id != END {
                let (hash, next) = self.links[id as usize];
                self.file(id, hash);
                id = next;
            }
        }
    }

    /// Variables that are in hashes.
    fn note(&mut self, clause: &[i32]) {
        for var in clause.iter().map(|lit| lit.unsigned_abs() as usize) {
            if self.is_hashed.len() <= var {
                self.is_hashed.resize(var + 1, false);
            }
            self.is_hashed[var] = true;
        }
    }

    fn file(&mut self, id: u32, hash: ClauseHash) {
        let chain = self.chain(hash);
        self.links[id as usize] = (hash, self.heads[chain]);
        self.heads[chain] = id;
        self.n_filed += 1;
    }

    fn chain(&self, hash: ClauseHash) -> usize {
        hash as usize & (self.heads.len() - 1)
    }

    fn hash(&self, clause: &[i32]) -> ClauseHash {
        let of = |lit: &i32| {
            let name = self.names.get(lit.unsigned_abs() as usize).copied().unwrap_or(NONE);
            lit_code_hash(2 * name as usize + usize::from(*lit < 0))
        };
        clause.iter().map(of).fold(0, |all, one| all ^ one) >> self.shift
    }

    /// The clauses with a hash.
    pub fn with(&self, hash: ClauseHash) -> impl Iterator<Item = u64> + '_ {
        self.places(hash).map(|(_, id)| u64::from(id))
    }

    /// The same, each with the one before it in its chain.
    fn places(&self, hash: ClauseHash) -> impl Iterator<Item = (u32, u32)> + '_ {
        let first = if self.heads.is_empty() { END } else { self.heads[self.chain(hash)] };
        std::iter::successors(Some((END, first)), |(_, id)| Some((*id, self.links[*id as usize].1)))
            .take_while(|(_, id)| *id != END)
            .filter(move |(_, id)| self.links[*id as usize].0 == hash)
    }

    /// Takes a clause with these literals out, in whatever order it has them.
    pub fn remove(&mut self, clause: &[i32], checker: &Checker) -> Option<u64> {
        self.refresh(checker);
        let hash = self.hash(clause);
        let is_same = |id: u32| {
            let other = checker.clause(u64::from(id)).unwrap_or_default();
            other.len() == clause.len() && other.iter().all(|lit| clause.binary_search(lit).is_ok())
        };
        let (before, id) = self.places(hash).find(|(_, id)| is_same(*id))?;
        let (chain, after) = (self.chain(hash), self.links[id as usize].1);
        match before {
            END => self.heads[chain] = after,
            before => self.links[before as usize].1 = after,
        }
        self.n_filed -= 1;
        Some(u64::from(id))
    }
}
