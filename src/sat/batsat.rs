//! Batsat, embedded: MiniSat in Rust, with a callback that may stop it.

use super::{Answer, Row, Solver};
use crate::cnf::{Lit, Valuation};
use crate::search::{Budget, Ear, Event, Stats, Watch};
use batsat::{SolverInterface, lbool};

/// The row of this backend.
pub const ROW: Row = Row {
    name: "batsat",
    summary: "embedded solver in Rust, a MiniSat",
    reference: "Simon Cruanes and Masaki Hara, batsat 0.6, 2018, after Eén and Sörensson, MiniSat, SAT 2003",
    argument: None,
    missing: None,
    make: |_| Ok(Box::new(Batsat::default())),
};

#[derive(Default)]
struct Batsat {
    solver: batsat::Solver<Leash>,
    /// The clause on its way in, kept for its memory.
    clause: Vec<batsat::Lit>,
    given: Stats,
}

/// Stops the solver when the budget is spent, or all conflicts it may have.
#[derive(Default)]
struct Leash {
    watch: Watch,
    /// How many more there may be; `None` for any number.
    n_conflicts: Option<u64>,
    /// Who wants to know what is learnt.
    ear: Option<Ear>,
}

impl batsat::Callbacks for Leash {
    fn on_new_clause(&mut self, clause: &[batsat::Lit], _: batsat::clause::Kind) {
        self.n_conflicts = self.n_conflicts.map(|n| n.saturating_sub(1));
        self.ear = self.ear.take().filter(|ear| ear.tell(&Event::Learnt(clause.len())));
    }

    fn on_restart(&mut self) {
        self.ear = self.ear.take().filter(|ear| ear.tell(&Event::Restart));
    }

    fn stop(&self) -> bool {
        self.n_conflicts == Some(0) || self.watch.is_over()
    }
}

impl Solver for Batsat {
    fn add(&mut self, clause: &[Lit]) {
        self.given.clauses += 1;
        self.given.literals += clause.len() as u64;
        let mut lits = std::mem::take(&mut self.clause);
        lits.clear();
        lits.extend(clause.iter().map(|lit| self.theirs(*lit)));
        self.solver.add_clause_reuse(&mut lits);
        self.clause = lits;
    }

    fn reserve(&mut self, n_vars: u32) {
        if let Some(last) = n_vars.checked_sub(1) {
            self.solver.var_of_int(last);
        }
    }

    fn n_vars(&self) -> u32 {
        self.solver.num_vars()
    }

    fn attempt(&mut self, assumptions: &[Lit], budget: &Budget, n_conflicts: Option<u64>) -> Option<Answer> {
        self.given.solver_calls += 1;
        let theirs: Vec<batsat::Lit> = assumptions.iter().map(|lit| self.theirs(*lit)).collect();
        *self.solver.cb_mut() = Leash { watch: Watch::new(budget), n_conflicts, ear: budget.ear().cloned() };
        if let Some(stop) = self.solver.cb().watch.stop() {
            return Some(Answer::Unknown(stop));
        }
        match self.solver.solve_limited(&theirs) {
            verdict if verdict == lbool::TRUE => Some(Answer::Sat(self.valuation())),
            verdict if verdict == lbool::FALSE => Some(Answer::Unsat(self.core(assumptions))),
            _ => self.solver.cb().watch.stop().map(Answer::Unknown),
        }
    }

    fn stats(&self) -> Stats {
        Stats {
            nodes: self.solver.num_decisions(),
            backtracks: self.solver.num_conflicts(),
            propagations: self.solver.num_propagations(),
            variables: u64::from(self.solver.num_vars()),
            ..self.given
        }
    }
}

impl Batsat {
    fn theirs(&mut self, lit: Lit) -> batsat::Lit {
        let var = self.solver.var_of_int(lit.var() - 1);
        batsat::Lit::new(var, lit.is_positive())
    }

    fn valuation(&self) -> Valuation {
        let mut valuation = Valuation::new(self.solver.num_vars());
        for (index, value) in self.solver.get_model().iter().enumerate() {
            let var = Lit::new(index as i32 + 1);
            valuation.set(if *value == lbool::TRUE { var } else { !var });
        }
        valuation
    }

    /// Whichever sign batsat gives a core: the assumptions over its variables.
    fn core(&mut self, assumptions: &[Lit]) -> Vec<Lit> {
        let theirs = |lit: &Lit| batsat::Var::unsafe_from_idx(lit.var() - 1);
        assumptions.iter().copied().filter(|lit| self.solver.unsat_core_contains_var(theirs(lit))).collect()
    }
}
