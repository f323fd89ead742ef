//! A model as a ground: the same model with its whole constraints said in basic ones.

use super::{Ground, Rows, expand};
use crate::model::{Constraint, Domain, Global, Kind, Model, Posted, Var};
use crate::search::{Budget, Stop, Watch};
use std::borrow::Cow;

/// The model with those whole constraints expanded that `is_wanted` names; fresh variables come behind the old ones, and have
/// one value for each solution. Under an implication they are expanded, too; under an equivalence they stay.
pub fn expanded<'m>(
    model: &'m Model,
    rows: &Rows,
    is_wanted: &dyn Fn(&Global) -> bool,
    budget: &Budget,
) -> Result<Cow<'m, Model>, Stop> {
    if !model.constraints.iter().any(|posted| wanted(&posted.constraint, is_wanted).is_some()) {
        return Ok(Cow::Borrowed(model));
    }
    let rest = Model { constraints: Vec::new(), ..model.clone() };
    let is_empty = model.vars.iter().any(|decl| decl.domain.is_empty());
    let mut bed = Bed { model: rest, frame: None, watch: Watch::new(budget) };
    for posted in &model.constraints {
        bed.watch.check()?;
        match wanted(&posted.constraint, is_wanted) {
            None => bed.model.constraints.push(posted.clone()),
            // Nothing can be said within an empty domain, and nothing need be.
            Some(_) if is_empty => bed.model.post(Constraint::falsity()),
            Some(global) => {
                bed.frame = Some(posted.clone());
                expand(global, rows, &mut bed);
            }
        }
    }
    bed.watch.check()?;
    Ok(Cow::Owned(bed.model))
}

/// The whole constraint behind the conditions of a constraint, if it is one and is wanted.
fn wanted<'a>(constraint: &'a Constraint, is_wanted: &dyn Fn(&Global) -> bool) -> Option<&'a Global> {
    match constraint {
        Constraint::Global(global) => Some(&**global).filter(|global| is_wanted(global)),
        Constraint::Implies { then, .. } => wanted(then, is_wanted),
        _ => None,
    }
}

struct Bed {
    model: Model,
    /// The constraint that is expanded: what is posted stands under the same conditions and the same rule.
    frame: Option<Posted>,
    watch: Watch,
}

impl Ground for Bed {
    fn domain(&self, var: Var) -> &Domain {
        self.model.domain(var)
    }

    fn fresh(&mut self, domain: Domain) -> Var {
        let kind = if domain == Domain::boolean() { Kind::Bool } else { Kind::Int };
        self.model.auxiliary(domain, kind)
    }

    fn post(&mut self, constraint: Constraint) {
        let Some(Posted { constraint: frame, label, encoding }) = &self.frame else { return };
        let constraint = framed(frame, constraint);
        self.model.constraints.push(Posted { constraint, label: *label, encoding: encoding.clone() });
    }

    fn is_full(&self) -> bool {
        self.watch.is_over()
    }

    fn is_exact(&self) -> bool {
        true
    }
}

fn framed(frame: &Constraint, constraint: Constraint) -> Constraint {
    match frame {
        Constraint::Implies { when, then } => {
            Constraint::Implies { when: *when, then: Box::new(framed(then, constraint)) }
        }
        _ => constraint,
    }
}
