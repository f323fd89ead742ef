//! What may be said about several variables, and which variables each statement is about.
//!
//! Every engine understands every variant; what a variant means is in `holds.rs` and only there.

use super::{Atom, Global, User, Var};
use std::sync::Arc;

/// How a sum or a count compares with its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cmp {
    /// `<=`
    Le,
    /// `>=`
    Ge,
    /// `=`
    Eq,
    /// `!=`
    Ne,
}

impl Cmp {
    /// All four, for tests and tables.
    pub const ALL: [Cmp; 4] = [Cmp::Le, Cmp::Ge, Cmp::Eq, Cmp::Ne];

    /// Whether `left cmp right`.
    pub fn holds<T: Ord>(self, left: T, right: T) -> bool {
        match self {
            Cmp::Le => left <= right,
            Cmp::Ge => left >= right,
            Cmp::Eq => left == right,
            Cmp::Ne => left != right,
        }
    }

    /// The sign as MiniZinc writes it.
    pub fn sign(self) -> &'static str {
        match self {
            Cmp::Le => "<=",
            Cmp::Ge => ">=",
            Cmp::Eq => "=",
            Cmp::Ne => "!=",
        }
    }

    /// The comparison and bound that say the opposite over the integers. `None` on overflow of the bound.
    pub fn negated(self, bound: i64) -> Option<(Cmp, i64)> {
        match self {
            Cmp::Le => bound.checked_add(1).map(|b| (Cmp::Ge, b)),
            Cmp::Ge => bound.checked_sub(1).map(|b| (Cmp::Le, b)),
            Cmp::Eq => Some((Cmp::Ne, bound)),
            Cmp::Ne => Some((Cmp::Eq, bound)),
        }
    }
}

/// A function of two integers, undefined for some.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// `x * y`
    Times,
    /// `x div y`, rounded towards zero; undefined for `y = 0`.
    Divide,
    /// `x mod y`, with the sign of `x`; undefined for `y = 0`.
    Modulo,
    /// `x` to the power of `y`; for negative `y` it is `1 div (x to the power of -y)`.
    Power,
}

/// A variable or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A fixed value.
    Const(i64),
    /// A variable's value.
    Var(Var),
}

/// A statement about the variables of its scope.
#[must_use = "a constraint does nothing until it is posted"]
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Constraint {
    /// At least one of the atoms is true. The empty clause is false.
    Clause(Vec<Atom>),
    /// The number of true atoms compares with the bound. An atom listed twice counts twice.
    Count {
        /// What is counted.
        atoms: Vec<Atom>,
        /// The comparison.
        cmp: Cmp,
        /// What the number is compared with.
        bound: i64,
    },
    /// The weighted sum compares with the bound.
    Linear {
        /// Coefficient and variable; a variable may occur more than once.
        terms: Vec<(i64, Var)>,
        /// The comparison.
        cmp: Cmp,
        /// What the sum is compared with.
        bound: i64,
    },
    /// No two of the variables are equal.
    AllDifferent(Vec<Var>),
    /// The values of the variables are one of the rows.
    Table {
        /// The columns.
        vars: Vec<Var>,
        /// The allowed rows, each as long as `vars`.
        rows: Arc<[Vec<i64>]>,
    },
    /// `array[index] = result`; an index outside the array is false.
    Element {
        /// The entries, which several may share.
        array: Arc<[Operand]>,
        /// The index of the first entry.
        first: i64,
        /// Which entry.
        index: Var,
        /// The entry's value.
        result: Operand,
    },
    /// `x op y = z`; false where the operation is undefined.
    Operation {
        /// The operation.
        op: Op,
        /// Its left argument.
        x: Operand,
        /// Its right argument.
        y: Operand,
        /// Its value.
        z: Operand,
    },
    /// `|x| = z`
    Absolute {
        /// The argument.
        x: Var,
        /// Its absolute value.
        z: Var,
    },
    /// `result` is the smallest of the values. False when there are none.
    Minimum {
        /// The values.
        of: Vec<Operand>,
        /// The smallest.
        result: Var,
    },
    /// `result` is the largest of the values. False when there are none.
    Maximum {
        /// The values.
        of: Vec<Operand>,
        /// The largest.
        result: Var,
    },
    /// If the atom is true, the constraint holds (half reification).
    Implies {
        /// The condition.
        when: Atom,
        /// What follows from it.
        then: Box<Constraint>,
    },
    /// The atom is true exactly when the constraint holds (full reification).
    Iff {
        /// The truth value.
        when: Atom,
        /// The constraint it reflects.
        then: Box<Constraint>,
    },
    /// What a function of the user's own says.
    User(User),
    /// A statement about many variables that stays whole.
    Global(Box<Global>),
}

