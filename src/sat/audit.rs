//! Varisat's proofs, translated to LRAT and checked step by step.
//!
//! Varisat's own format names a clause by a hash over its numbers of variables, which may change, and leaves out clauses of
//! one literal. Here each hash is looked up, propagation is done once more to see which clause is meant and which units it
//! needs, and what comes out is a step for the [`Checker`]. Nothing here is believed: a wrong translation is a step that
//! does not follow. Only the formula's clauses, which come from us and not from the proof, are taken for granted.

use super::index::Index;
use crate::cnf::{Cnf, Lit};
use crate::proof::Checker;
use varisat_internal_proof::binary_format::Parser;
use varisat_internal_proof::{ClauseHash, ProofStep};

/// A proof on its way.
#[derive(Default)]
pub(super) struct Audit {
    checker: Checker,
    parser: Parser,
    /// How many clauses of the formula it knows.
    n_given: usize,
    last: u64,
    index: Index,
    values: Values,
    /// The clause and the hints of the step at hand.
    clause: Vec<i32>,
    hints: Vec<u64>,
    /// The assumptions that were refuted last.
    refuted: Vec<i32>,
}

impl Audit {
    /// Checks the steps of a proof, of which the last may be cut short; how many bytes are done. The first `n_before`
    /// clauses of the formula were there before the proof began; the proof says when it goes on with the next.
    pub fn read(&mut self, bytes: &[u8], cnf: &Cnf, n_before: usize) -> Result<usize, String> {
        if self.n_given < n_before {
            self.checker.reserve(n_before - self.n_given, cnf.n_lits());
            cnf.clauses_from(self.n_given).take(n_before - self.n_given).for_each(|clause| self.give(clause));
            self.n_given = n_before;
        }
        let mut parser = std::mem::take(&mut self.parser);
        let mut rest = bytes;
        let mut done = Ok(());
        while !rest.is_empty() && done.is_ok() && !self.checker.is_refuted() {
            let mut ahead = rest;
            // The last step may go on in what is still to come.
            let Ok(step) = parser.parse_step(&mut ahead) else { break };
            rest = ahead;
            done = self.step(&step, cnf);
        }
        self.parser = parser;
        let n_left = if self.checker.is_refuted() { 0 } else { rest.len() };
        done.map(|()| bytes.len() - n_left)
    }

    /// Whether it was shown that these assumptions cannot all be true.
    pub fn refutes(&self, core: &[Lit]) -> bool {
        let is_assumed = |lit: &i32| core.iter().any(|assumed| assumed.dimacs() == *lit);
        self.checker.is_refuted() || (!self.refuted.is_empty() && self.refuted.iter().all(is_assumed))
    }

    fn give(&mut self, clause: &[Lit]) {
        let mut lits = std::mem::take(&mut self.clause);
        lits.clear();
        lits.extend(clause.iter().map(|lit| lit.dimacs()));
        lits.sort_unstable();
        lits.dedup();
        self.last = self.checker.give(&lits);
        self.clause = lits;
        self.file();
    }

    fn step(&mut self, step: &ProofStep, cnf: &Cnf) -> Result<(), String> {
        match *step {
            ProofStep::AddClause { .. } => self.next(cnf),
            ProofStep::AtClause { clause, propagation_hashes, .. } => {
                self.derive(clause.iter().copied(), propagation_hashes)
            }
            ProofStep::UnitClauses { units } => {
                units.iter().try_for_each(|(lit, hash)| self.derive([*lit].into_iter(), &[*hash]))
            }
            ProofStep::DeleteClause { clause, .. } => self.delete(clause),
            ProofStep::FailedAssumptions { failed_core, propagation_hashes } => {
                self.fail(failed_core, propagation_hashes)
            }
            ProofStep::SolverVarName { global, solver: Some(solver) } => self.index.rename(global, solver),
            ProofStep::UserVarName { global, user: Some(user) } if global != user => {
                Err("a variable has another name in the proof".to_string())
            }
            ProofStep::ChangeHashBits { bits } => self.index.shorten(bits),
            ProofStep::SolverVarName { .. }
            | ProofStep::UserVarName { .. }
            | ProofStep::DeleteVar { .. }
            | ProofStep::ChangeSamplingMode { .. }
            | ProofStep::Model { .. }
            | ProofStep::Assumptions { .. }
            | ProofStep::End => Ok(()),
        }
    }

    /// One more clause of the formula.
    fn next(&mut self, cnf: &Cnf) -> Result<(), String> {
        let clause = cnf.clauses_from(self.n_given).next().ok_or("the proof adds a clause that nobody gave")?;
        self.give(clause);
        self.n_given += 1;
        Ok(())
    }

