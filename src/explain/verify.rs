//! An explanation is checked before it is told: by another solver, on a model of its rules alone.
//!
//! The set must contradict the question, and if it is called minimal, no set with one rule less does. Shared with the
//! search are the model and the encoders; the solver and everything it has learnt are not.

use super::smallest::Reason;
use crate::encode::Encoding;
use crate::model::{Atom, Cmp, Constraint, Model, Objective, Owner, Posted, Rules};
use crate::sat::{Answer, Backend, load_model};
use crate::search::{Budget, Halt};
use rustc_hash::FxHashSet;

/// Whether a set of rules is what it is said to be, for a question that its rules must contradict together with facts.
/// The error in words is a mistake of ours.
pub fn verify(
    model: &Model,
    rules: &Rules,
    reason: &Reason,
    question: &[Atom],
    budget: &Budget,
) -> Result<Result<(), String>, Halt> {
    if is_possible(model, rules, &reason.rules, question, budget)? {
        return Ok(Err("the rules of an explanation do not suffice".to_string()));
    }
    if reason.is_minimal {
        for left_out in &reason.rules {
            let others: Vec<u32> = reason.rules.iter().copied().filter(|rule| rule != left_out).collect();
            if !is_possible(model, rules, &others, question, budget)? {
                let name = &rules.list[*left_out as usize].name;
                return Ok(Err(format!("an explanation does not need `{name}`")));
            }
        }
    }
    Ok(Ok(()))
}

/// Whether rules and question can hold together.
fn is_possible(model: &Model, rules: &Rules, chosen: &[u32], question: &[Atom], budget: &Budget) -> Result<bool, Halt> {
    let alone = alone(model, rules, chosen, question);
    let backend = Backend::parse("varisat").map_err(Halt::Failed)?;
    let (mut solver, _) = load_model(&alone, &Encoding::default(), &backend, budget)?;
    match solver.solve(&[], budget) {
        Answer::Sat(_) => Ok(true),
        Answer::Unsat(_) => Ok(false),
        Answer::Unknown(stop) => Err(Halt::Stop(stop)),
        Answer::Failed(why) => Err(Halt::Failed(why)),
    }
}

/// The model with these rules and the question, and no others.
fn alone(model: &Model, rules: &Rules, chosen: &[u32], question: &[Atom]) -> Model {
    let chosen: FxHashSet<u32> = chosen.iter().copied().collect();
    let is_kept = |owner: &Owner| match owner {
        Owner::Definition(_) => true,
        Owner::Rule(rule) => chosen.contains(rule),
    };
    let kept = model.constraints.iter().zip(&rules.owners).filter(|(_, owner)| is_kept(owner));
    let mut constraints: Vec<Posted> = kept.map(|(posted, _)| posted.clone()).collect();
    let ask = |atom: &Atom| Posted { constraint: Constraint::Clause(vec![*atom]), label: None, encoding: None };
    constraints.extend(question.iter().map(ask));
    let mut alone = Model { constraints, objective: Objective::Satisfy, ..model.clone() };
    without_free_atoms(&mut alone);
    alone
}

/// A count over Booleans of which nothing else speaks can take up as much as there are of these.
fn without_free_atoms(model: &mut Model) {
    let mut uses = vec![0u32; model.vars.len()];
    for posted in &model.constraints {
        posted.constraint.visit(&mut |var| uses[var.index()] += 1);
    }
    let mut more = Vec::new();
    for posted in &mut model.constraints {
        let Constraint::Count { atoms, cmp: Cmp::Eq, bound } = &mut posted.constraint else { continue };
        let is_free = |atom: &Atom| {
            uses[atom.var.index()] == 1 && atom.decided_by(&model.vars[atom.var.index()].domain).is_none()
        };
        let n_free = atoms.iter().filter(|atom| is_free(atom)).count() as i64;
        if n_free > 0 {
            atoms.retain(|atom| !is_free(atom));
            let at_least = Constraint::Count { atoms: atoms.clone(), cmp: Cmp::Ge, bound: *bound - n_free };
            let at_most = Constraint::Count { atoms: atoms.clone(), cmp: Cmp::Le, bound: *bound };
            posted.constraint = at_least;
            more.push(Posted { constraint: at_most, label: None, encoding: None });
        }
    }
    model.constraints.extend(more);
}
