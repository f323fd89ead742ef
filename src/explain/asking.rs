//! A problem that is asked why: questions in, explanations out, each with judged solutions where something is open.

use super::explainer::Explainer;
use super::needed::needed;
use super::question::{Question, shown_atom};
use super::smallest::Reason;
use super::told::{Told, domains, told_of};
use crate::engine::Engine;
use crate::model::{Atom, Kind, Model, Objective, Owner, Rules, Var};
use crate::search::{Budget, Halt};
use crate::solve::{self, Accepted, Problem, Run, SolveError, Statement, Status};
use std::ops::ControlFlow;
use std::sync::Arc;

/// How a question came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The rules cannot hold together.
    Unsatisfiable,
    /// Every solution has it so.
    Forced,
    /// Solutions differ.
    Open,
    /// There is a solution, and nothing was asked about it.
    Satisfiable,
}

impl Verdict {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Unsatisfiable => "unsatisfiable",
            Verdict::Forced => "forced",
            Verdict::Open => "open",
            Verdict::Satisfiable => "satisfiable",
        }
    }
}

/// The answer to a question.
pub struct Explained {
    /// How it came out.
    pub verdict: Verdict,
    /// What is forced or open.
    pub atom: Option<Atom>,
    /// The same as users write it.
    pub shown: Option<String>,
    /// The rules that contradict each other or force it.
    pub rules: Vec<Told>,
    /// The declared values of the integers that the rules speak of, as `cell in 1..9`.
    pub domains: Vec<String>,
    /// Whether none of them can be left out.
    pub is_minimal: bool,
    /// Whether there is no set with fewer.
    pub is_smallest: bool,
    /// A solution in which what was asked about is otherwise; without a question, a solution.
    pub counterexample: Option<Accepted>,
    /// A solution in which it is so, if a value was asked for.
    pub other: Option<Accepted>,
}

/// A problem and what is known of its rules.
pub struct Asking<'p> {
    /// The problem.
    pub problem: &'p Problem,
    /// The model of it that is explained.
    pub statement: Arc<Statement>,
    /// For how many steps that is, if the problem leaves it open.
    pub horizon: Option<usize>,
    /// Its rules.
    pub explainer: Explainer,
    model: Arc<Statement>,
}

/// The steps that are looked at where the problem leaves them open and nobody said how many.
const STEPS: usize = 4;

