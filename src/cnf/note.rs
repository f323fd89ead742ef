//! What an encoder says beside its clauses, for whoever wants to know why they follow from the model.
//!
//! Notes change no formula: sinks that only take clauses ignore them. A derivation (`crate::derive`) turns them into the lines of
//! a proof. An encoder whose clauses need more than these says [`Note::Uncertified`], and nothing is claimed of its formula.

use super::{Lit, Merge};
use crate::model::{Atom, Domain, Var};

/// A weighted sum of literals.
pub type Weights = [(i128, Lit)];

/// One remark.
#[derive(Clone, Copy)]
pub enum Note<'a> {
    /// The clauses from now on come from this constraint of the model, or define shared literals.
    Constraint(Option<u32>),
    /// The literal is true exactly if the atom is.
    Means(Lit, Atom),
    /// The literal is this bit of the variable's distance to its smallest value.
    Bit(Lit, Var, u32),
    /// The bits of a variable are complete.
    Bits(Var),
    /// The literals that follow are the variable's own; it takes one value.
    OneValue(Var),
    /// The literal is true exactly if the sum is at least the bound.
    Sum(Lit, &'a Weights, i128),
    /// The same of the next fresh variable, or of its opposite; `None` if there was none after all.
    Next(Option<(bool, &'a Weights, i128)>),
    /// What the model says of this sum is what the clauses that follow come from.
    Goal(&'a Weights),
    /// The same of another sum, which follows from the last one and what was noted since.
    Also(&'a Weights),
    /// The inputs, each of this weight, are the low bit and twice the high bit.
    Adder {
        /// What is added.
        inputs: [Lit; 3],
        /// The bit of the same weight.
        low: Lit,
        /// The bit of twice the weight.
        high: Lit,
        /// What each input weighs.
        weight: u128,
    },
    /// The clauses that follow are a merge's; so many of its outputs are used.
    Merged(&'a Merge, usize),
    /// The variables are all different, and there are no more values than variables.
    Permutation(&'a [Var]),
    /// The literal says that two variables are equal, one of the pairs the constraint may choose.
    Pair(Lit, Var, Var),
    /// The literal says that the variables have these values, one of the rows the constraint may choose.
    Row(Lit, &'a [Var], &'a [i64]),
    /// The literal says that the first variable is at most the second.
    AtMost(Lit, Var, Var),
    /// A clause of literals and atoms that follows and is no part of the formula, but helps those after it.
    Lemma(&'a [Lit], &'a [Atom]),
    /// The clause that comes next is shown for each value of the variable on its own.
    Cases(&'a [Lit], Var),
    /// A variable that the encoding makes for itself, and nothing more is known of it.
    Fresh(Var, &'a Domain),
    /// The same: it is at least a value (or, else, less) exactly if one of the atoms is true.
    Reaches(Var, &'a Domain, bool, &'a dyn Fn(i64) -> Vec<Atom>),
    /// The next clause is weakened by these literals, which come first in it.
    Unless(&'a [Lit]),
    /// Nobody shows why the clauses of this part follow.
    Uncertified(&'static str),
}
