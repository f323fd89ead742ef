//! Backends: what solves a formula, behind one protocol.
//!
//! A [`Solver`] takes clauses at any time and is asked any number of times, each time under assumptions and within a
//! budget, or for so many conflicts. What holds for every backend: a valuation has all variables and satisfies all clauses
//! and assumptions; a core is contradictory together with the clauses; a budget is kept within a second; after an answer of
//! any kind, and after none, the solver can be used again. `tests/backends.rs` holds every row of [`TABLE`] to this contract.
//!
//! A checked [`Backend`] has its refutations proved to [`crate::proof::Checker`]: by its own proofs, or by another solver.

mod audit;
mod backbone;
mod backend;
mod batsat;
mod cadical;
mod confirmed;
mod enumerate;
mod index;
mod load;
mod minimise;
pub mod optimise;
mod plan;
mod process;
mod reasons;
mod record;
mod refute;
mod script;
mod signed;
mod values;
mod varisat;
mod whole;

pub use backbone::{Backbone, backbone};
pub use backend::{Backend, Row, TABLE};
pub use enumerate::enumerate;
pub use load::{Loaded, load_model};
pub use minimise::minimise_core;
pub(crate) use optimise::totalizer;
pub use optimise::{Quest, STRATEGIES, Strategy, optimise};
pub use refute::refute;
pub use whole::{fixed_atoms, solution, solutions};

use crate::cnf::{ClauseSink, Cnf, Lit, Valuation};
use crate::search::{Budget, Stats, Stop};

/// Something that decides formulas, incrementally.
pub trait Solver {
    /// At least one of the literals is true. Repeated and opposite literals are allowed, and so is none at all.
    fn add(&mut self, clause: &[Lit]);

    /// Makes sure that the variables `1..=n_vars` exist. Clauses and assumptions do so by themselves.
    fn reserve(&mut self, n_vars: u32);

    /// The number of variables.
    fn n_vars(&self) -> u32;

    /// Whether the clauses can be true together with the assumptions, which are forgotten afterwards.
    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Answer {
        self.attempt(assumptions, budget, None).expect("without a limit on conflicts there is an answer")
    }

    /// The same, given up after about so many conflicts: then there is no answer, and the solver keeps what it can of what
    /// it has learnt.
    fn attempt(&mut self, assumptions: &[Lit], budget: &Budget, n_conflicts: Option<u64>) -> Option<Answer>;

    /// What was done since the solver was made.
    fn stats(&self) -> Stats;

    /// Has every refutation checked by its proof from now on, before there are clauses; false if it has no proofs. What was
    /// checked is in [`Stats`].
    fn check_refutations(&mut self) -> bool {
        false
    }
}

/// What a solver says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Satisfiable, and this valuation of all variables shows it.
    Sat(Valuation),
    /// Unsatisfiable. The core is a part of the assumptions that already contradicts the clauses, not always the
    /// smallest; an empty core says that the clauses alone are contradictory.
    Unsat(Vec<Lit>),
    /// The budget was spent first.
    Unknown(Stop),
    /// The backend could not do its work: an outside program is missing or talks nonsense.
    Failed(String),
}

/// A solver as the receiver of an encoding.
pub struct Feed<'a>(pub &'a mut dyn Solver);

impl ClauseSink for Feed<'_> {
    fn fresh(&mut self) -> Lit {
        let var = self.0.n_vars() + 1;
        self.0.reserve(var);
        Lit::new(i32::try_from(var).expect("a formula has fewer than 2^31 variables"))
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.0.add(lits);
    }
}

/// Gives a solver a whole formula.
pub fn load(solver: &mut dyn Solver, cnf: &Cnf) {
    solver.reserve(cnf.n_vars());
    cnf.clauses().for_each(|clause| solver.add(clause));
}

/// The sizes of a formula and the number of calls, for backends that tell nothing else.
fn formula_stats(cnf: &Cnf, n_calls: u64) -> Stats {
    Stats {
        solver_calls: n_calls,
        variables: u64::from(cnf.n_vars()),
        clauses: cnf.n_clauses() as u64,
        literals: cnf.n_lits() as u64,
        ..Stats::default()
    }
}
