//! What follows from a model before any engine sees it: narrower domains, fewer and shorter constraints.
//!
//! [`presolve`] gives a model with the same variables and exactly the same solutions. Level 0 changes nothing; level 1
//! propagates bounds through every constraint until they stand still and takes exact counts out of larger ones; level 2
//! also tries both values of every Boolean (probing). Every request passes through here once, whatever engine answers
//! it, and the judges see the original. The [`Lift`] leads back: assignments as they are, constraints by the one they
//! come from, and, if the steps were recorded, each conclusion to the original constraints behind it.

mod bounds;
mod counts;
pub(crate) mod kernel;
mod lift;
mod log;
mod probe;
mod rules;
mod shorten;
mod store;
mod subset;
pub(crate) mod sums;
#[cfg(test)]
mod tests;
mod truth;
mod whole;
mod work;

#[cfg(test)]
pub(crate) use bounds::all_bounds;
pub(crate) use bounds::bounded;
pub use lift::{Lift, Step, What};

use crate::model::Model;
use crate::search::{Budget, Stop};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// How much is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// 0: nothing; the model stays as it is.
    Nothing,
    /// 1: bounds until they stand still, and exact counts taken out of larger ones.
    Bounds,
    /// 2: the same, and both values of every Boolean are tried.
    Probing,
}

impl Level {
    /// All of them, for tests and tables.
    pub const ALL: [Level; 3] = [Level::Nothing, Level::Bounds, Level::Probing];
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", *self as u8)
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Level, String> {
        let known = Level::ALL.into_iter().find(|level| level.to_string() == text);
        known.ok_or_else(|| format!("`{text}` is no level of presolving: expected 0, 1 or 2"))
    }
}

/// A model made easier, and the way back.
#[derive(Clone, Debug)]
pub struct Presolved<'a> {
    /// The same variables and solutions as the original.
    pub model: Cow<'a, Model>,
    /// What leads back.
    pub lift: Lift,
}

impl<'a> Presolved<'a> {
    /// A model as it is.
    pub fn untouched(model: &'a Model) -> Presolved<'a> {
        Presolved { model: Cow::Borrowed(model), lift: Lift::default() }
    }

    /// The same, independent of the original.
    pub fn into_owned(self) -> Presolved<'static> {
        Presolved { model: Cow::Owned(self.model.into_owned()), lift: self.lift }
    }
}

/// Presolves a model, or says which limit was reached first.
pub fn presolve<'a>(model: &'a Model, level: Level, budget: &Budget) -> Result<Presolved<'a>, Stop> {
    work::run(model, level, false, budget)
}

/// The same, with every step recorded in the [`Lift`].
pub fn presolve_with_steps<'a>(model: &'a Model, level: Level, budget: &Budget) -> Result<Presolved<'a>, Stop> {
    work::run(model, level, true, budget)
}
