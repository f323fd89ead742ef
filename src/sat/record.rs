//! A proof of varisat's, kept as it was written until it is needed.
//!
//! A solution needs no proof: then none of it is ever read. Of a long run's proof the beginning is read while the rest is
//! still to come, and what was taken back in it is forgotten, so that memory stays bounded.

use super::audit::Audit;
use crate::cnf::{Cnf, Lit};
use std::cell::RefCell;
use std::rc::Rc;

/// A proof that is kept until something was refuted, or until there is much of it.
pub(super) struct Record {
    proof: Vec<u8>,
    /// How many bytes were read since something was forgotten, and with how many of them that is done again.
    n_read: usize,
    most: usize,
    audit: Audit,
    cnf: Rc<RefCell<Cnf>>,
    /// How many clauses there were before the first solve, which the proof does not tell.
    pub n_before: usize,
    /// Whether something in it does not hold.
    is_broken: bool,
}

/// So many bytes of a proof are kept before what was taken back is forgotten, and so many are read between two looks at the clock.
const MOST: usize = 32 << 20;
const SLICE: usize = 1 << 20;

impl Record {
    pub fn new(cnf: Rc<RefCell<Cnf>>) -> Record {
        let audit = Audit::default();
        Record { proof: Vec::new(), n_read: 0, most: MOST, audit, cnf, n_before: 0, is_broken: false }
    }

    pub fn write(&mut self, bytes: &[u8]) {
        if self.is_broken {
            return;
        }
        if self.n_read + self.proof.len() + bytes.len() > self.most {
            self.read(|| false);
            self.is_broken |= !self.audit.settle(&self.cnf.borrow());
            self.n_read = 0;
        }
        self.proof.extend_from_slice(bytes);
    }

    /// Reads what there is of the proof, unless it is over; whether all of it could be read.
    fn read(&mut self, is_over: impl Fn() -> bool) -> bool {
        let (mut n_read, mut n_ahead) = (0, SLICE);
        while n_read < self.proof.len() && !self.is_broken && !is_over() {
            let end = (n_read + n_ahead).min(self.proof.len());
            match self.audit.read(&self.proof[n_read..end], &self.cnf.borrow(), self.n_before) {
                // A step that is longer than a slice, or cut short at the end.
                Ok(0) if end == self.proof.len() => break,
                Ok(0) => n_ahead *= 2,
                Ok(n) => (n_read, n_ahead) = (n_read + n, SLICE),
                Err(_) => self.is_broken = true,
            }
        }
        self.proof.drain(..n_read);
        self.n_read += n_read;
        self.proof.is_empty()
    }

    /// Whether the proof shows that these assumptions cannot all be true; `None` if it was over before that was seen.
    pub fn refutes(&mut self, core: &[Lit], is_over: impl Fn() -> bool) -> Option<bool> {
        let is_read = self.read(&is_over);
        match self.is_broken || !is_read {
            true => (self.is_broken || !is_over()).then_some(false),
            false => self.audit.refutes(core, &self.cnf.borrow(), self.n_before, is_over),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Record;
    use crate::cnf::{ClauseSink, Cnf, Lit};
    use crate::sat::varisat::{ours, theirs};
    use std::cell::RefCell;
    use std::io;
    use std::rc::Rc;
    use varisat::{ExtendFormula, ProofFormat};

    struct Writer(Rc<RefCell<Record>>);

    impl io::Write for Writer {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn lits(state: &mut u64, n: usize, n_vars: u64) -> Vec<Lit> {
        let mut random = |n: u64| {
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (*state >> 33) % n
        };
        (0..n).map(|_| Lit::new((random(n_vars) as i32 + 1) * (1 - 2 * random(2) as i32))).collect()
    }

    /// Clauses and questions in turn, with so little room that things are forgotten again and again.
    #[test]
    fn what_is_forgotten_is_not_missed() {
        let (mut n_refuted, mut n_forgotten, mut state) = (0, 0, 3);
        for _ in 0..20 {
            let cnf = Rc::new(RefCell::new(Cnf::new()));
            let record = Rc::new(RefCell::new(Record::new(cnf.clone())));
            record.borrow_mut().most = 20_000;
            let mut solver = varisat::Solver::new();
            solver.write_proof(Writer(record.clone()), ProofFormat::Varisat);
            cnf.borrow_mut().reserve_vars(80);
            let (mut n_clauses, mut core) = (300, vec![Lit::new(1)]);
            while !core.is_empty() {
                for clause in (0..n_clauses).map(|_| lits(&mut state, 3, 80)) {
                    cnf.borrow_mut().clause(&clause);
                    solver.add_clause(&clause.iter().map(|lit| theirs(*lit)).collect::<Vec<_>>());
                }
                if n_clauses == 300 {
                    record.borrow_mut().n_before = 300;
                }
                n_clauses = 1;
                solver.assume(&lits(&mut state, 3, 80).iter().map(|lit| theirs(*lit)).collect::<Vec<_>>());
                let n_read = record.borrow().n_read;
                if !solver.solve().expect("memory takes everything") {
                    n_refuted += 1;
                    core = solver.failed_core().expect("it was refuted").iter().map(|lit| ours(*lit)).collect();
                    assert_eq!(record.borrow_mut().refutes(&core, || false), Some(true), "{core:?}");
                }
                n_forgotten += u32::from(record.borrow().n_read < n_read);
            }
        }
        assert!(n_refuted > 100 && n_forgotten > 20, "{n_refuted} refuted, forgotten {n_forgotten} times");
    }
}
