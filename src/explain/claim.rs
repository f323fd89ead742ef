//! Which rules a claimed solution breaks: each of those that cannot hold with it, and, if there is no such rule, a smallest
//! set of rules that cannot hold with it together.

use super::asking::{failed, leave_out_implied};
use super::explainer::Explainer;
use super::groups::{Asked, Groups};
use super::needed::needed;
use super::smallest::Reason;
use super::told::{Told, told_of};
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

/// The rules that a claim breaks. `claim` says what it means for the variables of the model, `horizon` how many steps it has
/// where the problem leaves that open.
pub fn broken(
    problem: &Problem,
    horizon: Option<usize>,
    claim: &dyn Fn(&crate::solve::Statement) -> Result<Vec<Atom>, String>,
    budget: &Budget,
) -> Result<Broken, SolveError> {
    let (statement, mut rules) = problem.with_rules(horizon, budget)?;
    let atoms = claim(&statement).map_err(SolveError::Rejected)?;
    let mut model = Model { objective: Objective::Satisfy, ..statement.model.clone() };
    leave_out_implied(&mut model, &mut rules);
    let each = match whole(&model, &atoms) {
        Some(assignment) => by_meaning(&model, &rules, &assignment),
        None => one_by_one(&model, &rules, &atoms, budget).map_err(failed)?,
    };
    let is_each = !each.is_empty();
    let found = if is_each { each } else { together(&model, &rules, &atoms, budget).map_err(failed)? };
    let mut told = Vec::new();
    for rule in &found {
        let of = if is_each { vec![*rule] } else { found.clone() };
        let of = Reason { rules: of, is_minimal: false, is_smallest: false };
        let needed = needed(&model, &rules, &of, &atoms, budget).map_err(failed)?;
        told.push(told_of(problem, &model, &rules, *rule, &|at| needed.contains(&at)));
    }
    Ok(Broken { rules: told, is_each })
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
