//! A proof of varisat's, kept as it was written until it is needed.
//!
//! A solution needs no proof: then none of it is ever read. Of a long run's proof the beginning is read while the rest is
//! still to come, so that memory stays bounded.

use super::audit::Audit;
use crate::cnf::{Cnf, Lit};
use std::cell::RefCell;
use std::rc::Rc;

/// A proof that is kept until something was refuted, or until there is much of it.
pub(super) struct Record {
    proof: Vec<u8>,
    audit: Audit,
    cnf: Rc<RefCell<Cnf>>,
    /// How many clauses there were before the first solve, which the proof does not tell.
    pub n_before: usize,
    /// Why it does not hold.
    broken: Option<String>,
}

/// So many bytes of a proof are kept before they are read, and so many are read between two looks at the clock.
const MOST: usize = 64 << 20;
const SLICE: usize = 1 << 20;

impl Record {
    pub fn new(cnf: Rc<RefCell<Cnf>>) -> Record {
        Record { proof: Vec::new(), audit: Audit::default(), cnf, n_before: 0, broken: None }
    }

    pub fn write(&mut self, bytes: &[u8]) {
        self.proof.extend_from_slice(bytes);
        if self.proof.len() > MOST {
            self.read(|| false);
        }
    }

    /// Checks what there is of the proof, unless it is over; whether all of it holds.
    pub fn read(&mut self, is_over: impl Fn() -> bool) -> bool {
        let (mut n_read, mut n_ahead) = (0, SLICE);
        while n_read < self.proof.len() && self.broken.is_none() && !is_over() {
            let end = (n_read + n_ahead).min(self.proof.len());
            match self.audit.read(&self.proof[n_read..end], &self.cnf.borrow(), self.n_before) {
                // A step that is longer than a slice, or cut short at the end.
                Ok(0) if end == self.proof.len() => break,
                Ok(0) => n_ahead *= 2,
                Ok(n) => (n_read, n_ahead) = (n_read + n, SLICE),
                Err(why) => self.broken = Some(why),
            }
        }
        self.proof.drain(..n_read);
        self.proof.is_empty() && self.broken.is_none()
    }

    /// Whether what was read shows that these assumptions cannot all be true.
    pub fn refutes(&self, core: &[Lit]) -> bool {
        self.audit.refutes(core)
    }
}
