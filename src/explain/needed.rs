//! Which constraints of some rules are needed: a rule may say the same of every cell of a board, and only some of it matters.
//!
//! Every constraint of the rules gets a selector of its own. What is left after shrinking is not promised to be minimal: a
//! question that takes long is left unanswered, and its constraint stays. It only says where to look.

use super::groups::{Asked, Groups};
use super::smallest::Reason;
use crate::model::{Atom, Model, Owner, Rule, Rules};
use crate::search::{Budget, Halt};
use rustc_hash::FxHashSet;

/// How many conflicts a question may take.
const CONFLICTS: u64 = 300;
/// How many seconds all of them may take.
const SECONDS: f64 = 2.0;

/// The numbers of the constraints of a reason that are needed to contradict a question; all of them if time runs out.
pub fn needed(
    model: &Model,
    rules: &Rules,
    reason: &Reason,
    question: &[Atom],
    budget: &Budget,
) -> Result<Vec<usize>, Halt> {
    let chosen: FxHashSet<u32> = reason.rules.iter().copied().collect();
    let is_chosen = |owner: &Owner| matches!(owner, Owner::Rule(rule) if chosen.contains(rule));
    let all: Vec<usize> = (0..rules.owners.len()).filter(|at| is_chosen(&rules.owners[*at])).collect();
    match shrunk(model, rules, &all, question, &budget.at_most(SECONDS)) {
        Ok(found) => Ok(found),
        Err(Halt::Stop(_)) => Ok(all),
        Err(halt) => Err(halt),
    }
}

fn shrunk(model: &Model, rules: &Rules, all: &[usize], question: &[Atom], budget: &Budget) -> Result<Vec<usize>, Halt> {
    let is_in: FxHashSet<u32> = all.iter().map(|at| *at as u32).collect();
    let own = |(at, owner): (usize, &Owner)| match owner {
        Owner::Definition(of) => Owner::Definition(*of),
        Owner::Rule(_) => Owner::Rule(at as u32),
    };
    let owners: Vec<Owner> = rules.owners.iter().enumerate().map(own).collect();
    let apart = Rules { list: vec![Rule::default(); owners.len()], owners };
    let mut groups = Groups::new(model, &apart, &|rule| is_in.contains(&rule), "batsat", budget)?;
    let question: Vec<_> = question.iter().map(|atom| groups.lit(*atom)).collect();
    let Asked::Contradiction(mut core) = groups.ask(&groups.all(), &question, budget)? else {
        return Ok(all.to_vec());
    };
    let mut n_kept = 0;
    while n_kept < core.len() {
        let without: Vec<u32> = core[..n_kept].iter().chain(&core[n_kept + 1..]).copied().collect();
        match groups.try_to_ask(&without, &question, CONFLICTS, budget) {
            Ok(Some(Asked::Contradiction(less))) => {
                let less: FxHashSet<u32> = less.into_iter().collect();
                n_kept = core[..n_kept].iter().filter(|one| less.contains(one)).count();
                core.retain(|one| less.contains(one));
            }
            Ok(Some(Asked::Possible(_)) | None) => n_kept += 1,
            // What is known so far is better than nothing.
            Err(Halt::Stop(_)) => break,
            Err(halt) => return Err(halt),
        }
    }
    core.sort_unstable();
    Ok(core.into_iter().map(|at| at as usize).collect())
}
