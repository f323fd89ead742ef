//! CaDiCaL, compiled in from C++ when the cargo feature `cadical` is on.
//!
//! Fast on large formulas, slower to make than the embedded solvers in Rust.

use super::Row;

/// The row of this backend.
pub const ROW: Row = Row {
    name: "cadical",
    summary: "CaDiCaL, embedded from C++; in builds with the feature `cadical`",
    reference: "Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt, CaDiCaL 2.0, CAV 2024; here version 1.9.5",
    argument: None,
    missing: MISSING,
    make,
};

#[cfg(feature = "cadical")]
const MISSING: Option<&str> = None;

#[cfg(not(feature = "cadical"))]
const MISSING: Option<&str> =
    Some("build with `--features cadical`, or use `process:cadical -q` if CaDiCaL is installed");

#[cfg(feature = "cadical")]
use embedded::make;

#[cfg(not(feature = "cadical"))]
fn make(_: &str) -> Result<Box<dyn super::Solver>, String> {
    Err(MISSING.expect("the feature is off").to_string())
}

#[cfg(feature = "cadical")]
mod embedded {
    use super::super::{Answer, Solver};
    use crate::cnf::{Lit, Valuation};
    use crate::search::{Budget, Stats, Watch};

    pub fn make(_: &str) -> Result<Box<dyn Solver>, String> {
        Ok(Box::new(Cadical::default()))
    }

    #[derive(Default)]
    struct Cadical {
        solver: cadical::Solver<Leash>,
        n_vars: u32,
        given: Stats,
    }

    /// Stops the solver when the budget is spent. CaDiCaL asks seldom, so each question is a look at the clock.
    struct Leash(Watch);

    impl cadical::Callbacks for Leash {
        fn terminate(&mut self) -> bool {
            self.0.look().is_some()
        }
    }

    impl Solver for Cadical {
        fn add(&mut self, clause: &[Lit]) {
            self.given.clauses += 1;
            self.given.literals += clause.len() as u64;
            self.reserve(clause.iter().map(|lit| lit.var()).max().unwrap_or(0));
            self.solver.add_clause(clause.iter().map(|lit| lit.dimacs()));
        }

        fn reserve(&mut self, n_vars: u32) {
            self.n_vars = self.n_vars.max(n_vars);
        }

        fn n_vars(&self) -> u32 {
            self.n_vars
        }

        fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Answer {
            self.given.solver_calls += 1;
            self.reserve(assumptions.iter().map(|lit| lit.var()).max().unwrap_or(0));
            let watch = Watch::new(budget);
            if let Some(stop) = watch.stop() {
                return Answer::Unknown(stop);
            }
            self.solver.set_callbacks(Some(Leash(watch)));
            match self.solver.solve_with(assumptions.iter().map(|lit| lit.dimacs())) {
                Some(true) => Answer::Sat(self.valuation()),
                Some(false) => Answer::Unsat(self.core(assumptions)),
                None => Answer::Unknown(self.stopped()),
            }
        }

        fn stats(&self) -> Stats {
            Stats { variables: u64::from(self.n_vars), ..self.given }
        }
    }

    impl Cadical {
        fn stopped(&mut self) -> crate::search::Stop {
            let leash = self.solver.get_callbacks().expect("the leash was put on");
            leash.0.stop().expect("only the leash stops CaDiCaL")
        }

        fn valuation(&self) -> Valuation {
            let mut valuation = Valuation::new(self.n_vars);
            let known = u32::try_from(self.solver.max_variable()).unwrap_or(0).min(self.n_vars);
            let vars = (1..=known).map(|var| Lit::new(var as i32));
            vars.filter(|lit| self.solver.value(lit.dimacs()) == Some(true)).for_each(|lit| valuation.set(lit));
            valuation
        }

        fn core(&self, assumptions: &[Lit]) -> Vec<Lit> {
            assumptions.iter().copied().filter(|lit| self.solver.failed(lit.dimacs())).collect()
        }
    }
}
