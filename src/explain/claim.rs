//! Which rules a claimed solution breaks: each of those that cannot hold with it, and, if there is no such rule, a smallest
//! set of rules that cannot hold with it together.

use super::asking::{Told, failed, told_of};
use super::explainer::Explainer;
use super::groups::{Asked, Groups};
use crate::cnf::Lit;
use crate::model::{Assignment, Atom, Model, Objective, Rules};
use crate::search::{Budget, Halt};
use crate::solve::{Problem, SolveError};

/// What is wrong with a claim.
pub struct Broken {
    /// The rules that it breaks.
    pub rules: Vec<Told>,
    /// Whether each of them is broken; if not, they cannot hold together with the claim.
    pub is_each: bool,
}

/// The rules that a claim breaks. `claim` says what it means for the variables of the model.
pub fn broken(
    problem: &Problem,
    claim: &dyn Fn(&crate::solve::Statement) -> Result<Vec<Atom>, String>,
    budget: &Budget,
) -> Result<Broken, SolveError> {
    let (statement, rules) = problem.with_rules(None, budget)?;
    let atoms = claim(&statement).map_err(SolveError::Rejected)?;
    let model = Model { objective: Objective::Satisfy, ..statement.model.clone() };
    let each = match whole(&model, &atoms) {
        Some(assignment) => by_meaning(&model, &rules, &assignment),
        None => one_by_one(&model, &rules, &atoms, budget).map_err(failed)?,
    };
    let is_each = !each.is_empty();
    let found = if is_each { each } else { together(&model, &rules, &atoms, budget).map_err(failed)? };
    let rules = found.iter().map(|rule| told_of(problem, &model, &rules, *rule)).collect();
    Ok(Broken { rules, is_each })
}

/// The assignment of a claim that says the value of every variable.
fn whole(model: &Model, atoms: &[Atom]) -> Option<Assignment> {
    let mut values: Vec<Option<i64>> = vec![None; model.vars.len()];
    for atom in atoms {
        values[atom.var.index()] = Some(atom.value);
    }
    values.into_iter().collect::<Option<Vec<i64>>>().map(Assignment::new)
}

fn by_meaning(model: &Model, rules: &Rules, assignment: &Assignment) -> Vec<u32> {
    let holds = |index: &usize| model.constraints[*index].constraint.holds(assignment);
    let is_broken = |members: &Vec<usize>| !members.iter().all(holds);
    rules.members().iter().zip(0..).filter(|(members, _)| is_broken(members)).map(|(_, rule)| rule).collect()
}

fn one_by_one(model: &Model, rules: &Rules, atoms: &[Atom], budget: &Budget) -> Result<Vec<u32>, Halt> {
    let mut groups = Groups::new(model, rules, &|_| true, "batsat", budget)?;
    let claim: Vec<Lit> = atoms.iter().map(|atom| groups.lit(*atom)).collect();
    let mut found = Vec::new();
    for rule in groups.all() {
        if let Asked::Contradiction(_) = groups.ask(&[rule], &claim, budget)? {
            found.push(rule);
        }
    }
    Ok(found)
}

fn together(model: &Model, rules: &Rules, atoms: &[Atom], budget: &Budget) -> Result<Vec<u32>, Halt> {
    let mut explainer = Explainer::new(model.clone(), rules.clone(), budget)?;
    atoms.iter().for_each(|atom| explainer.learn(*atom));
    Ok(explainer.contradiction(budget)?.map_or_else(Vec::new, |reason| reason.rules))
}