impl Constraint {
    /// The constraint that is always false.
    pub fn falsity() -> Constraint {
        Constraint::Clause(Vec::new())
    }

    /// The variables the constraint speaks of: sorted, each once.
    pub fn scope(&self) -> Vec<Var> {
        let mut vars = Vec::new();
        self.visit(&mut |v| vars.push(v));
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// Calls `f` for every occurrence of a variable, in order of writing.
    pub fn visit(&self, f: &mut impl FnMut(Var)) {
        match self {
            Constraint::Clause(atoms) => atoms.iter().for_each(|a| f(a.var)),
            Constraint::Count { atoms, .. } => atoms.iter().for_each(|a| f(a.var)),
            Constraint::Linear { terms, .. } => terms.iter().for_each(|(_, v)| f(*v)),
            Constraint::AllDifferent(vars) => vars.iter().for_each(|v| f(*v)),
            Constraint::Table { vars, .. } => vars.iter().for_each(|v| f(*v)),
            Constraint::Element { array, index, result, .. } => visit_element(array, *index, result, f),
            Constraint::Operation { x, y, z, .. } => [x, y, z].into_iter().for_each(|o| o.visit(f)),
            Constraint::Absolute { x, z } => [x, z].into_iter().for_each(|v| f(*v)),
            Constraint::Minimum { of, result } => visit_extremum(of, *result, f),
            Constraint::Maximum { of, result } => visit_extremum(of, *result, f),
            Constraint::Implies { when, then } => visit_reified(*when, then, f),
            Constraint::Iff { when, then } => visit_reified(*when, then, f),
            Constraint::User(user) => user.vars.iter().for_each(|v| f(*v)),
            Constraint::Global(global) => global.visit(&mut |v| f(v)),
        }
    }

    /// Calls `f` for every occurrence of a variable, in order of writing; `f` may put another in its place.
    pub fn visit_mut(&mut self, f: &mut dyn FnMut(&mut Var)) {
        match self {
            Constraint::Clause(atoms) => atoms.iter_mut().for_each(|a| f(&mut a.var)),
            Constraint::Count { atoms, .. } => atoms.iter_mut().for_each(|a| f(&mut a.var)),
            Constraint::Linear { terms, .. } => terms.iter_mut().for_each(|(_, v)| f(v)),
            Constraint::AllDifferent(vars) => vars.iter_mut().for_each(f),
            Constraint::Table { vars, .. } => vars.iter_mut().for_each(f),
            Constraint::Element { array, index, result, .. } => {
                visit_element_mut(Arc::make_mut(array), index, result, f)
            }
            Constraint::Operation { x, y, z, .. } => [x, y, z].into_iter().for_each(|o| o.visit_mut(f)),
            Constraint::Absolute { x, z } => [x, z].into_iter().for_each(f),
            Constraint::Minimum { of, result } => visit_extremum_mut(of, result, f),
            Constraint::Maximum { of, result } => visit_extremum_mut(of, result, f),
            Constraint::Implies { when, then } => visit_reified_mut(when, then, f),
            Constraint::Iff { when, then } => visit_reified_mut(when, then, f),
            Constraint::User(user) => user.vars.iter_mut().for_each(f),
            Constraint::Global(global) => global.visit_mut(f),
        }
    }

    /// The opposite statement, where one of the variants says it.
    pub fn negated(&self) -> Option<Constraint> {
        match self {
            Constraint::Clause(atoms) => Some(none_of(atoms)),
            Constraint::Count { atoms, cmp, bound } => negated_count(atoms, *cmp, *bound),
            Constraint::Linear { terms, cmp, bound } => negated_linear(terms, *cmp, *bound),
            Constraint::Iff { when, then } => Some(Constraint::Iff { when: !*when, then: then.clone() }),
            _ => None,
        }
    }

    /// A word for the kind of constraint, for listings.
    pub fn kind(&self) -> &'static str {
        match self {
            Constraint::Clause(_) => "clause",
            Constraint::Count { .. } => "count",
            Constraint::Linear { .. } => "linear",
            Constraint::AllDifferent(_) => "all_different",
            Constraint::Table { .. } => "table",
            Constraint::Element { .. } => "element",
            Constraint::Operation { .. } => "operation",
            Constraint::Absolute { .. } => "absolute",
            Constraint::Minimum { .. } => "minimum",
            Constraint::Maximum { .. } => "maximum",
            Constraint::Implies { .. } => "implies",
            Constraint::Iff { .. } => "iff",
            Constraint::User(_) => "user",
            Constraint::Global(global) => global.kind(),
        }
    }
}

