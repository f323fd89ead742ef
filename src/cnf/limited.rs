//! A writer that stops when the budget is spent, for formulas that take long to write.

use crate::search::{Budget, Stop};
use std::io::{self, Write};

/// Passes bytes on while there is budget left. Whoever writes in large pieces asks seldom.
pub struct Limited<'a> {
    out: &'a mut dyn Write,
    budget: &'a Budget,
}

impl<'a> Limited<'a> {
    /// A writer in front of another.
    pub fn new(out: &'a mut dyn Write, budget: &'a Budget) -> Limited<'a> {
        Limited { out, budget }
    }

    /// Which limit a failure to write comes from, if it comes from one.
    pub fn stop(error: &io::Error) -> Option<Stop> {
        error.get_ref().and_then(|inner| inner.downcast_ref::<Stop>()).copied()
    }
}

impl Write for Limited<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.budget.spent() {
            Some(stop) => Err(io::Error::other(stop)),
            None => self.out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::Limited;
    use crate::cnf::{Cnf, Names, dimacs, opb};
    use crate::search::{Budget, Stop};

    #[test]
    fn both_writers_notice_a_spent_budget() {
        let (spent, mut out) = (Budget::seconds(0.0), Vec::new());
        let dimacs = dimacs::write(&Cnf::new(), &Names::new(), &mut Limited::new(&mut out, &spent));
        assert_eq!(dimacs.map_err(|e| Limited::stop(&e)), Err(Some(Stop::Timeout)));
        let opb = opb::write(&opb::Opb::default(), &mut Limited::new(&mut out, &spent));
        assert_eq!(opb.map_err(|e| Limited::stop(&e)), Err(Some(Stop::Timeout)));
        assert!(out.is_empty());
        let unlimited = Budget::unlimited();
        dimacs::write(&Cnf::new(), &Names::new(), &mut Limited::new(&mut out, &unlimited)).expect("there is time");
        assert_eq!(out, b"p cnf 0 0\n");
    }
}
