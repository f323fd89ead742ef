//! The backbone: literals that are true in every model.
//!
//! After a first model, only its true literals are candidates, and every further model strikes out those it makes false.
//! First, portions of candidates are assumed false all at once, and what contradicts is taken out of the assumptions until
//! a model remains, which strikes out the rest of the portion; a core of one literal is a fixed literal. Then what is left,
//! mostly backbone by now, is decided in portions by a clause that says "one of these is false": no model means that the
//! whole portion is backbone. About one cheap solve per fixed literal, and few models, which are the expensive part.
//! Janota, Lynce, Marques-Silva, Algorithms for computing backbones of propositional formulae, AI Communications 2015.

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
    let mut search =
        Search { solver, budget, open: candidates.to_vec(), fixed: FxHashSet::default(), known: Vec::new() };
    search.strike_out(&model);
    // Literals beyond the formula are free; the solver must know of them before it numbers fresh variables.
    search.solver.reserve(candidates.iter().map(|lit| lit.var()).max().unwrap_or(0));
    let end = match search.flip().and_then(|()| search.decide_rest()) {
        Ok(()) => End::Exhausted,
        Err(Trouble::Spent(stop)) => End::OutOfBudget(stop),
        Err(Trouble::Failed(why)) => return Err(why),
    };
    search.settle();
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
    /// Literals that hold and that the solver has not been told of.
    known: Vec<Lit>,
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
        self.known.push(lit);
        self.fixed.insert(lit);
    }

    /// Tells the solver what is known by now, in batches: some solvers go over the whole formula after each new unit.
    fn settle(&mut self) {
        self.known.drain(..).for_each(|lit| self.solver.add(&[lit]));
        self.open.retain(|lit| !self.fixed.contains(lit));
    }

    /// Passes over all candidates as long as each strikes out or fixes a good part of them.
    fn flip(&mut self) -> Result<(), Trouble> {
        loop {
            let before = self.open.len();
            let mut rest = self.open.clone();
            while !rest.is_empty() {
                let portion = rest.split_off(rest.len().saturating_sub(PORTION));
                self.flip_portion(portion)?;
            }
            if self.open.len() * 16 > before * 15 || self.open.is_empty() {
                return Ok(());
            }
        }
    }

    /// Assumes a portion false and takes out what contradicts, until a model remains.
    fn flip_portion(&mut self, portion: Vec<Lit>) -> Result<(), Trouble> {
        let open: FxHashSet<Lit> = self.open.iter().copied().collect();
        let mut assumptions: Vec<Lit> = portion.into_iter().filter(|lit| open.contains(lit)).map(|lit| !lit).collect();
        while !assumptions.is_empty()
            && let Some(core) = self.solve(&assumptions)?
        {
            match core.as_slice() {
                [] => return Err(Trouble::Failed("the backend denies a model that it has found".to_string())),
                [only] => self.fix(!*only),
                _ => (),
            }
            shorten(&mut assumptions, &core);
        }
        self.settle();
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
        self.known.push(!switch);
        if answer?.is_some() {
            portion.iter().for_each(|lit| self.fix(*lit));
            self.settle();
        }
        Ok(())
    }
}

/// Takes the last literal of a core out of the assumptions. What stood before it got along with each other and goes to
/// the end, so that the next solve fails sooner. A core that says nothing costs half of the assumptions.
fn shorten(assumptions: &mut Vec<Lit>, core: &[Lit]) {
    let core: FxHashSet<Lit> = core.iter().copied().collect();
    let failed = assumptions.iter().rposition(|lit| core.contains(lit)).unwrap_or(0);
    if core.len() > 1 && core.len() == assumptions.len() {
        assumptions.truncate(core.len() / 2);
    } else {
        assumptions.rotate_left(failed);
        assumptions.remove(0);
    }
}
