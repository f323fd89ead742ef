//! Direct: literal `i` says `x = v_i`; exactly one is true.
//!
//! `d` variables, one long clause, and the clauses of the at-most-one row. Bounds need a second family, `x <= v_i`,
//! which is made as a whole when the first bound is used (`d - 3` variables, about `3 d` clauses).
//! de Kleer, IJCAI 1989; Walsh, CP 2000.

use super::{Block, Repr, Row, Scheme};
use crate::cnf::gates::TRUE;
use crate::cnf::{ClauseSink, Lit, Note, Valuation};
use crate::encode::at_most_one;
use crate::encode::values::Values;
use crate::model::Var;

/// The row of this file.
pub const ROW: Row = Row {
    name: "direct",
    summary: "a literal per x = v, bounds defined when used",
    reference: "de Kleer 1989; Walsh 2000",
    scheme: Scheme::Direct,
};

/// The literals, at least one and at most one true.
pub fn represent(var: Var, values: &Values, at_most_one: &at_most_one::Row, sink: &mut dyn ClauseSink) -> Option<Repr> {
    let block = Block::fresh(values.len() as usize, sink)?;
    let lits: Vec<Lit> = block.lits().collect();
    lits.iter().enumerate().for_each(|(i, lit)| sink.note(Note::Means(*lit, var.is(values.nth(i as u64)))));
    sink.note(Note::OneValue(var));
    sink.clause(&lits);
    (at_most_one.encode)(&lits, sink);
    Some(Repr::Direct(block, None))
}

/// The value whose literal is true.
pub fn decode(block: Block, values: &Values, valuation: &Valuation) -> i64 {
    let index = block.lits().position(|lit| valuation.is_true(lit));
    values.nth(index.unwrap_or(0) as u64)
}

/// The literal for "one of the first `n` values", `0 < n < d`.
pub fn at_most(block: Block, ladder: &mut Option<Block>, n: usize, sink: &mut dyn ClauseSink) -> Lit {
    match n {
        1 => block.lit(0),
        n if n + 1 == block.len() => !block.lit(n),
        n => ladder_of(block, ladder, sink).map_or(TRUE, |ladder| ladder.lit(n - 2)),
    }
}

/// Literal `i` of the ladder says "one of the first `i + 2` values".
fn ladder_of(block: Block, ladder: &mut Option<Block>, sink: &mut dyn ClauseSink) -> Option<Block> {
    if ladder.is_none() {
        *ladder = Some(new_ladder(block, sink)?);
    }
    *ladder
}

fn new_ladder(block: Block, sink: &mut dyn ClauseSink) -> Option<Block> {
    let ladder = Block::fresh(block.len() - 3, sink)?;
    note_ladder(block, ladder, sink);
    let rung = |n: usize| match n {
        1 => block.lit(0),
        n if n + 1 == block.len() => !block.lit(n),
        n => ladder.lit(n - 2),
    };
    for n in 2..block.len() {
        let (below, here, value) = (rung(n - 1), rung(n), block.lit(n - 1));
        sink.clause(&[!below, here]);
        sink.clause(&[!value, here]);
        sink.clause(&[!below, !value]);
        sink.clause(&[!here, below, value]);
    }
    Some(ladder)
}

/// Each rung says that one of the values up to it is taken.
fn note_ladder(block: Block, ladder: Block, sink: &mut dyn ClauseSink) {
    if sink.takes_notes() {
        for (i, lit) in ladder.lits().enumerate() {
            let weights: Vec<(i128, Lit)> = block.lits().take(i + 2).map(|lit| (1, lit)).collect();
            sink.note(Note::Sum(lit, &weights, 1));
        }
    }
}
