//! Constraints that stay whole: said in basic constraints by `crate::expand`, which are encoded as they come.
//!
//! The fresh variables are the encoder's own, so neither the model nor the map knows them, and no expanded model is ever there.

use super::Written;
use super::constraint;
use super::encoder::Encoder;
use crate::expand::{Ground, expand};
use crate::model::{Constraint, Domain, Global, Var};

/// The constraint holds, under the conditions in force.
pub fn post(e: &mut Encoder, global: &Global) -> Written {
    let rows = e.encoding.global;
    let mut bed = Bed { e, written: Ok(()) };
    expand(global, &rows, &mut bed);
    bed.written
}

struct Bed<'a, 'e> {
    e: &'a mut Encoder<'e>,
    written: Written,
}

impl Ground for Bed<'_, '_> {
    fn domain(&self, var: Var) -> &Domain {
        self.e.domain(var)
    }

    fn fresh(&mut self, domain: Domain) -> Var {
        self.e.auxiliary(domain)
    }

    fn post(&mut self, constraint: Constraint) {
        if self.written.is_ok() {
            self.written = constraint::post(self.e, &constraint).and_then(|()| self.e.go_on());
        }
    }

    fn is_full(&self) -> bool {
        self.written.is_err()
    }
}
