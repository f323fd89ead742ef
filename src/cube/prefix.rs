//! Cubes by the prefix of a proof: a solver runs for a moment, and the variables that its first lemmas speak of most are split at.
//!
//! What is learnt early is what the search turns around. The run is ended by a number of lemmas, not by time, so the same formula
//! gives the same cubes. Battleman, Reeves and Heule, Problem Partitioning via Proof Prefixes, 2025.

use super::lookahead::grown;
use super::propagate::Propagator;
use crate::cnf::{Cnf, Lit};
use crate::sat;
use crate::search::{Budget, Stop};
use std::io::{self, Write};

/// So many lemmas are looked at.
const LEMMAS: usize = 20_000;

/// Cuts a formula into about so many cubes.
pub fn prefix(cnf: &Cnf, target: usize, budget: &Budget) -> Result<Vec<Vec<Lit>>, Stop> {
    let mut listener = Listener { counts: vec![0; cnf.n_vars() as usize + 1], n_lemmas: 0, line: Vec::new() };
    // However the run ends, what was heard is heard.
    let _ = sat::refute(cnf, &mut listener, budget);
    if let Some(stop) = budget.spent() {
        return Err(stop);
    }
    let mut order: Vec<usize> = (1..listener.counts.len()).filter(|var| listener.counts[*var] > 0).collect();
    order.sort_by_key(|var| (std::cmp::Reverse(listener.counts[*var]), *var));
    let order: Vec<Lit> = order.into_iter().map(|var| Lit::new(var as i32)).collect();
    let mut formula = Propagator::new(cnf);
    grown(&mut formula, target, budget, |formula, _| {
        let next = order.iter().copied().find(|lit| formula.is_open(*lit));
        next.or_else(|| formula.open().next()).map(|lit| vec![lit])
    })
}

/// Counts the variables of lemmas, and ends the run when there were enough.
struct Listener {
    counts: Vec<u64>,
    n_lemmas: usize,
    line: Vec<u8>,
}

impl Write for Listener {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for byte in bytes {
            match byte {
                b'\n' => self.take(),
                byte => self.line.push(*byte),
            }
        }
        match self.n_lemmas < LEMMAS {
            true => Ok(bytes.len()),
            false => Err(io::Error::other("enough was heard")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Listener {
    /// A line of the proof: `ID LITERALS 0 HINTS 0`.
    fn take(&mut self) {
        let line = std::mem::take(&mut self.line);
        let words = line.split(|byte| *byte == b' ').skip(1);
        let numbers = words.map_while(|word| std::str::from_utf8(word).ok()?.parse::<i32>().ok());
        let lits: Vec<i32> = numbers.take_while(|number| *number != 0).collect();
        self.n_lemmas += usize::from(!lits.is_empty());
        for lit in lits {
            // Short lemmas say more, but every one counts the same: the paper found no better weight.
            if let Some(count) = self.counts.get_mut(lit.unsigned_abs() as usize) {
                *count += 1;
            }
        }
    }
}
