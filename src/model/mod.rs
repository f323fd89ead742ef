//! The waist: a model is plain data that every front end makes and every engine eats.
//!
//! Variables range over finite sets of integers; a Boolean is a variable over `{0, 1}`. A [`Constraint`] means what
//! [`Constraint::holds`] says, and nothing else in the program may define that meaning again. This module does no
//! input or output, and knows neither where a model comes from nor who will solve it.

#[doc(hidden)]
pub mod arbitrary;
mod assignment;
mod atom;
mod build;
mod constraint;
mod domain;
mod expression;
pub mod global;
mod holds;
mod rules;
#[cfg(test)]
mod truth_tables;
mod user;

pub use assignment::Assignment;
pub use atom::{Atom, Rel};
pub use build::Labelled;
pub use constraint::{Cmp, Constraint, Op, Operand};
pub use domain::Domain;
pub use expression::{Sum, Tally, count_true, sum};
pub use global::Global;
pub use rules::{Owner, Rule, Rules};
pub use user::User;

/// A variable of one model, by its position in [`Model::vars`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(pub u32);

impl Var {
    /// The position in [`Model::vars`] and in [`Assignment::values`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How the values of a variable are shown; engines make no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `false` and `true`, stored as 0 and 1.
    Bool,
    /// An integer.
    Int,
}

/// What is known of one variable.
#[derive(Clone, Debug, PartialEq)]
pub struct VarDecl {
    /// The user's name (`q[3]`), or empty for an auxiliary that no user wrote.
    pub name: String,
    /// The values it may take.
    pub domain: Domain,
    /// How its values are shown.
    pub kind: Kind,
    /// The name of a domain encoding that the model asks for (`order`, `direct`, `log`).
    pub encoding: Option<String>,
}

/// A constraint as posted: with the rule it comes from and the encoding the model asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Posted {
    /// What must hold.
    pub constraint: Constraint,
    /// The rule it belongs to, an index into [`Model::labels`].
    pub label: Option<u32>,
    /// The name of an encoding that the model asks for (a row of at-most-one, count or linear).
    pub encoding: Option<String>,
}

/// What to look for among the solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// Any solution will do.
    Satisfy,
    /// A solution with the smallest value of the variable.
    Minimise(Var),
    /// A solution with the largest value of the variable.
    Maximise(Var),
}

impl Objective {
    /// Whether a value is better than another. Without an objective none is.
    pub fn prefers(self, value: i64, other: i64) -> bool {
        match self {
            Objective::Satisfy => false,
            Objective::Minimise(_) => value < other,
            Objective::Maximise(_) => value > other,
        }
    }
}

/// A hint how a textbook search should branch, from a search annotation.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchHint {
    /// The variables to branch on, in order.
    pub vars: Vec<Var>,
    /// The variable selection, as MiniZinc names it (`first_fail`).
    pub select: String,
    /// The value choice, as MiniZinc names it (`indomain_min`).
    pub choose: String,
}

/// A problem: variables, constraints, and which variables are the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The variables, in order of declaration.
    pub vars: Vec<VarDecl>,
    /// The constraints, all of which must hold.
    pub constraints: Vec<Posted>,
    /// Names of rules, referred to by [`Posted::label`].
    pub labels: Vec<String>,
    /// The variables the user asked for: solutions are equal when these are.
    pub answer: Vec<Var>,
    /// What to look for.
    pub objective: Objective,
    /// How the model would like to be searched.
    pub search: Vec<SearchHint>,
}

/// Why an assignment is not a solution.
#[derive(Clone, Debug, PartialEq)]
pub enum Violation {
    /// A variable has a value outside its domain.
    Domain(Var),
    /// The constraint at this index does not hold.
    Constraint(usize),
    /// The assignment has another number of variables than the model.
    Length,
}

impl Default for Model {
    fn default() -> Self {
        Model::new()
    }
}

impl Model {
    /// The domain of a variable.
    pub fn domain(&self, var: Var) -> &Domain {
        &self.vars[var.index()].domain
    }

    /// The name of a variable, empty for an auxiliary.
    pub fn name(&self, var: Var) -> &str {
        &self.vars[var.index()].name
    }

    /// All variables in order.
    pub fn all_vars(&self) -> impl Iterator<Item = Var> + use<> {
        (0..self.vars.len() as u32).map(Var)
    }

    /// The rule a posted constraint belongs to, if it has a name.
    pub fn label(&self, posted: &Posted) -> Option<&str> {
        posted.label.map(|index| self.labels[index as usize].as_str())
    }

    /// The first thing wrong with an assignment, or `None` if it is a solution. This is the model's judge.
    pub fn violated_by(&self, assignment: &Assignment) -> Option<Violation> {
        if assignment.values.len() != self.vars.len() {
            return Some(Violation::Length);
        }
        let outside = |v: &Var| !self.domain(*v).contains(assignment[*v]);
        if let Some(var) = self.all_vars().find(outside) {
            return Some(Violation::Domain(var));
        }
        let broken = self.constraints.iter().position(|p| !p.constraint.holds(assignment));
        broken.map(Violation::Constraint)
    }

    /// A violation in words, for the person who must find the bug.
    pub fn describe(&self, violation: &Violation) -> String {
        match violation {
            Violation::Domain(var) => format!("variable {} is outside its domain", self.shown_name(*var)),
            Violation::Constraint(index) => self.describe_constraint(*index),
            Violation::Length => "the assignment does not fit the model".to_string(),
        }
    }

    /// The name of a variable, or a made-up one for an auxiliary.
    pub fn shown_name(&self, var: Var) -> String {
        match self.name(var) {
            "" => format!("_{}", var.0),
            name => name.to_string(),
        }
    }

    fn describe_constraint(&self, index: usize) -> String {
        match self.label(&self.constraints[index]) {
            Some(label) => format!("constraint {index} ({label}) does not hold"),
            None => format!("constraint {index} does not hold"),
        }
    }
}
