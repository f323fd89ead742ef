//! The search: one solution after the other, each forbidden or bettered before the next is looked for.
//!
//! The backend asks between two decisions whether to stop. It does when the budget is spent, and also when somebody else
//! reached a better value; then the bound is posted and the search goes on with all it learned. It must not be stopped
//! before its first decision and be called again, so news wait until a decision was made.

use super::guide::{Guide, Poll};
use super::poster::{Ended, Poster};
use super::{constraint, global};
use crate::lcg::Goal;
use crate::lcg::machines::machines;
use crate::model::{Assignment, Model, Objective};
use crate::search::{Budget, End, Found, Halt, Incumbent, Pace, Stats, Stop};
use pumpkin_conflict_resolvers::resolvers::ResolutionResolver;
use pumpkin_core::predicates::Predicate;
use pumpkin_core::results::{ProblemSolution, SatisfactionResult};
use pumpkin_core::variables::DomainId;

/// Looks for solutions of a model.
pub fn solve(model: &Model, goal: Goal, budget: &Budget, found: &mut Found) -> Result<(End, Stats), Halt> {
    let mut poster = match posted(model, budget) {
        Ok(poster) => poster,
        Err(Ended::Contradiction) => return Ok((End::Exhausted, Stats::default())),
        Err(Ended::Halt(Halt::Stop(stop))) => return Ok((End::OutOfBudget(stop), Stats::default())),
        Err(Ended::Halt(halt)) => return Err(halt),
    };
    let mut search = Search::new(&poster, goal, budget);
    let end = match search.run(&mut poster, goal, found) {
        Ok(end) => end,
        Err(Ended::Contradiction) => End::Exhausted,
        Err(Ended::Halt(Halt::Stop(stop))) => End::OutOfBudget(stop),
        Err(Ended::Halt(halt)) => return Err(halt),
    };
    Ok((end, search.stats(&poster)))
}

fn posted<'m>(model: &'m Model, budget: &Budget) -> Result<Poster<'m>, Ended> {
    let mut poster = Poster::new(model, budget)?;
    model.constraints.iter().try_for_each(|posted| constraint::post(&mut poster, &posted.constraint))?;
    machines(model).iter().try_for_each(|machine| global::edge_finding(&mut poster, machine))?;
    Ok(poster)
}

struct Search {
    guide: Guide,
    poll: Poll,
    resolver: ResolutionResolver,
    n_calls: u64,
    /// How much better than needed the next answer shall be.
    step: i64,
}

impl Search {
    fn new(poster: &Poster, goal: Goal, budget: &Budget) -> Search {
        let guide = Guide::new(poster.solver.default_brancher());
        let incumbent = match goal {
            Goal::All => None,
            Goal::Better(incumbent) => Some(incumbent.clone()),
        };
        let (budget, counters) = (budget.clone(), guide.counters.clone());
        let poll = Poll { budget, pace: Pace::default(), incumbent, version: 0, best: None, counters, stop: None };
        Search { guide, poll, resolver: ResolutionResolver::default(), n_calls: 0, step: 1 }
    }

    fn run(&mut self, p: &mut Poster, goal: Goal, found: &mut Found) -> Result<End, Ended> {
        loop {
            if let Goal::Better(incumbent) = goal {
                self.poll.best = incumbent.known().best;
                let demand = incumbent.demand(p.model.objective).map(|atom| p.atom(atom));
                demand.map_or(Ok(()), |better| p.clause([better]))?;
            }
            let solution = match self.next(p) {
                Next::Solution(solution) => solution,
                Next::None => return Ok(End::Exhausted),
                Next::Stop(stop) => {
                    self.tell_bound(p, goal);
                    return Ok(End::OutOfBudget(stop));
                }
                Next::News => continue,
            };
            self.tell_bound(p, goal);
            if let Some(end) = self.hand_out(p, goal, solution, found)? {
                return Ok(end);
            }
        }
    }

    /// Hands the solution out; the end if it is the last one wanted.
    fn hand_out(
        &mut self,
        p: &mut Poster,
        goal: Goal,
        solution: Assignment,
        found: &mut Found,
    ) -> Result<Option<End>, Ended> {
        let others: Vec<Predicate> = p.model.answer.iter().map(|x| p.atom(x.is_not(solution[*x]))).collect();
        let value = match p.model.objective {
            Objective::Satisfy => None,
            Objective::Minimise(x) | Objective::Maximise(x) => Some(solution[x]),
        };
        if found(solution).is_break() {
            return Ok(Some(End::Cut));
        }
        match (goal, value) {
            (Goal::All, _) => p.clause(others)?,
            (Goal::Better(incumbent), Some(value)) => self.reached(p, incumbent, value),
            (Goal::Better(_), None) => return Ok(Some(End::Exhausted)),
        }
        Ok(None)
    }

    /// What is known of the objective before any decision: nothing better than that is left.
    fn tell_bound(&self, p: &Poster, goal: Goal) {
        let (Goal::Better(incumbent), objective) = (goal, p.model.objective) else { return };
        match objective {
            Objective::Minimise(x) => incumbent.bounded(objective, p.bounds(&p.var(x)).0 as i64),
            Objective::Maximise(x) => incumbent.bounded(objective, p.bounds(&p.var(x)).1 as i64),
            Objective::Satisfy => (),
        }
    }

    /// Tells the others, and leaps further if the last leap came to this.
    fn reached(&mut self, p: &Poster, incumbent: &Incumbent, value: i64) {
        incumbent.reached(p.model.objective, value);
        self.step = if self.step == 1 || self.guide.is_leaping() { self.step.saturating_mul(2) } else { 1 };
        let to = match p.model.objective {
            Objective::Minimise(x) => x.at_most(value.saturating_sub(self.step).max(p.domain(x).min())),
            Objective::Maximise(x) => x.at_least(value.saturating_add(self.step).min(p.domain(x).max())),
            Objective::Satisfy => return,
        };
        let is_open = to.decided_by(p.domain(to.var)).is_none();
        self.guide.leap((self.step > 1 && is_open).then(|| p.atom(to)));
    }

    fn next(&mut self, p: &mut Poster) -> Next {
        self.n_calls += 1;
        self.guide.counters.is_deciding.set(false);
        match p.solver.satisfy(&mut self.guide, &mut self.poll, &mut self.resolver) {
            SatisfactionResult::Satisfiable(satisfiable) => {
                let solution = satisfiable.solution();
                let value = |of: &DomainId| i64::from(solution.get_integer_value(*of));
                Next::Solution(Assignment::new(p.vars[..p.model.vars.len()].iter().map(value).collect()))
            }
            SatisfactionResult::Unsatisfiable(..) => Next::None,
            SatisfactionResult::Unknown(..) => self.poll.stop.map_or(Next::News, Next::Stop),
        }
    }

    fn stats(&self, p: &Poster) -> Stats {
        let counters = &self.guide.counters;
        Stats {
            nodes: counters.n_decisions.get(),
            backtracks: counters.n_conflicts.get(),
            solver_calls: self.n_calls,
            variables: p.n_variables,
            clauses: p.n_posted,
            ..Stats::default()
        }
    }
}

enum Next {
    Solution(Assignment),
    None,
    Stop(Stop),
    News,
}
