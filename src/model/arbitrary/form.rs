//! The forms of constraints, as a list that cannot miss one.

use crate::model::{Constraint, Global};

/// Declares the forms together with their list, so that a form that exists is also drawn.
macro_rules! forms {
    ($($form:ident),*) => {
        /// Which variant of [`Constraint`], or of [`Global`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Form { $($form),* }

        impl Form {
            /// Every form.
            pub const ALL: &'static [Form] = &[$(Form::$form),*];
        }
    };
}

forms!(
    Clause,
    Count,
    Linear,
    AllDifferent,
    Table,
    Element,
    Operation,
    Absolute,
    Minimum,
    Maximum,
    Implies,
    Iff,
    User,
    Cumulative,
    Disjunctive,
    Circuit,
    Regular,
    Cardinality,
    Inverse,
    Lex,
    BinPacking,
    NValue,
    Diffn,
    Overlap
);

impl Form {
    /// The form of a constraint. A new variant needs a form of its own here, and then an arm in the generator.
    pub fn of(constraint: &Constraint) -> Form {
        match constraint {
            Constraint::Clause(_) => Form::Clause,
            Constraint::Count { .. } => Form::Count,
            Constraint::Linear { .. } => Form::Linear,
            Constraint::AllDifferent(_) => Form::AllDifferent,
            Constraint::Table { .. } => Form::Table,
            Constraint::Element { .. } => Form::Element,
            Constraint::Operation { .. } => Form::Operation,
            Constraint::Absolute { .. } => Form::Absolute,
            Constraint::Minimum { .. } => Form::Minimum,
            Constraint::Maximum { .. } => Form::Maximum,
            Constraint::Implies { .. } => Form::Implies,
            Constraint::Iff { .. } => Form::Iff,
            Constraint::User(_) => Form::User,
            Constraint::Global(global) => Form::of_global(global),
        }
    }

    fn of_global(global: &Global) -> Form {
        match global {
            Global::Cumulative(_) => Form::Cumulative,
            Global::Disjunctive(_) => Form::Disjunctive,
            Global::Circuit(_) => Form::Circuit,
            Global::Regular(_) => Form::Regular,
            Global::Cardinality(_) => Form::Cardinality,
            Global::Inverse(_) => Form::Inverse,
            Global::Lex(_) => Form::Lex,
            Global::BinPacking(_) => Form::BinPacking,
            Global::NValue(_) => Form::NValue,
            Global::Diffn(_) => Form::Diffn,
            Global::Overlap(_) => Form::Overlap,
        }
    }
}
