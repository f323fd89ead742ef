//! Varisat, embedded: the default backend.
//!
//! Varisat cannot be interrupted. It does write proofs, and a proof writer that fails stops it; so it writes its proof to
//! [`Leash`], which forgets every byte and fails once the budget is spent. A stopped solver is of no more use and is built
//! again from the clauses, which are kept; so a limit on conflicts, told by the length of the proof, costs all that was
//! learnt. Clauses are handed over when a solve begins, so that loading a large formula
//! also counts against the budget.
//!
//! Its cores are not always right when a solver is used more than once, so a core is solved again before it is believed,
//! unless its proof was checked. For that the proof is not forgotten but kept, and read when something was refuted (see
//! `audit`): a run that finds a solution pays nothing but the memory.

use super::record::Record;
use super::{Answer, Row, Solver};
use crate::cnf::{ClauseSink, Cnf, Lit, Valuation};
use crate::search::{Budget, Stats, Stop, Watch};
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use varisat::{ExtendFormula, ProofFormat};

/// The row of this backend.
pub const ROW: Row = Row {
    name: "varisat",
    summary: "embedded solver in Rust, the default",
    reference: "Jannis Harder, varisat 0.2, 2019",
    argument: None,
    missing: None,
    make: |_| Ok(Box::new(Varisat::default())),
};

/// The clauses, and a solver that has seen some of them.
#[derive(Default)]
pub(super) struct Varisat {
    cnf: Rc<RefCell<Cnf>>,
    engine: Option<Engine>,
    is_checked: bool,
    n_calls: u64,
    n_refuted: u64,
    n_checked: u64,
    n_broken: u64,
}

/// A live varisat and how much of the formula it knows.
struct Engine {
    solver: varisat::Solver<'static>,
    patience: Rc<RefCell<Patience>>,
    n_loaded: usize,
    n_solves: usize,
}

/// How long a solve may take.
#[derive(Default)]
struct Patience {
    watch: Watch,
    /// How much more of a proof there may be; `None` for any length.
    n_bytes: Option<u64>,
    /// What was proved, if that is to be checked.
    record: Option<Record>,
}

/// The proof of a conflict, its clause and what it follows from: a guess, not measured.
const BYTES: u64 = 256;

/// Why a solve ended without an answer: a limit, or `None` for too many conflicts.
type GaveUp = Option<Stop>;

/// A proof writer that forgets everything and fails when the time has come.
struct Leash(Rc<RefCell<Patience>>);

