//! The clauses of a proof by the hashes that varisat calls them by: chains of clauses, so that half a million cost two writes each.
//!
//! A proof names a clause by the first bits of its hash, and by more or fewer of them as time goes on. So chains go by the
//! first bits, too, and nothing has to be moved when their number changes.

use crate::cnf::Lit;
use varisat_internal_proof::{ClauseHash, lit_code_hash};

/// Clauses by their hashes.
#[derive(Default)]
pub(super) struct Index {
    /// The newest clause of each chain, of which there are two to the power of `bits`.
    heads: Vec<u32>,
    bits: u32,
    /// By the number of a clause: its hash, and the next one of its chain; its own number if it is in none.
    hashes: Vec<ClauseHash>,
    nexts: Vec<u32>,
    /// Varisat's own names of the variables.
    names: Vec<u32>,
}

/// No name, and no clause.
const NONE: u32 = u32::MAX;

impl Index {
    /// A variable has this name in hashes from now on.
    pub fn rename(&mut self, var: varisat::Var, name: varisat::Var) {
        let at = var.index() + 1;
        if self.names.len() <= at {
            self.names.resize(at + 1, NONE);
        }
        self.names[at] = name.index() as u32;
    }

    /// The hash of a clause that has no literal twice, by the names of now.
    pub fn hash(&self, clause: &[Lit]) -> ClauseHash {
        let of = |lit: &Lit| {
            let name = self.names.get(lit.var() as usize).copied().unwrap_or(NONE);
            lit_code_hash(2 * name as usize + usize::from(!lit.is_positive()))
        };
        clause.iter().map(of).fold(0, |all, one| all ^ one)
    }

    /// Makes room for so many clauses.
    pub fn reserve(&mut self, n_clauses: usize) {
        let n_more = n_clauses.saturating_sub(self.hashes.len());
        self.hashes.reserve(n_more);
        self.nexts.reserve(n_more);
        let bits = n_clauses.max(2).next_power_of_two().trailing_zeros();
        if bits > self.bits {
            self.bits = bits;
            self.heads = vec![NONE; 1 << bits];
            for id in 0..self.hashes.len() {
                if self.nexts[id] != id as u32 {
                    self.file(id);
                }
            }
        }
    }

    /// Takes in the next clause; one without a hash is named by nobody.
    pub fn add(&mut self, hash: Option<ClauseHash>) {
        let id = self.hashes.len();
        if id >= self.heads.len() {
            self.reserve(2 * id + 2);
        }
        self.hashes.push(hash.unwrap_or(0));
        self.nexts.push(id as u32);
        if hash.is_some() {
            self.file(id);
        }
    }

    /// Memory ends long before numbers of 32 bits do.
    fn file(&mut self, id: usize) {
        let chain = (self.hashes[id] >> (ClauseHash::BITS - self.bits)) as usize;
        self.nexts[id] = std::mem::replace(&mut self.heads[chain], id as u32);
    }

    /// The clauses with a hash of which the last `shift` bits are left out.
    pub fn with(&self, hash: ClauseHash, shift: u32) -> impl Iterator<Item = usize> + '_ {
        let n_bits = ClauseHash::BITS - shift;
        let (first, n_chains) = match n_bits >= self.bits {
            true => (hash.checked_shr(n_bits - self.bits).unwrap_or(0) as usize, 1),
            false => ((hash as usize) << (self.bits - n_bits), 1 << (self.bits - n_bits)),
        };
        let mut heads = self.heads.get(first..first.saturating_add(n_chains)).unwrap_or_default().iter();
        let mut next = NONE;
        std::iter::from_fn(move || {
            loop {
                let id = if next == NONE { *heads.next()? } else { next };
                if id != NONE {
                    next = self.nexts[id as usize];
                    if self.hashes[id as usize] >> shift == hash {
                        return Some(id as usize);
                    }
                }
            }
        })
    }

    /// Forgets clauses; those that stay have the numbers that are left.
    pub fn retain(&mut self, is_kept: impl Fn(usize) -> bool) {
        let old = (std::mem::take(&mut self.hashes), std::mem::take(&mut self.nexts));
        self.heads.fill(NONE);
        for id in (0..old.0.len()).filter(|id| is_kept(*id)) {
            self.add((old.1[id] != id as u32).then_some(old.0[id]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ClauseHash, Index};

    /// However much of a hash is left out, those clauses are found that have the rest of it.
    #[test]
    fn clauses_are_found_by_as_much_of_their_hashes_as_there_is() {
        let mut state = 5_u64;
        let hashes: Vec<Option<ClauseHash>> = (0..3_000_u64)
            .map(|n| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (n % 7 > 0).then_some(state ^ state >> 31)
            })
            .collect();
        let mut index = Index::default();
        assert_eq!(index.with(3, 0).next(), None);
        index.reserve(100);
        hashes.iter().for_each(|hash| index.add(*hash));
        let check = |index: &Index, hashes: &[Option<ClauseHash>]| {
            for (hash, shift) in
                hashes.iter().flatten().take(40).flat_map(|hash| [0, 10, 40, 55, 60, 63].map(|s| (hash, s)))
            {
                let mut found: Vec<usize> = index.with(hash >> shift, shift).collect();
                found.sort_unstable();
                let same = |id: &usize| hashes[*id].is_some_and(|other| other >> shift == hash >> shift);
                assert_eq!(found, (0..hashes.len()).filter(same).collect::<Vec<_>>(), "{hash:x} without {shift} bits");
            }
        };
        check(&index, &hashes);
        let is_kept = |id: usize| id < 10 || id.is_multiple_of(3);
        index.retain(is_kept);
        let kept: Vec<Option<ClauseHash>> = (0..hashes.len()).filter(|id| is_kept(*id)).map(|id| hashes[id]).collect();
        check(&index, &kept);
        assert_eq!(index.with(u64::MAX, 30).next(), None, "no hash of so few bits is as large");
    }
}
