//! A part of a model as a model of its own, and the way back.
//!
//! Fixed variables that the part's constraints mention come along with their one value; sums become clauses, counts or
//! linear constraints again. Linear in the size of the part.

use super::kernel::{Kernel, Sum};
use super::reduce::Reduced;
use super::split::Mixed;
use crate::model::{Assignment, Cmp, Constraint, Domain, Model, Var};
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
pub(super) fn submodel(
    model: &Model,
    kernel: &Kernel,
    reduced: &Reduced,
    part: &Mixed,
    is_answer: &dyn Fn(Var) -> bool,
) -> Submodel {
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
            names.entry(v).or_insert_with(|| out.declare(fixed_decl(model, kernel, reduced, v)));
        }
        let mut posted = posted.clone();
        posted.label = None;
        posted.constraint.visit_mut(&mut |v| *v = names[v]);
        out.constraints.push(posted);
    }
    for s in &part.sums {
        post_sum(&mut out, &reduced.sums[*s as usize], &|v| names[&Var(v)]);
    }
    Submodel { model: out, vars: part.vars.clone() }
}

fn fixed_decl(model: &Model, kernel: &Kernel, reduced: &Reduced, var: Var) -> crate::model::VarDecl {
    let mut decl = model.vars[var.index()].clone();
    if kernel.is_bool[var.index()] {
        decl.domain = Domain::singleton(i64::from(reduced.ranges[var.index()].0));
    }
    decl
}

/// Posts the sum as a clause or counts if its coefficients allow, else as linear constraints.
fn post_sum(model: &mut Model, sum: &Sum, name: &dyn Fn(u32) -> Var) {
    let least: i64 = sum.terms.iter().map(|(_, c)| (*c).min(0)).sum();
    let most: i64 = sum.terms.iter().map(|(_, c)| (*c).max(0)).sum();
    let sides = match (sum.lo == sum.hi, least < sum.lo, most > sum.hi) {
        (true, _, _) => vec![(Cmp::Eq, sum.lo)],
        (_, above, below) => {
            [(above, (Cmp::Ge, sum.lo)), (below, (Cmp::Le, sum.hi))].into_iter().filter(|s| s.0).map(|s| s.1).collect()
        }
    };
    let is_count = sum.terms.iter().all(|(_, c)| c.abs() == 1);
    let atom = |&(v, c): &(u32, i64)| if c > 0 { name(v).is_true() } else { name(v).is_false() };
    for (cmp, bound) in sides {
        let constraint = match (is_count, cmp, bound - least) {
            (true, Cmp::Ge, 1) => Constraint::Clause(sum.terms.iter().map(atom).collect()),
            (true, _, bound) => Constraint::Count { atoms: sum.terms.iter().map(atom).collect(), cmp, bound },
            (false, ..) => {
                Constraint::Linear { terms: sum.terms.iter().map(|(v, c)| (*c, name(*v))).collect(), cmp, bound }
            }
        };
        model.post(constraint);
    }
}