impl io::Write for Leash {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut patience = self.0.borrow_mut();
        if patience.n_bytes.is_some_and(|left| left < bytes.len() as u64) {
            return Err(io::Error::other("conflicts"));
        }
        patience.n_bytes = patience.n_bytes.map(|left| left - bytes.len() as u64);
        if let Some(record) = &mut patience.record {
            record.write(bytes);
        }
        match patience.watch.look() {
            None => Ok(bytes.len()),
            Some(stop) => Err(io::Error::other(stop.word())),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Solver for Varisat {
    fn add(&mut self, clause: &[Lit]) {
        let highest = clause.iter().map(|lit| lit.var()).max().unwrap_or(0);
        let mut cnf = self.cnf.borrow_mut();
        cnf.reserve_vars(highest);
        cnf.clause(clause);
    }

    fn reserve(&mut self, n_vars: u32) {
        self.cnf.borrow_mut().reserve_vars(n_vars);
    }

    fn n_vars(&self) -> u32 {
        self.cnf.borrow().n_vars()
    }

    fn check_refutations(&mut self) -> bool {
        self.is_checked = true;
        true
    }

    fn attempt(&mut self, assumptions: &[Lit], budget: &Budget, n_conflicts: Option<u64>) -> Option<Answer> {
        self.n_calls += 1;
        self.reserve(assumptions.iter().map(|lit| lit.var()).max().unwrap_or(0));
        self.try_solve(assumptions, budget, n_conflicts).map_or_else(
            |gave_up| {
                self.engine = None;
                gave_up.map(Answer::Unknown)
            },
            Some,
        )
    }

    fn stats(&self) -> Stats {
        let (refutations, checked, broken) = (self.n_refuted, self.n_checked, self.n_broken);
        Stats { refutations, checked, broken, ..super::formula_stats(&self.cnf.borrow(), self.n_calls) }
    }
}

impl Varisat {
    fn try_solve(&mut self, assumptions: &[Lit], budget: &Budget, n_conflicts: Option<u64>) -> Result<Answer, GaveUp> {
        let mut core = match self.ask(assumptions, budget, n_conflicts)? {
            Said::Sat(valuation) => return Ok(Answer::Sat(valuation)),
            Said::Unsat(core) => core,
        };
        // A solver that was used before may be wrong about its core: a new one is asked.
        if core == Core::Broken {
            self.engine = None;
            core = match self.ask(assumptions, budget, n_conflicts)? {
                Said::Sat(valuation) => return Ok(Answer::Sat(valuation)),
                Said::Unsat(core) => core,
            };
        }
        self.n_refuted += 1;
        match core {
            Core::Checked(core) => {
                self.n_checked += 1;
                Ok(Answer::Unsat(core))
            }
            Core::Claimed(core) => Ok(Answer::Unsat(core)),
            Core::Broken => {
                self.n_broken += 1;
                Ok(Answer::Unsat(assumptions.to_vec()))
            }
        }
    }

    fn ask(&mut self, assumptions: &[Lit], budget: &Budget, n_conflicts: Option<u64>) -> Result<Said, GaveUp> {
        let recorded = self.is_checked.then_some(&self.cnf);
        let engine = self.engine.get_or_insert_with(|| Engine::new(recorded));
        engine.begin(budget);
        engine.load(&self.cnf.borrow())?;
        engine.patience.borrow_mut().n_bytes = n_conflicts.map(|n| n.saturating_mul(BYTES));
        match engine.is_satisfiable(assumptions)? {
            true => Ok(Said::Sat(engine.valuation(self.cnf.borrow().n_vars()))),
            false => engine.core(assumptions).map(Said::Unsat),
        }
    }
}

/// What an engine says.
enum Said {
    Sat(Valuation),
    Unsat(Core),
}

/// Assumptions that cannot all be true.
#[derive(PartialEq)]
enum Core {
    /// That has a proof, which was checked.
    Checked(Vec<Lit>),
    /// That was not checked, or there was no time for it.
    Claimed(Vec<Lit>),
    /// Its proof does not hold.
    Broken,
}

impl Engine {
    fn new(recorded: Option<&Rc<RefCell<Cnf>>>) -> Engine {
        let record = recorded.map(|cnf| Record::new(cnf.clone()));
        let patience = Rc::new(RefCell::new(Patience { record, ..Patience::default() }));
        let mut solver = varisat::Solver::new();
        solver.write_proof(Leash(patience.clone()), ProofFormat::Varisat);
        Engine { solver, patience, n_loaded: 0, n_solves: 0 }
    }

    fn begin(&mut self, budget: &Budget) {
        let mut patience = self.patience.borrow_mut();
        (patience.watch, patience.n_bytes) = (Watch::new(budget), None);
    }

    /// Hands over the clauses the solver has not seen.
    fn load(&mut self, cnf: &Cnf) -> Result<(), GaveUp> {
        let mut lits = Vec::new();
        for clause in cnf.clauses_from(self.n_loaded) {
            if self.patience.borrow().watch.is_over() {
                break;
            }
            lits.clear();
            lits.extend(clause.iter().map(|lit| theirs(*lit)));
            self.solver.add_clause(&lits);
            self.n_loaded += 1;
        }
        self.patience.borrow().watch.stop().map_or(Ok(()), |stop| Err(Some(stop)))
    }

    fn is_satisfiable(&mut self, assumptions: &[Lit]) -> Result<bool, GaveUp> {
        if self.n_solves == 0
            && let Some(record) = &mut self.patience.borrow_mut().record
        {
            record.n_before = self.n_loaded;
        }
        self.n_solves += 1;
        let theirs: Vec<varisat::Lit> = assumptions.iter().map(|lit| theirs(*lit)).collect();
        self.solver.assume(&theirs);
        // Only the leash makes varisat fail.
        self.solver.solve().map_err(|_| self.patience.borrow().watch.stop())
    }

    /// The last model; varisat leaves out variables that occur in no clause.
    fn valuation(&self, n_vars: u32) -> Valuation {
        let mut valuation = Valuation::new(n_vars);
        let model = self.solver.model().expect("a satisfiable formula has a model");
        model.into_iter().for_each(|lit| valuation.set(ours(lit)));
        valuation
    }

    /// The core of the last solve: checked, or solved again, and all assumptions when varisat's own core does not hold.
    fn core(&mut self, assumptions: &[Lit]) -> Result<Core, GaveUp> {
        let failed = self.solver.failed_core().expect("an unsatisfiable formula has a core");
        let failed: FxHashSet<Lit> = failed.iter().map(|lit| ours(*lit)).collect();
        let core: Vec<Lit> = assumptions.iter().copied().filter(|lit| failed.contains(lit)).collect();
        match self.proved(&core) {
            Some(true) => return Ok(Core::Checked(core)),
            Some(false) => return Ok(Core::Broken),
            None => {}
        }
        if core.len() < assumptions.len() && self.is_satisfiable(&core)? {
            return Ok(Core::Claimed(assumptions.to_vec()));
        }
        Ok(Core::Claimed(core))
    }

    /// Whether the proof shows a core; `None` if there is none, or no time to look.
    fn proved(&self, core: &[Lit]) -> Option<bool> {
        let Patience { record, watch, .. } = &mut *self.patience.borrow_mut();
        record.as_mut()?.refutes(core, || watch.look().is_some())
    }
}

pub(super) fn theirs(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_dimacs(lit.dimacs() as isize)
}

pub(super) fn ours(lit: varisat::Lit) -> Lit {
    Lit::new(i32::try_from(lit.to_dimacs()).expect("varisat only knows our variables"))
}
