//! Why: which rules contradict each other, which force a fact, and in which order a solution can be found by reasons.
//!
//! An explanation only needs the [`Rules`](crate::model::Rules) of a model and a solver that takes assumptions. It is
//! minimal if no rule of it can be left out, and smallest if no other set of rules with fewer members does the same; each
//! is said only where it is known, and every explanation is checked by another solver before it is told.

mod asking;
mod claim;
mod cover;
mod different;
mod explainer;
pub mod game;
mod groups;
mod hitting;
mod left;
mod near;
mod needed;
mod pool;
mod question;
mod several;
mod smallest;
mod steps;
mod told;
mod verify;
mod wide;

pub use asking::{Asking, Explained, Verdict};
pub use claim::{Broken, broken};
pub use explainer::Explainer;
pub use question::{Question, shown_atom};
pub use smallest::Reason;
pub use steps::{Step, steps};
pub use told::Told;
