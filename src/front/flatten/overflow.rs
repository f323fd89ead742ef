//! Overflow is an error at its place: no value is cut off without a word.
//!
//! A variable for a value that may reach too far gets the domain we can compute with, and is remembered. Bounds of variables
//! declared without any come last, so it is only refused if it still reaches that far when all bounds are known.

use super::{Flat, Range};
use crate::front::diagnostic::{Outcome, fault_with};
use crate::front::sum::Sum;
use crate::model::{Domain, Var};

impl Flat {
    /// A fresh auxiliary for a value in a range.
    pub fn ranged(&mut self, range: Range) -> Var {
        let var = self.auxiliary(range.domain());
        if !range.is_small() {
            self.overflowing.push((var, self.here));
        }
        var
    }

    /// A fresh auxiliary for a value that is one of these.
    pub fn either<'a>(&mut self, sums: impl Iterator<Item = &'a Sum>) -> Var {
        let ranges: Vec<Range> = sums.map(|sum| self.range(sum)).collect();
        let domain = ranges.iter().fold(Domain::empty(), |all, range| all.union(&range.domain()));
        let var = self.auxiliary(domain);
        if ranges.iter().any(|range| !range.is_small()) {
            self.overflowing.push((var, self.here));
        }
        var
    }

    /// Refuses a model in which a value may be too large. For when all bounds are known.
    pub fn refuse_overflow(&self) -> Outcome<()> {
        match self.overflowing.iter().find(|(var, _)| !self.var_range(*var).is_small()) {
            None => Ok(()),
            Some((_, span)) => fault_with(
                *span,
                "integer overflow: the value may be too large, or too small, to compute with",
                "give the variables tighter bounds; numbers up to 2^61 are computed with",
            ),
        }
    }
}
