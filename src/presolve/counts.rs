//! The counts of a model as sums over columns: a column is a Boolean, or an atom of an integer.
//!
//! What holds: a count and its sum say the same, if each column is 1 exactly when its atom is true.

use super::kernel::{Form, form_of_terms};
use super::sums::Sum;
use crate::model::{Atom, Cmp, Constraint, Model, Posted, Rel, Var};
use rustc_hash::FxHashMap;

/// What a column beyond the variables stands for: an atom of an integer.
#[derive(Default)]
pub(super) struct Columns {
    n_vars: u32,
    atoms: Vec<Atom>,
    /// By atom, as far as it is `=` or `<=`: the others are their opposites.
    column_of: FxHashMap<Atom, u32>,
}

impl Columns {
    /// How many columns there are.
    pub fn len(&self) -> usize {
        self.n_vars as usize + self.atoms.len()
    }

    /// The atom that is true when the column is 1.
    pub fn atom(&self, column: u32) -> Atom {
        match column.checked_sub(self.n_vars) {
            Some(extra) => self.atoms[extra as usize],
            None => Var(column).is_true(),
        }
    }

    fn of(&mut self, atom: Atom) -> u32 {
        let next = self.len() as u32;
        let column = *self.column_of.entry(atom).or_insert(next);
        if column == next {
            self.atoms.push(atom);
        }
        column
    }
}

/// The counts of a model that no condition stands before, each with the constraint it comes from: sums of Booleans and of
/// atoms of integers. Nothing if none of them is exact.
pub(super) fn counts(model: &Model) -> (Vec<Sum>, Vec<u32>, Columns) {
    let mut columns = Columns { n_vars: model.vars.len() as u32, ..Columns::default() };
    let is_exact = |posted: &Posted| {
        matches!(posted.constraint, Constraint::Count { cmp: Cmp::Eq, .. } | Constraint::Linear { cmp: Cmp::Eq, .. })
    };
    let (mut sums, mut sources) = (Vec::new(), Vec::new());
    if !model.constraints.iter().any(is_exact) {
        return (sums, sources, columns);
    }
    for (index, posted) in model.constraints.iter().enumerate() {
        if let Some(sum) = count_of(model, &posted.constraint, &mut columns) {
            sums.push(sum);
            sources.push(index as u32);
        }
    }
    (sums, sources, columns)
}

/// A count, or a sum of Booleans, as a sum over columns; other weights than 1 stand before Booleans only.
fn count_of(model: &Model, constraint: &Constraint, columns: &mut Columns) -> Option<Sum> {
    let (form, cmp, bound) = match constraint {
        Constraint::Count { atoms, cmp, bound } => {
            let mut form = Form::default();
            atoms.iter().for_each(|atom| add(&mut form, model, *atom, columns));
            (form, *cmp, *bound)
        }
        Constraint::Linear { terms, cmp, bound } => (form_of_terms(model, terms)?, *cmp, *bound),
        Constraint::Clause(_)
        | Constraint::AllDifferent(_)
        | Constraint::Table { .. }
        | Constraint::Element { .. }
        | Constraint::Operation { .. }
        | Constraint::Absolute { .. }
        | Constraint::Minimum { .. }
        | Constraint::Maximum { .. }
        | Constraint::Implies { .. }
        | Constraint::Iff { .. }
        | Constraint::User(_)
        | Constraint::Global(_) => return None,
    };
    let sum = form.compare(cmp, bound.into())?.pop()?;
    let can_be_said = sum.is_count() || sum.terms.iter().all(|(column, _)| *column < columns.n_vars);
    (can_be_said && !sum.terms.is_empty()).then_some(sum)
}

/// Adds `[atom]`, with a column of its own if it speaks of an undecided integer.
fn add(form: &mut Form, model: &Model, atom: Atom, columns: &mut Columns) {
    if form.add_atom(model, atom, 1).is_none() {
        let is_positive = matches!(atom.rel, Rel::Eq | Rel::Le);
        let column = columns.of(if is_positive { atom } else { !atom });
        form.constant += i128::from(!is_positive);
        form.terms.push((column, if is_positive { 1 } else { -1 }));
    }
}
