//! A constraint of the user's own: variables, and a function that says which of their values are allowed.
//!
//! No engine knows more of it than [`holds`](User::holds). Encoders try all combinations of the values, and the backtracker
//! looks at it when little is left to try, so it is meant for a few variables with a few values each. Two are equal if
//! they are the same function about the same variables.

use super::{Assignment, Constraint, Var};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Whether the values, in the order of the variables, are allowed.
type Rule = dyn Fn(&[i64]) -> bool + Send + Sync;

/// What a user's function says of some variables; made by [`Constraint::user`].
#[derive(Clone)]
pub struct User {
    /// What messages call it.
    pub name: Arc<str>,
    /// The variables, in the order in which the function gets their values.
    pub vars: Vec<Var>,
    rule: Arc<Rule>,
}

impl Constraint {
    /// A constraint that Rust code defines: it holds where the function says so. The function must give the same answer
    /// each time it is asked.
    ///
    /// ```
    /// use quandary::prelude::*;
    ///
    /// let mut model = Model::new();
    /// let (x, y) = (model.int("x", 0..=9), model.int("y", 0..=9));
    /// model.post(Constraint::user("reads backwards", &[x, y], |v| v[1] * 10 + v[0] == 2 * (v[0] * 10 + v[1]) - 9));
    /// model.post((x + y).equals(9));
    /// for engine in ["sat", "csp"] {
    ///     let outcome = solve_model(model.clone(), &engine.parse()?, Budget::unlimited())?;
    ///     assert_eq!((outcome.value(x), outcome.value(y)), (Some(3), Some(6)));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn user(
        name: impl Into<Arc<str>>,
        vars: &[Var],
        rule: impl Fn(&[i64]) -> bool + Send + Sync + 'static,
    ) -> Constraint {
        Constraint::User(User { name: name.into(), vars: vars.to_vec(), rule: Arc::new(rule) })
    }
}

impl User {
    /// Whether the user's function allows the values.
    pub fn holds(&self, a: &Assignment) -> bool {
        (self.rule)(&a.project(&self.vars))
    }

    fn identity(&self) -> (*const (), &[Var]) {
        (Arc::as_ptr(&self.rule).cast(), &self.vars)
    }
}

impl PartialEq for User {
    fn eq(&self, other: &User) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for User {}

impl Hash for User {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

impl fmt::Debug for User {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("User").field("name", &self.name).field("vars", &self.vars).finish_non_exhaustive()
    }
}
