//! Why there is no answer: the same three reasons for every engine.

use super::Stop;
use std::fmt;

/// Why an engine has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The budget is spent.
    Stop(Stop),
    /// The formula does not fit.
    TooLarge(String),
    /// The engine itself failed, such as an outside program that is missing.
    Failed(String),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stop(stop)
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Stop(stop) => f.write_str(stop.word()),
            Halt::TooLarge(reason) | Halt::Failed(reason) => f.write_str(reason),
        }
    }
}
