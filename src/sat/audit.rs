//! Varisat's proofs, translated to LRAT and checked: what a refutation needs of them, and no more.
//!
//! Varisat's own format names a clause by a hash over its numbers of variables, which may change, and leaves out clauses of
//! one literal. So a proof is first taken down ([`Script`]). When something was refuted, we go back from there: each hash that
//! is needed is looked up, propagation is done once more to see which clause is meant and which units it needs
//! ([`Reasons`]), and these are needed in turn. Then the needed clauses go to the [`Checker`], from the first to the last, each
//! with those it follows from. Nothing here is believed: a wrong translation is a step that does not follow. Only the formula's
//! clauses, which come from us and not from the proof, are taken for granted.

use super::plan::{PACE, Plan};
use super::reasons::Reasons;
use super::script::{Kind, Script};
use crate::cnf::{Cnf, Lit};
use crate::proof::Checker;
use varisat_internal_proof::binary_format::Parser;
use varisat_internal_proof::{ClauseHash, ProofStep};

/// A proof on its way.
#[derive(Default)]
pub(super) struct Audit {
    checker: Checker,
    /// The last name that the checker gave.
    last: u64,
    parser: Parser,
    script: Script,
    reasons: Reasons,
    /// How many clauses of the formula it knows; `None` before the first step that is about clauses.
    n_given: Option<usize>,
    /// How much of a hash the proof leaves out.
    shift: u32,
    /// What was taken back: the whole hash, and how many clauses there were.
    deleted: Vec<(ClauseHash, usize)>,
    /// The clause that says that assumptions cannot all be true: the last one.
    failed: Option<usize>,
}

impl Audit {
    /// Takes down the steps of a proof, of which the last may be cut short; how many bytes are done. The first `n_before`
    /// clauses of the formula were there before the proof began; the proof says when it goes on with the next.
    pub fn read(&mut self, bytes: &[u8], cnf: &Cnf, n_before: usize) -> Result<usize, String> {
        let mut parser = std::mem::take(&mut self.parser);
        let mut rest = bytes;
        let mut done = Ok(());
        while !rest.is_empty() && done.is_ok() && self.reasons.empty.is_none() {
            let mut ahead = rest;
            // The last step may go on in what is still to come.
            let Ok(step) = parser.parse_step(&mut ahead) else { break };
            rest = ahead;
            done = self.step(&step, cnf, n_before);
        }
        self.parser = parser;
        let n_left = if self.reasons.empty.is_some() { 0 } else { rest.len() };
        done.map(|()| bytes.len() - n_left)
    }

    fn step(&mut self, step: &ProofStep, cnf: &Cnf, n_before: usize) -> Result<(), String> {
        if step.contains_hashes() || matches!(step, ProofStep::AddClause { .. }) {
            self.begin(cnf, n_before);
        }
        match *step {
            ProofStep::AddClause { .. } => return self.next(cnf),
            ProofStep::AtClause { clause, propagation_hashes, .. } => self.derive(clause, propagation_hashes, cnf),
            ProofStep::UnitClauses { units } => {
                units.iter().for_each(|(unit, hash)| self.derive(std::slice::from_ref(unit), &[*hash], cnf))
            }
            ProofStep::FailedAssumptions { failed_core, propagation_hashes } => {
                self.fail(failed_core, propagation_hashes, cnf)
            }
            ProofStep::DeleteClause { clause, .. } => self.delete(clause),
            // Hashes go by the names that there were when a clause came.
            ProofStep::SolverVarName { global, solver: Some(solver) } => self.reasons.index.rename(global, solver),
            ProofStep::UserVarName { global, user: Some(user) } if global != user => {
                return Err("a variable has another name in the proof".to_string());
            }
            ProofStep::ChangeHashBits { bits } => return self.shorten(bits),
            ProofStep::SolverVarName { .. }
            | ProofStep::UserVarName { .. }
            | ProofStep::DeleteVar { .. }
            | ProofStep::ChangeSamplingMode { .. }
            | ProofStep::Model { .. }
            | ProofStep::Assumptions { .. }
            | ProofStep::End => {}
        }
        Ok(())
    }

    /// The clauses of the formula that were there before the proof; their variables have names by now.
    fn begin(&mut self, cnf: &Cnf, n_before: usize) {
        if self.n_given.is_some() {
            return;
        }
        self.n_given = Some(n_before);
        self.script.begin(n_before);
        self.reasons.index.reserve(n_before);
        let mut apart = Vec::new();
        for (id, clause) in cnf.clauses().take(n_before).enumerate() {
            self.reasons.note(id, distinct(clause, &mut apart));
        }
        self.conclude();
    }

