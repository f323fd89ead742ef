//! Outcomes as text and JSON: pure functions, no printing.

mod certain;
mod comparison;
mod document;
mod json;
mod plot;
mod scale;
mod table;
mod text;

pub use certain::{backbone_text, probabilities_text};
pub use comparison::{Comparison, comparison, comparison_files, runs_table};
pub use document::{Report, Section};
pub use json::{backbone_json, count_json, outcome_json, probabilities_json};
pub use plot::{Axis, Mark, Plot, Series};
pub use table::Table;
pub use text::{answer_text, outcome_text, seconds};
