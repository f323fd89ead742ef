//! Binomial: forbids every set that is too large, and every set of false ones that is too large.
//!
//! At most `k`: `C(n, k + 1)` clauses of `k + 1` literals; at least `k`: `C(n, k - 1)` clauses of `n - k + 1`. No fresh
//! variables. The best for Minesweeper clues (`n <= 8`); counts of more than [`MOST`] clauses go to the totalizer.
//! Folklore; see Frisch and Giannaros, ModRef 2010.

use super::{Row, totalizer};
use crate::cnf::{ClauseSink, Lit};
use crate::model::Cmp;

/// The row of this file.
pub const ROW: Row = Row {
    name: "binomial",
    summary: "a clause per set that is too large",
    reference: "folklore; Frisch and Giannaros 2010",
    encode,
    certified: true,
};

/// Counts that would take more clauses go to the totalizer.
pub const MOST: u64 = 100_000;

/// Writes the clauses.
pub fn encode(lits: &[Lit], cmp: Cmp, bound: usize, sink: &mut dyn ClauseSink) {
    if n_clauses(lits.len(), cmp, bound) > MOST {
        return totalizer::encode(lits, cmp, bound, sink);
    }
    let negated: Vec<Lit> = lits.iter().map(|lit| !*lit).collect();
    match cmp {
        Cmp::Le => some_of_each(&negated, bound + 1, sink),
        Cmp::Ge => some_of_each(lits, lits.len() - bound + 1, sink),
        Cmp::Eq => [Cmp::Le, Cmp::Ge].into_iter().for_each(|cmp| encode(lits, cmp, bound, sink)),
        Cmp::Ne => not_exactly(lits, bound, sink),
    }
}

/// How many clauses it takes, as far as it fits.
pub fn n_clauses(n: usize, cmp: Cmp, bound: usize) -> u64 {
    match cmp {
        Cmp::Le => choose(n, bound + 1),
        Cmp::Ge => choose(n, bound - 1),
        Cmp::Eq => choose(n, bound + 1).saturating_add(choose(n, bound - 1)),
        Cmp::Ne => choose(n, bound),
    }
}

fn choose(n: usize, k: usize) -> u64 {
    let k = k.min(n - k) as u64;
    (0..k).fold(1u64, |c, i| c.saturating_mul(n as u64 - i).checked_div(i + 1).unwrap_or(u64::MAX))
}

/// At least one of every `size` literals.
fn some_of_each(lits: &[Lit], size: usize, sink: &mut dyn ClauseSink) {
    let mut clause = vec![lits[0]; size];
    each_subset(lits.len(), size, |chosen| {
        chosen.iter().zip(&mut clause).for_each(|(i, place)| *place = lits[*i]);
        sink.clause(&clause);
    });
}

/// For every set of `bound` literals: one of them is false or one of the others is true.
fn not_exactly(lits: &[Lit], bound: usize, sink: &mut dyn ClauseSink) {
    let mut clause = lits.to_vec();
    each_subset(lits.len(), bound, |chosen| {
        clause.copy_from_slice(lits);
        chosen.iter().for_each(|i| clause[*i] = !clause[*i]);
        sink.clause(&clause);
    });
}

/// Calls `f` with every increasing list of `size` indices below `n`.
fn each_subset(n: usize, size: usize, mut f: impl FnMut(&[usize])) {
    let mut chosen: Vec<usize> = (0..size).collect();
    loop {
        f(&chosen);
        // The last index that can still grow; those behind it follow.
        let Some(i) = (0..size).rev().find(|i| chosen[*i] < n - size + i) else { return };
        chosen[i] += 1;
        for j in i + 1..size {
            chosen[j] = chosen[j - 1] + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Cnf;

    #[test]
    fn as_many_clauses_as_announced_are_written() {
        for n in 2..8usize {
            let lits: Vec<Lit> = (1..=n as i32).map(Lit::new).collect();
            for bound in 1..n {
                for cmp in [Cmp::Le, Cmp::Ge, Cmp::Eq] {
                    let mut cnf = Cnf::new();
                    cnf.reserve_vars(n as u32);
                    encode(&lits, cmp, bound, &mut cnf);
                    assert_eq!(cnf.n_clauses() as u64, n_clauses(n, cmp, bound), "{n} {cmp:?} {bound}");
                }
            }
        }
    }
}
