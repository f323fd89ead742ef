//! Engines times instances: who solves what, how fast, at what size, and do they agree?
//!
//! Every run is a process of its own and a line of a log; what is said about them is computed from the log alone.
//! Disagreement is a bug in Quandary, so it is looked for first and reported before anything else.

mod agreement;
mod expand;
pub mod outside;
mod planned;
mod repeated;
mod statistics;
mod trial;

pub use agreement::disagreements;
pub use expand::expand;
pub use planned::{Limits, Planned, perform};
pub use repeated::{middle, same_formulas, spread};
pub use statistics::{EngineStatistics, Spread, instances, of_engine, statistics, virtual_best};
pub use trial::{State, Trial};
