//! Constraints that stay whole: statements about many variables that could be said by many small ones.
//!
//! What each means is in its file, in `holds`, and pinned by truth tables. Whoever has no reasoning of their own for one can
//! have it said in basic constraints by `crate::expand`.

mod bin_packing;
mod cardinality;
mod circuit;
mod cumulative;
mod diffn;
mod disjunctive;
mod inverse;
mod lex;
mod n_value;
mod overlap;
mod regular;
#[cfg(test)]
mod truth_tables;

pub use bin_packing::BinPacking;
pub use cardinality::Cardinality;
pub use circuit::Circuit;
pub use cumulative::{Cumulative, Task};
pub use diffn::Diffn;
pub use disjunctive::Disjunctive;
pub use inverse::Inverse;
pub use lex::Lex;
pub use n_value::NValue;
pub use overlap::{Overlap, Rest};
pub use regular::{Automaton, Regular};

use super::{Assignment, Constraint, Operand, Var};

/// A constraint that stays whole.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Global {
    /// Tasks share a resource of limited capacity.
    Cumulative(Cumulative),
    /// Tasks on one machine do not overlap.
    Disjunctive(Disjunctive),
    /// Successors form one tour.
    Circuit(Circuit),
    /// An automaton accepts the word.
    Regular(Regular),
    /// How often values occur.
    Cardinality(Cardinality),
    /// Two arrays are inverse functions.
    Inverse(Inverse),
    /// The order of dictionaries.
    Lex(Lex),
    /// Items in bins weigh what the loads say.
    BinPacking(BinPacking),
    /// How many different values there are.
    NValue(NValue),
    /// Boxes do not overlap.
    Diffn(Diffn),
    /// How much two sets have in common.
    Overlap(Overlap),
}

impl Global {
    /// Whether it is true under the assignment. This *is* its definition.
    pub fn holds(&self, a: &Assignment) -> bool {
        match self {
            Global::Cumulative(it) => it.holds(a),
            Global::Disjunctive(it) => it.holds(a),
            Global::Circuit(it) => it.holds(a),
            Global::Regular(it) => it.holds(a),
            Global::Cardinality(it) => it.holds(a),
            Global::Inverse(it) => it.holds(a),
            Global::Lex(it) => it.holds(a),
            Global::BinPacking(it) => it.holds(a),
            Global::NValue(it) => it.holds(a),
            Global::Diffn(it) => it.holds(a),
            Global::Overlap(it) => it.holds(a),
        }
    }

    /// Calls `f` for every occurrence of a variable, in order of writing.
    pub fn visit(&self, f: &mut dyn FnMut(Var)) {
        match self {
            Global::Cumulative(it) => it.visit(f),
            Global::Disjunctive(it) => it.visit(f),
            Global::Circuit(it) => it.next.iter().for_each(|v| f(*v)),
            Global::Regular(it) => it.word.iter().for_each(|v| f(*v)),
            Global::Cardinality(it) => it.visit(f),
            Global::Inverse(it) => it.f.iter().chain(&it.g).for_each(|v| f(*v)),
            Global::Lex(it) => visit_all(it.left.iter().chain(&it.right), f),
            Global::BinPacking(it) => it.visit(f),
            Global::NValue(it) => it.visit(f),
            Global::Diffn(it) => it.visit(f),
            Global::Overlap(it) => it.visit(f),
        }
    }

    /// Calls `f` for every occurrence of a variable, in order of writing; `f` may put another in its place.
    pub fn visit_mut(&mut self, f: &mut dyn FnMut(&mut Var)) {
        match self {
            Global::Cumulative(it) => it.visit_mut(f),
            Global::Disjunctive(it) => it.visit_mut(f),
            Global::Circuit(it) => it.next.iter_mut().for_each(f),
            Global::Regular(it) => it.word.iter_mut().for_each(f),
            Global::Cardinality(it) => it.visit_mut(f),
            Global::Inverse(it) => it.f.iter_mut().chain(&mut it.g).for_each(f),
            Global::Lex(it) => visit_all_mut(it.left.iter_mut().chain(&mut it.right), f),
            Global::BinPacking(it) => it.visit_mut(f),
            Global::NValue(it) => it.visit_mut(f),
            Global::Diffn(it) => it.visit_mut(f),
            Global::Overlap(it) => it.visit_mut(f),
        }
    }

    /// A word for the kind, for listings.
    pub fn kind(&self) -> &'static str {
        match self {
            Global::Cumulative(_) => "cumulative",
            Global::Disjunctive(_) => "disjunctive",
            Global::Circuit(Circuit { sub: false, .. }) => "circuit",
            Global::Circuit(Circuit { sub: true, .. }) => "subcircuit",
            Global::Regular(_) => "regular",
            Global::Cardinality(_) => "global_cardinality",
            Global::Inverse(_) => "inverse",
            Global::Lex(Lex { strict: true, .. }) => "lex_less",
            Global::Lex(Lex { strict: false, .. }) => "lex_lesseq",
            Global::BinPacking(_) => "bin_packing_load",
            Global::NValue(_) => "nvalue",
            Global::Diffn(Diffn { strict: true, .. }) => "diffn",
            Global::Diffn(Diffn { strict: false, .. }) => "diffn_nonstrict",
            Global::Overlap(_) => "overlap",
        }
    }
}

/// Declares that each of the kinds is a constraint.
macro_rules! constraints {
    ($($kind:ident),*) => {$(
        impl From<$kind> for Constraint {
            fn from(it: $kind) -> Constraint {
                Constraint::Global(Box::new(Global::$kind(it)))
            }
        }
    )*};
}

constraints!(Cumulative, Disjunctive, Circuit, Regular, Cardinality, Inverse, Lex, BinPacking, NValue, Diffn, Overlap);

fn visit_all<'a>(operands: impl IntoIterator<Item = &'a Operand>, mut f: &mut dyn FnMut(Var)) {
    operands.into_iter().for_each(|operand| operand.visit(&mut f));
}

fn visit_all_mut<'a>(operands: impl IntoIterator<Item = &'a mut Operand>, f: &mut dyn FnMut(&mut Var)) {
    operands.into_iter().for_each(|operand| operand.visit_mut(f));
}

/// The place of an index in an array whose first index is given.
fn place(index: i64, first: i64, n: usize) -> Option<usize> {
    usize::try_from(i128::from(index) - i128::from(first)).ok().filter(|place| *place < n)
}
