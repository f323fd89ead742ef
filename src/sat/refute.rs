//! A refutation that can be kept: the formula decided by a fresh varisat, and its proof as LRAT.
//!
//! Varisat checks its own proof while it writes it, and tells every step with the clauses it follows from: that is LRAT in
//! all but the numbers. The formula's clauses are numbered from 1, what is derived after them.

use super::Answer;
use super::varisat::{ours, theirs};
use crate::cnf::{Cnf, Valuation};
use crate::search::{Budget, Watch};
use rustc_hash::FxHashMap;
use std::io::{self, Write};
use varisat::ExtendFormula;
use varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};

/// Decides a formula and writes the proof if there is no solution; otherwise what was written proves nothing.
pub fn refute(cnf: &Cnf, out: &mut dyn Write, budget: &Budget) -> io::Result<Answer> {
    if cnf.clauses().any(<[_]>::is_empty) {
        return Ok(Answer::Unsat(Vec::new()));
    }
    let mut writer = Writer::new(cnf, out, budget);
    let decided = decide(cnf, &mut writer);
    if let Some(error) = writer.failed {
        return Err(error);
    }
    match (decided, writer.watch.stop()) {
        (Ok(Some(valuation)), _) => Ok(Answer::Sat(valuation)),
        (Ok(None), _) => writer.out.flush().map(|()| Answer::Unsat(Vec::new())),
        (Err(_), Some(stop)) => Ok(Answer::Unknown(stop)),
        (Err(why), None) => Ok(Answer::Failed(format!("varisat: {why}"))),
    }
}

/// A solution, or none.
fn decide(cnf: &Cnf, writer: &mut Writer) -> Result<Option<Valuation>, String> {
    let mut solver = varisat::Solver::new();
    solver.add_proof_processor(writer);
    let mut lits = Vec::new();
    for clause in cnf.clauses() {
        lits.clear();
        lits.extend(clause.iter().map(|lit| theirs(*lit)));
        solver.add_clause(&lits);
    }
    match solver.solve().map_err(|e| e.to_string())? {
        false => solver.close_proof().map(|()| None).map_err(|e| e.to_string()),
        true => {
            let mut valuation = Valuation::new(cnf.n_vars());
            let model = solver.model().expect("a satisfiable formula has a model");
            model.into_iter().for_each(|lit| valuation.set(ours(lit)));
            Ok(Some(valuation))
        }
    }
}

/// Writes steps as they come, and stops varisat when the budget is spent.
struct Writer<'a> {
    out: &'a mut dyn Write,
    watch: Watch,
    /// The numbers of varisat's clauses in the proof.
    numbers: FxHashMap<u64, u64>,
    n_given: u64,
    last: u64,
    is_refuted: bool,
    line: Vec<u8>,
    failed: Option<io::Error>,
}

impl<'a> Writer<'a> {
    fn new(cnf: &Cnf, out: &'a mut dyn Write, budget: &Budget) -> Writer<'a> {
        let last = cnf.n_clauses() as u64;
        let watch = Watch::new(budget);
        Writer {
            out,
            watch,
            numbers: FxHashMap::default(),
            n_given: 0,
            last,
            is_refuted: false,
            line: Vec::new(),
            failed: None,
        }
    }

    /// A clause of the formula. One that was there before keeps its first number.
    fn given(&mut self, id: u64) {
        self.n_given += 1;
        self.numbers.insert(id, self.n_given);
    }

    fn derived(&mut self, lits: &[varisat::Lit], hints: &[u64], data: CheckerData) -> io::Result<u64> {
        self.last += 1;
        self.line.clear();
        write!(self.line, "{}", self.last)?;
        for lit in lits {
            let var = data.user_from_proof_var(lit.var()).unwrap_or(lit.var());
            write!(self.line, " {}", varisat::Lit::from_var(var, lit.is_positive()).to_dimacs())?;
        }
        write!(self.line, " 0")?;
        for hint in hints {
            write!(self.line, " {}", self.numbers.get(hint).copied().unwrap_or(0))?;
        }
        self.line.extend_from_slice(b" 0\n");
        self.out.write_all(&self.line)?;
        self.is_refuted |= lits.is_empty();
        Ok(self.last)
    }

    fn deleted(&mut self, id: u64) -> io::Result<()> {
        match self.numbers.remove(&id) {
            Some(number) => writeln!(self.out, "{} d {number} 0", self.last),
            None => Ok(()),
        }
    }

    fn step(&mut self, step: &CheckedProofStep, data: CheckerData) -> io::Result<()> {
        match step {
            _ if self.is_refuted => Ok(()),
            CheckedProofStep::AddClause { id, .. } => {
                self.given(*id);
                Ok(())
            }
            CheckedProofStep::DuplicatedClause { .. } | CheckedProofStep::TautologicalClause { .. } => {
                self.n_given += 1;
                Ok(())
            }
            CheckedProofStep::AtClause { id, clause, propagations, .. } => {
                let number = self.derived(clause, propagations, data)?;
                self.numbers.insert(*id, number);
                Ok(())
            }
            CheckedProofStep::DeleteClause { id, .. } => self.deleted(*id),
            CheckedProofStep::DeleteAtClause { id, keep_as_redundant: false, .. } => self.deleted(*id),
            CheckedProofStep::DeleteRatClause { id, keep_as_redundant: false, .. } => self.deleted(*id),
            CheckedProofStep::FailedAssumptions { propagations, .. } => self.derived(&[], propagations, data).map(drop),
            _ => Ok(()),
        }
    }
}

impl ProofProcessor for Writer<'_> {
    fn process_step(&mut self, step: &CheckedProofStep, data: CheckerData) -> Result<(), anyhow::Error> {
        // Steps come by the hundred thousand in a second, and a look at memory is a question to the system.
        if self.watch.is_over() {
            anyhow::bail!("no budget is left");
        }
        self.step(step, data).map_err(|error| {
            let told = anyhow::anyhow!("{error}");
            self.failed = Some(error);
            told
        })
    }
}

