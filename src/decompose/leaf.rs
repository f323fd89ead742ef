//! Whoever solves what cannot be taken apart: the engine at the leaves of the decomposition.

use crate::model::{Assignment, Atom, Constraint, Model};
pub use crate::search::Halt;
use crate::search::{Budget, Found};

/// What came of looking for a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A solution of the model.
    Sat(Assignment),
    /// There is none; proven.
    Unsat,
    /// It is not known.
    Unknown(Halt),
}

/// What it rests on that a model has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The leaf engine refuted a part of the model as it is.
    Part,
    /// The parts have solutions, but not together: their totals say so, or what follows from the sums before.
    Together,
}

/// An engine for whole models, used on parts.
pub trait Leaf {
    /// Any solution.
    fn solve(&mut self, model: &Model, budget: &Budget) -> Outcome;

    /// Every solution that differs in the answer variables, once; true if there are no more, false if `found` had enough.
    fn enumerate(&mut self, model: &Model, budget: &Budget, found: &mut Found) -> Result<bool, Halt>;

    /// Those of the atoms that are true in every solution. The model has a solution.
    fn backbone(&mut self, model: &Model, atoms: &[Atom], budget: &Budget) -> Result<Vec<Atom>, Halt> {
        backbone_by_solving(self, model, atoms, budget)
    }
}

/// Asks for a solution with some of the atoms false until there is none.
fn backbone_by_solving<L: Leaf + ?Sized>(
    leaf: &mut L,
    model: &Model,
    atoms: &[Atom],
    budget: &Budget,
) -> Result<Vec<Atom>, Halt> {
    let mut left = atoms.to_vec();
    while !left.is_empty() {
        let mut other = model.clone();
        other.post(Constraint::Clause(left.iter().map(|a| !*a).collect()));
        match leaf.solve(&other, budget) {
            Outcome::Sat(solution) => left.retain(|atom| atom.holds(&solution)),
            Outcome::Unsat => break,
            Outcome::Unknown(halt) => return Err(halt),
        }
    }
    Ok(left)
}
