//! The proof that cubes cover everything: the denied cubes, perhaps with clauses of the formula, are contradictory.

use super::Cubes;
use crate::cnf::{ClauseSink, Cnf, Lit, Names, dimacs};
use crate::proof;
use crate::sat::{self, Answer};
use crate::search::Budget;

/// The denied cubes and the clauses needed besides, with a proof that they are contradictory.
pub struct Cover {
    /// The formula in DIMACS: a clause for each cube, in their order, and the needed ones after them.
    pub text: Vec<u8>,
    /// Its proof in LRAT, checked.
    pub proof: Vec<u8>,
}

/// Proves that cubes cover everything; what is wrong if they do not.
pub fn cover<'a>(
    n_vars: u32,
    cubes: impl Iterator<Item = &'a [Lit]>,
    needed: impl Iterator<Item = &'a [Lit]>,
    budget: &Budget,
) -> Result<Cover, String> {
    let mut denied = Cnf::new();
    denied.reserve_vars(n_vars);
    cubes.for_each(|cube| denied.clause(&cube.iter().map(|lit| !*lit).collect::<Vec<_>>()));
    needed.for_each(|clause| denied.clause(clause));
    let (mut text, mut proof) = (Vec::new(), Vec::new());
    dimacs::write(&denied, &Names::new(), &mut text).map_err(|e| e.to_string())?;
    match sat::refute(&denied, &mut proof, budget).map_err(|e| e.to_string())? {
        Answer::Unsat(_) => (),
        Answer::Sat(_) => {
            return Err("the cubes do not cover everything: there is a valuation in none of them".to_string());
        }
        Answer::Unknown(stop) => {
            return Err(format!("whether the cubes cover everything is not known: {}", stop.word()));
        }
        Answer::Failed(why) => return Err(why),
    }
    let formula = proof::read(&text).map_err(|why| why.to_string())?;
    proof::check(&formula, proof.as_slice()).map_err(|why| format!("the proof of cover does not hold: {why}"))?;
    Ok(Cover { text, proof })
}

impl Cubes {
    /// Proves that the cubes cover everything.
    pub fn cover(&self, budget: &Budget) -> Result<Cover, String> {
        let clauses: Vec<&[Lit]> = self.cnf.clauses().collect();
        let needed = self.needed.iter().map(|number| clauses[number - 1]);
        cover(self.cnf.n_vars(), self.cubes.iter().map(Vec::as_slice), needed, budget)
    }
}