#[cfg(test)]
mod tests {
    use super::refute;
    use crate::cnf::{ClauseSink, Cnf, Lit, Names, dimacs};
    use crate::proof;
    use crate::sat::Answer;
    use crate::search::Budget;

    fn cnf(n_vars: u32, clauses: &[&[i32]]) -> Cnf {
        let mut cnf = Cnf::new();
        cnf.reserve_vars(n_vars);
        clauses.iter().for_each(|clause| cnf.clause(&clause.iter().map(|lit| Lit::new(*lit)).collect::<Vec<_>>()));
        cnf
    }

    /// One pigeon more than there are holes.
    fn pigeons(n: i32) -> Cnf {
        let at = |pigeon: i32, hole: i32| pigeon * n + hole + 1;
        let mut clauses: Vec<Vec<i32>> = (0..=n).map(|p| (0..n).map(|h| at(p, h)).collect()).collect();
        for hole in 0..n {
            clauses.extend((0..=n).flat_map(|a| (0..a).map(move |b| vec![-at(a, hole), -at(b, hole)])));
        }
        cnf(n as u32 * (n as u32 + 1), &clauses.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }

    /// Whether there is a solution; a proof that there is none holds.
    fn decided(cnf: &Cnf) -> bool {
        let (mut text, mut proof) = (Vec::new(), Vec::new());
        dimacs::write(cnf, &Names::new(), &mut text).expect("memory takes everything");
        match refute(cnf, &mut proof, &Budget::unlimited()).expect("memory takes everything") {
            Answer::Sat(valuation) => {
                assert!(cnf.is_satisfied_by(&valuation));
                true
            }
            Answer::Unsat(_) => {
                let formula = proof::read(&text).expect("our own formula");
                let checked = proof::check(&formula, &proof[..]);
                assert_eq!(checked, Ok(()), "{}\n{}", String::from_utf8_lossy(&text), String::from_utf8_lossy(&proof));
                false
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn odd_clauses_keep_their_numbers() {
        assert!(!decided(&cnf(3, &[&[1, 2], &[1, -1], &[2, 1], &[1, 1, -2], &[3, 3], &[-1, 2], &[-1, -2], &[-3, 1]])));
        assert!(!decided(&cnf(1, &[&[1], &[-1], &[1]])));
        assert!(!decided(&cnf(2, &[&[2], &[]])));
        assert!(decided(&cnf(4, &[&[1, -4], &[4]])));
    }

    /// Random formulas at the hard ratio, and pigeons that need real work.
    #[test]
    fn refutations_hold() {
        let mut state = 7_u64;
        let mut random = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        let mut n_refuted = 0;
        for round in 0..60 {
            let n_vars = 5 + round;
            let clauses: Vec<Vec<i32>> = (0..n_vars * 46 / 10)
                .map(|_| (0..3).map(|_| (random(n_vars) as i32 + 1) * if random(2) == 0 { 1 } else { -1 }).collect())
                .collect();
            let clauses: Vec<&[i32]> = clauses.iter().map(Vec::as_slice).collect();
            n_refuted += u32::from(!decided(&cnf(n_vars as u32, &clauses)));
        }
        assert!((20..60).contains(&n_refuted), "{n_refuted}");
        assert!(!decided(&pigeons(5)));
    }

    /// What this thread asked the system to read so far, where the system counts that.
    fn n_reads() -> Option<u64> {
        let text = std::fs::read_to_string("/proc/thread-self/io").ok()?;
        text.lines().find_map(|line| line.strip_prefix("syscr: ")?.trim().parse().ok())
    }

    #[test]
    fn a_limit_on_memory_does_not_ask_the_system_at_every_step() {
        let cnf = pigeons(6);
        let budget = Budget::unlimited().with_memory(Some(1 << 40));
        let (mut proof, before) = (Vec::new(), n_reads());
        let answer = refute(&cnf, &mut proof, &budget).expect("memory takes everything");
        assert!(matches!(answer, Answer::Unsat(_)), "{answer:?}");
        let n_steps = proof.iter().filter(|byte| **byte == b'\n').count() as u64;
        let Some((before, after)) = before.zip(n_reads()) else { return };
        assert!(after - before < n_steps / 8, "{} reads in {n_steps} steps", after - before);
    }

    #[test]
    fn a_spent_budget_ends_it() {
        let clauses: Vec<Vec<i32>> = (1..200).map(|v| vec![v, v + 1, -(v + 2)]).collect();
        let clauses: Vec<&[i32]> = clauses.iter().map(Vec::as_slice).collect();
        let answer = refute(&cnf(201, &clauses), &mut Vec::new(), &Budget::seconds(0.0)).expect("memory");
        assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
    }
}
