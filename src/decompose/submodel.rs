//! A part of a model as a model of its own, and the way back.
//!
//! Fixed variables that the part's constraints mention come along with their one value; sums become clauses, counts or
//! linear constraints again. Linear in the size of the part.

use super::split::Mixed;
use crate::model::{Assignment, Model, Var};
use crate::presolve::kernel::Kernel;
use rustc_hash::FxHashMap;

/// A part as a model; its first variables are those of the part, in order.
pub(super) struct Submodel {
    pub model: Model,
    /// The original of each variable of the part.
    pub vars: Vec<Var>,
}

impl Submodel {
    /// Writes the part's values into an assignment of the whole.
    pub fn lift(&self, part: &Assignment, whole: &mut Assignment) {
        self.vars.iter().enumerate().for_each(|(i, v)| whole[*v] = part.values[i]);
    }
}

/// The part as a model whose answer variables are those that `is_answer` says.
pub(super) fn submodel(model: &Model, kernel: &Kernel, part: &Mixed, is_answer: &dyn Fn(Var) -> bool) -> Submodel {
    let mut out = Model::new();
    let mut names: FxHashMap<Var, Var> = FxHashMap::default();
    for v in &part.vars {
        let new = out.declare(model.vars[v.index()].clone());
        names.insert(*v, new);
        out.answer.extend(Some(new).filter(|_| is_answer(*v)));
    }
    for c in &part.opaque {
        let posted = &model.constraints[*c as usize];
        for v in posted.constraint.scope() {
            names.entry(v).or_insert_with(|| out.declare(model.vars[v.index()].clone()));
        }
        let mut posted = posted.clone();
        posted.label = None;
        posted.constraint.visit_mut(&mut |v| *v = names[v]);
        out.constraints.push(posted);
    }
    for s in &part.sums {
        let constraints = kernel.sums[*s as usize].constraints(&|v| names[&Var(v)].is_true());
        constraints.into_iter().for_each(|constraint| out.post(constraint));
    }
    Submodel { model: out, vars: part.vars.clone() }
}