    /// One more clause of the formula.
    fn next(&mut self, cnf: &Cnf) -> Result<(), String> {
        let at = self.n_given.unwrap_or(0);
        let clause = cnf.clauses_from(at).next().ok_or("the proof adds a clause that nobody gave")?;
        self.n_given = Some(at + 1);
        self.add(Kind::Given, distinct(clause, &mut Vec::new()).iter().copied(), &[], cnf);
        Ok(())
    }

    fn derive(&mut self, clause: &[varisat::Lit], hashes: &[ClauseHash], cnf: &Cnf) {
        self.add(Kind::Derived, clause.iter().map(|lit| ours(*lit)), hashes, cnf);
    }

    /// The opposites of some assumptions cannot all be false.
    fn fail(&mut self, core: &[varisat::Lit], hashes: &[ClauseHash], cnf: &Cnf) {
        self.failed = Some(self.script.len());
        self.add(Kind::Answer, core.iter().map(|lit| !ours(*lit)), hashes, cnf);
    }

    fn add(&mut self, kind: Kind, clause: impl Iterator<Item = Lit>, hashes: &[ClauseHash], cnf: &Cnf) {
        let id = self.script.add(kind, clause, hashes, self.shift);
        match kind {
            Kind::Answer => self.reasons.index.add(None),
            Kind::Given | Kind::Derived => self.reasons.note(id, self.script.clause(id, cnf)),
        }
        self.conclude();
    }

    /// Of two clauses that contradict each other follows the one without literals.
    fn conclude(&mut self) {
        if self.reasons.clash.is_some() && self.reasons.empty.is_none() {
            self.reasons.empty = Some(self.script.add(Kind::Answer, std::iter::empty(), &[], 0));
            self.reasons.index.add(None);
        }
    }

    /// Hashes have so many bits from now on.
    fn shorten(&mut self, bits: u32) -> Result<(), String> {
        let shift = ClauseHash::BITS.checked_sub(bits).filter(|shift| *shift < ClauseHash::BITS);
        self.shift = shift.ok_or("a hash without bits")?;
        Ok(())
    }

    fn delete(&mut self, clause: &[varisat::Lit]) {
        if self.n_given.is_some() {
            let clause: Vec<Lit> = clause.iter().map(|lit| ours(*lit)).collect();
            self.deleted.push((self.reasons.index.hash(&clause), self.script.len()));
        }
    }

    /// Whether it can be shown that these assumptions cannot all be true; `None` if there was no time to see.
    pub fn refutes(&mut self, core: &[Lit], cnf: &Cnf, n_before: usize, is_over: impl Fn() -> bool) -> Option<bool> {
        self.begin(cnf, n_before);
        let is_denied = |lit: &Lit| core.contains(&!*lit);
        let failed = self.failed.filter(|failed| self.script.clause(*failed, cnf).iter().all(is_denied));
        self.reasons.empty.or(failed).map_or(Some(false), |wanted| self.show(&[wanted], cnf, is_over))
    }

    /// Shows clauses to the checker; `None` if there was no time.
    fn show(&mut self, wanted: &[usize], cnf: &Cnf, is_over: impl Fn() -> bool) -> Option<bool> {
        let plan = Plan::make(wanted, &self.script, &mut self.reasons, cnf, &is_over)?;
        let (mut lits, mut names) = (Vec::new(), Vec::new());
        for (n, (id, hints)) in plan.steps().enumerate() {
            if n.is_multiple_of(PACE) && is_over() {
                return None;
            }
            names.clear();
            names.extend(hints.iter().map(|hint| self.name(*hint, cnf)));
            lits.clear();
            lits.extend(self.script.clause(id, cnf).iter().map(|lit| lit.dimacs()));
            if self.checker.derive(self.last + 1, &lits, &names).is_err() {
                return Some(false);
            }
            self.last += 1;
            self.script.call(id, self.last);
        }
        Some(wanted.iter().all(|id| self.name(*id, cnf) != 0))
    }

