//! Why a model cannot become a formula.

use crate::search::Stop;
use std::fmt;

/// What encoding a constraint comes to: it is written, or it cannot be.
pub type Written = Result<(), EncodeError>;

/// What stands in the way of an encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EncodeError {
    /// The formula would have more literals than allowed.
    TooLarge {
        /// What was being encoded when the limit was reached.
        what: String,
        /// The limit, in literals.
        limit: u64,
    },
    /// A constraint that can only be encoded by listing its scope has too many combinations of values.
    TooManyCombinations {
        /// The constraint, with the names of its variables.
        what: String,
        /// The largest number of combinations that are listed.
        limit: u64,
    },
    /// A sum or product leaves the numbers we can compute with.
    Overflow {
        /// The constraint, with the names of its variables.
        what: String,
    },
    /// The budget was spent first.
    Stop(Stop),
    /// The model or the user asks for an encoding that does not exist.
    UnknownRow {
        /// The name asked for.
        name: String,
        /// The name that was meant, perhaps; or the names that exist, by kind.
        hint: String,
    },
}

impl EncodeError {
    /// The same error with the place filled in, if it has none yet.
    pub(super) fn at(mut self, place: impl FnOnce() -> String) -> EncodeError {
        match &mut self {
            EncodeError::TooLarge { what, .. }
            | EncodeError::TooManyCombinations { what, .. }
            | EncodeError::Overflow { what } => {
                if what.is_empty() {
                    *what = place();
                }
            }
            EncodeError::Stop(_) | EncodeError::UnknownRow { .. } => {}
        }
        self
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodeError::TooLarge { what, limit } => {
                write!(f, "the formula is too large: more than {limit} literals at {what}")
            }
            EncodeError::TooManyCombinations { what, limit } => {
                write!(f, "too many combinations of values to list (more than {limit}): {what}")
            }
            EncodeError::Overflow { what } => write!(f, "the numbers are too large to compute with: {what}"),
            EncodeError::Stop(stop) => f.write_str(stop.word()),
            EncodeError::UnknownRow { name, hint } => write!(f, "unknown encoding `{name}`; {hint}"),
        }
    }
}

impl std::error::Error for EncodeError {}