impl<'p> Asking<'p> {
    /// Makes the model of a problem and the solver for its rules.
    pub fn new(problem: &'p Problem, budget: &Budget) -> Result<Asking<'p>, SolveError> {
        let horizon = problem.horizons().map(|range| (*range.end()).min(STEPS).max(*range.start()));
        let (statement, mut rules) = problem.with_rules(horizon, budget)?;
        let mut model = Model { objective: Objective::Satisfy, ..statement.model.clone() };
        leave_out_implied(&mut model, &mut rules);
        if let Some(instance) = problem.instance() {
            set_apart(&mut rules, instance.background());
        }
        let explainer = Explainer::new(model.clone(), rules, budget).map_err(failed)?;
        let model = Arc::new(Statement::of_model(model));
        Ok(Asking { problem, statement, horizon, explainer, model })
    }

    /// Why there is no solution, up to `n` different contradictions; or a solution.
    pub fn contradictions(&mut self, n: usize, budget: &Budget) -> Result<Vec<Explained>, SolveError> {
        if let Some(found) = self.solution(&[], budget)? {
            return Ok(vec![Explained { counterexample: Some(found), ..told(Verdict::Satisfiable) }]);
        }
        let first = self.least(budget)?;
        let more = match n {
            0 | 1 => Vec::new(),
            n => self.explainer.others(&first, n - 1, budget).map_err(failed)?,
        };
        [first].iter().chain(&more).map(|reason| self.checked(reason, None, budget)).collect()
    }

    /// Why there is no solution; or one.
    pub fn contradiction(&mut self, budget: &Budget) -> Result<Explained, SolveError> {
        let first = self.contradictions(1, budget)?.pop();
        first.ok_or_else(|| wrong("neither a solution nor a contradiction"))
    }

    fn unsatisfiable(&mut self, budget: &Budget) -> Result<Explained, SolveError> {
        let reason = self.least(budget)?;
        self.checked(&reason, None, budget)
    }

    /// The smallest contradiction that the time allows.
    fn least(&mut self, budget: &Budget) -> Result<Reason, SolveError> {
        let found = self.explainer.contradiction(&in_part(budget)).map_err(failed)?;
        found.ok_or_else(|| wrong("two solvers differ about whether there is a solution"))
    }

    /// Why something is so, or why it need not be.
    pub fn why(&mut self, question: Question, budget: &Budget) -> Result<Explained, SolveError> {
        match question {
            Question::Atom(atom) => self.why_atom(atom, budget),
            Question::Value(var) => self.why_value(var, budget),
        }
    }

    fn why_atom(&mut self, atom: Atom, budget: &Budget) -> Result<Explained, SolveError> {
        let otherwise = self.solution(&[!atom], budget)?;
        let so = self.solution(&[atom], budget)?;
        match (so, otherwise) {
            (None, None) => self.unsatisfiable(budget),
            (Some(_), None) => self.forced(atom, budget),
            (None, Some(_)) => self.forced(self.plain(!atom), budget),
            (Some(_), Some(counter)) => Ok(self.open(atom, counter, None)),
        }
    }

    fn why_value(&mut self, var: Var, budget: &Budget) -> Result<Explained, SolveError> {
        let Some(so) = self.solution(&[], budget)? else { return self.unsatisfiable(budget) };
        let value = so.assignment().map_or(0, |assignment| assignment[var]);
        match self.solution(&[var.is_not(value)], budget)? {
            None => self.forced(var.is(value), budget),
            Some(counter) => Ok(self.open(var.is(value), counter, Some(so))),
        }
    }

    fn open(&self, atom: Atom, counterexample: Accepted, other: Option<Accepted>) -> Explained {
        let shown = Some(shown_atom(&self.statement.model, atom));
        Explained { atom: Some(atom), shown, counterexample: Some(counterexample), other, ..told(Verdict::Open) }
    }

    /// The reason of something that is known to be forced.
    pub fn forced(&mut self, atom: Atom, budget: &Budget) -> Result<Explained, SolveError> {
        let found = self.explainer.reason(atom, &in_part(budget)).map_err(failed)?;
        let reason = found.ok_or_else(|| wrong("two solvers differ about whether something is forced"))?;
        self.checked(&reason, Some(atom), budget)
    }

    /// The rules of a reason that another solver has checked, without where on the board they matter.
    pub fn verified(&self, reason: &Reason, atom: Atom, budget: &Budget) -> Result<Vec<Told>, SolveError> {
        self.explainer.verify(reason, Some(atom), budget).map_err(failed)?.map_err(SolveError::Rejected)?;
        Ok(reason.rules.iter().map(|rule| self.told(*rule)).collect())
    }

    /// The rules of a reason, each with the cells at which it is needed.
    fn told_where(&self, reason: &Reason, atom: Option<Atom>, budget: &Budget) -> Result<Vec<Told>, SolveError> {
        let Explainer { model, rules, .. } = &self.explainer;
        let is_clear = |rule: &u32| {
            let name = &rules.list[*rule as usize].name;
            self.problem.instance().is_none_or(|instance| instance.cells_of(name).is_some())
        };
        if reason.rules.iter().all(is_clear) {
            return Ok(reason.rules.iter().map(|rule| self.told(*rule)).collect());
        }
        let question: Vec<Atom> = atom.map(|atom| !atom).into_iter().collect();
        let needed = needed(model, rules, reason, &question, budget).map_err(failed)?;
        Ok(reason
            .rules
            .iter()
            .map(|rule| told_of(self.problem, model, rules, *rule, &|at| needed.contains(&at)))
            .collect())
    }

    /// A reason that another solver has checked.
    pub fn checked(&self, reason: &Reason, atom: Option<Atom>, budget: &Budget) -> Result<Explained, SolveError> {
        self.explainer.verify(reason, atom, budget).map_err(failed)?.map_err(SolveError::Rejected)?;
        let verdict = if atom.is_some() { Verdict::Forced } else { Verdict::Unsatisfiable };
        let shown = atom.map(|atom| shown_atom(&self.statement.model, atom));
        let rules = self.told_where(reason, atom, budget)?;
        let (is_minimal, is_smallest) = (reason.is_minimal, reason.is_smallest);
        let domains = domains(&self.explainer.model, &self.explainer.rules, &reason.rules);
        Ok(Explained { atom, shown, rules, domains, is_minimal, is_smallest, ..told(verdict) })
    }

    /// A rule with its cells.
    pub fn told(&self, rule: u32) -> Told {
        told_of(self.problem, &self.explainer.model, &self.explainer.rules, rule, &|_| true)
    }

    /// The facts that every solution has, variable by variable; `None` if there is no solution.
    pub fn facts(&self, budget: &Budget) -> Result<Option<Vec<Atom>>, SolveError> {
        solve::forced_atoms(&self.model, budget)
    }

    /// A judged solution under assumptions.
    pub fn solution(&self, assumptions: &[Atom], budget: &Budget) -> Result<Option<Accepted>, SolveError> {
        let run = Run { assumptions: assumptions.to_vec(), ..Run::one(Engine::default(), budget.clone()) };
        let problem = Problem::of_model(self.model.model.clone());
        let outcome = solve::solve(&problem, &run, &mut |_| ControlFlow::Continue(()))?;
        let found = outcome.best.as_ref().and_then(|answer| answer.assignment().cloned());
        match (outcome.status, found) {
            (Status::Unsatisfiable, _) => Ok(None),
            (_, Some(found)) => solve::judge_assignment(self.problem, &self.statement, found, budget).map(Some),
            (_, None) => Err(SolveError::Stopped(outcome.reason.unwrap_or(crate::search::Stop::Timeout))),
        }
    }

    /// Of a Boolean: which value it has.
    fn plain(&self, atom: Atom) -> Atom {
        match self.statement.model.vars[atom.var.index()].kind {
            Kind::Bool => atom.var.is(i64::from(atom.admits(1))),
            Kind::Int => atom,
        }
    }
}

/// A part of the time that is left: the answer must be checked and told within the rest.
fn in_part(budget: &Budget) -> Budget {
    budget.remaining().map_or_else(|| budget.clone(), |left| budget.at_most(0.6 * left.as_secs_f64()))
}

/// What the author calls redundant follows from the other rules, and would only hide them.
pub(super) fn leave_out_implied(model: &mut Model, rules: &mut Rules) {
    const WORDS: &[&str] = &["redundant_constraint", "implied_constraint"];
    let implied: Vec<bool> =
        rules.list.iter().map(|rule| WORDS.iter().any(|word| rule.text.starts_with(word))).collect();
    let is_kept = |owner: &Owner| !matches!(owner, Owner::Rule(rule) if implied[*rule as usize]);
    let mut owners = rules.owners.iter();
    model.constraints.retain(|_| owners.next().is_none_or(is_kept));
    rules.owners.retain(is_kept);
}

/// Rules that are taken for granted: they go with the definitions.
fn set_apart(rules: &mut Rules, names: &[&str]) {
    let apart: Vec<bool> = rules.list.iter().map(|rule| names.contains(&rule.name.as_str())).collect();
    for owner in &mut rules.owners {
        if let Owner::Rule(rule) = *owner
            && apart[rule as usize]
        {
            *owner = Owner::Definition(None);
        }
    }
}

fn told(verdict: Verdict) -> Explained {
    Explained {
        verdict,
        atom: None,
        shown: None,
        rules: Vec::new(),
        domains: Vec::new(),
        is_minimal: false,
        is_smallest: false,
        counterexample: None,
        other: None,
    }
}

fn wrong(why: &str) -> SolveError {
    SolveError::Rejected(why.to_string())
}

/// Why a solver has no answer, as an error of a run.
pub(super) fn failed(halt: Halt) -> SolveError {
    match halt {
        Halt::Stop(stop) => SolveError::Stopped(stop),
        Halt::TooLarge(why) => SolveError::Resources(why),
        Halt::Failed(why) => SolveError::Backend(why),
    }
}
