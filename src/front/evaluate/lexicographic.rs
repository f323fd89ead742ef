//! The order of arrays, tuples and records: as words in a dictionary.

use super::{Evaluator, from_formula};
use crate::front::diagnostic::Outcome;
use crate::front::formula::Formula;
use crate::front::source::Span;
use crate::front::syntax::Op;
use crate::front::value::{Array, Value};

/// After so many cells, what there is of an order gets a name: formulas nest no deeper.
const LONG: usize = 64;

impl Evaluator<'_> {
    /// `x op y` for an order: `x1 <= y1 /\ (x1 < y1 \/ rest)`.
    pub fn lexicographic(&mut self, op: Op, x: &Array, y: &Array, span: Span) -> Outcome<Value> {
        let (x, y) = if matches!(op, Op::Gt | Op::Ge) { (y, x) } else { (x, y) };
        let strict = matches!(op, Op::Lt | Op::Gt);
        let (n, m) = (x.cells.len(), y.cells.len());
        // At the end of the shorter one, the longer one is larger.
        let mut rest = Formula::Const(if strict { n < m } else { n <= m });
        for (at, (a, b)) in x.cells.iter().zip(&y.cells).rev().enumerate() {
            let at_most = self.comparison(Op::Le, a, b, span)?;
            let at_most = self.formula(at_most, span)?;
            let less = self.comparison(Op::Lt, a, b, span)?;
            let less = self.formula(less, span)?;
            rest = Formula::and([at_most, Formula::or([less, rest])]);
            if at % LONG == LONG - 1 {
                rest = self.flat.named(rest);
            }
        }
        Ok(from_formula(rest))
    }
}
