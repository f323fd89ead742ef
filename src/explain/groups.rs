//! A model in which every rule can be switched on alone: each of its constraints holds if the rule's selector does.
//!
//! Definitions always hold. The model is encoded without presolving: no constraint is merged with or weakened by one of another
//! rule, and what several rules imply is said under the selectors of all of them. So a contradiction under some selectors is
//! a contradiction of these rules.

use super::different::choices;
use super::left::left;
use crate::cnf::Lit;
use crate::encode::{Encoding, VarMap};
use crate::model::{Assignment, Atom, Constraint, Domain, Kind, Model, Objective, Owner, Posted, Rel, Rules};
use crate::sat::{Answer, Backend, Feed, Solver, load_model};
use crate::search::{Budget, Halt};
use rustc_hash::FxHashMap;

/// A solver with a selector for each rule.
pub struct Groups {
    solver: Box<dyn Solver>,
    map: VarMap,
    n_vars: usize,
    /// The literal of each rule; none for a rule that was left out.
    selectors: Vec<Option<Lit>>,
    rules: FxHashMap<Lit, u32>,
}

/// What some rules allow.
pub enum Asked {
    /// This much is possible.
    Possible(Assignment),
    /// Nothing: already these of the rules contradict the question.
    Contradiction(Vec<u32>),
}

impl Groups {
    /// The rules that `is_in` keeps, in a new solver.
    pub fn new(
        model: &Model,
        rules: &Rules,
        is_in: &dyn Fn(u32) -> bool,
        backend: &str,
        budget: &Budget,
    ) -> Result<Groups, Halt> {
        let (selectable, vars) = selectable(model, rules, is_in);
        let backend = Backend::parse(backend).map_err(Halt::Failed)?;
        let (mut solver, mut map) = load_model(&selectable, &encoding(&selectable)?, &backend, budget)?;
        let selectors: Vec<Option<Lit>> =
            vars.into_iter().map(|atom| atom.map(|atom| map.lit(atom, &mut Feed(solver.as_mut())))).collect();
        let rules = selectors.iter().zip(0..).filter_map(|(lit, rule)| Some(((*lit)?, rule))).collect();
        Ok(Groups { solver, map, n_vars: model.vars.len(), selectors, rules })
    }

    /// The rules that can be switched on.
    pub fn all(&self) -> Vec<u32> {
        (0..self.selectors.len() as u32).filter(|rule| self.selectors[*rule as usize].is_some()).collect()
    }

    /// The literal of an atom.
    pub fn lit(&mut self, atom: Atom) -> Lit {
        self.map.lit(atom, &mut Feed(self.solver.as_mut()))
    }

    /// A fact that holds from now on.
    pub fn learn(&mut self, atom: Atom) {
        let lit = self.lit(atom);
        self.solver.add(&[lit]);
    }

    /// Whether the rules, and no others, allow the literals.
    pub fn ask(&mut self, rules: &[u32], question: &[Lit], budget: &Budget) -> Result<Asked, Halt> {
        let answer = self.solver.solve(&self.assumptions(rules, question), budget);
        self.asked(answer)
    }

    /// The same, given up after about so many conflicts.
    pub fn try_to_ask(
        &mut self,
        rules: &[u32],
        question: &[Lit],
        n_conflicts: u64,
        budget: &Budget,
    ) -> Result<Option<Asked>, Halt> {
        let answer = self.solver.attempt(&self.assumptions(rules, question), budget, Some(n_conflicts));
        answer.map(|answer| self.asked(answer)).transpose()
    }

    fn assumptions(&self, rules: &[u32], question: &[Lit]) -> Vec<Lit> {
        let chosen = rules.iter().filter_map(|rule| self.selectors[*rule as usize]);
        question.iter().copied().chain(chosen).collect()
    }

    fn asked(&self, answer: Answer) -> Result<Asked, Halt> {
        match answer {
            Answer::Sat(valuation) => {
                let mut found = self.map.decode(&valuation);
                found.values.truncate(self.n_vars);
                Ok(Asked::Possible(found))
            }
            Answer::Unsat(core) => {
                Ok(Asked::Contradiction(core.iter().filter_map(|lit| self.rules.get(lit).copied()).collect()))
            }
            Answer::Unknown(stop) => Err(Halt::Stop(stop)),
            Answer::Failed(why) => Err(Halt::Failed(why)),
        }
    }
}

/// The model with selectors, and the atom that switches each rule on.
fn selectable(model: &Model, rules: &Rules, is_in: &dyn Fn(u32) -> bool) -> (Model, Vec<Option<Atom>>) {
    let mut out = Model { constraints: Vec::new(), objective: Objective::Satisfy, ..model.clone() };
    let atoms: Vec<Option<Atom>> = (0..rules.list.len() as u32)
        .map(|rule| is_in(rule).then(|| out.auxiliary(Domain::boolean(), Kind::Bool).is_true()))
        .collect();
    let choices = choices(model, rules);
    for (at, (posted, owner)) in model.constraints.iter().zip(&rules.owners).enumerate() {
        let when = match owner {
            Owner::Definition(_) => {
                out.constraints.push(posted.clone());
                continue;
            }
            Owner::Rule(rule) => atoms[*rule as usize],
        };
        match (when, choices.get(&at)) {
            (None, _) => {}
            (Some(when), Some(choice)) => choice.post(when, &mut out),
            (Some(when), None) => {
                let constraint = Constraint::Implies { when, then: Box::new(posted.constraint.clone()) };
                out.constraints.push(Posted { constraint, ..posted.clone() });
            }
        }
    }
    left(model, rules, is_in).iter().for_each(|left| left.post(&atoms, &mut out));
    (out, atoms)
}

/// Where nothing speaks of bounds, a literal for each value propagates as much as bounds do, with fewer steps.
fn encoding(model: &Model) -> Result<Encoding, Halt> {
    let is_of_values = model.constraints.iter().all(|posted| speaks_of_values(&posted.constraint, model));
    let rows = if is_of_values { "direct+pairwise" } else { "" };
    Encoding::parse(rows).map_err(|why| Halt::Failed(why.to_string()))
}

/// Whether only values of variables matter, and not their order.
fn speaks_of_values(constraint: &Constraint, model: &Model) -> bool {
    let is_value =
        |atom: &Atom| matches!(atom.rel, Rel::Eq | Rel::Ne) || model.vars[atom.var.index()].domain.size() <= 2;
    match constraint {
        Constraint::AllDifferent(_) | Constraint::Table { .. } => true,
        Constraint::Clause(atoms) => atoms.iter().all(is_value),
        Constraint::Implies { when, then } | Constraint::Iff { when, then } => {
            is_value(when) && speaks_of_values(then, model)
        }
        _ => false,
    }
}
