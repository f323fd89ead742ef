//! Totalizer: a balanced tree whose nodes count their leaves in unary, no further than the bound asks.
//!
//! At most `k`: `O(n log n)` fresh variables with nodes capped at `k + 1` outputs, `O(n k)` to `O(n^2)` clauses; exactly
//! `k` twice the clauses. The root has no variables: its outputs are decided by the bound.
//! Bailleux and Boufkhad, CP 2003; the cap (k-totalizer) Büttner and Rintanen, ICAPS 2005.

use super::{Need, Row, compare_unary, n_outputs, note_outputs};
use crate::cnf::gates::{FALSE, TRUE};
use crate::cnf::{ClauseSink, Lit};
use crate::model::Cmp;

/// The row of this file.
pub const ROW: Row = Row {
    name: "totalizer",
    summary: "a balanced tree of unary counters, capped at the bound",
    reference: "Bailleux and Boufkhad 2003; Büttner and Rintanen 2005",
    encode,
    certified: true,
};

/// Writes the clauses.
pub fn encode(lits: &[Lit], cmp: Cmp, bound: usize, sink: &mut dyn ClauseSink) {
    let cap = n_outputs(cmp, bound);
    let need = Need::of(cmp);
    if cmp == Cmp::Ne {
        let outputs = count(lits, cap, need, sink);
        return compare_unary(&outputs, cmp, bound, sink);
    }
    let (left, right) = lits.split_at(lits.len() / 2);
    let (left, right) = (count(left, cap, need, sink), count(right, cap, need, sink));
    // What is not asked for is true going up and false going down, and its clauses vanish.
    if need.up {
        let outputs: Vec<Lit> = (1..=cap).map(|j| if j == bound + 1 { FALSE } else { TRUE }).collect();
        merge_up(&left, &right, &outputs, sink);
    }
    if need.down {
        let outputs: Vec<Lit> = (1..=cap).map(|j| if j == bound { TRUE } else { FALSE }).collect();
        merge_down(&left, &right, &outputs, sink);
    }
}

/// Outputs that say "at least 1, 2, ... of the literals are true", at most `cap` of them.
fn count(lits: &[Lit], cap: usize, need: Need, sink: &mut dyn ClauseSink) -> Vec<Lit> {
    if lits.len() <= 1 || sink.is_full() {
        return lits.to_vec();
    }
    let (left, right) = lits.split_at(lits.len() / 2);
    let (left, right) = (count(left, cap, need, sink), count(right, cap, need, sink));
    let outputs: Vec<Lit> = (0..cap.min(left.len() + right.len())).map(|_| sink.fresh()).collect();
    note_outputs(&outputs, lits, sink);
    if need.up {
        merge_up(&left, &right, &outputs, sink);
    }
    if need.down {
        merge_down(&left, &right, &outputs, sink);
    }
    outputs
}

/// At least `i` left and at least `j` right make at least `i + j`.
fn merge_up(left: &[Lit], right: &[Lit], outputs: &[Lit], sink: &mut dyn ClauseSink) {
    let at_least = |side: &[Lit], i: usize| if i == 0 { TRUE } else { side[i - 1] };
    for i in 0..=left.len().min(outputs.len()) {
        for j in 0..=right.len().min(outputs.len() - i) {
            if i + j > 0 && outputs[i + j - 1] != TRUE {
                sink.clause(&[!at_least(left, i), !at_least(right, j), outputs[i + j - 1]]);
            }
        }
    }
}

/// Fewer than `i + 1` left and fewer than `j + 1` right make fewer than `i + j + 1`.
fn merge_down(left: &[Lit], right: &[Lit], outputs: &[Lit], sink: &mut dyn ClauseSink) {
    let at_least = |side: &[Lit], i: usize| side.get(i - 1).copied().unwrap_or(FALSE);
    for i in 0..=left.len().min(outputs.len() - 1) {
        for j in 0..=right.len().min(outputs.len() - 1 - i) {
            if outputs[i + j] != FALSE {
                sink.clause(&[at_least(left, i + 1), at_least(right, j + 1), !outputs[i + j]]);
            }
        }
    }
}