    /// What the checker calls a clause, to which those of the formula are given when they are needed.
    fn name(&mut self, id: usize, cnf: &Cnf) -> u64 {
        if self.script.name(id) == 0 && self.script.kind(id) == Kind::Given {
            let lits: Vec<i32> = self.script.clause(id, cnf).iter().map(|lit| lit.dimacs()).collect();
            self.last = self.checker.give(&lits);
            self.script.call(id, self.last);
        }
        self.script.name(id)
    }

    /// Shows everything that still holds, and forgets what was taken back; whether all of it could be shown. Before the
    /// first step that is about clauses, and after the last, there is nothing to do.
    pub fn settle(&mut self, cnf: &Cnf) -> bool {
        if self.n_given.is_none() || self.reasons.empty.is_some() {
            return true;
        }
        let mut is_kept: Vec<bool> = (0..self.script.len()).map(|id| self.script.kind(id) != Kind::Answer).collect();
        self.failed.iter().for_each(|failed| is_kept[*failed] = true);
        let first = self.script.n_formula();
        for (hash, before) in std::mem::take(&mut self.deleted) {
            let gone = self.reasons.index.with(hash, 0).find(|id| (first..before).contains(id) && is_kept[*id]);
            gone.iter().for_each(|gone| is_kept[*gone] = false);
        }
        let kept: Vec<usize> = (first..self.script.len()).filter(|id| is_kept[*id]).collect();
        let is_shown = self.show(&kept, cnf, || false) == Some(true);
        for id in (first..self.script.len()).filter(|id| !is_kept[*id] && self.script.name(*id) != 0) {
            // What the checker has a name for is there.
            let _ = self.checker.delete(self.script.name(id));
        }
        let number = |id: usize| if id < first { id } else { first + kept.partition_point(|kept| *kept < id) };
        self.reasons.units.renumber(number);
        self.failed = self.failed.map(number);
        self.reasons.index.retain(|id| is_kept[id]);
        self.script.retain(|id| is_kept[id]);
        is_shown
    }
}

/// A clause without repetitions.
fn distinct<'a>(clause: &'a [Lit], apart: &'a mut Vec<Lit>) -> &'a [Lit] {
    let is_twice = |(at, lit): (usize, &Lit)| clause[..at].contains(lit);
    if clause.len() <= 16 && !clause.iter().enumerate().any(is_twice) {
        return clause;
    }
    apart.clear();
    apart.extend_from_slice(clause);
    apart.sort_unstable();
    apart.dedup();
    apart
}

fn ours(lit: varisat::Lit) -> Lit {
    Lit::new(lit.to_dimacs() as i32)
}

#[cfg(test)]
mod tests {
    use super::Audit;
    use crate::cnf::{ClauseSink, Cnf, Lit};
    use crate::sat::varisat::theirs;
    use std::cell::RefCell;
    use std::io;
    use std::rc::Rc;
    use varisat::{ExtendFormula, ProofFormat};
    use varisat_internal_proof::ProofStep;
    use varisat_internal_proof::binary_format::{Parser, write_step};

    /// A proof that is kept.
    struct Kept(Rc<RefCell<Vec<u8>>>);

    impl io::Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Varisat's proof that a formula has no solution.
    fn proof(cnf: &Cnf) -> Vec<u8> {
        let kept = Rc::new(RefCell::new(Vec::new()));
        let mut solver = varisat::Solver::new();
        solver.write_proof(Kept(kept.clone()), ProofFormat::Varisat);
        cnf.clauses().for_each(|clause| solver.add_clause(&clause.iter().map(|lit| theirs(*lit)).collect::<Vec<_>>()));
        assert!(!solver.solve().expect("memory takes everything"));
        kept.take()
    }

    /// One pigeon more than there are holes, and odd clauses.
    fn pigeons(n: i32) -> Cnf {
        let mut cnf = Cnf::new();
        let at = |pigeon: i32, hole: i32| Lit::new(pigeon * n + hole + 1);
        cnf.reserve_vars(n as u32 * (n as u32 + 1) + 2);
        cnf.clause(&[at(0, 0), !at(0, 0), at(1, 0)]);
        for pigeon in 0..=n {
            let holes: Vec<Lit> = (0..n).chain([0, 0]).map(|hole| at(pigeon, hole)).collect();
            cnf.clause(&holes);
        }
        for hole in 0..n {
            (0..=n).for_each(|a| (0..a).for_each(|b| cnf.clause(&[!at(a, hole), !at(b, hole), !at(a, hole)])));
        }
        cnf
    }