impl Operand {
    pub(super) fn visit(&self, f: &mut impl FnMut(Var)) {
        if let Operand::Var(v) = self {
            f(*v)
        }
    }

    pub(super) fn visit_mut(&mut self, f: &mut dyn FnMut(&mut Var)) {
        if let Operand::Var(v) = self {
            f(v)
        }
    }
}

impl From<Var> for Operand {
    fn from(var: Var) -> Operand {
        Operand::Var(var)
    }
}

impl From<i64> for Operand {
    fn from(value: i64) -> Operand {
        Operand::Const(value)
    }
}

fn visit_element(array: &[Operand], index: Var, result: &Operand, f: &mut impl FnMut(Var)) {
    f(index);
    array.iter().for_each(|o| o.visit(f));
    result.visit(f);
}

fn visit_extremum(of: &[Operand], result: Var, f: &mut impl FnMut(Var)) {
    of.iter().for_each(|o| o.visit(f));
    f(result);
}

// `dyn` here: a generic closure would make the recursion of types endless.
fn visit_reified(when: Atom, then: &Constraint, f: &mut impl FnMut(Var)) {
    f(when.var);
    let mut inner = |v: Var| f(v);
    let inner: &mut dyn FnMut(Var) = &mut inner;
    then.visit_dyn(inner);
}

fn visit_element_mut(array: &mut [Operand], index: &mut Var, result: &mut Operand, f: &mut dyn FnMut(&mut Var)) {
    f(index);
    array.iter_mut().for_each(|o| o.visit_mut(f));
    result.visit_mut(f);
}

fn visit_extremum_mut(of: &mut [Operand], result: &mut Var, f: &mut dyn FnMut(&mut Var)) {
    of.iter_mut().for_each(|o| o.visit_mut(f));
    f(result);
}

fn visit_reified_mut(when: &mut Atom, then: &mut Constraint, f: &mut dyn FnMut(&mut Var)) {
    f(&mut when.var);
    then.visit_mut(f);
}

impl Constraint {
    fn visit_dyn(&self, mut f: &mut dyn FnMut(Var)) {
        self.visit(&mut f);
    }
}

fn none_of(atoms: &[Atom]) -> Constraint {
    let atoms: Vec<Atom> = atoms.iter().map(|a| !*a).collect();
    let bound = atoms.len() as i64;
    Constraint::Count { atoms, cmp: Cmp::Ge, bound }
}

fn negated_count(atoms: &[Atom], cmp: Cmp, bound: i64) -> Option<Constraint> {
    let (cmp, bound) = cmp.negated(bound)?;
    Some(Constraint::Count { atoms: atoms.to_vec(), cmp, bound })
}

fn negated_linear(terms: &[(i64, Var)], cmp: Cmp, bound: i64) -> Option<Constraint> {
    let (cmp, bound) = cmp.negated(bound)?;
    Some(Constraint::Linear { terms: terms.to_vec(), cmp, bound })
}

#[cfg(test)]
mod tests {
    use crate::model::arbitrary::{Form, Shape, model_with};
    use crate::model::{Assignment, Var};

    /// Both walks see the same variables, and a constraint whose variables moved means the same of the moved values.
    #[test]
    fn variables_can_be_put_in_the_place_of_others() {
        for (form, seed) in Form::ALL.iter().flat_map(|form| (0..20).map(move |seed| (*form, seed))) {
            let model = model_with(form, seed, &Shape::SMALL);
            let n_vars = model.vars.len() as u32;
            let (mut seen, mut written) = (Vec::new(), Vec::new());
            let old = &model.constraints[0].constraint;
            old.visit(&mut |v| seen.push(v));
            let mut moved = old.clone();
            moved.visit_mut(&mut |v| written.push(std::mem::replace(v, Var(n_vars - 1 - v.0))));
            assert_eq!(seen, written, "{old:?}");
            let mut values: Vec<i64> = model.vars.iter().map(|decl| decl.domain.min()).collect();
            let before = Assignment::new(values.clone());
            values.reverse();
            assert_eq!(old.holds(&before), moved.holds(&Assignment::new(values)), "{old:?}");
        }
    }
}