    fn derive(&mut self, clause: impl Iterator<Item = varisat::Lit>, hashes: &[ClauseHash]) -> Result<(), String> {
        self.clause.clear();
        self.clause.extend(clause.map(ours));
        self.find_hints(hashes);
        self.conclude()
    }

    /// The opposites of some assumptions cannot all be false.
    fn fail(&mut self, core: &[varisat::Lit], hashes: &[ClauseHash]) -> Result<(), String> {
        self.clause.clear();
        self.clause.extend(core.iter().map(|lit| -ours(*lit)));
        self.find_hints(hashes);
        self.conclude()?;
        self.refuted.clear();
        self.refuted.extend(self.clause.iter().map(|lit| -lit));
        Ok(())
    }

    fn conclude(&mut self) -> Result<(), String> {
        self.checker.derive(self.last + 1, &self.clause, &self.hints)?;
        self.last += 1;
        self.file();
        Ok(())
    }

    /// Notes where the newest clause is to be found. Of two that contradict each other follows the clause without literals.
    fn file(&mut self) {
        let [unit] = self.clause[..] else { return self.index.add(self.last, &self.clause) };
        match self.values.unit(-unit) {
            0 => self.values.note(unit, self.last),
            other => {
                // Whether that follows is for the checker to say.
                let both = [self.last, other];
                let _ = self.checker.derive(self.last + 1, &[], &both);
                self.last += 1;
            }
        }
    }

    fn delete(&mut self, clause: &[varisat::Lit]) -> Result<(), String> {
        self.clause.clear();
        self.clause.extend(clause.iter().map(|lit| ours(*lit)));
        self.clause.sort_unstable();
        self.clause.dedup();
        match self.index.remove(&self.clause, &self.checker) {
            Some(id) => self.checker.delete(id),
            None => Ok(()),
        }
    }

    /// The clauses with these hashes that become unit when the clause at hand is false, and the units they need.
    fn find_hints(&mut self, hashes: &[ClauseHash]) {
        let Audit { clause, hints, values, index, checker, .. } = self;
        hints.clear();
        values.begin();
        if let Some(unit) = clause.iter().map(|lit| values.unit(*lit)).find(|unit| *unit != 0) {
            return hints.push(unit);
        }
        clause.iter().for_each(|lit| values.set(-lit));
        index.refresh(checker);
        for hash in hashes {
            for id in index.with(*hash) {
                let hinted = checker.clause(id).unwrap_or_default();
                if let Some(open) = values.only_open(hinted) {
                    for lit in hinted.iter().filter(|lit| !values.is_set(-**lit) && **lit != open) {
                        hints.push(values.unit(-lit));
                    }
                    hinted.iter().filter(|lit| **lit != open).for_each(|lit| values.set(-lit));
                    hints.push(id);
                    if open == 0 {
                        return;
                    }
                    values.set(open);
                }
            }
        }
    }
}

fn ours(lit: varisat::Lit) -> i32 {
    lit.to_dimacs() as i32
}

/// What is known of literals: by units for ever, by a stamp for the step at hand.
#[derive(Default)]
struct Values {
    stamp: u32,
    stamps: Vec<u32>,
    /// The number of the clause that is this literal alone; 0 if there is none.
    units: Vec<u64>,
}

fn place(lit: i32) -> usize {
    2 * lit.unsigned_abs() as usize + usize::from(lit < 0)
}

impl Values {
    fn begin(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
    }

    fn unit(&self, lit: i32) -> u64 {
        self.units.get(place(lit)).copied().unwrap_or(0)
    }

    fn note(&mut self, lit: i32, id: u64) {
        let at = place(lit);
        if self.units.len() <= at {
            self.units.resize(at + 1, 0);
        }
        // The first one will do.
        if self.units[at] == 0 {
            self.units[at] = id;
        }
    }

    fn is_set(&self, lit: i32) -> bool {
        self.stamps.get(place(lit)) == Some(&self.stamp)
    }

    fn set(&mut self, lit: i32) {
        let at = place(lit);
        if self.stamps.len() <= at {
            self.stamps.resize(at + 1, 0);
        }
        self.stamps[at] = self.stamp;
    }

    /// The one literal of a clause that is neither true nor false, 0 if all are false; `None` if it says nothing now.
    fn only_open(&self, clause: &[i32]) -> Option<i32> {
        let mut open = 0;
        for lit in clause.iter().copied().filter(|lit| !self.is_set(-lit)) {
            if self.is_set(lit) || self.unit(lit) != 0 {
                return None;
            }
            if self.unit(-lit) == 0 {
                if open != 0 {
                    return None;
                }
                open = lit;
            }
        }
        Some(open)
    }
}
