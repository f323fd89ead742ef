//! What a model looks like: a few numbers, counted in one pass over its variables and constraints.

use crate::model::{Constraint, Model, Objective, Var};

/// The numbers that the rule looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Features {
    /// How many variables have more than one value left.
    pub n_open: u64,
    /// The share of them that have two.
    pub two_valued: f64,
    /// The most values a variable has.
    pub widest: u64,
    /// Literals that the sums take as clauses, roughly.
    pub sums: u64,
    /// Entries of all tables.
    pub tables: u64,
    /// Products, quotients, powers.
    pub operations: u64,
    /// Whether there is something to be made small or large.
    pub optimises: bool,
    /// Whether it says how it would be searched.
    pub annotated: bool,
    /// Values the objective may have.
    pub objective: u64,
}

impl Features {
    /// Counts them.
    pub fn of(model: &Model) -> Features {
        let mut features = Features { objective: objective_values(model), ..Features::default() };
        features.optimises = model.objective != Objective::Satisfy;
        features.annotated = model.search.iter().any(|hint| !hint.vars.is_empty());
        let sizes = model.vars.iter().map(|decl| decl.domain.size()).filter(|size| *size > 1);
        let mut n_two: u64 = 0;
        for size in sizes {
            features.n_open += 1;
            features.widest = features.widest.max(size);
            n_two += u64::from(size == 2);
        }
        features.two_valued = if features.n_open == 0 { 1.0 } else { n_two as f64 / features.n_open as f64 };
        model.constraints.iter().for_each(|posted| features.see(model, &posted.constraint));
        features
    }

    fn see(&mut self, model: &Model, constraint: &Constraint) {
        match constraint {
            Constraint::Linear { terms, .. } => self.sums = self.sums.saturating_add(sum_literals(model, terms)),
            Constraint::Table { vars, rows } => self.tables += (vars.len() * rows.len()) as u64,
            Constraint::Operation { .. } => self.operations += 1,
            Constraint::Implies { then, .. } | Constraint::Iff { then, .. } => self.see(model, then),
            _ => {}
        }
    }
}

fn objective_values(model: &Model) -> u64 {
    match model.objective {
        Objective::Minimise(var) | Objective::Maximise(var) => model.domain(var).size(),
        Objective::Satisfy => 0,
    }
}

/// A diagram of the sum has a level for each term, and on it at most as many nodes as partial sums: as there are values of
/// the terms above together, or numbers in their range.
fn sum_literals(model: &Model, terms: &[(i64, Var)]) -> u64 {
    let (mut values, mut range, mut total) = (1u64, 1u64, 0u64);
    for (factor, var) in terms {
        let size = model.domain(*var).size();
        total = total.saturating_add(values.min(range).saturating_mul(size));
        values = values.saturating_mul(size);
        range = range.saturating_add(factor.unsigned_abs().saturating_mul(width(model, *var)));
    }
    total
}

fn width(model: &Model, var: Var) -> u64 {
    let domain = model.domain(var);
    if domain.is_empty() { 0 } else { domain.max().abs_diff(domain.min()) }
}
