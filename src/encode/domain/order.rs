//! Order: literal `i` says `x <= v_i`; each implies the next.
//!
//! `d - 1` variables and `d - 2` binary clauses for `d` values. Bounds are literals already; an equality is the
//! conjunction of two neighbours, defined when it is first used (one variable, three clauses). Holes cost nothing,
//! because only values of the domain are counted. Crawford and Baker, AAAI 1994; Tamura et al., Constraints 2009.

use super::{Block, Repr, Row, Scheme};
use crate::cnf::gates::and;
use crate::cnf::{ClauseSink, Lit, Note, Valuation};
use crate::encode::values::Values;
use crate::model::Var;

/// The row of this file.
pub const ROW: Row = Row {
    name: "order",
    summary: "a literal per x <= v, equalities defined when used",
    reference: "Crawford and Baker 1994; Tamura et al. 2009",
    scheme: Scheme::Order,
};

/// The literals and the chain between them.
pub fn represent(var: Var, values: &Values, sink: &mut dyn ClauseSink) -> Option<Repr> {
    let block = Block::fresh(values.len() as usize - 1, sink)?;
    let at_most = |i: usize| var.at_most(values.nth(i as u64));
    block.lits().enumerate().for_each(|(i, lit)| sink.note(Note::Means(lit, at_most(i))));
    for i in 1..block.len() {
        sink.clause(&[!block.lit(i - 1), block.lit(i)]);
    }
    Some(Repr::Order(block))
}

/// The value whose literal is the first true one, or the last value.
pub fn decode(block: Block, values: &Values, valuation: &Valuation) -> i64 {
    let (mut below, mut n) = (0, block.len());
    while n > 0 {
        let half = n / 2;
        if valuation.is_true(block.lit(below + half)) {
            n = half;
        } else {
            below += half + 1;
            n -= half + 1;
        }
    }
    values.nth(below as u64)
}

/// `x <= v_i` and not `x <= v_(i-1)`.
pub fn equality(block: Block, index: usize, sink: &mut dyn ClauseSink) -> Lit {
    match index {
        0 => block.lit(0),
        i if i == block.len() => !block.lit(i - 1),
        i => and(block.lit(i), !block.lit(i - 1), sink),
    }
}
