//! The backbone: literals that are true in every model.
//!
//! After a first model, only its true literals are candidates, and every further model strikes out those it makes false.
//! First, portions of candidates are assumed false all at once, and cores are taken out of the assumptions until a model
//! remains, which strikes out most of the portion. Then the rest, mostly backbone by now, is decided in portions by a
//! clause that says "one of these is false": no model means that the whole portion is backbone. At most one solve per
//! candidate, usually far fewer. Janota, Lynce, Marques-Silva, Algorithms for computing backbones, AI Communications 2015.

use super::{Answer, Solver};
use crate::cnf::{Lit, Valuation};
use crate::search::{Budget, End, Stop};
use rustc_hash::FxHashSet;

/// Candidates assumed false at once.
const PORTION: usize = 256;

/// Candidates decided by one clause. A longer clause needs fewer but harder solves.
const CLAUSE: usize = 32;

/// What is known of the backbone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backbone {
    /// Whether there is a model at all; `None` if the budget was spent before that was known.
    pub is_satisfiable: Option<bool>,
    /// Candidates that are true in every model, in their order. Empty when there is no model.
    pub fixed: Vec<Lit>,
    /// Candidates not decided within the budget, in their order.
    pub open: Vec<Lit>,
    /// `Exhausted`, or which part of the budget was spent.
    pub end: End,
}

/// Which candidates are true in every model. Adds consequences, and fresh variables for its own use, to the solver. The
/// error is a failure of the backend.
pub fn backbone(solver: &mut dyn Solver, candidates: &[Lit], budget: &Budget) -> Result<Backbone, String> {
    let model = match solver.solve(&[], budget) {
        Answer::Sat(model) => model,
        Answer::Unsat(_) => return Ok(nothing(Some(false), candidates, End::Exhausted)),
        Answer::Unknown(stop) => return Ok(nothing(None, candidates, End::OutOfBudget(stop))),
        Answer::Failed(why) => return Err(why),
    };
    let mut search = Search { solver, budget, open: candidates.to_vec(), fixed: FxHashSet::default() };
    search.strike_out(&model);
    // Literals beyond the formula are free; the solver must know of them before it numbers fresh variables.
    search.solver.reserve(candidates.iter().map(|lit| lit.var()).max().unwrap_or(0));
    let end = match search.flip_portions().and_then(|()| search.decide_rest()) {
        Ok(()) => End::Exhausted,
        Err(Trouble::Spent(stop)) => End::OutOfBudget(stop),
        Err(Trouble::Failed(why)) => return Err(why),
    };
    search.forget_fixed();
    let fixed = candidates.iter().copied().filter(|lit| search.fixed.contains(lit)).collect();
    Ok(Backbone { is_satisfiable: Some(true), fixed, open: search.open, end })
}

fn nothing(is_satisfiable: Option<bool>, candidates: &[Lit], end: End) -> Backbone {
    let open = if is_satisfiable.is_none() { candidates.to_vec() } else { Vec::new() };
    Backbone { is_satisfiable, fixed: Vec::new(), open, end }
}

enum Trouble {
    Spent(Stop),
    Failed(String),
}

struct Search<'a> {
    solver: &'a mut dyn Solver,
    budget: &'a Budget,
    /// Candidates that are true in all models seen, and not known to be fixed.
    open: Vec<Lit>,
    fixed: FxHashSet<Lit>,
}

impl Search<'_> {
    /// A core, or `None` after a model that has struck out what it makes false.
    fn solve(&mut self, assumptions: &[Lit]) -> Result<Option<Vec<Lit>>, Trouble> {
        match self.solver.solve(assumptions, self.budget) {
            Answer::Sat(model) => self.strike_out(&model),
            Answer::Unsat(core) => return Ok(Some(core)),
            Answer::Unknown(stop) => return Err(Trouble::Spent(stop)),
            Answer::Failed(why) => return Err(Trouble::Failed(why)),
        }
        Ok(None)
    }

    fn strike_out(&mut self, model: &Valuation) {
        self.open.retain(|lit| model.is_true(*lit));
    }

    fn fix(&mut self, lit: Lit) {
        self.solver.add(&[lit]);
        self.fixed.insert(lit);
    }

    fn forget_fixed(&mut self) {
        self.open.retain(|lit| !self.fixed.contains(lit));
    }

    /// Assumes portions false and takes out what contradicts, until a model remains.
    fn flip_portions(&mut self) -> Result<(), Trouble> {
        let all = self.open.clone();
        for portion in all.chunks(PORTION) {
            let still_open: FxHashSet<Lit> = self.open.iter().copied().collect();
            let mut assumptions: Vec<Lit> = portion.iter().filter(|l| still_open.contains(l)).map(|l| !*l).collect();
            while !assumptions.is_empty()
                && let Some(core) = self.solve(&assumptions)?
            {
                let core: FxHashSet<Lit> = core.into_iter().collect();
                assumptions.retain(|lit| !core.contains(lit));
                match core.len() {
                    0 => return Err(Trouble::Failed("the backend denies a model that it has found".to_string())),
                    1 => core.into_iter().for_each(|lit| self.fix(!lit)),
                    _ => (),
                }
            }
            self.forget_fixed();
        }
        Ok(())
    }

    /// Decides portions by a clause that is true when one of the candidates is false.
    fn decide_rest(&mut self) -> Result<(), Trouble> {
        while !self.open.is_empty() {
            let portion: Vec<Lit> = self.open.iter().copied().take(CLAUSE).collect();
            self.decide(&portion)?;
        }
        Ok(())
    }

    fn decide(&mut self, portion: &[Lit]) -> Result<(), Trouble> {
        let var = self.solver.n_vars() + 1;
        let switch = Lit::new(i32::try_from(var).expect("a formula has fewer than 2^31 variables"));
        // switch -> one of the portion is false
        let clause: Vec<Lit> = portion.iter().map(|lit| !*lit).chain([!switch]).collect();
        self.solver.add(&clause);
        let answer = self.solve(&[switch]);
        self.solver.add(&[!switch]);
        if answer?.is_some() {
            portion.iter().for_each(|lit| self.fix(*lit));
            self.forget_fixed();
        }
        Ok(())
    }
}
