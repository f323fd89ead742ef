//! What all strategies share: the solver, what is known, and questions that keep both up to date.
//!
//! Strategies see costs: the value of what is minimised, or what is maximised with its sign changed. What holds after each
//! question: no solution costs less than `bound`, one costs `best`, and the formula says that a solution costs less than
//! `best` and not less than `bound`. Where the two meet, the hunt is over.

use super::Quest;
use crate::cnf::Lit;
use crate::encode::VarMap;
use crate::model::{Atom, Objective, Var};
use crate::sat::{Answer, Feed, Loaded, Solver};
use crate::search::{Budget, End, Found};
use std::ops::ControlFlow;

/// A search for the best solution.
pub struct Hunt<'a, 'f> {
    pub(super) solver: &'a mut dyn Solver,
    pub(super) map: &'a mut VarMap,
    pub(super) quest: &'a Quest<'a>,
    objective: Objective,
    var: Var,
    budget: &'a Budget,
    improved: &'a mut Found<'f>,
    /// What of the incumbent is known here.
    version: u64,
    /// The least cost of a solution so far, here or elsewhere.
    pub best: Option<i128>,
    /// No solution costs less.
    pub bound: i128,
}

/// Why a hunt is over before its strategy says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Over {
    /// Nothing is better than what is known, enough was found, or a limit was reached.
    End(End),
    /// The backend failed.
    Failed(String),
}

/// What came of a question.
pub(super) enum Reply {
    /// A better solution, which was handed out.
    Better,
    /// There is none that meets the demands; already these of them leave none.
    Refuted(Vec<Lit>),
    /// Too many conflicts.
    Tired,
}

/// Conflicts between two looks at what others found, to begin with.
const SLICE: u64 = 20_000;

impl<'a, 'f> Hunt<'a, 'f> {
    /// A hunt over what a solver was given. Over at once where the objective has no value, or none better.
    pub fn new(
        (solver, map): &'a mut Loaded,
        quest: &'a Quest,
        budget: &'a Budget,
        improved: &'a mut Found<'f>,
    ) -> Result<Hunt<'a, 'f>, Over> {
        let objective = quest.model.objective;
        let (Objective::Minimise(var) | Objective::Maximise(var)) = objective else {
            unreachable!("only called with an objective")
        };
        let values = quest.model.domain(var);
        if values.is_empty() {
            return Err(Over::End(End::Exhausted));
        }
        let bound = cost(objective, values.min()).min(cost(objective, values.max()));
        let (solver, best, version) = (solver.as_mut(), None, 0);
        let mut hunt = Hunt { solver, map, quest, objective, var, budget, improved, version, best, bound };
        hunt.tell_bound();
        hunt.look()?;
        Ok(hunt)
    }

    /// The literal that says "costs at most so much", which lies within the domain of the objective.
    pub fn at_most(&mut self, cost: i128) -> Lit {
        let atom = self.costs_at_most(cost);
        self.lit(atom)
    }

    pub(super) fn lit(&mut self, atom: Atom) -> Lit {
        self.map.lit(atom, &mut Feed(self.solver))
    }

    fn costs_at_most(&self, cost: i128) -> Atom {
        let value = |cost: i128| i64::try_from(cost).expect("costs lie between the bound and what was reached");
        match self.objective {
            Objective::Maximise(var) => var.at_least(value(-cost)),
            Objective::Minimise(_) | Objective::Satisfy => self.var.at_most(value(cost)),
        }
    }

    /// Looks for a better solution that meets the demands, for so many conflicts if there is a number.
    pub(super) fn ask(&mut self, demands: &[Lit], n_conflicts: Option<u64>) -> Result<Reply, Over> {
        self.heed()?;
        match self.solver.attempt(demands, self.budget, n_conflicts) {
            None => Ok(Reply::Tired),
            Some(Answer::Sat(valuation)) => {
                let assignment = self.map.decode(&valuation);
                let value = assignment[self.var];
                if (self.improved)(assignment) == ControlFlow::Break(()) {
                    return Err(Over::End(End::Cut));
                }
                self.quest.incumbent.reached(self.objective, value);
                self.reach(cost(self.objective, value))?;
                Ok(Reply::Better)
            }
            Some(Answer::Unsat(core)) => Ok(Reply::Refuted(core)),
            Some(Answer::Unknown(stop)) => Err(Over::End(End::OutOfBudget(stop))),
            Some(Answer::Failed(why)) => Err(Over::Failed(why)),
        }
    }

    /// Looks for a better solution until there is an answer: what of the demands leaves none, or `None` for a solution.
    pub(super) fn insist(&mut self, demands: &[Lit]) -> Result<Option<Vec<Lit>>, Over> {
        let mut n_conflicts = self.quest.is_shared.then_some(SLICE);
        loop {
            match self.ask(demands, n_conflicts)? {
                Reply::Better => return Ok(None),
                Reply::Refuted(core) => return Ok(Some(core)),
                Reply::Tired => n_conflicts = n_conflicts.map(|n| n + n / 2),
            }
        }
    }

    /// It was shown that no solution that is better than the best one costs less.
    pub fn raise(&mut self, bound: i128) -> Result<(), Over> {
        let bound = self.best.map_or(bound, |best| bound.min(best));
        if bound > self.bound {
            self.bound = bound;
            self.tell_bound();
            self.is_open()?;
            let below = self.at_most(bound - 1);
            self.solver.add(&[!below]);
        }
        Ok(())
    }

    fn tell_bound(&self) {
        let bound = if matches!(self.objective, Objective::Maximise(_)) { -self.bound } else { self.bound };
        // Bounds beyond all values say that there is no solution, which is told otherwise.
        if let Ok(value) = i64::try_from(bound) {
            self.quest.incumbent.bounded(self.objective, value);
        }
    }

    fn reach(&mut self, cost: i128) -> Result<(), Over> {
        if self.best.is_none_or(|best| cost < best) {
            self.best = Some(cost);
            self.is_open()?;
            let better = self.at_most(cost - 1);
            self.solver.add(&[better]);
        }
        Ok(())
    }

    /// Whether something better is possible; else it is over.
    fn is_open(&self) -> Result<(), Over> {
        match self.best {
            Some(best) if best <= self.bound => Err(Over::End(End::Exhausted)),
            _ => Ok(()),
        }
    }

    /// Takes over what others have told since.
    fn heed(&mut self) -> Result<(), Over> {
        if self.quest.incumbent.version() != self.version { self.look() } else { Ok(()) }
    }

    fn look(&mut self) -> Result<(), Over> {
        self.version = self.quest.incumbent.version();
        let (objective, known) = (self.objective, self.quest.incumbent.known());
        let bound = known.bound.filter(|_| self.quest.believes);
        bound.map_or(Ok(()), |value| self.raise(cost(objective, value)))?;
        known.best.map_or(Ok(()), |value| self.reach(cost(objective, value)))
    }
}

fn cost(objective: Objective, value: i64) -> i128 {
    let value = i128::from(value);
    if matches!(objective, Objective::Maximise(_)) { -value } else { value }
}