    /// The same without the last clause: it has solutions.
    fn without_last(cnf: &Cnf) -> Cnf {
        let mut less = cnf.clone();
        less.truncate(cnf.n_clauses() - 1);
        less
    }

    fn refuted(proof: &[u8], cnf: &Cnf) -> bool {
        let mut audit = Audit::default();
        let n = cnf.n_clauses();
        audit.read(proof, cnf, n).is_ok() && audit.refutes(&[], cnf, n, || false) == Some(true)
    }

    #[test]
    fn what_is_settled_on_the_way_holds_the_same() {
        let cnf = pigeons(7);
        let (proof, n) = (proof(&cnf), cnf.n_clauses());
        assert!(refuted(&proof, &cnf));
        for size in [3_000, 20_000, 100_000] {
            let (mut audit, mut rest, mut most) = (Audit::default(), &proof[..], 0);
            while !rest.is_empty() {
                let n_read = audit.read(&rest[..size.min(rest.len())], &cnf, n).expect("it is varisat's own");
                rest = &rest[n_read..];
                if !rest.is_empty() {
                    most = most.max(audit.script.len());
                    assert!(audit.settle(&cnf), "after {} of {}", proof.len() - rest.len(), proof.len());
                }
            }
            assert_eq!(audit.refutes(&[], &cnf, n, || false), Some(true), "{size}");
            let mut whole = Audit::default();
            whole.read(&proof, &cnf, n).expect("it is varisat's own");
            assert!(most < whole.script.len(), "{most} clauses were there at once");
        }
    }

    #[test]
    fn only_what_is_needed_is_shown() {
        let cnf = pigeons(6);
        let (proof, n) = (proof(&cnf), cnf.n_clauses());
        let mut audit = Audit::default();
        audit.read(&proof, &cnf, n).expect("it is varisat's own");
        assert_eq!(audit.refutes(&[], &cnf, n, || true), None, "there was no time");
        assert_eq!(audit.refutes(&[], &cnf, n, || false), Some(true));
        assert!(audit.last < audit.script.len() as u64, "{} of {}", audit.last, audit.script.len());
    }

    /// The same proof with one step changed, or without it.
    fn damaged(proof: &[u8], at: usize, how: u64, n_vars: i32) -> Vec<u8> {
        let (mut parser, mut rest, mut out) = (Parser::default(), proof, Vec::new());
        for n in 0.. {
            let Ok(step) = parser.parse_step(&mut rest) else { break };
            let written = match step {
                ProofStep::AtClause { clause, propagation_hashes, redundant } if n == at && !how.is_multiple_of(3) => {
                    let (mut clause, mut hashes) = (clause.to_vec(), propagation_hashes.to_vec());
                    let place = how as usize / 3;
                    if how % 3 == 1 && !clause.is_empty() {
                        let lit = place as i32 / 64 % n_vars + 1;
                        let index = place % clause.len();
                        clause[index] = theirs(Lit::new(if place.is_multiple_of(2) { lit } else { -lit }));
                    } else if !hashes.is_empty() {
                        let index = place % hashes.len();
                        hashes[index] ^= 1 << (place / 64 % 10);
                    }
                    write_step(
                        &mut out,
                        &ProofStep::AtClause { clause: &clause, propagation_hashes: &hashes, redundant },
                    )
                }
                _ if n == at => Ok(()),
                step => write_step(&mut out, &step),
            };
            written.expect("memory takes everything");
        }
        out
    }

    /// A formula with solutions is not refuted, whatever becomes of the proof.
    #[test]
    fn no_damage_makes_it_hold() {
        let cnf = pigeons(4);
        let (proof, satisfiable) = (proof(&cnf), without_last(&cnf));
        assert!(refuted(&proof, &cnf) && !refuted(&proof, &satisfiable));
        let n_steps = {
            let (mut parser, mut rest) = (Parser::default(), &proof[..]);
            (0..).take_while(|_| parser.parse_step(&mut rest).is_ok()).count()
        };
        let (mut state, mut n_held) = (1_u64, 0);
        for _ in 0..3_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let at = (state >> 40) as usize % n_steps;
            let bytes = damaged(&proof, at, state >> 33, 20);
            assert!(!refuted(&bytes, &satisfiable), "step {at}");
            n_held += u32::from(refuted(&bytes, &cnf));
        }
        assert!((1..3_000).contains(&n_held), "{n_held} held for the formula without solutions");
    }
}
