//! The forms of constraints, as a list that cannot miss one.

use crate::model::Constraint;

/// Declares the forms together with their list, so that a form that exists is also drawn.
macro_rules! forms {
    ($($form:ident),*) => {
        /// Which variant of [`Constraint`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Form { $($form),* }

        impl Form {
            /// Every form.
            pub const ALL: &'static [Form] = &[$(Form::$form),*];
        }
    };
}

forms!(Clause, Count, Linear, AllDifferent, Table, Element, Operation, Absolute, Minimum, Maximum, Implies, Iff, User);

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
        }
    }
}
