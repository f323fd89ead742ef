//! CaDiCaL, compiled in from C++ when the cargo feature `cadical` is on.
//!
//! Fast on large formulas, slower to make than the embedded solvers in Rust.

use super::Row;

/// The row of this backend.
pub const ROW: Row = Row {
    name: "cadical",
    summary: "CaDiCaL, embedded from C++; in builds with the feature `cadical`",
    reference: "Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt, CaDiCaL 2.0, CAV 2024; here version 3.0.1",
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
    use cadical_sys::{CaDiCal, Status, Terminator};
    use std::rc::Rc;

    /// With one of these CaDiCaL writes a proof to a file of that name, and ends the process when it is made twice.
    const TRACES: [&str; 2] = ["CADICAL_LIDRUP_TRACE", "CADICALLIDRUPTRACE"];

    pub fn make(_: &str) -> Result<Box<dyn Solver>, String> {
        if let Some(name) = TRACES.into_iter().find(|name| std::env::var_os(name).is_some()) {
            return Err(format!("backend `cadical` does not run with {name} in the environment"));
        }
        let mut solver = CaDiCal::new();
        // Variables need not be declared, whatever the environment says.
        for name in ["factor", "factorcheck"] {
            solver.set(name, 0);
        }
        Ok(Box::new(Cadical { solver, n_vars: 0, given: Stats::default() }))
    }

    struct Cadical {
        solver: CaDiCal,
        n_vars: u32,
        given: Stats,
    }

    /// Stops the solver when the budget is spent. CaDiCaL asks seldom, so each question is a look at the clock.
    struct Leash(Rc<Watch>);

    impl Terminator for Leash {
        fn terminated(&mut self) -> bool {
            self.0.look().is_some()
        }
    }

    impl Solver for Cadical {
        fn add(&mut self, clause: &[Lit]) {
            self.given.clauses += 1;
            self.given.literals += clause.len() as u64;
            self.reserve(clause.iter().map(|lit| lit.var()).max().unwrap_or(0));
            clause.iter().for_each(|lit| self.solver.add(lit.dimacs()));
            self.solver.add(0);
        }

        fn reserve(&mut self, n_vars: u32) {
            self.n_vars = self.n_vars.max(n_vars);
        }

        fn n_vars(&self) -> u32 {
            self.n_vars
        }

        fn attempt(&mut self, assumptions: &[Lit], budget: &Budget, n_conflicts: Option<u64>) -> Option<Answer> {
            self.given.solver_calls += 1;
            self.reserve(assumptions.iter().map(|lit| lit.var()).max().unwrap_or(0));
            let watch = Rc::new(Watch::new(budget));
            if let Some(stop) = watch.stop() {
                return Some(Answer::Unknown(stop));
            }
            // Forgotten after the next solve; negative for no limit.
            self.solver.limit("conflicts", n_conflicts.map_or(-1, |n| i32::try_from(n).unwrap_or(i32::MAX)));
            self.solver.connect_terminator(Leash(watch.clone()));
            assumptions.iter().for_each(|lit| self.solver.assume(lit.dimacs()));
            let status = self.solver.solve();
            self.solver.disconnect_terminator();
            match status {
                Status::SATISFIABLE => Some(Answer::Sat(self.valuation())),
                Status::UNSATISFIABLE => Some(Answer::Unsat(self.core(assumptions))),
                Status::UNKNOWN => watch.stop().map(Answer::Unknown),
            }
        }

        fn stats(&self) -> Stats {
            let of = |name: &str| u64::try_from(self.solver.get_statistic_value(name)).unwrap_or(0);
            Stats {
                nodes: of("decisions"),
                backtracks: of("conflicts"),
                propagations: of("propagations"),
                variables: u64::from(self.n_vars),
                ..self.given
            }
        }
    }

    impl Cadical {
        fn valuation(&mut self) -> Valuation {
            let mut valuation = Valuation::new(self.n_vars);
            let known = u32::try_from(self.solver.vars()).unwrap_or(0).min(self.n_vars);
            for lit in (1..=known).map(|var| Lit::new(var as i32)) {
                if self.solver.val(lit.dimacs()) > 0 {
                    valuation.set(lit);
                }
            }
            valuation
        }

        fn core(&mut self, assumptions: &[Lit]) -> Vec<Lit> {
            assumptions.iter().copied().filter(|lit| self.solver.failed(lit.dimacs())).collect()
        }
    }
}
