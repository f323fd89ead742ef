//! A search that writes down why there is no solution, for the checker VeriPB.
//!
//! The proof listens to the search as a trace does (`derive::Backtrack`), so nothing is slower where nobody wants it. Constraints that
//! stay whole are said in basic ones before, and the statement of the model says the same.

use super::components::components;
use super::{Order, search};
use crate::derive::{Backtrack, Statement};
use crate::encode::Encoding;
use crate::expand::expanded;
use crate::model::{Assignment, Model, Objective};
use crate::proof::check_inequalities;
use crate::search::{Budget, Ear, End, Stop, Watch};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// A model without a solution, and the proof.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The model, in OPB form.
    pub model: String,
    /// The proof, in VeriPB form.
    pub proof: String,
    /// What is not derived; then nothing is claimed.
    pub missing: Option<String>,
}

/// What came of it.
pub enum Refuted {
    /// There is no solution.
    Yes(Refutation),
    /// There is one.
    No(Assignment),
    /// The budget was spent.
    Stopped(Stop),
    /// No search that goes about it so can be written down, or not this model.
    Unlogged(String),
}

/// Whether the checker takes a proof of which the log doubts a line: it looks at all lines at once, the log at one constraint.
fn is_accepted(opb: &str, proof: &str) -> bool {
    const MOST_WORK: u64 = 50_000_000;
    check_inequalities(opb.as_bytes(), proof.as_bytes(), None, MOST_WORK).is_ok_and(|shown| shown.refutes)
}

/// Why an order cannot be logged, if it cannot.
fn unlogged(order: &Order) -> Option<&'static str> {
    order.backjump.then_some("`cbj` skips decisions, and why it may is not written down")
}

/// The statement of a model with its whole constraints said in basic ones.
pub fn statement(model: &Model, budget: &Budget) -> Result<(Model, Statement), Stop> {
    let rows = Encoding::default();
    let asked = Model { objective: Objective::Satisfy, ..model.clone() };
    let model = expanded(&asked, &rows.global, &|_| true, budget)?.into_owned();
    let statement = Statement::of(&model, &rows);
    Ok((model, statement))
}

/// Searches for a solution of the model, whatever its objective, and proves that there is none.
pub fn refute(model: &Model, order: &Order, budget: &Budget) -> Refuted {
    refute_as(model, model, order, budget)
}

/// The same by a search of what may be another model with as many constraints; a proof of what does not follow is not accepted.
#[doc(hidden)]
pub fn refute_as(stated: &Model, searched: &Model, order: &Order, budget: &Budget) -> Refuted {
    if let Some(why) = unlogged(order) {
        return Refuted::Unlogged(why.to_string());
    }
    let n_vars = searched.vars.len();
    let prepared = || {
        let (model, statement) = statement(stated, budget)?;
        let (searched, _) = self::statement(searched, budget)?;
        let parts = if order.split { Some(components(&searched, &Watch::new(budget))?.0) } else { None };
        Ok((model, statement, searched, parts))
    };
    let (model, statement, searched, parts) = match prepared() {
        Ok(prepared) => prepared,
        Err(stop) => return Refuted::Stopped(stop),
    };
    if let Some(why) = statement.missing.iter().next() {
        return Refuted::Unlogged(format!("the statement of the model has no {why}"));
    }
    let opb = statement.opb(&model);
    let listener = Arc::new(Mutex::new(Backtrack::new(&model, statement, parts, order.nogoods, budget)));
    let heard = budget.clone().with_ear(Some(Ear::new(listener.clone())));
    let mut solution = None;
    let (end, _) = search(&searched, order, &heard, &mut |found| {
        solution = Some(found);
        ControlFlow::Break(())
    });
    if let Some(found) = solution {
        return Refuted::No(Assignment::new(searched.all_vars().take(n_vars).map(|x| found[x]).collect()));
    }
    match end {
        End::OutOfBudget(stop) => Refuted::Stopped(stop),
        End::Exhausted | End::Cut => {
            let mut log = listener.lock().unwrap_or_else(PoisonError::into_inner);
            let proof = log.finished();
            let missing = log.missing.take().filter(|_| !is_accepted(&opb, &proof));
            match budget.spent() {
                Some(stop) => Refuted::Stopped(stop),
                None => Refuted::Yes(Refutation { model: opb, proof, missing }),
            }
        }
    }
}
